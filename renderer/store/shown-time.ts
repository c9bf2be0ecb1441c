/** Which time an axis shows (zoom, pan and follow). Pure; times in µs. */

/** Which time lanes show, in µs. */
export interface ShownTime {
  span: number
  /** last moment of the window; null: it follows the simulation */
  end: number | null
}

/** From a moment to a later one, in µs. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

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

/** It stays where it is, although the simulation goes on. */
export function held({ span, end }: ShownTime, now: number): ShownTime {
  return { span, end: end ?? Math.max(span, now) }
}

/** The newest moment is at its end. */
export function following({ span }: ShownTime): ShownTime {
  return { span, end: null }
}
