/**
 * What the GPU scheduler did, as the lanes draw it (GP-27): packets, preemption requests and marks, each bounded, in
 * columns that are shared between versions. What is new after each change is the `GpuHistory` object that holds them.
 */
import {
  type GpuEvents,
  type GpuMarkView,
  type GpuPreemptions,
  type GpuView,
  PACKET_KINDS,
} from '../../preload/contract'
import { PacketRing } from './gpu-packets'
import { firstNotBefore } from './in-order'

export interface GpuHistory {
  /** grows by one with every change */
  readonly version: number
  /** the dictionary of texts */
  readonly names: readonly string[]
  readonly packets: PacketRing
  readonly preemptions: PreemptionRing
  /** in order of time */
  readonly marks: readonly GpuMarkView[]
}

export const KEPT_PREEMPTIONS = 32_768
export const KEPT_MARKS = 20_000

const PREEMPTION_MASK = KEPT_PREEMPTIONS - 1

/** Answered preemption requests, in order of the moment at which the engine stopped. Times in µs. */
export class PreemptionRing {
  engines = new Uint8Array(0)
  requested = new Float64Array(0)
  stopped = new Float64Array(0)
  /** index in BOUNDARIES */
  boundaries = new Uint8Array(0)
  /** 0: for work of a higher priority, 1: before a timeout */
  reasons = new Uint8Array(0)
  held = new Uint32Array(0)
  count = 0
  private next = 0

  /** @param position from 0, the oldest kept */
  slot(position: number): number {
    return (this.next - this.count + position) & PREEMPTION_MASK
  }

  append(added: GpuPreemptions): void {
    if (added.stopped.length > 0 && this.stopped.length === 0) this.allocate()
    for (let row = 0; row < added.stopped.length; row++) {
      const slot = this.next & PREEMPTION_MASK
      this.engines[slot] = added.engines[row]!
      this.requested[slot] = added.requested[row]!
      this.stopped[slot] = added.stopped[row]!
      this.boundaries[slot] = added.boundaries[row]!
      this.reasons[slot] = added.reasons[row]!
      this.held[slot] = added.held[row]!
      this.next++
      if (this.count < KEPT_PREEMPTIONS) this.count++
    }
  }

  /** Position of the first request that was answered at or after a moment. */
  firstStoppedFrom(t: number): number {
    return firstNotBefore(this.count, (at) => this.stopped[this.slot(at)]! < t)
  }

  private allocate(): void {
    this.engines = new Uint8Array(KEPT_PREEMPTIONS)
    this.requested = new Float64Array(KEPT_PREEMPTIONS)
    this.stopped = new Float64Array(KEPT_PREEMPTIONS)
    this.boundaries = new Uint8Array(KEPT_PREEMPTIONS)
    this.reasons = new Uint8Array(KEPT_PREEMPTIONS)
    this.held = new Uint32Array(KEPT_PREEMPTIONS)
  }
}

export function emptyHistory(): GpuHistory {
  return {
    version: 0,
    names: [],
    packets: new PacketRing(),
    preemptions: new PreemptionRing(),
    marks: [],
  }
}

/** Appends one frame's events in place and returns the history under a new version. */
export function appendEvents(history: GpuHistory, events: GpuEvents): GpuHistory {
  const names = history.names as string[]
  if (events.anew === true) {
    names.length = 0
    history.packets.clear()
  }
  for (const name of events.names) names.push(name)
  history.packets.append(events.packets)
  history.preemptions.append(events.preemptions)
  const marks = history.marks as GpuMarkView[]
  for (const mark of events.marks) marks.push(mark)
  return {
    ...history,
    version: history.version + 1,
    marks: marks.length > KEPT_MARKS * 1.25 ? marks.slice(marks.length - KEPT_MARKS) : marks,
  }
}

/** The scheduler before the first frame. */
export const NO_GPU: GpuView = {
  model: 'win8',
  graphics: 'dma-buffer',
  compute: 'dma-buffer',
  modelReason: null,
  initialisationFailure: null,
  tdrLevel: 'recover',
  tdrDelay: 2_000_000,
  refreshRate: 60,
  displays: [],
  quantum: null,
  attempts: [],
  compositor: { enabled: true, gpuTime: 500 },
  playing: false,
  verticalBlanks: 0,
  missedVerticalBlanks: 0,
  tears: 0,
  worstCompositorLatency: null,
  p99CompositorLatency: null,
  preemptions: 0,
  worstPreemption: null,
  contextSwitches: 0,
  contextSwitchTime: 0,
  engineResets: 0,
  adapterResets: 0,
  framesPlayed: 0,
  framesDropped: 0,
  bugCheck: null,
  blocked: false,
  engines: [],
}

/** Whose it is; a switch to the null context, whose name says nothing, is nobody's (GP-15). */
export function contextOf(history: GpuHistory, slot: number): string {
  if (isToNullContext(history, slot)) return 'the null context'
  return history.names[history.packets.columns.contexts[slot]!] ?? 'nobody'
}

/** `Blur of app`, `switch to the null context` */
export function packetName(history: GpuHistory, slot: number): string {
  const context = contextOf(history, slot)
  if (isToNullContext(history, slot)) return `switch to ${context}`
  const command = history.names[history.packets.columns.commands[slot]!] ?? ''
  return command === '' ? context : `${command} of ${context}`
}

const isToNullContext = ({ packets: { columns } }: GpuHistory, slot: number): boolean =>
  PACKET_KINDS[columns.kinds[slot]!] === 'context-switch'
