/** Statistics and budget as D3D12MA gives them, with its names. All sizes in bytes. */

/** D3D12MA::Statistics */
export interface Statistics {
  /** heaps, those of committed allocations included */
  BlockCount: number
  AllocationCount: number
  BlockBytes: number
  AllocationBytes: number
}

/** D3D12MA::DetailedStatistics; the least of nothing is Infinity, the most of nothing 0. */
export interface DetailedStatistics {
  Stats: Statistics
  UnusedRangeCount: number
  AllocationSizeMin: number
  AllocationSizeMax: number
  UnusedRangeSizeMin: number
  UnusedRangeSizeMax: number
}

/** D3D12MA::TotalStatistics */
export interface TotalStatistics {
  /** by heap type: DEFAULT, UPLOAD, READBACK */
  HeapType: readonly DetailedStatistics[]
  /** by segment group: LOCAL, NON_LOCAL */
  MemorySegmentGroup: readonly DetailedStatistics[]
  Total: DetailedStatistics
}

/** D3D12MA::Budget */
export interface Budget {
  Stats: Statistics
  /** of the whole process, as DXGI gives it */
  UsageBytes: number
  /** what the process may use without being paged out */
  BudgetBytes: number
}

/** D3D12MA::Statistics of nothing; bytes and counts. */
export function emptyStatistics(): Statistics {
  return { BlockCount: 0, AllocationCount: 0, BlockBytes: 0, AllocationBytes: 0 }
}

/** D3D12MA::DetailedStatistics of nothing: the least of no sizes is infinite, the largest 0 bytes. */
export function emptyDetailedStatistics(): DetailedStatistics {
  return {
    Stats: emptyStatistics(),
    UnusedRangeCount: 0,
    AllocationSizeMin: Number.POSITIVE_INFINITY,
    AllocationSizeMax: 0,
    UnusedRangeSizeMin: Number.POSITIVE_INFINITY,
    UnusedRangeSizeMax: 0,
  }
}

/** Counts an allocation of `size` bytes. */
export function addAllocation(stats: DetailedStatistics, size: number): void {
  stats.Stats.AllocationCount++
  stats.Stats.AllocationBytes += size
  stats.AllocationSizeMin = Math.min(stats.AllocationSizeMin, size)
  stats.AllocationSizeMax = Math.max(stats.AllocationSizeMax, size)
}

/** Counts a free range of `size` bytes. */
export function addUnusedRange(stats: DetailedStatistics, size: number): void {
  stats.UnusedRangeCount++
  stats.UnusedRangeSizeMin = Math.min(stats.UnusedRangeSizeMin, size)
  stats.UnusedRangeSizeMax = Math.max(stats.UnusedRangeSizeMax, size)
}

/** Adds the counts and bytes of one to another. */
export function addStatistics(to: Statistics, from: Statistics): void {
  to.BlockCount += from.BlockCount
  to.AllocationCount += from.AllocationCount
  to.BlockBytes += from.BlockBytes
  to.AllocationBytes += from.AllocationBytes
}

/** Adds counts and bytes, and takes the lesser and larger of the limits. */
export function addDetailedStatistics(to: DetailedStatistics, from: DetailedStatistics): void {
  addStatistics(to.Stats, from.Stats)
  to.UnusedRangeCount += from.UnusedRangeCount
  to.AllocationSizeMin = Math.min(to.AllocationSizeMin, from.AllocationSizeMin)
  to.AllocationSizeMax = Math.max(to.AllocationSizeMax, from.AllocationSizeMax)
  to.UnusedRangeSizeMin = Math.min(to.UnusedRangeSizeMin, from.UnusedRangeSizeMin)
  to.UnusedRangeSizeMax = Math.max(to.UnusedRangeSizeMax, from.UnusedRangeSizeMax)
}
