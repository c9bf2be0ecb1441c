/** Where a moment lies on an axis, and its labels. Pure; times in µs. */
import { leastStep, roundTime, ticksEvery } from '../../canvas/time-axis'
import type { LaneView } from '../../store/shown-time'

export {
  fitted,
  type LaneView,
  panned,
  revealed,
  viewOf,
  zoomed,
} from '../../store/shown-time'

/** px from the left edge of the plot */
export const placeOf = (view: LaneView, t: number): number => ((t - view.from) / (view.to - view.from)) * view.width

/** px of a character of a label of 11 px, as wide as any digit, and between two labels (**choice**) */
const [CHARACTER, APART] = [7, 8]

/**
 * Moments for the labels of the axis, at least `room` px apart, at steps that are round as a person counts time; further
 * where labels are longer, as those of microseconds after an hour are.
 */
export function axisTicks(view: LaneView, room: number): { ticks: number[]; step: number } {
  const stepOf = (px: number): number => roundTime(leastStep(view, view.width, px))
  const label = tickText(view.to, stepOf(room)).length * CHARACTER + APART
  // a longer step has no longer labels
  const step = stepOf(Math.max(room, label))
  return { ticks: ticksEvery(step, view), step }
}

/** `1.25 s`, `12.3456 s`, `2:05.5`, `1:02:05`: a moment on the axis, with as many digits as steps of `step` µs need. */
export function tickText(t: number, step: number): string {
  const digits = Math.max(0, 6 - Math.floor(Math.log10(Math.max(1, step)) + 1e-9))
  const seconds = t / 1e6
  if (seconds < 60) return `${seconds.toFixed(digits)} s`
  const minutes = Math.floor(t / 60e6)
  const rest = ((t - minutes * 60e6) / 1e6).toFixed(digits).padStart(digits > 0 ? digits + 3 : 2, '0')
  if (minutes < 60) return `${minutes}:${rest}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
}
