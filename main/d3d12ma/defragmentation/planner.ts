/**
 * The three algorithms (DF-16). Each looks for the fewest blocks into which everything goes, and empties the rest; they
 * differ in what they try and in what they may copy for it.
 */
import type { Algorithm } from './definitions'
import { type Effort, Evacuation } from './evacuation'
import { EMPTY_PLAN, isStuck, type Layout, liveBytesOf, type Plan } from './layout'

const EFFORTS: Readonly<Record<Algorithm, Effort>> = {
  fast: { windows: [4], budget: 0.1 },
  balanced: { windows: [8], budget: 0.2 },
  full: { windows: [12, 6], budget: 0.5 },
}

/**
 * @param layout in the order of the process
 * @param freeable blocks that the pool may lose
 */
export function planMoves(layout: Layout, algorithm: Algorithm, freeable: number): Plan {
  const stuck = new Uint8Array(layout.blockCount)
  for (let block = 0; block < layout.blockCount; block++) stuck[block] = isStuck(layout, block) ? 1 : 0
  const effort = EFFORTS[algorithm]
  const tryKeeping = (kept: number): Evacuation | null => {
    const evacuation = new Evacuation(layout, kept, stuck, effort)
    return evacuation.run() ? evacuation : null
  }
  const least = Math.max(leastKept(layout, stuck), layout.blockCount - freeable)
  return fewestKept(tryKeeping, least, layout.blockCount)?.plan() ?? EMPTY_PLAN
}

/** In longer and longer steps to a number that works, then halving the last step. */
function fewestKept(tryKeeping: (kept: number) => Evacuation | null, least: number, most: number): Evacuation | null {
  let low = least
  let high = least
  let best: Evacuation | null = null
  for (let step = 1; best === null && high < most; step *= 2) {
    best = tryKeeping(high)
    if (best !== null) break
    low = high + 1
    high += step
  }
  high = Math.min(high, most)
  while (low < high) {
    const middle = (low + high) >> 1
    const found = tryKeeping(middle)
    if (found === null) low = middle + 1
    else {
      best = found
      high = middle
    }
  }
  return best
}

/** The fewest blocks of the order whose free bytes are enough for what lies in the others, apart from stuck ones. */
function leastKept(layout: Layout, stuck: Uint8Array): number {
  const live = Float64Array.from({ length: layout.blockCount }, (_, block) => liveBytesOf(layout, block))
  let room = 0
  let toMove = 0
  for (let block = 0; block < layout.blockCount; block++)
    if (stuck[block] === 1) room += (layout.blockSizes[block] as number) - (live[block] as number)
    else toMove += live[block] as number
  let kept = 0
  for (; kept < layout.blockCount && room < toMove; kept++) {
    if (stuck[kept] === 1) continue
    room += (layout.blockSizes[kept] as number) - (live[kept] as number)
    toMove -= live[kept] as number
  }
  return kept
}
