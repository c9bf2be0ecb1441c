/** What defragmentation leaves where it is: what is not resident and is to be skipped, and what is too large for a pass (DF-13, DF-21). */
import type { PoolView } from '../../../preload/contract'
import { type AllocationColumns, isLive } from '../../store/allocations'
import { useCalm } from '../../store/calm'
import type { HeapPicture } from '../../store/heap-map'
import { liveCount } from '../../store/heap-ranges'
import { useStore } from '../../store/store'
import type { DefragmentationForm } from '../../store/tabs/defragmentation'
import { formatBytes, formatCount } from '../../widgets/format'
import { parseSize } from '../../widgets/parse'
import { chosenPool, LIMIT_LABELS } from './form'
import { canBeChosen } from './text'

/**
 * @param form what the next process is begun with
 * @returns heaps of its pools in which something lies and which are not on the residency list
 */
export function skippedHeaps(
  { pools, blocks }: HeapPicture,
  allocations: Pick<AllocationColumns, 'live' | 'references'>,
  { pool, evicted }: Pick<DefragmentationForm, 'pool' | 'evicted'>,
): number {
  if (evicted !== 'skip') return 0
  const ids = new Set(poolsOf(pool, pools).map(({ id }) => id))
  return blocks.filter((block) => {
    if (block.committed || !ids.has(block.pool) || liveCount(block) === 0) return false
    return isLive(allocations, block.allocation) && allocations.references[block.allocation] === 0
  }).length
}

/** Of what the list of pools says, those that are defragmented. */
function poolsOf(pool: string, pools: readonly PoolView[]): PoolView[] {
  const chosen = chosenPool(pool, pools)
  return pools.filter((one) => canBeChosen(one) && (chosen === '' ? !one.custom : one.name === chosen))
}

/**
 * An allocation larger than a pass is not moved, and with all of them so large nothing is.
 * @param form what the next process is begun with
 * @returns which limit that is, and what to do; null: there are no such allocations, or a limit cannot be read
 */
export function tooLargeText(
  pools: readonly PoolView[],
  { pool, maxBytes, bytesPerFrame }: Pick<DefragmentationForm, 'pool' | 'maxBytes' | 'bytesPerFrame'>,
): string | null {
  const limits = [
    { label: LIMIT_LABELS.maxBytes, read: parseSize(maxBytes) },
    { label: LIMIT_LABELS.bytesPerFrame, read: parseSize(bytesPerFrame) },
  ].flatMap(({ label, read }) => (read.ok && read.value > 0 ? [{ label, bytes: read.value }] : []))
  const [least] = limits.sort((one, other) => one.bytes - other.bytes)
  const largest = Math.max(0, ...poolsOf(pool, pools).map(({ statistics }) => statistics.allocationSizeMax ?? 0))
  if (least === undefined || largest <= least.bytes) return null
  const what = `Allocations of more than ${formatBytes(least.bytes)} are not moved, and the largest has ${formatBytes(largest)}`
  return `${what}: raise ${least.label}, or write 0 there for no limit (DF-13).`
}

/** As of a moment ago. */
export function useSkippedHeaps(): number {
  const pool = useStore((state) => state.defragmentationTab.form.pool)
  const evicted = useStore((state) => state.defragmentationTab.form.evicted)
  const allocations = useCalm((view) => view.allocations)
  const heapMap = useCalm((view) => view.heapMap)
  return skippedHeaps(heapMap, allocations, { pool, evicted })
}

/** What to do about them; null: there are none. */
export function skippedText(heaps: number): string | null {
  if (heaps === 0) return null
  const [what, them] = heaps === 1 ? ['1 heap is', 'it'] : [`${formatCount(heaps)} heaps are`, 'them']
  return `${what} evicted: what lies in ${them} is skipped. Choose Make resident to move that, too.`
}
