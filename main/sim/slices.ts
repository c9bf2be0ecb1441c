/**
 * Work that is done a slice at a time: a generator yields between two calls into the simulated system, so that whoever
 * drives it can look at the wall clock, draw, or give up. No simulated time passes between slices, and nothing else
 * happens in the simulation, so that what comes out does not depend on where slices end (SC-01).
 */

import type { Simulation } from './simulation'

/** How far a piece of work is. */
export interface SliceProgress {
  done: number
  total: number
}

export type Sliced<Result> = Generator<SliceProgress, Result, void>

/** calls into the simulated system between two looks at the clock; each takes some tens of microseconds at most */
const CALLS_PER_SLICE = 64

/** To be yielded to after each call. @param done ordinal of the call, from 1 @returns whether a slice ends with it */
export function sliceEnds(done: number): boolean {
  return done % CALLS_PER_SLICE === 0
}

/**
 * As `sliceEnds`, of calls among which are some that may take as long as a slice each.
 * @param sim counts those
 * @returns to be asked after each call: whether a slice ends with it
 */
export function sliceEndsIn(sim: Pick<Simulation, 'longCalls'>, most = CALLS_PER_SLICE): () => boolean {
  let [done, long] = [0, sim.longCalls]
  return () => {
    const ends = ++done % most === 0 || sim.longCalls !== long
    long = sim.longCalls
    return ends
  }
}

/** The same work as a part of more: `before` of `total`, in the same unit as its own `done`, was done when it began. */
export function* within<Result>(work: Sliced<Result>, before: number, total: number): Sliced<Result> {
  for (;;) {
    const slice = work.next()
    if (slice.done === true) return slice.value
    yield { done: before + slice.value.done, total }
  }
}

/** All slices at once. */
export function inOneGo<Result>(work: Sliced<Result>): Result {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}
