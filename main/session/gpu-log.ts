/**
 * The packets that left the engines, for the lanes: in columns, as there are many. Keeps a bounded past for a window that
 * comes back; nothing in the simulation depends on it.
 */
import {
  BOUNDARIES,
  ENGINES,
  type EngineName,
  type GpuEvents,
  type GpuMarkView,
  type GpuPackets,
  type GpuPreemptions,
  PACKET_KINDS,
  PACKET_OUTCOMES,
  type PacketOutcomeName,
} from '../../preload/contract'
import type { Preempted } from '../drivers/kmd/engine'
import type { Request } from '../dxgkrnl/vidsch/engine-state'
import type { Packet } from '../dxgkrnl/vidsch/packet'
import type { TraceRecord } from '../sim/trace-records'
import { BoundedLog } from './bounded-log'

/** how much of the past a full frame can bring back; a packet whose time is less than a pixel is still one of them */
const KEPT = { packets: 65_536, preemptions: 16_384, marks: 4_096 }
/** as the columns have them */
const REASONS: readonly Request['reason'][] = ['priority', 'timeout', 'quantum']
/** names of allocations that go with a packet */
const MOST_NAMES = 4

interface PacketRow {
  engine: number
  kind: number
  outcome: number
  context: number
  command: number
  fence: number
  flags: number
  submitted: number
  start: number
  end: number
  switched: number
  count: number
  names: readonly number[]
}

interface PreemptionRow {
  engine: number
  requested: number
  stopped: number
  boundary: number
  reason: number
  held: number
}

/** The newest rows, and how many of them nobody has taken. */
class Rows<T> {
  readonly rows: T[] = []
  added = 0
  private untaken = 0

  constructor(private readonly bound: number) {}

  add(row: T): void {
    this.rows.push(row)
    this.added++
    this.untaken++
    // in batches, so that a full log does not shift at every row
    if (this.rows.length > this.bound * 1.25) this.rows.splice(0, this.rows.length - this.bound)
  }

  get forgotten(): number {
    return this.added - this.rows.length
  }

  get hasFresh(): boolean {
    return this.untaken > 0
  }

  /** @param all everything that is kept, not only what is new */
  take(all: boolean): T[] {
    const count = all ? this.bound : Math.min(this.untaken, this.rows.length)
    this.untaken = 0
    return count === 0 ? [] : this.rows.slice(-count)
  }
}

export class GpuLog {
  private readonly packets = new Rows<PacketRow>(KEPT.packets)
  private readonly preemptions = new Rows<PreemptionRow>(KEPT.preemptions)
  private readonly marks = new BoundedLog<GpuMarkView>(KEPT.marks)
  private readonly indexes = new Map<string, number>()
  private readonly names: string[] = []
  private namesSent = 0
  private nextMark = 1

  /** @param nameOf an allocation's name by its handle */
  constructor(private readonly nameOf: (handle: number) => string) {}

  /** Packets and preemptions that are no longer kept. */
  get dropped(): number {
    return this.packets.forgotten + this.preemptions.forgotten
  }

  left(engine: EngineName, packet: Packet, start: number, outcome: PacketOutcomeName, now: number): void {
    const { allocations } = packet
    const names: number[] = []
    for (let i = 0; i < allocations.length && i < MOST_NAMES; i++)
      names.push(this.index(this.nameOf(allocations[i] as number)))
    this.packets.add({
      engine: ENGINES.indexOf(engine),
      kind: PACKET_KINDS.indexOf(packet.kind),
      outcome: PACKET_OUTCOMES.indexOf(outcome),
      context: this.index(packet.context.name),
      command: this.index(packet.command),
      fence: packet.fence,
      flags: packet.flags,
      submitted: packet.submitted,
      start,
      end: now,
      switched: Math.max(0, packet.switched),
      count: allocations.length,
      names,
    })
  }

  preempted(engine: EngineName, request: Request, result: Preempted<Packet>, stopped: number): void {
    this.preemptions.add({
      engine: ENGINES.indexOf(engine),
      requested: request.requested,
      stopped,
      boundary: BOUNDARIES.indexOf(result.boundary),
      reason: REASONS.indexOf(request.reason),
      held: result.held.length + (result.interrupted === null ? 0 : 1),
    })
  }

  /** What the lanes mark comes from the trace. */
  recorded(record: TraceRecord): void {
    const { t } = record
    switch (record.type) {
      case 'missed-vertical-blank':
        this.mark({
          t,
          kind: 'missed-vertical-blank',
          engine: '3d',
          text: `the present waits for ${record.waiting} µs`,
        })
        break
      case 'tear':
        this.mark({ t, kind: 'tear', engine: '3d', text: 'a flip was shown outside a vertical blank' })
        break
      case 'tdr':
        this.mark({
          t,
          kind: record.action,
          engine: ENGINES.find((name) => name === record.engine) ?? '',
          text: record.because,
        })
        break
    }
  }

  /** @returns null when nothing is new */
  take(full: boolean): GpuEvents | null {
    if (!full && !this.packets.hasFresh && !this.preemptions.hasFresh && this.marks.fresh().length === 0) return null
    const packets = this.packets.take(full)
    const preemptions = this.preemptions.take(full)
    const marks = full ? this.marks.all() : this.marks.fresh()
    this.marks.taken()
    const names = this.names.slice(full ? 0 : this.namesSent)
    this.namesSent = this.names.length
    return {
      names,
      packets: packetColumns(packets, this.packets.added - packets.length + 1),
      preemptions: preemptionColumns(preemptions),
      marks,
      dropped: this.packets.forgotten,
    }
  }

  private mark(mark: Omit<GpuMarkView, 'id'>): void {
    this.marks.add({ id: this.nextMark++, ...mark })
  }

  private index(text: string): number {
    const known = this.indexes.get(text)
    if (known !== undefined) return known
    const index = this.names.push(text) - 1
    this.indexes.set(text, index)
    return index
  }
}

function packetColumns(rows: readonly PacketRow[], firstId: number): GpuPackets {
  return {
    firstId,
    engines: Uint8Array.from(rows, (row) => row.engine),
    kinds: Uint8Array.from(rows, (row) => row.kind),
    outcomes: Uint8Array.from(rows, (row) => row.outcome),
    contexts: Uint32Array.from(rows, (row) => row.context),
    commands: Uint32Array.from(rows, (row) => row.command),
    fences: Float64Array.from(rows, (row) => row.fence),
    flags: Uint16Array.from(rows, (row) => row.flags),
    submitted: Float64Array.from(rows, (row) => row.submitted),
    starts: Float64Array.from(rows, (row) => row.start),
    ends: Float64Array.from(rows, (row) => row.end),
    switches: Float64Array.from(rows, (row) => row.switched),
    allocationCounts: Uint32Array.from(rows, (row) => row.count),
    namedCounts: Uint8Array.from(rows, (row) => row.names.length),
    allocationNames: Uint32Array.from(rows.flatMap((row) => row.names)),
  }
}

function preemptionColumns(rows: readonly PreemptionRow[]): GpuPreemptions {
  return {
    engines: Uint8Array.from(rows, (row) => row.engine),
    requested: Float64Array.from(rows, (row) => row.requested),
    stopped: Float64Array.from(rows, (row) => row.stopped),
    boundaries: Uint8Array.from(rows, (row) => row.boundary),
    reasons: Uint8Array.from(rows, (row) => row.reason),
    held: Uint32Array.from(rows, (row) => row.held),
  }
}
