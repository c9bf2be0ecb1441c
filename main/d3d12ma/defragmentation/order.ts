/**
 * The order of blocks of a process (DF-09), in which everything moves forward: first what cannot become empty, as its
 * room costs nothing to use, then from the fullest to the emptiest, so that what is freed has the least to be copied.
 */
import { isStuck, type Layout, liveBytesOf } from './layout'

/** @returns the blocks of the layout in the order of the process; equal ones stay as they are */
export function orderBlocks(layout: Layout): Uint32Array {
  const stuck = new Uint8Array(layout.blockCount)
  const fullness = new Float64Array(layout.blockCount)
  for (let block = 0; block < layout.blockCount; block++) {
    stuck[block] = isStuck(layout, block) ? 1 : 0
    fullness[block] = liveBytesOf(layout, block) / (layout.blockSizes[block] as number)
  }
  return Uint32Array.from(stuck.keys()).sort(
    (a, b) => (stuck[b] as number) - (stuck[a] as number) || (fullness[b] as number) - (fullness[a] as number) || a - b,
  )
}
