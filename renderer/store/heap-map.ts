/**
 * Pools and blocks of the running allocator, and how a frame's deltas change them. Blocks that did not change keep their
 * reference; the holder is new after each change, so that a selector sees it. Knows neither React nor the store.
 */
import type { DefragmentationView, DumpView, HeapBlockView, HeapMapView, PoolView } from '../../preload/contract'

/** What the heap map draws: of the running system, or of an open dump. */
export interface HeapPicture {
  readonly pools: readonly PoolView[]
  /** pool after pool, committed allocations last in each */
  readonly blocks: readonly HeapBlockView[]
}

export interface HeapMapState extends HeapPicture {
  readonly budgets: HeapMapView['budgets']
  readonly failures: HeapMapView['failures']
  readonly byId: ReadonlyMap<number, HeapBlockView>
  /** by the heap's allocation in video memory */
  readonly byAllocation: ReadonlyMap<number, HeapBlockView>
}

export function emptyHeapMap(): HeapMapState {
  return {
    pools: [],
    blocks: [],
    budgets: [],
    failures: { fragmentation: 0, exhaustion: 0, other: 0, last: null },
    byId: new Map(),
    byAllocation: new Map(),
  }
}

/** Takes what a frame brought: `order` says which blocks there are; what it does not bring anew stays as it was. */
export function changeHeapMap(
  before: HeapMapState,
  { pools, order, blocks, budgets, failures }: HeapMapView,
): HeapMapState {
  const changed = new Map(blocks.map((block) => [block.id, block]))
  const ordered: HeapBlockView[] = []
  const byId = new Map<number, HeapBlockView>()
  const byAllocation = new Map<number, HeapBlockView>()
  for (const id of order) {
    const block = changed.get(id) ?? before.byId.get(id)
    if (block === undefined) continue
    ordered.push(block)
    byId.set(id, block)
    if (block.allocation >= 0) byAllocation.set(block.allocation, block)
  }
  return { pools, blocks: ordered, budgets, failures, byId, byAllocation }
}

/** What is shown before the first frame. */
export const NO_DEFRAGMENTATION: DefragmentationView = {
  state: 'idle',
  running: false,
  algorithm: 'balanced',
  pool: null,
  maxBytesPerPass: 0,
  maxAllocationsPerPass: 0,
  timePerFrame: 0,
  bytesPerFrame: 0,
  evicted: 'skip',
  passes: 0,
  moves: [],
  moveCount: 0,
  bytesMoved: 0,
  bytesFreed: 0,
  allocationsMoved: 0,
  heapsFreed: 0,
  inAll: { passes: 0, bytesMoved: 0, allocationsMoved: 0, heapsFreed: 0 },
  curve: [],
  message: null,
  refused: false,
}

/** The running system, or the open dump when that is what is looked at and it is still open. */
export function pictureOf(source: 'live' | 'dump', live: HeapMapState, dump: DumpView | null): HeapPicture {
  return source === 'dump' && dump !== null ? dump : live
}
