/**
 * A context of a device on one engine: waits, signals and DMA packets, begun strictly in the order of submission. The
 * values of its fence count up from 1; `completed` is the context fence that trim policies compare with (TN-17). Times in µs.
 */
import type { EngineName, PacketKind } from '../../../preload/contract/names'
import type { PacketWork } from '../../../preload/contract/specs'
import type { HardwareContext, HardwarePacket } from '../../drivers/kmd/engine'
import type { Then } from '../../sim/continuation'
import type { Recorded } from '../../sim/trace-records'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { PagingActivity } from '../vidmm/out-reasons'
import { MonitoredFence } from './monitored-fence'
import type { PreemptionRequest } from './preemption-request'

/** Lowest first; paging work of the system stands between the app's ordinary work and what must not be late. */
export const Priority = { normal: 0, paging: 1, high: 2, realtime: 3 } as const
export type Priority = (typeof Priority)[keyof typeof Priority]
export const PRIORITIES = 4

export type PacketOutcome = 'completed' | 'device-removed'

/** A piece of a render command that the driver can make a packet of its own (GP-17). */
export interface PacketPart {
  duration: number
  allocations: readonly AllocationHandle[]
}

/** Whose work a packet is: a press, a frame or a present, which wants to know what it waits for (LB-08). */
export interface PacketOwner {
  /** @param fence the context's value that the packet's end signals @param duration µs of GPU time */
  readonly submitted: (context: Context, fence: number, duration: number) => void
}

export interface PacketRequest {
  /** the command, for messages: the effect's name */
  command: string
  /** GPU time */
  duration: number
  allocations: readonly AllocationHandle[]
  /** each is named once; what is not said is looked at */
  areDistinct?: boolean | undefined
  work?: PacketWork | null | undefined
  kind?: PacketKind | undefined
  /** SubmitFlags */
  flags?: number | undefined
  /** the driver's split points; durations add up to the packet's */
  parts?: readonly PacketPart[] | undefined
  /** a wait instruction in the hardware queue instead of work (GP-22) */
  until?: { fence: MonitoredFence; value: number }
  /** signal on submit: signalled when it completes (GP-21) */
  signal?: { fence: MonitoredFence; value: number } | undefined
  /** the driver asks not to be preempted while it runs (GP-03) */
  disablePreemption?: boolean | undefined
  owner?: PacketOwner | undefined
  /** the GPU has completed it: called before any fence says so (BP-22) */
  executed?: Then | undefined
  finished?: Then<[PacketOutcome]> | undefined
}

/** Its place among the parts of one render command. */
interface Split {
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
  stoppedFor: PreemptionRequest | null
  /** µs that it waited for memory that was paged out under pressure (RS-10) */
  hitch: number
  /** what its allocations lacked was paged in because pressure had taken it */
  lackedForcedOut: boolean
  /** that ran to its end just before it, on any engine, where that was noted (LB-08): 256 in a row at most */
  ranBefore: Packet | null
  /** paging work (GP-12), what it is done to, and what is to be done at its end (with µs at which it began) */
  paging: { readonly bound: readonly AllocationHandle[]; completed: Then<[number]>; lost: Then } | null
}

export interface Wait {
  readonly type: 'wait'
  readonly fence: MonitoredFence
  readonly value: number
  /** what is waited for is paging work */
  readonly paging: boolean
}

interface Signal {
  readonly type: 'signal'
  readonly fence: MonitoredFence
  readonly value: number
  /** the context's own fence value before it: what was submitted before must have completed */
  readonly after: number
}

export type Operation = Packet | Wait | Signal

export interface ContextOptions {
  name: string
  /** of the runtime; negative: the system's own */
  device: number
  engine: EngineName
  priority?: Priority
  /** memory in which the hardware keeps its state (GP-14) */
  allocation?: AllocationHandle | null
}

/** `queued`: its first operation is a packet that waits for its turn; `preparing`: for its memory. */
export type ContextState = 'idle' | 'waiting' | 'queued' | 'preparing'

