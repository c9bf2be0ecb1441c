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

/** Moments for the labels of the axis, at least `room` px apart, at steps that are round as a person counts time. */
export function axisTicks(view: LaneView, room: number): { ticks: number[]; step: number } {
  const step = roundTime(leastStep(view, view.width, room))
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
