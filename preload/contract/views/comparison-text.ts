/** What stands beside the numbers of a comparison, in the app as in its report (LB-11, LB-13, LB-18). Pure. */
import { formatBytes, formatDuration } from '../quantities'
import type { FrontierVariant, VariantRow } from './laboratory'

/** How a run can page in less than any policy that keeps to the budget (LB-11), where one did; empty: none has. */
export function belowBound(rows: readonly Pick<VariantRow, 'timesBound'>[]): string {
  if (!rows.some(({ timesBound }) => timesBound !== null && timesBound < 1)) return ''
  return (
    'The bound keeps to the budget: what has less than 1.00 × of it was above its budget, or what it evicted was still in ' +
    'the segment, or what it asked for still came in at the end, or it used less than the input asks for; its remark says which.'
  )
}

/** In one line: a number stays with its unit where the words around it are broken. */
const whole = (text: string): string => text.replaceAll(' ', '\u00a0')

/** Where a variant lies beside a curve, and what that has with as much memory (LB-13). Bytes. */
export function placeText(above: boolean, pagedIn: number, least: number): string {
  const place = above ? 'above' : pagedIn < least - 1 ? 'below' : 'on it'
  return `${whole(place)}, ${whole(formatBytes(Math.round(least)))}`
}

/** As `placeText`, of the best fixed idle threshold, and how long that is. */
export function thresholdText({ aboveThresholds, pagedIn, threshold, idle }: FrontierVariant): string {
  if (threshold === null || idle === null) return 'every threshold holds more'
  return `${placeText(aboveThresholds, pagedIn, threshold)} ${whole(`at ${formatDuration(idle)}`)}`
}
