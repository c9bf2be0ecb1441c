/**
 * Drives the simulation by the wall clock and publishes frames at display rate. While simulated time lags behind it
 * goes on at once, but through the event loop each time, so that commands and acknowledgements come in between.
 */
import type { LiveSession } from '../session/live-session'
import type { FlowControl } from './page/flow-control'

const VISIBLE_INTERVAL_MS = 16
/** while only the display of the simulated system goes on, and nobody does anything */
const CALM_INTERVAL_MS = 1_000
/** between two turns then: a person does not wait for it, as a command wakes the pump */
const CALM_TURN_MS = 200
/** a slice that took longer was held up by one call, of a policy of one's own (LB-15): what waits has its turn first */
const LONG_SLICE_MS = 50
/** for as long, or for as long as the slice took (**choice**) */
const REST_MS = 100

/** The event loop and a monotonic clock in milliseconds; tests supply their own. */
export interface PumpTimers {
  now(): number
  after(ms: number, run: () => void): () => void
  soon(run: () => void): () => void
}

export interface FramePumpOptions {
  session: () => Pick<LiveSession, 'pump' | 'publishFrame' | 'isCalm' | 'standsStill' | 'hasNews'>
  flow: FlowControl
  timers: PumpTimers
  /** before each turn, for what is read of the world outside */
  beforeTurn: (now: number) => void
  /** after each turn, for what the window shows outside the page */
  afterTurn: () => void
  /** the simulation threw: the pump has stopped */
  failed: (error: unknown) => void
}

export class FramePump {
  readonly #options: FramePumpOptions
  #running = false
  #cancel: () => void = () => {}
  #visible = true
  /** the next turn is further away than usual, or there is none */
  #resting = false
  /** no turn is to come until something happens */
  #asleep = false
  #lastFrame = Number.NEGATIVE_INFINITY
  #wanted = false

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
    if (visible === this.#visible) return
    this.#visible = visible
    // what has happened meanwhile is seen at once
    if (visible) this.hurry()
  }

  /** A command comes: simulated time is brought to now, and what it leads to is looked at as it happens. */
  wake(): void {
    if (!this.#resting) return
    this.#cancel()
    this.#turn()
  }

  /** Something is to be shown: the next frame comes at display rate, however calm it is; asked again and again no sooner. */
  hurry(): void {
    this.#wanted = true
    this.wake()
  }

  /** Something happened to the session that was no command: whatever comes of it is shown. Costs nothing otherwise. */
  news(): void {
    if (!this.#asleep) return
    this.#asleep = false
    this.#cancel = this.#options.timers.soon(() => this.#turn())
  }

  #turn(): void {
    const { session, timers, beforeTurn, afterTurn, failed } = this.#options
    this.#resting = false
    this.#asleep = false
    try {
      const started = timers.now()
      beforeTurn(started)
      const backlog = session().pump()
      const slice = timers.now() - started
      this.#publish(started)
      afterTurn()
      if (this.#running) this.#next(backlog, started, slice)
    } catch (error) {
      this.#running = false
      failed(error)
    }
  }

  #publish(now: number): void {
    // timers come up to a millisecond early: without the allowance every second frame would be left out
    const isCalm = this.#options.session().isCalm && !this.#wanted
    const interval = isCalm ? CALM_INTERVAL_MS : VISIBLE_INTERVAL_MS
    const due = now - this.#lastFrame >= interval - 1
    // a hidden window gets none: what changes accumulates in the session
    if (!this.#visible || !due || !this.#options.flow.open) return
    this.#lastFrame = now
    this.#wanted = false
    this.#options.session().publishFrame()
  }

  #next(backlog: boolean, started: number, slice: number): void {
    const { timers, session } = this.#options
    this.#asleep = !backlog && this.#mayPause()
    this.#resting = this.#asleep || (!backlog && session().isCalm && !this.#wanted)
    this.#cancel = () => {}
    if (this.#asleep) return
    const wait = Math.max(0, started + (this.#resting ? CALM_TURN_MS : VISIBLE_INTERVAL_MS) - timers.now())
    const again = (): void => this.#turn()
    if (!backlog) this.#cancel = timers.after(wait, again)
    else this.#cancel = slice > LONG_SLICE_MS ? timers.after(Math.min(slice, REST_MS), again) : timers.soon(again)
  }

  /** Time stands still, and what there is to show is shown, or nobody could see it. */
  #mayPause(): boolean {
    const { session, flow } = this.#options
    const { standsStill, hasNews } = session()
    return standsStill && !((hasNews || this.#wanted) && this.#visible && flow.open)
  }
}
