/** The wall clock and the event loop, for what is driven by them; below the shell there is only simulated time. */
import { performance } from 'node:perf_hooks'
import type { PumpTimers } from './frame-pump'

/** monotonic, milliseconds */
export function now(): number {
  return performance.now()
}

/** @param ms of wall time */
export function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

export const timers: PumpTimers = {
  now,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  soon(run) {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  },
}
