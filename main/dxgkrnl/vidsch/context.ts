/**
 * A context of a device on one engine: waits and packets, carried out strictly in the order of submission. Packet fence
 * values count up from 1 per context; `completed` is the context fence that trim policies compare with (TN-17).
 */
import type { AllocationHandle } from '../vidmm/allocation-table'
import { MonitoredFence } from './monitored-fence'

export type PacketOutcome = 'completed' | 'device-removed'

export interface PacketRequest {
  /** the command, for messages: the effect's name */
  command: string
  /** GPU time in µs */
  duration: number
  allocations: readonly AllocationHandle[]
  finished?: (outcome: PacketOutcome) => void
}

export interface Packet extends PacketRequest {
  readonly type: 'packet'
  readonly fence: number
  /** the command that submitted it, for the trace */
  readonly cause: number
}

export interface Wait {
  readonly type: 'wait'
  readonly fence: MonitoredFence
  readonly value: number
  /** what is waited for is paging work */
  readonly paging: boolean
}

export class Context {
  readonly progress = new MonitoredFence()
  readonly operations: (Packet | Wait)[] = []
  submitted = 0
  /** the operation at the head is being carried out */
  busy = false
  /** a packet of this context is on the engine */
  running = false
  removed = false
  private waited = 0
  /** µs, since when it stands still for paging; null: it does not */
  private waitingSince: number | null = null

  constructor(
    readonly name: string,
    readonly device: number,
    readonly engine: string,
  ) {}

  /** The last completed context fence. */
  get completed(): number {
    return this.progress.value
  }

  /** µs that this context's work stood still for paging until `now`, a wait that goes on included */
  waitedForPaging(now: number): number {
    return this.waited + (this.waitingSince === null ? 0 : now - this.waitingSince)
  }

  /** Its work stands still for paging from now on; it may do so already. */
  startWaitingForPaging(now: number): void {
    this.waitingSince ??= now
  }

  /** @returns µs that this wait has taken */
  stopWaitingForPaging(now: number): number {
    const took = this.waitingSince === null ? 0 : now - this.waitingSince
    this.waited += took
    this.waitingSince = null
    return took
  }
}
