/** Takes down what lies where in the blocks of a pool, for the planners. */
import type { Allocation, Block } from '../allocation'
import { NONE } from '../block-metadata'
import { blocksOfItems, type Layout } from './layout'

export interface Snapshot {
  layout: Layout
  /** by the layout's number of the block */
  blocks: readonly Block[]
  /** by the layout's number of the item */
  allocations: readonly Allocation[]
  /** the layout's number of the block that an item lies in */
  blockOf: Uint32Array
}

/**
 * @param blocks in the order that the layout is to have
 * @param isFixed whether an allocation stays where it is
 */
export function snapshotOf(blocks: readonly Block[], isFixed: (allocation: Allocation) => boolean): Snapshot {
  let itemCount = 0
  for (const { metadata } of blocks) itemCount += metadata.allocationCount
  const layout: Layout = {
    blockCount: blocks.length,
    blockSizes: Float64Array.from(blocks, ({ size }) => size),
    itemCount,
    firstItem: new Uint32Array(blocks.length + 1),
    offsets: new Float64Array(itemCount),
    sizes: new Float64Array(itemCount),
    alignments: new Float64Array(itemCount),
    fixed: new Uint8Array(itemCount),
  }
  const allocations: Allocation[] = []
  for (const [index, block] of blocks.entries()) {
    const { metadata } = block
    for (let handle = metadata.firstAllocation(); handle !== NONE; handle = metadata.nextAllocation(handle)) {
      const allocation = block.allocationOf(handle)
      const item = allocations.push(allocation) - 1
      layout.offsets[item] = metadata.offsetOf(handle)
      layout.sizes[item] = allocation.size
      layout.alignments[item] = allocation.alignment
      layout.fixed[item] = isFixed(allocation) ? 1 : 0
    }
    layout.firstItem[index + 1] = allocations.length
  }
  return { layout, blocks, allocations, blockOf: blocksOfItems(layout) }
}
