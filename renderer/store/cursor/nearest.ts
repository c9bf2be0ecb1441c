/** The record that a list shows for the time cursor: the one nearest before it. */

import { firstNotBefore } from '../in-order'
import { useStore } from '../store'

/** @param items in order of time @returns the last one at or before a moment; null: there is none */
export function nearestBefore<T>(items: readonly T[], t: number, timeOf: (item: T) => number): T | null {
  return items[firstNotBefore(items.length, (at) => timeOf(items[at]!) <= t) - 1] ?? null
}

/** For the cursor as it is now; null: it is live, or nothing was before it. @param items as in `nearestBefore` */
export function useNearest<T>(items: readonly T[], timeOf: (item: T) => number): T | null {
  const moment = useStore((state) => state.moment)
  return moment === null ? null : nearestBefore(items, moment, timeOf)
}
