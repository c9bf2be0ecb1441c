/**
 * How long the person at this machine has been away, from the real operating system.
 *
 * @see spec TN-22
 */
import type { LiveSession } from '../session/live-session'
import { log, reason } from './log'

const POLL_INTERVAL_MS = 250
/** The state costs twenty times what the seconds cost, and the platform tells by itself when it is locked. */
const STATE_INTERVAL_MS = 2_000

export type IdleState = 'active' | 'idle' | 'locked' | 'unknown'

/** The part of Electron's powerMonitor that is used. */
export interface IdleMonitor {
  getSystemIdleTime(): number
  getSystemIdleState(thresholdSeconds: number): IdleState
  on(event: 'suspend', listener: () => void): unknown
  on(event: 'resume', listener: () => void): unknown
  on(event: 'lock-screen', listener: () => void): unknown
  on(event: 'unlock-screen', listener: () => void): unknown
}

type Sink = Pick<LiveSession, 'reportIdle' | 'power'>

/**
 * What the platform says; null seconds when it cannot tell: a negative or not finite time is Chromium's way to say so. The
 * state's own threshold is one second, the least there is: whether `idleAfter` has passed is for the session to decide by
 * the seconds.
 * @param state as it was read lately [read now]
 */
export function readIdle(
  monitor: IdleMonitor,
  state = monitor.getSystemIdleState(1),
): { seconds: number | null; state: IdleState } {
  const seconds = monitor.getSystemIdleTime()
  const known = Number.isFinite(seconds) && seconds >= 0 && state !== 'unknown'
  return { seconds: known ? seconds : null, state }
}

/** Reports idle time, lock and power events to whichever session is the current one. */
export class IdleWatcher {
  readonly #monitor: IdleMonitor
  readonly #sink: () => Sink
  #broken = false
  #lastPoll = Number.NEGATIVE_INFINITY
  #state: IdleState = 'unknown'
  #lastState = Number.NEGATIVE_INFINITY

  constructor(monitor: IdleMonitor, sink: () => Sink) {
    this.#monitor = monitor
    this.#sink = sink
  }

  /** What the platform tells by itself is passed on from now on; the rest is for `look`. */
  start(): void {
    this.#monitor.on('suspend', () => this.#sink().power('suspend'))
    this.#monitor.on('resume', () => this.#sink().power('resume'))
    this.#monitor.on('lock-screen', () => this.#sink().power('lock'))
    this.#monitor.on('unlock-screen', () => this.#sink().power('unlock'))
  }

  /**
   * To be called as time goes on: polls four times a second. While the simulation stands still nobody asks, and there is
   * no timer.
   * @param now ms, monotonic
   */
  look(now: number): void {
    if (now - this.#lastPoll < POLL_INTERVAL_MS) return
    this.#lastPoll = now
    const { seconds, state } = this.#read(now)
    this.#sink().reportIdle(seconds, state)
  }

  /** A platform that fails to answer is one that cannot tell; said once, not four times a second. */
  #read(now: number): ReturnType<typeof readIdle> {
    try {
      const isOld = now - this.#lastState >= STATE_INTERVAL_MS
      const read = readIdle(this.#monitor, isOld ? undefined : this.#state)
      if (isOld) {
        this.#lastState = now
        this.#state = read.state
      }
      return read
    } catch (error) {
      if (!this.#broken) log(`cannot read the system's idle time, use Simulate idle instead: ${reason(error)}`)
      this.#broken = true
      return { seconds: null, state: 'unknown' }
    }
  }
}
