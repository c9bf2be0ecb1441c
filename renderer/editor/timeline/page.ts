/** What of the timeline is in sight. Pure; px from the timeline's start, moments in µs. */
import { xOf } from './scale'

/** share of what is in sight that stays before the playhead on a new page */
const BEFORE = 0.05

/** Where the page begins that shows a place; null: it is in sight already. */
export function pageTo(x: number, left: number, width: number): number | null {
  if (x >= left && x <= left + width) return null
  // one that plays backwards has its way before it
  return Math.max(0, x < left ? x - width * (1 - BEFORE) : x - width * BEFORE)
}

/** What zooming keeps in its place: the playhead where it is in sight, else the middle. `x` is from the left edge. */
export function anchored(playhead: number, left: number, width: number, pps: number): { moment: number; x: number } {
  const x = xOf(playhead, pps) - left
  if (x >= 0 && x <= width) return { moment: playhead, x }
  return { moment: momentUnder(width / 2, left, pps), x: width / 2 }
}

/** The moment at a place from the left edge. */
export function momentUnder(x: number, left: number, pps: number): number {
  return ((left + x) / pps) * 1e6
}
