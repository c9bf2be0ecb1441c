/**
 * A context of a device on one engine: waits, signals and packets, begun strictly in the order of submission. The values
 * of its fence count up from 1; `completed` is the context fence that trim policies compare with (TN-17).
 */
import type { EngineName } from '../../../preload/contract/names'
import type { HardwareContext } from '../../drivers/kmd/engine'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { PagingActivity } from '../vidmm/out-reasons'
import { MonitoredFence } from './monitored-fence'
import type { Packet } from './packet'

/** Lowest first; paging work of the system stands between the app's ordinary work and what must not be late. */
export const Priority = { normal: 0, paging: 1, high: 2, realtime: 3 } as const
export type Priority = (typeof Priority)[keyof typeof Priority]
export const PRIORITIES = 4

export interface Wait {
  readonly type: 'wait'
  readonly fence: MonitoredFence
  readonly value: number
  /** what is waited for is paging work */
  readonly paging: boolean
}

export interface Signal {
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
  /** a wait for paging goes on that nothing of its own covers */
  private pagingBegun = false
  private waited = 0
  /** µs, since when it stands still for paging; null: it does not */
  private waitingSince: number | null = null

  constructor({ name, device, engine, priority, allocation }: ContextOptions) {
    this.name = name
    this.device = device
    this.engine = engine
    this.priority = priority ?? Priority.normal
    this.allocation = allocation ?? null
  }

  /** The last completed context fence. */
  get completed(): number {
    return this.progress.value
  }

  get head(): Operation | undefined {
    return this.operations[this.first]
  }

  get pending(): number {
    return this.operations.length - this.first
  }

  take(): void {
    this.first++
    if (this.first === this.operations.length) {
      this.operations.length = 0
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

  /** Its next work needs paging first; it stands still as soon as nothing of its own runs any more. */
  startWaitingForPaging(now: number): void {
    this.pagingBegun = true
    if (this.inHardware === 0) this.waitingSince ??= now
  }

  /** The last of its packets in the hardware queue has left it. */
  ranOut(now: number): void {
    if (this.pagingBegun) this.waitingSince ??= now
  }

  /** @returns µs that this wait has taken */
  stopWaitingForPaging(now: number): number {
    this.pagingBegun = false
    const took = this.waitingSince === null ? 0 : now - this.waitingSince
    this.waited += took
    this.waitingSince = null
    return took
  }
}
