/** How scattered the free memory of pools is (DF-03, DF-22). */
import type { Pool } from './pool'

export interface Measures {
  /** 1 − largest free range ÷ free bytes: 0 when all that is free is in one range, or nothing is */
  fragmentation: number
  blocks: number
  freeBytes: number
  largestFreeRange: number
  /** blocks that the live bytes would need at least; what a pass has reserved is not live */
  blocksNeeded: number
}

/** Of several pools together; committed allocations are none of their blocks. */
export function measure(pools: Iterable<Pool>): Measures {
  let blocks = 0
  let freeBytes = 0
  let largestFreeRange = 0
  let blocksNeeded = 0
  for (const { blockVector, blockSize, reserved } of pools) {
    let live = 0
    for (const { size } of reserved) live -= size
    for (const { metadata } of blockVector.blocks) {
      blocks++
      freeBytes += metadata.freeBytes
      largestFreeRange = Math.max(largestFreeRange, metadata.largestFreeRange)
      live += metadata.size - metadata.freeBytes
    }
    blocksNeeded += Math.ceil(live / blockSize)
  }
  const fragmentation = freeBytes === 0 ? 0 : 1 - largestFreeRange / freeBytes
  return { fragmentation, blocks, freeBytes, largestFreeRange, blocksNeeded }
}
