/** GPU events as frames bring them, for tests: packets by name instead of by index. */
import {
  BOUNDARIES,
  type Boundary,
  ENGINES,
  type EngineName,
  type GpuEvents,
  type GpuMarkView,
  type GpuPackets,
  type GpuPreemptions,
  PACKET_KINDS,
  PACKET_OUTCOMES,
  type PacketKind,
  type PacketOutcomeName,
} from '../../../../preload/contract'
import { appendEvents, emptyHistory, type GpuHistory } from '../../../../renderer/store/gpu'

export interface GivenPacket {
  start: number
  end: number
  engine?: EngineName
  kind?: PacketKind
  outcome?: PacketOutcomeName
  /** indexes in the dictionary */
  context?: number
  command?: number
  fence?: number
  flags?: number
  submitted?: number
  switch?: number
  allocations?: number
  /** indexes in the dictionary */
  named?: number[]
}

export function packets(given: readonly GivenPacket[], firstId = 0): GpuPackets {
  return {
    firstId,
    engines: Uint8Array.from(given, ({ engine = '3d' }) => ENGINES.indexOf(engine)),
    kinds: Uint8Array.from(given, ({ kind = 'standard' }) => PACKET_KINDS.indexOf(kind)),
    outcomes: Uint8Array.from(given, ({ outcome = 'completed' }) => PACKET_OUTCOMES.indexOf(outcome)),
    contexts: Uint32Array.from(given, ({ context = 0 }) => context),
    commands: Uint32Array.from(given, ({ command = 0 }) => command),
    fences: Float64Array.from(given, ({ fence = 1 }) => fence),
    flags: Uint16Array.from(given, ({ flags = 0 }) => flags),
    submitted: Float64Array.from(given, ({ submitted, start }) => submitted ?? start),
    starts: Float64Array.from(given, ({ start }) => start),
    ends: Float64Array.from(given, ({ end }) => end),
    switches: Float64Array.from(given, (packet) => packet.switch ?? 0),
    allocationCounts: Uint32Array.from(given, ({ allocations = 0 }) => allocations),
    namedCounts: Uint8Array.from(given, ({ named = [] }) => named.length),
    allocationNames: Uint32Array.from(given.flatMap(({ named = [] }) => named)),
  }
}

export interface GivenPreemption {
  requested: number
  stopped: number
  engine?: EngineName
  boundary?: Boundary
  reason?: number
  held?: number
}

export function preemptions(given: readonly GivenPreemption[]): GpuPreemptions {
  return {
    engines: Uint8Array.from(given, ({ engine = '3d' }) => ENGINES.indexOf(engine)),
    requested: Float64Array.from(given, ({ requested }) => requested),
    stopped: Float64Array.from(given, ({ stopped }) => stopped),
    boundaries: Uint8Array.from(given, ({ boundary = 'pixel' }) => BOUNDARIES.indexOf(boundary)),
    reasons: Uint8Array.from(given, ({ reason = 0 }) => reason),
    held: Uint32Array.from(given, ({ held = 0 }) => held),
  }
}

export function events(parts: Partial<GpuEvents> = {}): GpuEvents {
  return { names: [], packets: packets([]), preemptions: preemptions([]), marks: [], forgotten: 0, ...parts }
}

export function historyOf(
  given: readonly GivenPacket[],
  names: string[] = ['app', 'dwm'],
  marks: GpuMarkView[] = [],
): GpuHistory {
  return appendEvents(emptyHistory(), events({ names, packets: packets(given), marks }))
}

/** `count` packets of 10 µs each, one after the other without a gap, on one engine. */
export function denseHistory(count: number): GpuHistory {
  return historyOf(Array.from({ length: count }, (_, at) => ({ start: at * 10, end: at * 10 + 10 })))
}

/** `count` packets of 2 µs, 4 µs apart, of two engines in turn. */
export const packetsInTurn = (count: number, from = 0): GivenPacket[] =>
  Array.from({ length: count }, (_, at) => ({
    start: (from + at) * 4,
    end: (from + at) * 4 + 2,
    engine: at % 2 === 0 ? '3d' : 'copy',
  }))
