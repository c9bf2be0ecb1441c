/**
 * The app's local budget (RS-09) and the notifications that it makes (TN-24). The kernel asks again 1 s after each
 * delivery while the process stays over.
 */
import { GRANULE } from '../../../preload/contract/names'
import { alignDown } from '../../sim/align'
import type { EventHandle } from '../../sim/event-queue'
import type { Simulation } from '../../sim/simulation'

/** µs between a delivery and the next demand of the same kind (TN-24, choice) */
const REPEAT_AFTER = 1_000_000

export interface BudgetHooks {
  /** bytes on the app's residency list in the local group */
  usage(): number
  /** makes a TRIM_TO_BUDGET */
  notify(): void
}

/** 90 % of a segment, whole 64 KiB: what the processes may have of it together. */
export function budgetable(segmentBytes: number): number {
  return alignDown(Math.floor((segmentBytes * 9) / 10), GRANULE)
}

/** What the app's budget follows from, bytes. */
export interface Claims {
  /** what the app was given */
  readonly configured: number
  /** what it asked for with SetVideoMemoryReservation */
  readonly reserved: number
  /** what other processes use of local memory */
  readonly others: number
}

/** The app's budget in bytes, whole 64 KiB (RS-09). @param segmentBytes of local memory */
export function effectiveBudget(segmentBytes: number, { configured, reserved, others }: Claims): number {
  const left = Math.floor((segmentBytes * 9) / 10) - others
  return alignDown(Math.max(reserved, Math.min(configured, left)), GRANULE)
}

/** Bytes that SetVideoMemoryReservation gives at most (RS-08). @param budget bytes */
export function availableForReservation(budget: number): number {
  return Math.floor(budget / 2)
}

export class AppBudget {
  private current: number
  private wasOver = false
  private reserved = 0
  private grants = 0
  private repeat: EventHandle | null = null
  private readonly again = (): void => {
    this.repeat = null
    if (this.excess > 0) this.hooks.notify()
  }

  constructor(
    private readonly sim: Simulation,
    private readonly segmentBytes: number,
    private configuredBytes: number,
    private readonly hooks: BudgetHooks,
  ) {
    this.current = this.compute(0)
  }

  /** bytes */
  get budget(): number {
    return this.current
  }

  /** bytes that SetVideoMemoryReservation asked for */
  get reservation(): number {
    return this.reserved
  }

  /** how often SetVideoMemoryReservation was granted, also with what was reserved already */
  get reservationsGranted(): number {
    return this.grants
  }

  /** @param otherUsage bytes of local memory that other processes use */
  reserve(bytes: number, otherUsage: number): void {
    this.reserved = bytes
    this.grants++
    this.update(this.configuredBytes, otherUsage)
  }

  /** bytes */
  get configured(): number {
    return this.configuredBytes
  }

  /** bytes by which the usage exceeds the budget, 0 when it does not */
  get excess(): number {
    return Math.max(0, this.hooks.usage() - this.current)
  }

  /** @param otherUsage bytes of local memory that other processes use */
  update(configuredBytes: number, otherUsage: number): void {
    this.configuredBytes = configuredBytes
    const budget = this.compute(otherUsage)
    if (budget === this.current) return
    const fell = budget < this.current
    this.current = budget
    this.sim.trace.write('budget', { process: 'app', budget, usage: this.hooks.usage() })
    if (this.excess > 0 && fell) this.hooks.notify()
    this.wasOver = this.excess > 0
  }

  /** To be called after each change of the usage: rising above the budget makes a notification. */
  usageChanged(): void {
    const over = this.excess > 0
    if (over && !this.wasOver) this.hooks.notify()
    this.wasOver = over
  }

  /** The callbacks of one TRIM_TO_BUDGET of ours have returned. */
  delivered(): void {
    if (this.repeat !== null) this.sim.cancel(this.repeat)
    this.repeat = null
    if (this.excess === 0) return
    this.repeat = this.sim.scheduleUncaused(REPEAT_AFTER, this.again)
  }

  private compute(otherUsage: number): number {
    const { configuredBytes: configured, reserved } = this
    return effectiveBudget(this.segmentBytes, { configured, reserved, others: otherUsage })
  }
}
