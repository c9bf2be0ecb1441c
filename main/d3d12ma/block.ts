/** One heap of a pool and what is taken of it (DF-01). */

import { type BlockMetadata, type Handle, NONE } from './block-metadata'
import type { Heap } from './heap-provider'
import type { NumberedAllocations } from './numbered-allocations'

/** @typeParam Entry what is taken of it: `Block` of allocation.ts */
export class BlockOf<Entry> {
  /** @param id its number in its pool, never used again there */
  constructor(
    readonly id: number,
    readonly heap: Heap,
    readonly metadata: BlockMetadata,
    private readonly allocations: NumberedAllocations<Entry>,
  ) {}

  /** bytes */
  get size(): number {
    return this.metadata.size
  }

  get isEmpty(): boolean {
    return this.metadata.allocationCount === 0
  }

  /** The allocation that a handle of this block's metadata stands for. */
  allocationOf(handle: Handle): Entry {
    return this.allocations.get(this.metadata.userDataOf(handle))
  }

  /** All allocations in the order of their offsets. */
  *[Symbol.iterator](): IterableIterator<Entry> {
    const { metadata } = this
    for (let handle = metadata.firstAllocation(); handle !== NONE; handle = metadata.nextAllocation(handle))
      yield this.allocationOf(handle)
  }
}
