/** The allocator's heaps, and what defragmentation does with them, as the interface shows them (DF). Sizes in bytes. */
import {
  type AllocatorStatistics,
  type DefragmentationView,
  type HeapBlockView,
  type HeapMapView,
  noStatistics,
  type PoolHeap,
  type PoolView,
  RANGE_KINDS,
  RangeFlag,
  SegmentGroup,
} from '../../../../preload/contract'
import type { Allocation, Block } from '../../../d3d12ma/allocation'
import { BlockOf } from '../../../d3d12ma/block'
import { measure } from '../../../d3d12ma/measures'
import type { Pool } from '../../../d3d12ma/pool'
import type { EditorMemory } from '../../../editor/editor-memory'
import type { Suballocation } from '../../../editor/suballocation'
import type { World } from '../../world/world'

/** Moves that a frame shows. */
const MOST_MOVES = 500
/** Points of the curve in a frame; thousands of passes can make it. */
const MOST_POINTS = 400
/** allocations up to which every range is visited for the least and the largest sizes */
const MOST_VISITED = 20_000
export const HEAP_OF = { DEFAULT: 'default', UPLOAD: 'upload', READBACK: 'readback' } as const satisfies Record<
  Pool['heapType'],
  PoolHeap
>
const FREE = RANGE_KINDS.indexOf('free')
const DESTINATION = RANGE_KINDS.indexOf('destination')
const NO_ALLOCATION = 0xffffffff

/** A block of a pool, or a committed allocation, which is shown as a block of its own. */
export type ShownBlock = Block | Allocation

/** Numbers that name a block for as long as it lives, never used again. */
export class BlockIds {
  private readonly ids = new WeakMap<ShownBlock, number>()
  private next = 0

  /** The block's id. */
  of(block: ShownBlock): number {
    const known = this.ids.get(block)
    if (known !== undefined) return known
    this.ids.set(block, this.next)
    return this.next++
  }
}

/** Every pool with what is in it; `wanted` says of which blocks the ranges are wanted. */
export function heapMapView(
  world: World,
  ids: BlockIds,
  wanted: (block: ShownBlock) => boolean,
): Omit<HeapMapView, 'blocks'> & { blocks: HeapBlockView[] } {
  const { memory } = world.editor
  const pools: PoolView[] = []
  const order: number[] = []
  const blocks: HeapBlockView[] = []
  for (const [id, pool] of [...memory.allocator.pools()].entries()) {
    pools.push(poolView(id, pool))
    const own = [...pool.blockVector.blocks].sort((a, b) => a.id - b.id)
    for (const block of [...own, ...pool.committed]) {
      order.push(ids.of(block))
      if (wanted(block)) blocks.push(blockView(memory, id, ids.of(block), block))
    }
  }
  const { fragmentation, exhaustion, other, last } = memory.failures
  return {
    pools,
    order: Uint32Array.from(order),
    blocks,
    budgets: budgetViews(memory),
    failures: { fragmentation, exhaustion, other, last },
  }
}

/** Usage and budget of each segment group as D3D12MA::GetBudget says them, bytes. */
export function budgetViews(memory: EditorMemory): HeapMapView['budgets'] {
  return [
    { group: 'local', ...budgetOf(memory, SegmentGroup.LOCAL) },
    { group: 'non-local', ...budgetOf(memory, SegmentGroup.NON_LOCAL) },
  ]
}

function budgetOf(memory: EditorMemory, group: SegmentGroup): { usage: number; budget: number } {
  // not GetBudget, which adds the allocator's own statistics up: asked for every frame
  const { CurrentUsage, Budget } = memory.device.queryVideoMemoryInfo(group)
  return { usage: CurrentUsage, budget: Budget }
}

/**
 * One pool of the allocator and what its fragmentation comes to; bytes.
 * @param id that the page knows it by
 */
function poolView(id: number, pool: Pool): PoolView {
  const { name, custom, heapType, linear, alwaysCommitted, blockSize, committed, blockVector } = pool
  const { maxBlockCount } = blockVector.options
  const { fragmentation, blocksNeeded } = measure([pool])
  let committedBytes = 0
  for (const { size } of committed) committedBytes += size
  return {
    id,
    name,
    custom,
    heap: HEAP_OF[heapType],
    algorithm: linear ? 'LINEAR' : 'TLSF',
    alwaysCommitted,
    blockSize,
    maxBlocks: Number.isFinite(maxBlockCount) ? maxBlockCount : 0,
    statistics: statisticsOf(pool),
    committedCount: committed.size,
    committedBytes,
    blocksNeeded,
    fragmentation,
  }
}

