/** Every algorithm on the heaps as they are, beside the running system (DF-16). Sizes in bytes. */
import type { PoolHeap } from '../../preload/contract'
import type { EditorMemory } from '../editor/editor-memory'
import { HEAP_OF } from './heap-view'

/** A state of the heaps as plain data, for another process. */
export interface DefragmentationTrial {
  pools: readonly TrialPool[]
  /** 0: no limit */
  maxBytesPerPass: number
  maxAllocationsPerPass: number
}

export interface TrialPool {
  name: string
  heap: PoolHeap
  blockSize: number
  minBlocks: number
  blocks: readonly {
    size: number
    allocations: readonly { offset: number; size: number; alignment: number; pinned: boolean }[]
  }[]
}

/** All pools that can be defragmented (DF-07); what is committed stays where it is, and is left out. */
export function trialOf(
  { allocator }: EditorMemory,
  maxBytesPerPass: number,
  maxAllocationsPerPass: number,
): DefragmentationTrial {
  const pools = [...allocator.pools()]
    .filter(({ linear, alwaysCommitted }) => !linear && !alwaysCommitted)
    .map(({ name, heapType, blockSize, blockVector }) => ({
      name,
      heap: HEAP_OF[heapType],
      blockSize,
      minBlocks: blockVector.options.minBlockCount,
      blocks: blockVector.blocks.map((block) => ({
        size: block.size,
        allocations: Array.from(block, (allocation) => ({
          offset: allocation.getOffset(),
          size: allocation.size,
          alignment: allocation.alignment,
          pinned: !allocation.movable,
        })),
      })),
    }))
  return { pools, maxBytesPerPass, maxAllocationsPerPass }
}
