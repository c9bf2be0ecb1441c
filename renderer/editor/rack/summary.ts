/** When an effect's resources are folded on its card, and what then stands for them. Pure. */
import { AllocationState } from '../../../preload/contract'
import { type AllocationColumns, isLive } from '../../store/allocations'

/** Up to so many resources are all shown. */
const MOST_LINES = 16
/** How many are shown of more. */
export const FOLDED_LINES = 6

export function isFoldable(ids: Uint32Array): boolean {
  return ids.length > MOST_LINES
}

/** From the most to the least resident. */
const ORDER = [
  AllocationState.resident,
  AllocationState.pending,
  AllocationState.evictable,
  AllocationState.pagedOut,
] as const

export interface ResourceSummary {
  bytes: number
  /** how many are in each state that any of them is in */
  states: { state: number; count: number }[]
}

export function summaryOf(columns: AllocationColumns, ids: Uint32Array): ResourceSummary {
  const counts = [0, 0, 0, 0]
  let bytes = 0
  for (const id of ids) {
    if (!isLive(columns, id)) continue
    counts[columns.states[id]!]!++
    bytes += columns.bytes[id]!
  }
  const states = ORDER.map((state) => ({ state, count: counts[state]! })).filter(({ count }) => count > 0)
  return { bytes, states }
}

/** px that a card probably takes */
export function cardHeight(ids: Uint32Array): number {
  return isFoldable(ids) ? 78 + 24 * FOLDED_LINES + 50 : 78 + 24 * ids.length
}
