/** Heaps that defragmentation leaves as they are, because they are not resident and are to be skipped (DF-21). */
import type { PoolView } from '../../../preload/contract'
import { type AllocationColumns, isLive } from '../../store/allocations'
import { useCalm } from '../../store/calm'
import type { HeapPicture } from '../../store/heap-map'
import { liveCount } from '../../store/heap-ranges'
import { useStore } from '../../store/store'
import type { DefragmentationForm } from '../../store/tabs/defragmentation'
import { formatCount } from '../../widgets/format'
import { chosenPool } from './form'
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
  const chosen = chosenPool(pool, pools)
  const isOf = (one: PoolView): boolean => canBeChosen(one) && (chosen === '' ? !one.custom : one.name === chosen)
  const ids = new Set(pools.filter(isOf).map(({ id }) => id))
  return blocks.filter((block) => {
    if (block.committed || !ids.has(block.pool) || liveCount(block) === 0) return false
    return isLive(allocations, block.allocation) && allocations.references[block.allocation] === 0
  }).length
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
