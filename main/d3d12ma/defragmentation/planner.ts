/**
 * The three algorithms (DF-16). Each looks for the fewest blocks into which everything goes, and empties the rest; they
 * differ in what they try and in what they may copy for it.
 */
import type { Algorithm } from './definitions'
import { type Effort, Evacuation } from './evacuation'
import { EMPTY_PLAN, isStuck, type Layout, liveBytesOf, type Plan } from './layout'

const EFFORTS: Readonly<Record<Algorithm, Effort>> = {
  fast: { windows: [8, 4], budget: 0.4 },
  balanced: { windows: [12, 6], budget: 0.5 },
  full: { windows: [16, 8, 4], budget: 0.5 },
}

export interface Emptying {
  plan: Plan
  /** blocks before this one stay, and stuck ones after it */
  kept: number
  /** that the plan moves */
  bytes: number
  /** those of them that lie in blocks which stay */
  displaced: number
}

/**
 * The moves that empty as many blocks as possible.
 * @param layout in the order of the process
 * @param goal blocks that stay at least
 */
export function planEmptying(layout: Layout, algorithm: Algorithm, goal: number): Emptying {
  const stuck = stuckBlocks(layout)
  const tryKeeping = (kept: number): Evacuation | null => {
    const evacuation = new Evacuation(layout, kept, stuck, EFFORTS[algorithm])
    return evacuation.run() ? evacuation : null
  }
  const best = fewestKept(tryKeeping, Math.max(leastKept(layout), goal), layout.blockCount)
  if (best === null) return { plan: EMPTY_PLAN, kept: layout.blockCount, bytes: 0, displaced: 0 }
  return { plan: best.plan(), kept: best.kept, bytes: best.bytes, displaced: best.displacedBytes }
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

/** The fewest blocks of the order whose free bytes, with those of stuck ones, are enough for what lies in the others. */
export function leastKept(layout: Layout): number {
  const stuck = stuckBlocks(layout)
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

/** By block: 1: something in it stays. */
function stuckBlocks(layout: Layout): Uint8Array {
  return Uint8Array.from({ length: layout.blockCount }, (_, block) => (isStuck(layout, block) ? 1 : 0))
}
