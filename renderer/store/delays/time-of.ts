/** Time of the segments of a chain by kind; what was put together has more than one (LB-08). Pure. */
import { DELAY_KINDS, type DelayKind, type DelaySegmentView } from '../../../preload/contract'

/** µs of a kind in a segment. */
export function timeOf({ kind, start, end, together }: DelaySegmentView, of: DelayKind): number {
  if (together !== null) return together.times[DELAY_KINDS.indexOf(of)] ?? 0
  return kind === of ? end - start : 0
}
