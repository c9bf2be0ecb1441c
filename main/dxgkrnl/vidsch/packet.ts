/** DMA packets: what is submitted to a context, and what becomes of it on an engine. Times in µs. */
import type { EngineName, PacketKind } from '../../../preload/contract/names'
import type { PacketWork } from '../../../preload/contract/specs'
import type { HardwarePacket } from '../../drivers/kmd/engine'
import type { Recorded } from '../../sim/trace-records'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { Context } from './context'
import type { Request } from './engine-state'
import type { MonitoredFence } from './monitored-fence'

export type PacketOutcome = 'completed' | 'device-removed'

/** A piece of a render command that the driver can make a packet of its own (GP-17). */
export interface PacketPart {
  duration: number
  allocations: readonly AllocationHandle[]
}

/** Whose work a packet is: a press, a frame or a present, which wants to know what it waits for (LB-08). */
export interface PacketOwner {
  /** @param fence the context's value that the packet's end signals @param duration µs of GPU time */
  submitted(context: Context, fence: number, duration: number): void
}

export interface PacketRequest {
  /** the command, for messages: the effect's name */
  command: string
  /** GPU time */
  duration: number
  allocations: readonly AllocationHandle[]
  work?: PacketWork | null
  kind?: PacketKind
  /** SubmitFlags */
  flags?: number
  /** the driver's split points; durations add up to the packet's */
  parts?: readonly PacketPart[]
  /** a wait instruction in the hardware queue instead of work (GP-22) */
  until?: { fence: MonitoredFence; value: number }
  /** signal on submit: signalled when it completes (GP-21) */
  signal?: { fence: MonitoredFence; value: number }
  /** the driver asks not to be preempted while it runs (GP-03) */
  disablePreemption?: boolean
  owner?: PacketOwner | undefined
  /** the GPU has completed it: called before any fence says so (BP-22) */
  executed?: () => void
  finished?: (outcome: PacketOutcome) => void
}

/** Its place among the parts of one render command. */
export interface Split {
  readonly index: number
  readonly count: number
  /** the context's fence value that the whole command signals */
  readonly fence: number
  /** what the part before has bound (GP-19) */
  readonly bound: readonly AllocationHandle[]
  /** what was split: it has the records of its parts */
  readonly whole: Packet
}

export interface Packet extends HardwarePacket, Recorded {
  readonly type: 'packet'
  readonly context: Context
  /** on which it runs: the context's, or that whose context is taken off (GP-15) */
  readonly engine: EngineName
  readonly command: string
  readonly kind: PacketKind
  readonly allocations: readonly AllocationHandle[]
  /** value of the context's fence that its end signals; 0: none, it is not a packet of an app or not the last part */
  readonly signals: number
  readonly submitted: number
  readonly request: PacketRequest | null
  split: Split | null
  /** submission fence id, counted per context; 0: it has not been in the hardware queue */
  fence: number
  /** SubmitFlags */
  flags: number
  /** its turn has come: what it uses counts as running, also while the engine still preempts or switches for it */
  inUse: boolean
  /** it was in the hardware queue before */
  resubmitted: boolean
  /** the request for which it stopped before its end; null: it runs, or has not stopped since it last ran */
  stoppedFor: Request | null
  /** µs that it waited for memory that was paged out under pressure (RS-10) */
  hitch: number
  /** what its allocations lacked was paged in because pressure had taken it */
  lackedForcedOut: boolean
  /** paging work (GP-12), and what it is done to */
  paging: { readonly bound: readonly AllocationHandle[]; completed(start: number): void; lost(): void } | null
}
