/** Takes down what lies where in the blocks of a pool, for the planners. */
import type { Allocation, Block } from '../allocation'
import { NONE } from '../block-metadata'
import { blocksOfItems, type Layout } from './layout'

/** Says whether an allocation stays where it is; an object, as a checkpoint cannot keep what a function has captured. */
export interface Fixing {
  isFixed(allocation: Allocation): boolean
}

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
 * @param fixing whether an allocation stays where it is
 */
export function snapshotOf(blocks: readonly Block[], fixing: Fixing): Snapshot {
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
      layout.fixed[item] = fixing.isFixed(allocation) ? 1 : 0
    }
    layout.firstItem[index + 1] = allocations.length
  }
  return { layout, blocks, allocations, blockOf: blocksOfItems(layout) }
}

/**
 * The same with its blocks in another order, sooner than taking everything down anew.
 * @param order the snapshot's numbers of all its blocks
 */
export function snapshotInOrder({ layout, blocks, allocations }: Snapshot, order: Uint32Array): Snapshot {
  const { blockCount, itemCount } = layout
  const firstItem = new Uint32Array(blockCount + 1)
  const [offsets, sizes, alignments] = [0, 1, 2].map(() => new Float64Array(itemCount)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const fixed = new Uint8Array(itemCount)
  const moved: Allocation[] = []
  for (const [index, block] of order.entries()) {
    const at = firstItem[index] as number
    const first = layout.firstItem[block] as number
    const end = layout.firstItem[block + 1] as number
    offsets.set(layout.offsets.subarray(first, end), at)
    sizes.set(layout.sizes.subarray(first, end), at)
    alignments.set(layout.alignments.subarray(first, end), at)
    fixed.set(layout.fixed.subarray(first, end), at)
    for (let item = first; item < end; item++) moved.push(allocations[item] as Allocation)
    firstItem[index + 1] = at + end - first
  }
  const blockSizes = Float64Array.from(order, (block) => layout.blockSizes[block] as number)
  const ordered: Layout = { blockCount, blockSizes, itemCount, firstItem, offsets, sizes, alignments, fixed }
  return {
    layout: ordered,
    blocks: Array.from(order, (block) => blocks[block] as Block),
    allocations: moved,
    blockOf: blocksOfItems(ordered),
  }
}