/** Nothing depends on it. */
export interface WaitWatcher {
  /** That context stood still for paging, from when until when. @param since, until µs */
  waited(context: Context, since: number, until: number): void
}

export class Context implements HardwareContext {
  readonly name: string
  readonly device: number
  readonly engine: EngineName
  readonly priority: Priority
  readonly allocation: AllocationHandle | null
  readonly progress = new MonitoredFence()
  operations: Operation[] = []
  /** where `operations` begin: what is before was taken */
  first = 0
  state: ContextState = 'idle'
  /** of its allocation, before which none of its packets can run (GP-14); null: it has none, or it was there at once */
  initialisation: PagingActivity | null = null
  /** `preparing`: what the paging queue calls when the memory of its packet is in place */
  demand: object | null = null
  submitted = 0
  /** submission fence ids given so far: one each time that a packet enters the hardware queue, but for paging (GP-11, GP-12) */
  submissions = 0
  /** its packets in the hardware queue */
  inHardware = 0
  removed = false
  saved = false
  /** what its packet that ran last has used: bindings stay while its state is loaded (GP-15) */
  bound: readonly AllocationHandle[] = []
  /** of the last allocation that there was by then: what came later under the handle of one that is gone is not bound */
  boundUpTo = 0
  /** a wait for paging goes on that nothing of its own covers */
  private pagingBegun = false
  private waited = 0
  /** µs, since when it stands still for paging; null: it does not */
  private waitingSince: number | null = null
  /** is told of each time that it stood still for paging */
  watcher: WaitWatcher | null = null

  constructor({ name, device, engine, priority, allocation }: ContextOptions) {
    this.name = name
    this.device = device
    this.engine = engine
    this.priority = priority ?? Priority.normal
    this.allocation = allocation ?? null
  }

  /** Fence value of the last packet that has completed, 0 before the first. */
  get completed(): number {
    return this.progress.value
  }

  get head(): Operation | undefined {
    return this.operations[this.first]
  }

  /** How many operations wait for their turn. */
  get pending(): number {
    return this.operations.length - this.first
  }

  take(): void {
    const { length } = this.operations
    this.first++
    if (this.first === length) {
      // most of the time there is one alone: a length that is set costs ten times as much
      if (length === 1) this.operations.pop()
      else this.operations.length = 0
      this.first = 0
    } else if (this.first > 1024) {
      this.operations.splice(0, this.first)
      this.first = 0
    }
  }

  /** Before everything that is still to come, in this order. */
  putBack(packets: readonly Packet[]): void {
    if (packets.length > this.first) {
      this.operations.splice(0, this.first, ...packets)
      this.first = 0
      return
    }
    // into the places of those that were taken
    this.first -= packets.length
    for (let i = 0; i < packets.length; i++) this.operations[this.first + i] = packets[i] as Packet
  }

  /** µs that this context's work stood still for paging until `now`, a wait that goes on included */
  waitedForPaging(now: number): number {
    return this.waited + (this.waitingSince === null ? 0 : now - this.waitingSince)
  }

  /** µs, since when it stands still for paging; null: it does not */
  get standsStillSince(): number | null {
    return this.waitingSince
  }

  /** Its next work needs paging first; it stands still as soon as nothing of its own runs any more. @param now µs */
  startWaitingForPaging(now: number): void {
    this.pagingBegun = true
    if (this.inHardware === 0) this.waitingSince ??= now
  }

  /** The last of its packets in the hardware queue has left it. @param now µs */
  ranOut(now: number): void {
    if (this.pagingBegun) this.waitingSince ??= now
  }

  /** @param now µs @returns µs that this wait has taken */
  stopWaitingForPaging(now: number): number {
    this.pagingBegun = false
    const since = this.waitingSince
    if (since === null) return 0
    this.waited += now - since
    this.waitingSince = null
    this.watcher?.waited(this, since, now)
    return now - since
  }
}
