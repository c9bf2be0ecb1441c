/** Moments for the labels of a time axis. Pure; times in µs. */

export interface TimeSpan {
  from: number
  to: number
}

/** The least time between two labels that are to be `room` px apart on an axis of `width` px. */
export function leastStep({ from, to }: TimeSpan, width: number, room: number): number {
  return ((to - from) / Math.max(1, width)) * room
}

/** Multiples of a step, from the first in view to the last. */
export function ticksEvery(step: number, { from, to }: TimeSpan): number[] {
  const ticks: number[] = []
  for (let k = Math.ceil(from / step); k * step <= to; k++) ticks.push(k * step)
  return ticks
}

const MINUTE = 60e6
const HOUR = 60 * MINUTE
/** as a clock has them: 100 s are no step on an axis that says minutes */
const CLOCK_STEPS = [10e6, 15e6, 20e6, 30e6, ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE)]

/** The smallest of `leading` × 10ⁿ that is not less, but for what division takes from a number. */
const roundUp = (least: number, leading: readonly number[]): number => {
  const power = 10 ** Math.floor(Math.log10(least))
  return [...leading, 10].map((factor) => factor * power).find((step) => step >= least * 0.999) ?? least
}

/** The smallest step that is round and no less than `least` µs, and at least 1 µs: 1, 2 or 5 × 10ⁿ up to 10 s and of hours, 15 s, 5 min, … */
export function roundTime(least: number): number {
  if (least <= 10e6) return roundUp(Math.max(1, least), [1, 2, 5])
  return CLOCK_STEPS.find((step) => step >= least * 0.999) ?? HOUR * roundUp(least / HOUR, [1, 2, 5])
}
