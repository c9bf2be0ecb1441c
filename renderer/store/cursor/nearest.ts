/** The record that a list shows for the time cursor: the one nearest before it. */
import { useStore } from '../store'

/** @param items in order of time @returns the last one at or before a moment; null: there is none */
export function nearestBefore<T>(items: readonly T[], t: number, timeOf: (item: T) => number): T | null {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeOf(items[middle]!) <= t) low = middle + 1
    else high = middle
  }
  return items[low - 1] ?? null
}

/** For the cursor as it is now; null: it is live, or nothing was before it. @param items as in `nearestBefore` */
export function useNearest<T>(items: readonly T[], timeOf: (item: T) => number): T | null {
  const moment = useStore((state) => state.moment)
  return moment === null ? null : nearestBefore(items, moment, timeOf)
}
