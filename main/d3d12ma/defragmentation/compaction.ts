/**
 * Joins the free ranges of blocks from which nothing can be freed, so that larger requests fit (DF-03): items go from the
 * ends of blocks into free ranges of earlier blocks or at lower offsets (DF-09), where that makes the largest free range
 * of their block clearly larger.
 */
import { NONE } from '../block-metadata'
import { EMPTY_PLAN, type Layout, type Plan, planOf } from './layout'
import { Packing } from './packing'

/** Part of a block that must be free for copying to be worth while. */
const MUCH_FREE = 1 / 8
/** The largest free range has this part of the free bytes: there is little to join. */
const JOINED = 3 / 4
/** How many times as large the largest free range must become. */
const GAIN = 1.25

interface Step {
  item: number
  offset: number
}

/**
 * Moves that push every allocation towards the beginning of its block or of an earlier one (DF-16); the last block is
 * emptied first.
 */
export function planCompaction(layout: Layout): Plan {
  const packing = new Packing(layout)
  for (let block = 0; block < layout.blockCount; block++) packing.openBlock(block)
  const items: number[] = []
  // one by one: the stack has no room for very many arguments
  for (let block = layout.blockCount - 1; block >= 0; block--)
    for (const item of compact(layout, packing, block)) items.push(item)
  return items.length === 0 ? EMPTY_PLAN : planOf(packing, items)
}

/** @returns the items of the block that were moved, in order; none when it is not worth it */
function compact(layout: Layout, packing: Packing, block: number): number[] {
  const free = packing.free[block] as number
  const before = packing.largestFree(block)
  if (free < MUCH_FREE * (layout.blockSizes[block] as number) || before >= JOINED * free) return []
  const steps: Step[] = []
  const first = layout.firstItem[block] as number
  for (let item = (layout.firstItem[block + 1] as number) - 1; item >= first; item--) {
    if (layout.fixed[item] === 1) continue
    const record = destinationOf(packing, item)
    if (record === NONE) continue
    steps.push({ item, offset: packing.start[item] as number })
    packing.move(item, record)
  }
  if (packing.largestFree(block) >= GAIN * before) return steps.map(({ item }) => item)
  for (const { item, offset } of steps.toReversed()) packing.moveBack(item, block, offset)
  return []
}

/** The smallest free range that takes the item: of earlier blocks, else at lower offsets of its own. */
function destinationOf(packing: Packing, item: number): number {
  const block = packing.block[item] as number
  const earlier = packing.bestFit(item, block)
  if (earlier !== NONE) return earlier
  let best = NONE
  for (let record = packing.first[block] as number; record !== item; record = packing.next[record] as number) {
    if (!packing.isFree(record) || !packing.takes(record, item)) continue
    if (best === NONE || (packing.size[record] as number) < (packing.size[best] as number)) best = record
  }
  return best
}
