/**
 * Fills free space with what lies behind it, until no block has free space before an allocation that may move and would
 * fit there (DF-16): what is free ends up at the end of the order (DF-09), in ranges as long as moves can make them.
 *
 * On paper an item may move several times; the plan has its last place only. It is carried out in the order of the items'
 * places: what lies at an item's destination lies before that item, so that it has moved when its turn comes.
 */
import { NONE } from '../block-metadata'
import { blocksOfItems, EMPTY_PLAN, type Layout, type Plan, planOf } from './layout'
import { Packing } from './packing'

/** Bytes that may be copied more for a byte that the largest free range gains, in pools of several blocks. */
const WORTH = 2
/** Sweeps of one plan; what is left to do then is the next plan's. */
const MOST_SWEEPS = 16

interface Tightened {
  packing: Packing
  /** in the order of their places before */
  moved: number[]
  bytes: number
  /** of the largest free range afterwards */
  largest: number
}

/**
 * From the last item to the first there is least to copy. Where small items would fill space in which larger ones could
 * have joined what is free, the other direction is better: it is taken where it gains, in a single block at any price.
 */
export function planTightening(layout: Layout): Plan {
  const last = tighten(layout, sweepFromEnd)
  if (last.moved.length === 0) return EMPTY_PLAN
  if (last.largest >= largestPossible(layout)) return planOf(last.packing, last.moved)
  const first = tighten(layout, sweepFromStart)
  const gain = first.largest - last.largest
  const affordable = layout.blockCount === 1 || first.bytes - last.bytes <= WORTH * gain
  const best = gain > 0 && affordable ? first : last
  return planOf(best.packing, best.moved)
}

function tighten(layout: Layout, sweep: (packing: Packing) => boolean): Tightened {
  const packing = new Packing(layout)
  packing.setCeiling(0, 0)
  for (let block = 0; block < layout.blockCount; block++) packing.openBlock(block)
  for (let sweeps = 0; sweeps < MOST_SWEEPS && sweep(packing); ) sweeps++
  const from = blocksOfItems(layout)
  const moved: number[] = []
  let bytes = 0
  for (let item = 0; item < layout.itemCount; item++) {
    if (packing.block[item] === from[item] && packing.start[item] === layout.offsets[item]) continue
    moved.push(item)
    bytes += layout.sizes[item] as number
  }
  let largest = 0
  for (let block = 0; block < layout.blockCount; block++) largest = Math.max(largest, packing.largestFree(block))
  return { packing, moved, bytes, largest }
}

/** All that is free in one range, or the largest block. */
function largestPossible({ blockSizes, sizes }: Layout): number {
  let free = 0
  let block = 0
  for (const size of blockSizes) {
    free += size
    block = Math.max(block, size)
  }
  for (const size of sizes) free -= size
  return Math.min(free, block)
}

/** Each item into the smallest free range before it, the last item first. @returns whether any moved */
function sweepFromEnd(packing: Packing): boolean {
  const { blockCount } = packing.layout
  packing.setCeiling(blockCount, 0)
  // the first ones last: of equal ranges the one that was offered last is taken
  for (let block = blockCount - 1; block >= 0; block--)
    for (let record = lastOf(packing, block); record !== NONE; record = packing.previous[record] as number)
      if (packing.isFree(record)) packing.offer(record)
  let moved = false
  for (let block = blockCount - 1; block >= 0; block--) {
    let record = lastOf(packing, block)
    while (record !== NONE) {
      const before = takenBefore(packing, record)
      if (packing.isFree(record)) packing.withdraw(record)
      else if (place(packing, record)) moved = true
      // what is free between it and the next one lies behind all that is still to come
      const free = before === NONE ? (packing.first[block] as number) : (packing.next[before] as number)
      if (free !== NONE && packing.isFree(free)) packing.withdraw(free)
      record = before
    }
  }
  return moved
}

/** Each item into the smallest free range before it, the first item first. @returns whether any moved */
function sweepFromStart(packing: Packing): boolean {
  const { blockCount } = packing.layout
  for (let block = 0; block < blockCount; block++)
    for (let record = packing.first[block] as number; record !== NONE; record = packing.next[record] as number)
      if (packing.isFree(record)) packing.withdraw(record)
  let moved = false
  for (let block = 0; block < blockCount; block++) {
    let record = packing.first[block] as number
    while (record !== NONE) {
      const after = takenAfter(packing, record)
      if (!packing.isFree(record)) {
        const before = packing.previous[record] as number
        packing.setCeiling(block, packing.start[record] as number)
        if (before !== NONE && packing.isFree(before)) packing.offer(before)
        if (place(packing, record)) moved = true
      }
      record = after
    }
    // what is free at its end lies before the blocks that follow
    packing.setCeiling(block + 1, 0)
    const last = lastOf(packing, block)
    if (last !== NONE && packing.isFree(last)) packing.offer(last)
  }
  return moved
}

function place(packing: Packing, item: number): boolean {
  if (packing.layout.fixed[item] === 1) return false
  const block = packing.block[item] as number
  packing.setCeiling(block, packing.start[item] as number)
  const record = packing.bestFit(item, block + 1)
  if (record === NONE) return false
  packing.move(item, record)
  return true
}

function lastOf(packing: Packing, block: number): number {
  let last = NONE
  for (let record = packing.first[block] as number; record !== NONE; record = packing.next[record] as number)
    last = record
  return last
}

/** The item before a record; no two free ranges touch. */
function takenBefore(packing: Packing, record: number): number {
  const before = packing.previous[record] as number
  return before !== NONE && packing.isFree(before) ? (packing.previous[before] as number) : before
}

function takenAfter(packing: Packing, record: number): number {
  const after = packing.next[record] as number
  return after !== NONE && packing.isFree(after) ? (packing.next[after] as number) : after
}
