/** An open dump as the interface draws it: every pool with memory in it, and its blocks in columns (DF-23). */
import {
  type AllocatorStatistics,
  type DumpView,
  type HeapBlockView,
  type PoolView,
  RANGE_KINDS,
} from '../../../preload/contract'
import {
  addAllocation,
  addUnusedRange,
  type DetailedStatistics,
  emptyDetailedStatistics,
} from '../../d3d12ma/statistics'
import type { Dump, DumpAllocation, DumpBlock, DumpPool, DumpResource } from './dump'
import { dumpKindOf, hasContent } from './layout'

/** The contract's id of what is free. */
const NO_ALLOCATION = 0xffff_ffff
/** The contract's for a heap that is none of the running system's. */
const NOT_RUNNING = -1
const FREE = RANGE_KINDS.indexOf('free')

/** @param path of the file, which the title is the name of */
export function dumpView(dump: Dump, title: string, path: string): DumpView {
  const blocks: HeapBlockView[] = []
  const ids = new Ids()
  const pools = dump.pools.filter(hasContent).map((pool, id) => {
    for (const block of pool.blocks) blocks.push(blockView(block, `${pool.name} ${block.id}`, id, ids))
    for (const [i, own] of pool.dedicated.entries())
      blocks.push(committedView(own, `${pool.name} committed ${i}`, id, ids))
    return poolView(pool, id)
  })
  return { title, path, api: dump.api, gpu: dump.gpu, pools, blocks }
}

/** Numbers of blocks and allocations: the file has none for the latter, and the former only within a pool. */
class Ids {
  private blocks = 0
  private allocations = 0

  nextBlock(): number {
    return this.blocks++
  }

  nextAllocation(): number {
    return this.allocations++
  }
}

function poolView(pool: DumpPool, id: number): PoolView {
  const { name, custom, heap, algorithm, alwaysCommitted, blockSize, dedicated } = pool
  const stats = statisticsOf(pool)
  const free = stats.Stats.BlockBytes - stats.Stats.AllocationBytes
  return {
    id,
    name,
    custom,
    heap,
    algorithm: algorithm === 'linear' ? 'LINEAR' : 'TLSF',
    alwaysCommitted,
    blockSize,
    maxBlocks: 0,
    statistics: statisticsView(stats),
    committedCount: dedicated.length,
    committedBytes: dedicated.reduce((bytes, { size }) => bytes + size, 0),
    blocksNeeded: Math.ceil(stats.Stats.AllocationBytes / blockSize),
    fragmentation: free === 0 ? 0 : 1 - stats.UnusedRangeSizeMax / free,
  }
}

/** Of its blocks, without committed allocations. */
function statisticsOf({ blocks }: DumpPool): DetailedStatistics {
  const stats = emptyDetailedStatistics()
  for (const block of blocks) {
    stats.Stats.BlockCount++
    stats.Stats.BlockBytes += block.size
    for (const { size, allocation } of rangesOf(block)) {
      if (allocation === null) addUnusedRange(stats, size)
      else addAllocation(stats, size)
    }
  }
  return stats
}

/** Extremes of nothing become null. */
function statisticsView({ Stats, UnusedRangeCount, ...extremes }: DetailedStatistics): AllocatorStatistics {
  const allocated = Stats.AllocationCount > 0
  const unused = UnusedRangeCount > 0
  return {
    blockCount: Stats.BlockCount,
    blockBytes: Stats.BlockBytes,
    allocationCount: Stats.AllocationCount,
    allocationBytes: Stats.AllocationBytes,
    unusedRangeCount: UnusedRangeCount,
    allocationSizeMin: allocated ? extremes.AllocationSizeMin : null,
    allocationSizeMax: allocated ? extremes.AllocationSizeMax : null,
    unusedRangeSizeMin: unused ? extremes.UnusedRangeSizeMin : null,
    unusedRangeSizeMax: unused ? extremes.UnusedRangeSizeMax : null,
  }
}

interface Range {
  offset: number
  size: number
  /** null: free */
  allocation: DumpAllocation | null
}

/** All of a block, without a gap. */
function rangesOf({ size, allocations }: DumpBlock): Range[] {
  const ranges: Range[] = []
  let end = 0
  for (const allocation of allocations) {
    if (allocation.offset > end) ranges.push({ offset: end, size: allocation.offset - end, allocation: null })
    ranges.push({ offset: allocation.offset, size: allocation.size, allocation })
    end = allocation.offset + allocation.size
  }
  if (end < size) ranges.push({ offset: end, size: size - end, allocation: null })
  return ranges
}

function blockView(block: DumpBlock, name: string, pool: number, ids: Ids): HeapBlockView {
  const ranges = rangesOf(block)
  const nameEnds = new Uint32Array(ranges.length)
  let names = ''
  for (const [i, { allocation }] of ranges.entries()) {
    names += allocation?.name ?? ''
    nameEnds[i] = names.length
  }
  return {
    id: ids.nextBlock(),
    pool,
    name,
    size: block.size,
    committed: false,
    allocation: NOT_RUNNING,
    offsets: Float64Array.from(ranges, ({ offset }) => offset),
    sizes: Float64Array.from(ranges, ({ size }) => size),
    kinds: Uint8Array.from(ranges, ({ allocation }) =>
      allocation === null ? FREE : RANGE_KINDS.indexOf(dumpKindOf(allocation)),
    ),
    allocations: Uint32Array.from(ranges, ({ allocation }) =>
      allocation === null ? NO_ALLOCATION : ids.nextAllocation(),
    ),
    flags: new Uint8Array(ranges.length),
    names,
    nameEnds,
  }
}

function committedView(own: DumpResource, name: string, pool: number, ids: Ids): HeapBlockView {
  const block = { id: '', size: own.size, allocations: [{ ...own, offset: 0 }] }
  return { ...blockView(block, own.name === '' ? name : own.name, pool, ids), committed: true }
}
