/** Which time lanes show (zoom, pan and follow), and where a moment lies on them. Pure; times in µs. */
import { leastStep, ticksEvery } from '../../canvas/time-axis'
import type { ShownTime } from '../../store/shown-time'

/** Which time is shown, on how many px. */
export interface LaneView {
  from: number
  to: number
  width: number
}

export const LEAST_SPAN = 50
/** an hour */
export const MOST_SPAN = 3_600_000_000

/** Where motion is unwelcome, a following window moves on by this share of itself at a time. */
const CALM_SHARE = 0.5

const clampSpan = (span: number): number => Math.min(MOST_SPAN, Math.max(LEAST_SPAN, Math.round(span)))

/** @param calm the window moves in jumps instead of gliding */
export function viewOf({ span, end }: ShownTime, now: number, width: number, calm = false): LaneView {
  const stride = Math.max(1, span * CALM_SHARE)
  const last = end ?? (calm ? Math.ceil(now / stride) * stride : now)
  const to = Math.max(span, last)
  return { from: to - span, to, width }
}

/**
 * Zooms about a moment, which keeps its place; a window that follows keeps following.
 * @param factor less than 1: less time is shown
 */
export function zoomed(shown: ShownTime, now: number, factor: number, about: number | null = null): ShownTime {
  const span = clampSpan(shown.span * factor)
  if (shown.end === null) return { span, end: null }
  const { from, to } = viewOf(shown, now, 1)
  const at = about ?? (from + to) / 2
  const share = (to - at) / (to - from)
  return { span, end: Math.max(span, Math.round(at + share * span)) }
}

/** Moves by µs, not before the start; at the newest moment it follows again. */
export function panned(shown: ShownTime, now: number, by: number): ShownTime {
  const to = viewOf(shown, now, 1).to + by
  if (to >= Math.max(now, shown.span)) return { span: shown.span, end: null }
  return { span: shown.span, end: Math.max(shown.span, Math.round(to)) }
}

/** Everything from a moment until now; it does not follow, as it would soon not fit any more. */
export function fitted(from: number, now: number): ShownTime {
  const span = clampSpan((now - from) * 1.02)
  return { span, end: Math.max(span, now) }
}

/** Moves no more than it takes to show from `start` to `end`; nothing changes when that is in view. */
export function revealed(shown: ShownTime, now: number, start: number, end: number): ShownTime {
  const { from, to } = viewOf(shown, now, 1)
  if (start >= from && end <= to) return shown
  const span = clampSpan(Math.max(shown.span, (end - start) * 1.5))
  const middle = (start + end) / 2
  return { span, end: Math.max(span, Math.round(middle + span / 2)) }
}

/** px from the left edge of the plot */
export const placeOf = (view: LaneView, t: number): number => ((t - view.from) / (view.to - view.from)) * view.width

/** Moments for the labels of the axis, at least `room` px apart, at steps of 1, 2 and 5 × 10ⁿ µs. */
export function axisTicks(view: LaneView, room: number): { ticks: number[]; step: number } {
  const least = Math.max(1, leastStep(view, view.width, room))
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= least * 0.999) ?? least
  return { ticks: ticksEvery(step, view), step }
}

/** `1.25 s`, `12.3456 s`, `2:05.5`: a moment on the axis, with as many digits as steps of `step` µs need. */
export function tickText(t: number, step: number): string {
  const digits = Math.max(0, 6 - Math.floor(Math.log10(Math.max(1, step)) + 1e-9))
  const seconds = t / 1e6
  if (seconds < 60) return `${seconds.toFixed(digits)} s`
  const whole = Math.floor(t / 60e6)
  const rest = ((t - whole * 60e6) / 1e6).toFixed(digits)
  return `${whole}:${rest.padStart(digits > 0 ? digits + 3 : 2, '0')}`
}
