/** Pools, media and defragmentation as the engine sees them: checked, every default filled in (DF). */
import type {
  DefragmentationAlgorithm,
  EvictedMoves,
  MoveOperation,
  PoolAlgorithm,
  PoolHeap,
} from '../../../../../preload/contract'

/** What lies in a layout, where that is known. */
export const LAYOUT_KINDS = ['buffer', 'texture'] as const

/** The verb `movable` (DF-20). */
export interface MovableStep {
  name: string
  movable: boolean
}

/** The verb `layout`: custom pools whose heaps are filled exactly so, as a dump has them (DF-23). */
export interface LayoutStep {
  pools: LayoutPool[]
}

export interface LayoutPool {
  name: string
  heap: PoolHeap
  blockSize: number
  algorithm: PoolAlgorithm
  /** [false] */
  alwaysCommitted?: boolean | undefined
  blocks: { size: number; allocations: LayoutAllocation[] }[]
  committed: LayoutResource[]
}

interface LayoutResource {
  size: number
  name?: string | undefined
  /** [not known] */
  kind?: (typeof LAYOUT_KINDS)[number] | undefined
}

interface LayoutAllocation extends LayoutResource {
  offset: number
}

/** The verb `defragment`: begins, and runs to its end in simulated time. */
export interface DefragmentStep {
  algorithm: DefragmentationAlgorithm
  /** 0: no limit */
  maxBytesPerPass: number
  maxAllocationsPerPass: number
  pool?: string | undefined
  /** µs of copying per display frame; 0: no limit */
  timePerFrame: number
  /** bytes moved per display frame; 0: no limit */
  bytesPerFrame: number
  evicted: EvictedMoves
  /** names whose moves are ignored, or whose memory is destroyed instead (DF-11) */
  ignore: string[]
  destroy: string[]
}

/** The verb `defragmentation`: the same by hand, a call at a time. */
export type DefragmentationCall =
  | { call: 'begin'; desc: DefragmentStep }
  | { call: 'beginPass' }
  | { call: 'operation'; move: number; operation: MoveOperation }
  | { call: 'endPass' }
  | { call: 'run' }
  | { call: 'end' }
