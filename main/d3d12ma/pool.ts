/**
 * D3D12MA::Pool: a vector of blocks of one heap type, and the committed allocations that belong to it. The allocator's
 * default pools are pools too, which cannot be released (DF-01).
 */

import type { HeapType } from '../d3d12/heap-type'
import type { HResultName } from '../d3d12/hresult'
import { PlacementAlignment } from '../d3d12/resource-desc'
import type { Allocation } from './allocation'
import { BlockVector } from './block-vector'
import { type PoolDesc, PoolFlag } from './definitions'
import type { HeapProvider } from './heap-provider'
import type { NumberedAllocations } from './numbered-allocations'
import {
  addAllocation,
  addStatistics,
  addUnusedRange,
  type DetailedStatistics,
  emptyDetailedStatistics,
  emptyStatistics,
  type Statistics,
} from './statistics'

/** What a pool needs of its allocator. */
export interface PoolHost {
  provider: HeapProvider
  allocations: NumberedAllocations<Allocation>
  preferredBlockSize: number
  /** bytes that a new heap of the type may have within the budget */
  withinBudget(heapType: HeapType): number
  /** misuse that was refused, with its clause */
  report(rule: string, message: string): void
  removePool(pool: Pool): void
}

export class Pool {
  readonly name: string
  readonly heapType: HeapType
  /** of PoolFlag */
  readonly flags: number
  readonly blockVector: BlockVector
  /** committed allocations, oldest first */
  readonly committed = new Set<Allocation>()
  readonly minAllocationAlignment: number
  /** destinations in its blocks of a pass that is under way: nothing lives there yet (DF-08) */
  readonly reserved = new Set<Allocation>()
  private live = true

  /** @param custom false: a default pool */
  constructor(
    private readonly host: PoolHost,
    readonly desc: PoolDesc,
    readonly custom: boolean,
  ) {
    const { flags = PoolFlag.NONE, blockSize = 0, minBlockCount = 0, maxBlockCount = 0 } = desc
    this.heapType = desc.heapType
    this.name = desc.name ?? desc.heapType
    this.flags = flags
    this.minAllocationAlignment = desc.minAllocationAlignment ?? 0
    this.blockVector = new BlockVector({
      name: this.name,
      heapType: desc.heapType,
      blockSize: blockSize > 0 ? blockSize : host.preferredBlockSize,
      explicitBlockSize: blockSize > 0,
      minBlockCount,
      maxBlockCount: maxBlockCount > 0 ? maxBlockCount : Number.POSITIVE_INFINITY,
      heapAlignment:
        (flags & PoolFlag.MSAA_TEXTURES_ALWAYS_COMMITTED) !== 0
          ? PlacementAlignment.DEFAULT
          : PlacementAlignment.DEFAULT_MSAA,
      linear: (flags & PoolFlag.ALGORITHM_LINEAR) !== 0,
      provider: host.provider,
      allocations: host.allocations,
      budget: host,
    })
  }

  get provider(): HeapProvider {
    return this.host.provider
  }

  get linear(): boolean {
    return (this.flags & PoolFlag.ALGORITHM_LINEAR) !== 0
  }

  get alwaysCommitted(): boolean {
    return (this.flags & PoolFlag.ALWAYS_COMMITTED) !== 0
  }

  /** Multisampled textures get heaps of their own, so that blocks need no 4 MiB alignment. */
  get multisampledCommitted(): boolean {
    return (this.flags & PoolFlag.MSAA_TEXTURES_ALWAYS_COMMITTED) !== 0
  }

  /** bytes of a new block; where no size was asked for, those that it grows to (DF-01) */
  get blockSize(): number {
    return this.blockVector.options.blockSize
  }

  get released(): boolean {
    return !this.live
  }

  /** Committed ones included. */
  get allocationCount(): number {
    return this.blockVector.allocationCount + this.committed.size
  }

  getDesc(): PoolDesc {
    return this.desc
  }

  /** Fast: in proportion to the blocks. */
  getStatistics(): Statistics {
    const stats = emptyStatistics()
    for (const { metadata } of this.blockVector.blocks)
      addStatistics(stats, {
        BlockCount: 1,
        AllocationCount: metadata.allocationCount,
        BlockBytes: metadata.size,
        AllocationBytes: metadata.size - metadata.freeBytes,
      })
    for (const { size } of this.committed)
      addStatistics(stats, { BlockCount: 1, AllocationCount: 1, BlockBytes: size, AllocationBytes: size })
    return stats
  }

  /** Visits every range. */
  calculateStatistics(): DetailedStatistics {
    const stats = emptyDetailedStatistics()
    for (const { metadata } of this.blockVector.blocks) {
      stats.Stats.BlockCount++
      stats.Stats.BlockBytes += metadata.size
      metadata.forEachRange((_offset, size, handle) => {
        if (handle < 0) addUnusedRange(stats, size)
        else addAllocation(stats, size)
      })
    }
    for (const { size } of this.committed) {
      stats.Stats.BlockCount++
      stats.Stats.BlockBytes += size
      addAllocation(stats, size)
    }
    return stats
  }

  /**
   * What an alignment becomes here, bytes: at least the pool's, and that of resources where none is asked for.
   * @param alignment bytes; 0: none is asked for
   */
  alignmentFor(alignment: number): number {
    return Math.max(alignment > 0 ? alignment : PlacementAlignment.DEFAULT, this.minAllocationAlignment)
  }

  /** The memory of an allocation comes back: called by the allocation when it is released. */
  give(allocation: Allocation): void {
    const { block, handle } = allocation
    if (block !== null) this.blockVector.free(block, handle)
    else {
      this.committed.delete(allocation)
      const heap = allocation.getHeap()
      if (heap !== null) this.host.provider.releaseHeap(heap)
    }
    this.host.allocations.remove(allocation.id)
  }

  /** The allocation lies elsewhere now: what lies there is it. */
  rename({ block, handle, id }: Allocation): void {
    block?.metadata.setUserData(handle, id)
  }

  report(rule: string, message: string): void {
    this.host.report(rule, message)
  }

  /**
   * Gives back the blocks of a custom pool.
   * @returns S_OK · DXGI_ERROR_INVALID_CALL for a default pool or one with live allocations: nothing changes
   * @throws RangeError for one that was released before
   */
  release(): HResultName {
    if (!this.live) throw new RangeError(`pool ${this.name} was released before`)
    const count = this.allocationCount
    if (!this.custom || count > 0) {
      const because = this.custom ? `it has ${count} live allocations; release them first` : 'it is a default pool'
      this.report('DF-01', `pool ${this.name} cannot be released: ${because}`)
      return 'DXGI_ERROR_INVALID_CALL'
    }
    this.live = false
    this.blockVector.destroy()
    this.host.removePool(this)
    return 'S_OK'
  }
}
