/** Tells a renderer that died once from one that dies again and again. */

export const CRASH_LIMIT = 3
export const CRASH_WINDOW_MS = 10_000

/** Three losses within ten seconds are a loop: reloading once more would only flicker. */
export class CrashGuard {
  #times: number[] = []

  /**
   * @param now milliseconds of a monotonic clock
   * @returns whether to load the window again or to stop and ask
   */
  record(now: number): 'reload' | 'give-up' {
    this.#times = [...this.#times.filter((t) => now - t < CRASH_WINDOW_MS), now]
    return this.#times.length >= CRASH_LIMIT ? 'give-up' : 'reload'
  }

  /** After the person chose to try again. */
  reset(): void {
    this.#times = []
  }
}
