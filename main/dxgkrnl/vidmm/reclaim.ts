/** Whom the video memory manager pages out when a segment is full (RS-10). */
import type { SegmentGroup } from '../../../preload/contract/names'
import type { AllocationHandle } from './allocation-table'
import type { Residency } from './residency'

export interface Victim {
  handle: AllocationHandle
  /**
   * `evictable`: nobody asked for it to stay. `over-budget`: resident, of a process that has more than its budget.
   * `last-resort`: resident, of a process within its budget.
   */
  rank: 'evictable' | 'over-budget' | 'last-resort'
}

/**
 * Evictable allocations first, the least recently evictable one before others; then resident ones, the lowest layer
 * priority first where a layer gives such (PL-41), within one least recently used first. One that a running packet uses is
 * chosen only when there is no other of its rank and layer priority.
 * @param keep allocations that the operation itself needs: what was evicted since it was asked for is not needed any more
 * @param refused allocations whose eviction the driver has made fail (AN-16)
 * @returns null when nothing can go
 */
export function chooseVictim(
  residency: Residency,
  group: SegmentGroup,
  keep: ReadonlySet<AllocationHandle>,
  refused: ReadonlySet<AllocationHandle>,
  overBudget: boolean,
): Victim | null {
  const evictable = lowestOf(residency, residency.evictable[group], refused, null)
  if (evictable !== null) return { handle: evictable, rank: 'evictable' }
  const spared = refused.size === 0 ? keep : new Set([...keep, ...refused])
  const resident = lowestOf(residency, residency.inPlace[group], spared, residency.layer)
  return resident === null ? null : { handle: resident, rank: overBudget ? 'over-budget' : 'last-resort' }
}

/** The first of the lowest layer priority, those that run after the others. @param layer null: all are equal */
function lowestOf(
  residency: Residency,
  candidates: Iterable<AllocationHandle>,
  spared: ReadonlySet<AllocationHandle>,
  layer: Residency['layer'],
): AllocationHandle | null {
  let lowest: { handle: AllocationHandle; priority: number; running: boolean } | null = null
  for (const handle of candidates) {
    if (spared.has(handle) || !residency.isInPlace(handle)) continue
    const priority = layer?.of(handle) ?? 0
    const running = residency.isRunning(handle)
    const goesBefore =
      lowest === null || priority < lowest.priority || (priority === lowest.priority && lowest.running && !running)
    if (goesBefore) lowest = { handle, priority, running }
    // nothing that comes later is before it
    if (layer === null && !running) break
  }
  return lowest?.handle ?? null
}
