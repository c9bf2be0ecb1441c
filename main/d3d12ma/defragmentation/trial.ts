/**
 * An algorithm tried to its end on a copy of a layout, for comparisons (DF-16, DF-22): nothing of the running system is
 * touched, and the layout can be sent to another process.
 */
import type { HeapType } from '../../d3d12/heap-type'
import type { Allocation, Block } from '../allocation'
import { Allocator } from '../allocator'
import { NONE } from '../block-metadata'
import { measure } from '../measures'
import { MemoryProvider } from '../memory-provider'
import type { Pool } from '../pool'
import { DefragmentationContext } from './context'
import { type Algorithm, flagOf } from './definitions'
import { defragmentationOptionsOf } from './options'

/** A pool of TLSF blocks as plain data. */
export interface PoolLayout {
  name: string
  heapType: HeapType
  /** bytes of a new block */
  blockSize: number
  minBlockCount: number
  /** 0: no limit */
  maxBlockCount: number
  blocks: readonly BlockLayout[]
}

/** Allocations in any order, as columns. All in bytes. */
export interface BlockLayout {
  size: number
  offsets: Float64Array
  sizes: Float64Array
  alignments: Float64Array
  /** 1: pinned (DF-20) */
  pinned: Uint8Array
}

export interface TrialOptions {
  algorithm: Algorithm
  /** bytes; 0: no limit [0] */
  maxBytesPerPass?: number
  /** 0: no limit [0] */
  maxAllocationsPerPass?: number
}

/** After a pass; all in sum since the beginning. */
export interface TrialPoint {
  pass: number
  blocks: number
  bytesMoved: number
  heapsFreed: number
  /** 1 − largest free range ÷ free bytes; 0 when nothing is free */
  fragmentation: number
}

export interface TrialResult {
  algorithm: Algorithm
  passes: number
  heapsFreed: number
  bytesFreed: number
  bytesMoved: number
  allocationsMoved: number
  blocksLeft: number
  /** the fewest blocks that the live bytes of each pool need */
  blocksNeeded: number
  fragmentation: number
  curve: TrialPoint[]
}

/**
 * What lies in the blocks of pools now; those that cannot be defragmented are left out (DF-07), and so are the destinations
 * of a pass that is under way, as nothing lives there yet (DF-08).
 * @param isPinned what is not to be moved besides what is pinned [nothing]
 */
export function layoutOfPools(pools: Iterable<Pool>, isPinned: (allocation: Allocation) => boolean = () => false) {
  const movable = Array.from(pools).filter(({ linear, alwaysCommitted }) => !linear && !alwaysCommitted)
  return movable.map(({ name, heapType, blockSize, reserved, blockVector: { blocks, options } }): PoolLayout => {
    const maxBlockCount = Number.isFinite(options.maxBlockCount) ? options.maxBlockCount : 0
    const of = (block: Block) => blockLayoutOf(block, reserved, isPinned)
    return { name, heapType, blockSize, minBlockCount: options.minBlockCount, maxBlockCount, blocks: blocks.map(of) }
  })
}

function blockLayoutOf(
  block: Block,
  reserved: ReadonlySet<Allocation>,
  isPinned: (allocation: Allocation) => boolean,
): BlockLayout {
  const all = [...block].filter((allocation) => !reserved.has(allocation))
  return {
    size: block.size,
    offsets: Float64Array.from(all, (allocation) => allocation.getOffset()),
    sizes: Float64Array.from(all, ({ size }) => size),
    alignments: Float64Array.from(all, ({ alignment }) => alignment),
    pinned: Uint8Array.from(all, (allocation) => (!allocation.movable || isPinned(allocation) ? 1 : 0)),
  }
}

/**
 * Runs an algorithm to its end on a copy. Yields the state before the first pass and after each; stop asking to cancel.
 * @throws RangeError for a layout in which allocations overlap or leave their block
 */
export function* runTrial(layouts: readonly PoolLayout[], options: TrialOptions): Generator<TrialPoint, TrialResult> {
  const allocator = new Allocator({ provider: new MemoryProvider() })
  const pools = layouts.map((layout) => copyOf(allocator, layout))
  const { blocksNeeded } = measure(pools)
  const { algorithm, maxBytesPerPass = 0, maxAllocationsPerPass = 0 } = options
  const desc = { flags: flagOf(algorithm), maxBytesPerPass, maxAllocationsPerPass }
  const context = new DefragmentationContext(allocator, pools, defragmentationOptionsOf(desc))
  const curve: TrialPoint[] = []
  for (let pass = 0; ; pass++) {
    const { BytesMoved: bytesMoved, HeapsFreed: heapsFreed } = context.getStats()
    const { blocks, fragmentation } = measure(pools)
    const point = { pass, blocks, bytesMoved, heapsFreed, fragmentation }
    curve.push(point)
    yield point
    if (context.beginPass().hr !== 'S_FALSE') break
    context.endPass()
  }
  const { BytesMoved, BytesFreed, AllocationsMoved, HeapsFreed } = context.getStats()
  context.release()
  const left = measure(pools)
  return {
    algorithm,
    passes: curve.length - 1,
    heapsFreed: HeapsFreed,
    bytesFreed: BytesFreed,
    bytesMoved: BytesMoved,
    allocationsMoved: AllocationsMoved,
    blocksLeft: left.blocks,
    blocksNeeded,
    fragmentation: left.fragmentation,
    curve,
  }
}

function copyOf(allocator: Allocator, layout: PoolLayout): Pool {
  const { name, heapType, blockSize, minBlockCount, maxBlockCount, blocks } = layout
  const { hr, pool } = allocator.createPool({ name, heapType, blockSize, maxBlockCount })
  if (pool === null) throw new RangeError(`pool ${name} cannot be copied: ${hr}`)
  for (const { size, offsets, sizes, alignments, pinned } of blocks) {
    const { block } = pool.blockVector.addBlock(size)
    if (block === null) throw new RangeError(`a block of ${size} bytes of pool ${name} cannot be copied`)
    for (const index of Uint32Array.from(offsets.keys()).sort((a, b) => at(offsets, a) - at(offsets, b))) {
      const [offset, bytes] = [at(offsets, index), at(sizes, index)]
      const handle = block.metadata.allocateAt(offset, bytes)
      if (handle === NONE)
        throw new RangeError(`pool ${name}: ${bytes} bytes at ${offset} overlap others or leave their block of ${size}`)
      const allocation = allocator.adopt(pool, bytes, Math.max(1, at(alignments, index)), { block, handle, heap: null })
      allocation.movable = pinned[index] !== 1
    }
  }
  // not when it was created, as it would have made blocks of its own
  pool.blockVector.options.minBlockCount = minBlockCount
  return pool
}

function at(values: Float64Array, index: number): number {
  return values[index] as number
}
