/** The worst of what was late, the worst of all first; of equal ones the earlier. */
import type { Delay } from './types'

/**
 * Where one that comes now stands among them.
 * @param kept the worst so far @param late µs
 * @returns index
 */
export function placeAmongWorst(kept: readonly Pick<Delay, 'late'>[], late: number): number {
  let place = kept.length
  while (place > 0 && (kept[place - 1] as Pick<Delay, 'late'>).late < late) place--
  return place
}

/**
 * @param place index, as `placeAmongWorst` says it, below `most`
 * @param most how many are kept: a count
 */
export function keepWorst(kept: Delay[], place: number, delay: Delay, most: number): void {
  kept.splice(place, 0, delay)
  if (kept.length > most) kept.pop()
}
