/** Flags and descriptions of the published D3D12MA interface, by their published names and values (DF-01). */

import type { HeapType } from '../d3d12/heap-type'

/** D3D12MA_DEFAULT_BLOCK_SIZE, bytes (DF-01). */
export const DEFAULT_BLOCK_SIZE = 64 * 1024 * 1024

/** The heap types that have a default pool, in the order of statistics and dumps. */
export const HEAP_TYPES = ['DEFAULT', 'UPLOAD', 'READBACK'] as const satisfies readonly HeapType[]

/** D3D12MA::ALLOCATION_FLAGS */
export const AllocationFlag = {
  NONE: 0,
  /** a heap of its own */
  COMMITTED: 0x1,
  /** only from heaps that exist: neither a new block nor a committed one */
  NEVER_ALLOCATE: 0x2,
  /** no new heap that would exceed the budget */
  WITHIN_BUDGET: 0x4,
  /** linear pools: from the upper end, which makes the pool a double stack */
  UPPER_ADDRESS: 0x8,
  /** the smallest range that fits: least waste */
  STRATEGY_MIN_MEMORY: 0x10000,
  /** the range found soonest */
  STRATEGY_MIN_TIME: 0x20000,
  /** the range at the lowest offset: best packing, takes time in proportion to the ranges before it */
  STRATEGY_MIN_OFFSET: 0x40000,
} as const

/** The bits of ALLOCATION_FLAGS that choose a strategy. */
export const STRATEGY_MASK =
  AllocationFlag.STRATEGY_MIN_MEMORY | AllocationFlag.STRATEGY_MIN_TIME | AllocationFlag.STRATEGY_MIN_OFFSET

/** D3D12MA::POOL_FLAGS */
export const PoolFlag = {
  NONE: 0,
  ALGORITHM_LINEAR: 0x1,
  MSAA_TEXTURES_ALWAYS_COMMITTED: 0x2,
  ALWAYS_COMMITTED: 0x4,
} as const

/** D3D12MA::VIRTUAL_BLOCK_FLAGS */
export const VirtualBlockFlag = { NONE: 0, ALGORITHM_LINEAR: 0x1 } as const

/** D3D12MA::VIRTUAL_ALLOCATION_FLAGS; the strategies have the values of ALLOCATION_FLAGS. */
export const VirtualAllocationFlag = {
  NONE: 0,
  UPPER_ADDRESS: AllocationFlag.UPPER_ADDRESS,
  STRATEGY_MIN_MEMORY: AllocationFlag.STRATEGY_MIN_MEMORY,
  STRATEGY_MIN_TIME: AllocationFlag.STRATEGY_MIN_TIME,
  STRATEGY_MIN_OFFSET: AllocationFlag.STRATEGY_MIN_OFFSET,
} as const

/** D3D12MA::POOL_DESC */
export interface PoolDesc {
  /** of PoolFlag [NONE] */
  flags?: number
  heapType: HeapType
  /** bytes; 0: the allocator's preferred block size, not explicit [0] */
  blockSize?: number
  /** blocks that are created at once and never given back [0] */
  minBlockCount?: number
  /** 0: no limit [0] */
  maxBlockCount?: number
  /** bytes, a power of two; 0: what the resource needs [0] */
  minAllocationAlignment?: number
  name?: string
}

/**
 * Why nothing was allocated (DF-03). `fragmentation`: enough bytes are free, but in ranges that are too small. All others
 * mean that they are not even free, and say what kept the pool from growing: its MaxBlockCount (`exhausted`), the device
 * (`device`), WITHIN_BUDGET (`budget`), NEVER_ALLOCATE (`never-allocate`); or that no block of it could ever take the
 * request (`too-large`), or that the request makes no sense (`invalid`).
 */
export type FailureReason =
  | 'fragmentation'
  | 'exhausted'
  | 'device'
  | 'budget'
  | 'never-allocate'
  | 'too-large'
  | 'invalid'

export interface AllocationFailure {
  reason: FailureReason
  /** what was asked for, what was found, what can be done */
  message: string
  /** bytes asked for */
  size: number
  /** bytes free in the pool's blocks, and the largest of its free ranges, when it failed */
  freeBytes: number
  largestFreeRange: number
}
