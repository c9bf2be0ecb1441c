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
