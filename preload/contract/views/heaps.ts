/** Heaps, dumps and defragmentation as the page shows them. */

import type { DefragmentationAlgorithm, EvictedMoves, MoveOperation, PoolHeap } from '../names'
import type { WorkView } from './laboratory'

/** Statistics of D3D12MA: bytes and counts. Extremes of nothing are null. */
export interface AllocatorStatistics {
  blockCount: number
  blockBytes: number
  allocationCount: number
  allocationBytes: number
  unusedRangeCount: number
  allocationSizeMin: number | null
  allocationSizeMax: number | null
  unusedRangeSizeMin: number | null
  unusedRangeSizeMax: number | null
}

/** Of a pool without blocks. */
export function noStatistics(): AllocatorStatistics {
  return {
    blockCount: 0,
    blockBytes: 0,
    allocationCount: 0,
    allocationBytes: 0,
    unusedRangeCount: 0,
    allocationSizeMin: null,
    allocationSizeMax: null,
    unusedRangeSizeMin: null,
    unusedRangeSizeMax: null,
  }
}

/** A pool of the allocator (DF-01). */
export interface PoolView {
  id: number
  name: string
  custom: boolean
  heap: PoolHeap
  algorithm: 'TLSF' | 'LINEAR'
  alwaysCommitted: boolean
  /** bytes */
  blockSize: number
  /** 0: no limit */
  maxBlocks: number
  /** of its blocks, without committed allocations */
  statistics: AllocatorStatistics
  committedCount: number
  committedBytes: number
  /** blocks that its live bytes would need at least */
  blocksNeeded: number
  /** 1 − largest free range ÷ free bytes; 0 with nothing free */
  fragmentation: number
}

/** A block (heap) with its ranges by offset, in columns, without a gap. A committed allocation is a block of its own. */
export interface HeapBlockView {
  id: number
  pool: number
  name: string
  size: number
  committed: boolean
  /** its allocation in video memory, as in `allocations`; -1: none, it is of a dump */
  allocation: number
  offsets: Float64Array
  sizes: Float64Array
  /** index in RANGE_KINDS */
  kinds: Uint8Array
  /** ids of the allocator; 0xFFFFFFFF for what is free */
  allocations: Uint32Array
  /** RangeFlag, combined */
  flags: Uint8Array
  /** one after another, without those of free ranges */
  names: string
  /** where in `names` each range's name ends */
  nameEnds: Uint32Array
}

/** Of the running system: deltas. Blocks are in their pool's order in `order`. */
export interface HeapMapView {
  pools: PoolView[]
  /** ids of all blocks, pool after pool, committed ones last in each */
  order: Uint32Array
  /** new ones and those that changed since the frame before */
  blocks: HeapBlockView[]
  /** Budget of D3D12MA: bytes by segment group */
  budgets: { group: 'local' | 'non-local'; usage: number; budget: number }[]
  /** allocations that failed: by reason, and what was said of the last one (DF-03) */
  failures: { fragmentation: number; exhaustion: number; other: number; last: string | null }
}

/** A dump that was opened, whole. */
export interface DumpView {
  title: string
  path: string
  api: string
  gpu: string
  pools: PoolView[]
  blocks: HeapBlockView[]
}

export interface MoveView {
  allocation: number
  name: string
  bytes: number
  /** block ids and offsets */
  from: number
  fromOffset: number
  to: number
  toOffset: number
  operation: MoveOperation
  state: 'planned' | 'copying' | 'copied' | 'done'
  /** why the client ignores it; null: it does not */
  because: string | null
}

/** After so many passes (DF-22). */
export interface ConvergencePoint {
  pass: number
  t: number
  /** of the pools that are defragmented together: 1 − largest free range ÷ free bytes */
  fragmentation: number
  blocks: number
  bytesMoved: number
  heapsFreed: number
}

export interface DefragmentationView {
  /** pass: planned moves wait; copying: the GPU copies; running: passes follow by themselves */
  state: 'idle' | 'begun' | 'pass' | 'copying' | 'done' | 'failed'
  running: boolean
  algorithm: DefragmentationAlgorithm
  /** null: all default pools */
  pool: string | null
  maxBytesPerPass: number
  maxAllocationsPerPass: number
  timePerFrame: number
  bytesPerFrame: number
  evicted: EvictedMoves
  passes: number
  /** of the pass that waits or is carried out, else of the last one; the first few hundred */
  moves: MoveView[]
  moveCount: number
  bytesMoved: number
  bytesFreed: number
  allocationsMoved: number
  heapsFreed: number
  /** of this and all that were begun before it, since the start of the run */
  inAll: { passes: number; bytesMoved: number; allocationsMoved: number; heapsFreed: number }
  curve: ConvergencePoint[]
  /** what the last call returned, in words */
  message: string | null
  /** it is why that call was refused: a process that was done before stays done */
  refused: boolean
}

/** One algorithm on the same state (DF-16). */
export interface DefragmentationRow {
  algorithm: DefragmentationAlgorithm
  passes: number
  heapsFreed: number
  bytesFreed: number
  bytesMoved: number
  allocationsMoved: number
  blocksLeft: number
  /** the least blocks that the live bytes need */
  blocksNeeded: number
  fragmentation: number
  curve: { pass: number; blocks: number; bytesMoved: number }[]
}

export interface DefragmentationComparisonView extends WorkView {
  rows: DefragmentationRow[]
}
