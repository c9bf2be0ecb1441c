/**
 * The JSON dump of D3D12MA's BuildStatsString, version 3, by the names of its published schema. Sizes are in bytes.
 *
 * @see spec DF-23
 */

/** What its visualiser can draw for Direct3D 12; it stops at any other. */
const RESOURCE_TYPES = ['BUFFER', 'TEXTURE1D', 'TEXTURE2D', 'TEXTURE3D', 'UNKNOWN'] as const
export type ResourceType = (typeof RESOURCE_TYPES)[number]

/** The type of a range that nothing lies in. */
export const TYPE_FREE = 'FREE'

/** Extremes of nothing are left out. */
export interface StatsJson {
  BlockCount: number
  BlockBytes: number
  AllocationCount: number
  AllocationBytes: number
  UnusedRangeCount: number
  AllocationSizeMin?: number
  AllocationSizeMax?: number
  UnusedRangeSizeMin?: number
  UnusedRangeSizeMax?: number
}

export interface AllocationJson {
  Type: ResourceType
  Size: number
  /** D3D12_RESOURCE_FLAGS */
  Usage: number
  /** letters and digits: a pointer's hexadecimal ones in D3D12MA */
  CustomData?: string
  Name?: string
}

interface FreeJson {
  Offset: number
  Type: typeof TYPE_FREE
  Size: number
}

export type SuballocationJson = ({ Offset: number } & AllocationJson) | FreeJson

/** Its ranges stand in the order of their offsets, without a gap. */
export interface BlockJson {
  TotalBytes: number
  UnusedBytes: number
  Allocations: number
  UnusedRanges: number
  Suballocations: SuballocationJson[]
}

export interface PoolJson {
  /**
   * D3D12MA has heap flags here, of which this allocator sets none; what it sets are the pool's own, which D3D12MA
   * leaves out: readers that look for heap flags pass them over
   */
  Flags: string[]
  PreferredBlockSize: number
  /** by the block's number */
  Blocks: Record<string, BlockJson>
  DedicatedAllocations: AllocationJson[]
}

export interface CustomPoolJson extends PoolJson {
  /** its number among those of its heap type, and after " - " the name that it was given */
  Name: string
}

export interface MemoryJson {
  Budget: { BudgetBytes: number; UsageBytes: number }
  Stats: StatsJson
  /** by heap type */
  MemoryPools: Record<string, { Stats: StatsJson }>
}

export interface DumpJson {
  General: { API: 'Direct3D 12'; GPU: string }
  Total: StatsJson
  /** L0: memory of the system; L1: video memory, which an adapter without its own does not have */
  MemoryInfo: { L0: MemoryJson; L1?: MemoryJson }
  /** by heap type */
  DefaultPools: Record<string, PoolJson>
  /** by heap type; a type without any is left out */
  CustomPools: Record<string, CustomPoolJson[]>
}

/** Between a custom pool's number and its name. */
export const NAME_SEPARATOR = ' - '

/** The pool flags that a dump tells, by their published names. */
export const POOL_FLAG_NAMES = {
  ALGORITHM_LINEAR: 'POOL_FLAG_ALGORITHM_LINEAR',
  ALWAYS_COMMITTED: 'POOL_FLAG_ALWAYS_COMMITTED',
} as const
