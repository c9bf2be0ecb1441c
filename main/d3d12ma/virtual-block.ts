/** D3D12MA::VirtualBlock: the allocator's algorithms on a plain range of numbers, without a device (DF-24). */

import { isPowerOfTwo } from '../sim/align'
import { type BlockMetadata, type Handle, NONE, type RangeVisitor } from './block-metadata'
import { VirtualBlockFlag } from './definitions'
import { LinearMetadata } from './linear-metadata'
import {
  addAllocation,
  addUnusedRange,
  type DetailedStatistics,
  emptyDetailedStatistics,
  type Statistics,
} from './statistics'
import { TlsfMetadata } from './tlsf-metadata'

/** D3D12MA::VIRTUAL_BLOCK_DESC */
export interface VirtualBlockDesc {
  /** of VirtualBlockFlag [NONE: TLSF] */
  Flags?: number
  /** of the range, in any unit: a whole number above 0 */
  Size: number
}

/** D3D12MA::VIRTUAL_ALLOCATION_DESC */
export interface VirtualAllocationDesc {
  /** of VirtualAllocationFlag [NONE] */
  Flags?: number
  /** above 0 */
  Size: number
  /** a power of two; 0, as published, is 1: any offset will do [1] */
  Alignment?: number
  /** a 32-bit number of the user's [-1] */
  PrivateData?: number
}

/** D3D12MA::VIRTUAL_ALLOCATION_INFO */
export interface VirtualAllocationInfo {
  Offset: number
  Size: number
  PrivateData: number
}

/** D3D12MA::VirtualAllocation: names an allocation until it is freed. */
export type VirtualAllocation = Handle

export class VirtualBlock {
  private readonly metadata: BlockMetadata

  constructor({ Flags = VirtualBlockFlag.NONE, Size }: VirtualBlockDesc) {
    const linear = (Flags & VirtualBlockFlag.ALGORITHM_LINEAR) !== 0
    this.metadata = linear ? new LinearMetadata(Size) : new TlsfMetadata(Size)
  }

  isEmpty(): boolean {
    return this.metadata.allocationCount === 0
  }

  /**
   * @returns S_OK with the allocation and `offset`, in the block's own unit · E_INVALIDARG · E_OUTOFMEMORY: no free
   * range takes it
   */
  allocate(desc: VirtualAllocationDesc): {
    hr: 'S_OK' | 'E_INVALIDARG' | 'E_OUTOFMEMORY'
    allocation: VirtualAllocation
    offset: number
  } {
    const { Size, Alignment = 0, Flags = 0 } = desc
    const alignment = Alignment === 0 ? 1 : Alignment
    const valid = Number.isSafeInteger(Size) && Size > 0 && isPowerOfTwo(alignment)
    if (!valid) return { hr: 'E_INVALIDARG', allocation: NONE, offset: NONE }
    const allocation = this.metadata.allocate(Size, alignment, Flags)
    if (allocation === NONE) return { hr: 'E_OUTOFMEMORY', allocation, offset: NONE }
    if (desc.PrivateData !== undefined) this.metadata.setUserData(allocation, desc.PrivateData)
    return { hr: 'S_OK', allocation, offset: this.metadata.offsetOf(allocation) }
  }

  /** Does nothing for -1, as for a null allocation; throws for one that was freed before. */
  freeAllocation(allocation: VirtualAllocation): void {
    if (allocation !== NONE) this.metadata.free(allocation)
  }

  /** Frees all allocations at once. */
  clear(): void {
    this.metadata.clear()
  }

  getAllocationInfo(allocation: VirtualAllocation): VirtualAllocationInfo {
    return {
      Offset: this.metadata.offsetOf(allocation),
      Size: this.metadata.sizeOf(allocation),
      PrivateData: this.metadata.userDataOf(allocation),
    }
  }

  /** @param privateData 32 bits, signed */
  setAllocationPrivateData(allocation: VirtualAllocation, privateData: number): void {
    this.metadata.setUserData(allocation, privateData)
  }

  /** In constant time. */
  getStatistics(): Statistics {
    const { size, freeBytes, allocationCount } = this.metadata
    return { BlockCount: 1, AllocationCount: allocationCount, BlockBytes: size, AllocationBytes: size - freeBytes }
  }

  /** Visits every range. */
  calculateStatistics(): DetailedStatistics {
    const stats = emptyDetailedStatistics()
    stats.Stats.BlockCount = 1
    stats.Stats.BlockBytes = this.metadata.size
    this.metadata.forEachRange((_offset, size, handle) => {
      if (handle === NONE) addUnusedRange(stats, size)
      else addAllocation(stats, size)
    })
    return stats
  }

  /** Taken (by their allocation) and free (NONE) ranges in the order of offsets, without a gap. */
  forEachRange(visit: RangeVisitor): void {
    this.metadata.forEachRange(visit)
  }
}
