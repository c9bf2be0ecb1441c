/** What lies where on the residency map, and what lies next to it. Pure. */
import { AllocationState } from '../../../../preload/contract'
import type { MapLayout } from './layout'

/** The cell at a point in px from the map's corner, −1 when there is none. */
export function cellAt(layout: MapLayout, x: number, y: number): number {
  for (const group of layout.groups) {
    if (x < group.x || x >= group.x + group.w || y < group.y || y >= group.y + group.h) continue
    for (let cell = group.firstCell; cell < group.lastCell; cell++) {
      const left = layout.x[cell]!
      const top = layout.y[cell]!
      if (x >= left && x < left + layout.w[cell]! && y >= top && y < top + layout.h[cell]!) return cell
    }
  }
  return -1
}

export type Direction = 'left' | 'right' | 'up' | 'down'

const SIDEWAYS_COST = 2.5

/** The nearest cell in a direction: what lies straight ahead counts as nearer. The same cell when there is none. */
export function neighbour(layout: MapLayout, cell: number, direction: Direction): number {
  const horizontal = direction === 'left' || direction === 'right'
  const sign = direction === 'right' || direction === 'down' ? 1 : -1
  const centreX = (at: number) => layout.x[at]! + layout.w[at]! / 2
  const centreY = (at: number) => layout.y[at]! + layout.h[at]! / 2
  let best = cell
  let bestDistance = Number.POSITIVE_INFINITY
  for (let other = 0; other < layout.cells; other++) {
    const dx = centreX(other) - centreX(cell)
    const dy = centreY(other) - centreY(cell)
    const ahead = (horizontal ? dx : dy) * sign
    if (ahead < 1) continue
    // Sideways distance counts only beyond where the two cells overlap.
    const reach = horizontal ? (layout.h[other]! + layout.h[cell]!) / 2 : (layout.w[other]! + layout.w[cell]!) / 2
    const sideways = Math.max(0, Math.abs(horizontal ? dy : dx) - reach + 1)
    const distance = ahead + sideways * SIDEWAYS_COST + Math.abs(horizontal ? dy : dx) * 0.01
    if (distance < bestDistance) {
      best = other
      bestDistance = distance
    }
  }
  return best
}

/** Ids of the allocations that a cell stands for. */
export function membersOf(layout: MapLayout, cell: number): Uint32Array {
  return layout.members.subarray(layout.firstMember[cell] ?? 0, layout.firstMember[cell + 1] ?? 0)
}

/** States from the least to the most resident: what wins when as many allocations of a cell are in each. */
export const BY_RESIDENCY = [
  AllocationState.pagedOut,
  AllocationState.evictable,
  AllocationState.pending,
  AllocationState.resident,
] as const

/** The state of a cell: its allocation's, or the one that most of its allocations are in. */
export function mostFrequentState(counts: ArrayLike<number>, first: number): number {
  let best: number = BY_RESIDENCY[0]
  for (const state of BY_RESIDENCY) if (counts[first + state]! >= counts[first + best]!) best = state
  return best
}
