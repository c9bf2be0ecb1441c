/** Tells a renderer that died once from one that dies again and again. */

const CRASH_LIMIT = 3
const CRASH_WINDOW_MS = 10_000

/** Three losses within ten seconds are a loop, unless told otherwise: reloading once more would only flicker. */
export class CrashGuard {
  readonly #limit: number
  readonly #window: number
  #times: number[] = []

  /** @param window ms */
  constructor(limit = CRASH_LIMIT, window = CRASH_WINDOW_MS) {
    this.#limit = limit
    this.#window = window
  }

  /**
   * @param now milliseconds of a monotonic clock
   * @returns whether to load the window again or to stop and ask
   */
  record(now: number): 'reload' | 'give-up' {
    this.#times = [...this.#times.filter((t) => now - t < this.#window), now]
    return this.#times.length >= this.#limit ? 'give-up' : 'reload'
  }

  /** After the person chose to try again. */
  reset(): void {
    this.#times = []
  }
}
