/** What a point of the frontier's curves stands on (LB-13): first uses, and the gaps over which nothing is kept. */
import { formatDuration } from '../../../../../preload/contract'
import { eachUse, type References } from '../../bound/references'
import { bestWithin, frontierCurves, keptOf } from '../frontier'
import type { InputUses } from '../uses'
import { addUse } from './bound'
import type { RecordList } from './list'

/** What the best possible pages in that holds so much. @param held byte-seconds */
export function addLeast(
  list: RecordList,
  references: References,
  { names }: Pick<InputUses, 'names'>,
  held: number,
): void {
  const kept = keptOf(references, held)
  eachUse(references, ({ event, t, unit, since }) => {
    const size = references.sizes[unit] as number
    const bytes = size - (since === null ? 0 : kept(event, unit, t - since))
    if (bytes > 0)
      addUse(list, { t, name: names[unit] ?? '', bytes, since }, 'shorter gaps save as much for less memory held')
  })
}

/**
 * What the best fixed idle threshold pages in that holds no more.
 * @param of `until`: µs, the end of the input; `held`: byte-seconds
 */
export function addThreshold(
  list: RecordList,
  references: References,
  { names }: Pick<InputUses, 'names'>,
  { until, held }: { until: number; held: number },
): void {
  const threshold = bestWithin(frontierCurves(references, until).thresholds, held)?.threshold
  if (threshold === undefined) return
  eachUse(references, ({ t, unit, since }) => {
    if (since !== null && t - since <= threshold) return
    const bytes = references.sizes[unit] as number
    addUse(list, { t, name: names[unit] ?? '', bytes, since }, `dropped after ${formatDuration(threshold)}`)
  })
}