function statisticsOf(pool: Pool): AllocatorStatistics {
  const statistics = noStatistics()
  const { blocks } = pool.blockVector
  for (const { metadata } of blocks) {
    statistics.blockCount++
    statistics.blockBytes += metadata.size
    statistics.allocationCount += metadata.allocationCount
    statistics.allocationBytes += metadata.size - metadata.freeBytes
    statistics.unusedRangeCount += metadata.freeRangeCount
  }
  if (statistics.allocationCount > MOST_VISITED) return statistics
  const visit = (_offset: number, size: number, handle: number): void => {
    if (handle < 0) {
      statistics.unusedRangeSizeMin = Math.min(statistics.unusedRangeSizeMin ?? size, size)
      statistics.unusedRangeSizeMax = Math.max(statistics.unusedRangeSizeMax ?? size, size)
    } else {
      statistics.allocationSizeMin = Math.min(statistics.allocationSizeMin ?? size, size)
      statistics.allocationSizeMax = Math.max(statistics.allocationSizeMax ?? size, size)
    }
  }
  for (const { metadata } of blocks) metadata.forEachRange(visit)
  return statistics
}

function blockView(memory: EditorMemory, pool: number, id: number, block: ShownBlock): HeapBlockView {
  const ranges: [offset: number, size: number, allocation: Allocation | null][] = []
  if (block instanceof BlockOf)
    block.metadata.forEachRange((offset, size, handle) =>
      ranges.push([offset, size, handle < 0 ? null : block.allocationOf(handle)]),
    )
  else ranges.push([0, block.size, block])
  const count = ranges.length
  const view = {
    offsets: new Float64Array(count),
    sizes: new Float64Array(count),
    kinds: new Uint8Array(count),
    allocations: new Uint32Array(count),
    flags: new Uint8Array(count),
    nameEnds: new Uint32Array(count),
  }
  let names = ''
  for (const [i, [offset, size, allocation]] of ranges.entries()) {
    const resource = allocation === null ? undefined : memory.of(allocation)
    view.offsets[i] = offset
    view.sizes[i] = size
    // a reserved destination belongs to nobody yet
    view.kinds[i] =
      allocation === null ? FREE : resource === undefined ? DESTINATION : RANGE_KINDS.indexOf(resource.kind)
    view.allocations[i] = allocation === null ? NO_ALLOCATION : allocation.serial
    view.flags[i] = allocation === null ? 0 : flagsOf(allocation, resource)
    names += allocation?.name ?? ''
    view.nameEnds[i] = names.length
  }
  const heap = block instanceof BlockOf ? block.heap : block.getHeap()
  return {
    id,
    pool,
    name: heap?.name ?? '',
    size: block.size,
    committed: !(block instanceof BlockOf),
    allocation: heap?.handle ?? -1,
    ...view,
    names,
  }
}

/** @param resource undefined: a reserved destination */
function flagsOf({ movable, inPass }: Allocation, resource: Suballocation | undefined): number {
  const moving = inPass && resource !== undefined ? RangeFlag.moving : 0
  return (movable ? 0 : RangeFlag.pinned) | moving | mappedFlag(resource?.mapping ?? null)
}

function mappedFlag(mapping: Suballocation['mapping']): number {
  if (mapping === null) return 0
  return mapping.isStale ? RangeFlag.staleMapping : RangeFlag.mapped
}

/** The defragmentation that is under way, or was last, with its moves and curve. */
export function defragmentationView({ editor }: World, ids: BlockIds): DefragmentationView {
  const { state, running, desc, passes, moves, stats, totals, curve, message, refused } = editor.defragmenter
  const { ended: _, ...inAll } = totals
  return {
    state,
    running,
    algorithm: desc.algorithm,
    pool: desc.pool ?? null,
    maxBytesPerPass: desc.maxBytesPerPass,
    maxAllocationsPerPass: desc.maxAllocationsPerPass,
    timePerFrame: desc.timePerFrame,
    bytesPerFrame: desc.bytesPerFrame,
    evicted: desc.evicted,
    passes,
    moves: moves.slice(0, MOST_MOVES).map((one) => ({
      allocation: one.move.source.serial,
      name: one.name,
      bytes: one.size,
      from: ids.of(one.fromBlock),
      fromOffset: one.fromOffset,
      to: ids.of(one.toBlock),
      toOffset: one.toOffset,
      operation: one.move.operation,
      state: one.state,
      because: one.because,
    })),
    moveCount: moves.length,
    ...stats,
    inAll,
    curve: thinned(curve),
    message,
    refused,
  }
}

/** Every so many, the first and the last among them. */
function thinned<T>(points: readonly T[]): T[] {
  const every = Math.ceil(points.length / MOST_POINTS)
  return points.filter((_, i) => i % every === 0 || i === points.length - 1)
}
