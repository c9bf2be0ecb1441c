/**
 * The order of blocks of a process (DF-09), in which everything moves forward: first what cannot become empty, as its
 * room costs nothing to use; then what is worth keeping. A block is worth the bytes in it, which need not be copied, less
 * what its free ranges are likely to waste: the more ranges the same room is cut into, the less fits into them. A block
 * that is full of small gaps is better emptied than filled, even if that is more to copy.
 */
import { isStuck, type Layout } from './layout'

/**
 * @param rangeCost how many items of mean size a free range counts against its block: more packs better, less copies
 * less
 * @returns the blocks of the layout in the order of the process; equal ones stay as they are
 */
export function orderBlocks(layout: Layout, rangeCost: number): Uint32Array {
  const stuck = new Uint8Array(layout.blockCount)
  const worth = new Float64Array(layout.blockCount)
  const bytes = rangeCost * meanSize(layout)
  for (let block = 0; block < layout.blockCount; block++) {
    stuck[block] = isStuck(layout, block) ? 1 : 0
    worth[block] = worthOf(layout, block, bytes)
  }
  return Uint32Array.from(stuck.keys()).sort(
    (a, b) => (stuck[b] as number) - (stuck[a] as number) || (worth[b] as number) - (worth[a] as number) || a - b,
  )
}

/** Relative to its size. An empty block is worth less than any other. */
function worthOf(layout: Layout, block: number, rangeCost: number): number {
  const size = layout.blockSizes[block] as number
  const first = layout.firstItem[block] as number
  const end = layout.firstItem[block + 1] as number
  if (first === end) return Number.NEGATIVE_INFINITY
  let live = 0
  let ranges = 0
  let offset = 0
  for (let item = first; item < end; item++) {
    if ((layout.offsets[item] as number) > offset) ranges++
    live += layout.sizes[item] as number
    offset = (layout.offsets[item] as number) + (layout.sizes[item] as number)
  }
  if (size > offset) ranges++
  return (live - ranges * rangeCost) / size
}

/** Bytes of an item. */
function meanSize({ sizes, itemCount }: Layout): number {
  let bytes = 0
  for (const size of sizes) bytes += size
  return itemCount === 0 ? 0 : bytes / itemCount
}
