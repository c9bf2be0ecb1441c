/**
 * Simulated time: integer microseconds, one event queue, one seeded generator, one trace. Everything below the shell
 * lives on it; nothing here knows wall time.
 */
import { goOnWith } from './continuation'
import { type EventCallback, type EventHandle, EventQueue } from './event-queue'
import { Rng } from './rng'
import { Trace } from './trace'
import type { TraceType } from './trace-records'

/** µs; no run lasts so long: what is due later still stands here, where times are exact */
const NEVER = 2 ** 53

export interface SimulationOptions {
  seed: number
  /** records kept in the live trace's ring */
  traceCapacity?: number
  /** types of records that the ring leaves to others */
  keptElsewhere?: ReadonlySet<TraceType>
}

export class Simulation {
  readonly seed: number
  readonly rng: Rng
  readonly trace: Trace
  /** called before the clock leaves a moment: what stands now has stood, and stands, until the next one */
  onLeaving: (() => void) | null = null
  private readonly queue = new EventQueue()
  private time = 0
  private stopped = false
  /** calls so far of which each can take as long as a slice of work, or longer: those of a policy of one's own (LB-15) */
  longCalls = 0
  /** carried out, those included that went on at a later moment by themselves */
  private events = 0
  /** µs to which `advanceTo` runs now; -1: it does not */
  private runsTo = -1

  constructor(options: SimulationOptions) {
    this.seed = options.seed
    this.rng = new Rng(options.seed)
    this.trace = new Trace(() => this.time, options.traceCapacity, options.keptElsewhere)
  }

  /** µs since the start of the run */
  get now(): number {
    return this.time
  }

  /** How much was done so far: a count of events and records together, which take about the same time each. */
  get work(): number {
    return this.events + this.trace.total
  }

  /** How many events are pending. */
  get pending(): number {
    return this.queue.size
  }

  /** µs; Infinity when nothing is pending */
  get nextEventTime(): number {
    return this.stopped ? Number.POSITIVE_INFINITY : this.queue.nextTime
  }

  /** @param delay µs, a whole number ≥ 0, or Infinity; 0 runs as an event of its own, after what is due now already */
  schedule(delay: number, callback: EventCallback): EventHandle {
    return this.queue.push(this.after(delay), callback, this.trace.cause)
  }

  /** As `schedule`, for what the system does by itself: the records that follow carry no cause. @param delay µs */
  scheduleUncaused(delay: number, callback: EventCallback): EventHandle {
    return this.queue.push(this.after(delay), callback)
  }

  /** As `schedule`, for what another command led to. @param cause the ordinal of that command @param delay µs */
  scheduleAs(cause: number, delay: number, callback: EventCallback): EventHandle {
    return this.queue.push(this.after(delay), callback, cause)
  }

  private after(delay: number): number {
    const time = this.time + delay
    return time < NEVER ? time : NEVER
  }

  /** The simulated system has stopped for good: time stands still, and nothing happens any more. */
  halt(): void {
    this.stopped = true
  }

  get halted(): boolean {
    return this.stopped
  }

  cancel(handle: EventHandle): boolean {
    return this.queue.cancel(handle)
  }

  /** Runs the next event, moving the clock to it. @returns false when none is pending */
  runNext(): boolean {
    if (this.stopped) return false
    const callback = this.queue.pop()
    if (callback === undefined) return false
    const { poppedTime } = this.queue
    if (poppedTime > this.time) this.moveTo(poppedTime)
    this.events++
    this.trace.cause = this.queue.poppedTag
    try {
      goOnWith(callback)
    } finally {
      this.trace.cause = 0
    }
    return true
  }

  /**
   * Runs every event due at or before `until`, those caused on the way included, then sets the clock to `until`.
   * @param until µs, not before now
   * @param mayGoOn asked after each event; false stops early with the clock at that event
   * @returns true when the clock reached `until`
   */
  advanceTo(until: number, mayGoOn?: () => boolean): boolean {
    const before = this.runsTo
    this.runsTo = until
    try {
      while (!this.stopped && this.queue.nextTime <= until) {
        this.runNext()
        if (mayGoOn !== undefined && !mayGoOn()) return false
      }
    } finally {
      this.runsTo = before
    }
    if (!this.stopped && until > this.time) this.moveTo(until)
    return true
  }

  /**
   * Whether the event that runs can go on at a later moment by itself: nothing else is due until then, the run goes so far,
   * and nobody looks at every moment that is left.
   * @param time µs, after now
   */
  mayPassTo(time: number): boolean {
    return time <= this.runsTo && this.queue.nextTime > time && this.onLeaving === null && !this.stopped
  }

  /**
   * As if the event that runs had scheduled another, which runs now. @param time µs, after now @returns false: see mayPassTo
   */
  passTo(time: number): boolean {
    if (!this.mayPassTo(time)) return false
    this.events++
    this.time = time
    return true
  }

  private moveTo(time: number): void {
    this.onLeaving?.()
    this.time = time
  }

  /**
   * Runs `action` as the command with the ordinal `cause`: the records that it writes, now or through events, carry
   * that number.
   */
  causedBy<T>(cause: number, action: () => T): T {
    const before = this.trace.cause
    this.trace.cause = cause
    try {
      return action()
    } finally {
      this.trace.cause = before
    }
  }
}
