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
 * priority first where a layer gives such (PL-41), within one least recently used first. One that a running packet uses is chosen only when there is no other of its rank.
 * @param keep allocations that the operation itself needs
 * @returns null when nothing can go
 */
export function chooseVictim(
  residency: Residency,
  group: SegmentGroup,
  keep: ReadonlySet<AllocationHandle>,
  overBudget: boolean,
): Victim | null {
  const evictable = firstOf(residency, residency.evictable[group], keep)
  if (evictable !== null) return { handle: evictable, rank: 'evictable' }
  const resident = firstOf(residency, byLayerPriority(residency, group), keep)
  return resident === null ? null : { handle: resident, rank: overBudget ? 'over-budget' : 'last-resort' }
}

/** Resident allocations in the order in which they go. */
function byLayerPriority({ layer, inPlace }: Residency, group: SegmentGroup): Iterable<AllocationHandle> {
  if (layer === null) return inPlace[group]
  return [...inPlace[group]].sort((one, other) => layer.of(one) - layer.of(other))
}

function firstOf(
  residency: Residency,
  candidates: Iterable<AllocationHandle>,
  keep: ReadonlySet<AllocationHandle>,
): AllocationHandle | null {
  let running: AllocationHandle | null = null
  for (const handle of candidates) {
    if (keep.has(handle) || !residency.isInPlace(handle)) continue
    if (!residency.isRunning(handle)) return handle
    running ??= handle
  }
  return running
}
