/**
 * Drives the simulation by the wall clock and publishes frames at display rate. While simulated time lags behind it
 * goes on at once, but through the event loop each time, so that commands and acknowledgements come in between.
 */
import type { LiveSession } from '../session/live-session'
import type { FlowControl } from './page/flow-control'

const VISIBLE_INTERVAL_MS = 16
/** nobody sees frames of a hidden window; the simulation goes on all the same */
const HIDDEN_INTERVAL_MS = 250

/** The event loop and a monotonic clock in milliseconds; tests supply their own. */
export interface PumpTimers {
  now(): number
  after(ms: number, run: () => void): () => void
  soon(run: () => void): () => void
}

export interface FramePumpOptions {
  session: () => Pick<LiveSession, 'pump' | 'publishFrame'>
  flow: FlowControl
  timers: PumpTimers
  /** after each turn, for what the window shows outside the page */
  afterTurn: () => void
  /** the simulation threw: the pump has stopped */
  failed: (error: unknown) => void
}

export class FramePump {
  readonly #options: FramePumpOptions
  #running = false
  #cancel: () => void = () => {}
  #interval = VISIBLE_INTERVAL_MS
  #lastFrame = Number.NEGATIVE_INFINITY

  constructor(options: FramePumpOptions) {
    this.#options = options
  }

  /** Starts, or goes on after a failure; does nothing while running. */
  start(): void {
    if (this.#running) return
    this.#running = true
    this.#cancel = this.#options.timers.soon(() => this.#turn())
  }

  stop(): void {
    this.#running = false
    this.#cancel()
  }

  setVisible(visible: boolean): void {
    this.#interval = visible ? VISIBLE_INTERVAL_MS : HIDDEN_INTERVAL_MS
  }

  /** The next turn publishes, however recent the last frame is: for a renderer that has nothing yet. */
  hurry(): void {
    this.#lastFrame = Number.NEGATIVE_INFINITY
  }

  #turn(): void {
    const { session, timers, afterTurn, failed } = this.#options
    try {
      const started = timers.now()
      const backlog = session().pump()
      this.#publish(started)
      afterTurn()
      if (this.#running) this.#next(backlog, started)
    } catch (error) {
      this.#running = false
      failed(error)
    }
  }

  #publish(now: number): void {
    // timers come up to a millisecond early: without the allowance every second frame would be left out
    const due = now - this.#lastFrame >= this.#interval - 1
    if (!due || !this.#options.flow.open) return
    this.#lastFrame = now
    this.#options.session().publishFrame()
  }

  #next(backlog: boolean, started: number): void {
    const { timers } = this.#options
    const wait = Math.max(0, started + VISIBLE_INTERVAL_MS - timers.now())
    const again = (): void => this.#turn()
    this.#cancel = backlog ? timers.soon(again) : timers.after(wait, again)
  }
}
