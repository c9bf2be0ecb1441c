/**
 * D3D12MA::DefragmentationContext: a process of passes (DF-05 to DF-14, DF-17). Between BeginPass and EndPass the user
 * makes the new resource at each destination, copies, stores the new resource in the temporary allocation with
 * `setResource`, and waits for the copy.
 */
import type { HResultName } from '../../d3d12/hresult'
import type { Allocation, Block } from '../allocation'
import type { Allocator } from '../allocator'
import { NONE } from '../block-metadata'
import type { Pool } from '../pool'
import type { DefragmentationStats, Move, PassResult } from './definitions'
import { type DefragmentationOptions, limitOf } from './options'
import type { Reservation, Room } from './plan-in-progress'
import { PoolProcess } from './pool-process'

export class DefragmentationContext {
  private readonly processes: readonly PoolProcess[]
  private readonly stats: DefragmentationStats = { BytesMoved: 0, BytesFreed: 0, AllocationsMoved: 0, HeapsFreed: 0 }
  /** of the pass that is under way; null: none is */
  private moves: Move[] | null = null
  private ended = false
  private live = true

  /** Made by `beginDefragmentation`. */
  constructor(
    private readonly allocator: Allocator,
    readonly pools: readonly Pool[],
    private readonly options: DefragmentationOptions,
  ) {
    this.processes = pools.map((pool) => new PoolProcess(pool, options))
  }

  /** A pass is under way. */
  get inPass(): boolean {
    return this.moves !== null
  }

  get released(): boolean {
    return !this.live
  }

  /**
   * The moves of the next pass, each with its destination reserved. Can take long, as D3D12MA says of its own.
   * @returns S_FALSE with moves · S_OK without, which ends the process · E_OUTOFMEMORY: nothing is reserved, and it may
   *   be called again · DXGI_ERROR_INVALID_CALL: the pass before has not ended
   * @see spec DF-08, DF-09, DF-13
   */
  beginPass(): PassResult {
    this.requireLive()
    if (this.moves !== null) return { hr: this.refuse('DF-08', 'BeginPass in a pass: EndPass comes first'), moves: [] }
    if (this.ended) return { hr: 'S_OK', moves: [] }
    const { maxBytesPerPass, maxAllocationsPerPass } = this.options
    const room: Room = { bytes: maxBytesPerPass, allocations: maxAllocationsPerPass }
    const moves: Move[] = []
    const reserve = (source: Allocation, block: Block, offset: number) => this.reserve(moves, source, block, offset)
    for (const process of this.processes)
      if (!process.reserve(room, reserve)) {
        for (const move of moves) cancel(move)
        for (const one of this.processes) one.takeBack()
        return { hr: 'E_OUTOFMEMORY', moves: [] }
      }
    this.ended = moves.length === 0
    if (this.ended) return { hr: 'S_OK', moves }
    this.moves = moves
    return { hr: 'S_FALSE', moves }
  }

  /**
   * From the next BeginPass on another limit: what a user can copy in a time depends on what there is to copy (DF-22).
   * @param maxBytesPerPass bytes, 0: no limit
   */
  limitPasses(maxBytesPerPass: number): void {
    this.options.maxBytesPerPass = limitOf(maxBytesPerPass)
  }

  /**
   * Carries out what was chosen for each move, then gives back all heaps that are empty. Everything that uses the old
   * resources must have finished on the GPU.
   * @returns S_FALSE: something was moved or destroyed, another BeginPass should follow · S_OK: nothing was ·
   *   E_INVALIDARG: a COPY whose destination has no resource though the source has one; the pass stays as it is ·
   *   DXGI_ERROR_INVALID_CALL: no pass is under way
   * @see spec DF-11, DF-12, DF-19
   */
  endPass(): HResultName {
    this.requireLive()
    const { moves } = this
    if (moves === null) return this.refuse('DF-08', 'EndPass without a pass: BeginPass comes first')
    const incomplete = moves.find(isIncomplete)
    if (incomplete !== undefined) {
      this.report(
        'DF-11',
        `${nameOf(incomplete.source)} is to be moved by COPY, but its destination has no resource; store the new ` +
          'resource there with setResource, or choose IGNORE or DESTROY',
      )
      return 'E_INVALIDARG'
    }
    this.moves = null
    const before = this.pools.map((pool) => heapsOf(pool))
    let changed = false
    for (const { blockVector } of this.pools) blockVector.beginBatch()
    for (const move of moves) changed = this.endMove(move) || changed
    for (const [index, pool] of this.pools.entries()) {
      pool.blockVector.endBatch()
      if (!pool.released) pool.blockVector.freeEmptyBlocks()
      const { count, bytes } = before[index] as { count: number; bytes: number }
      const after = heapsOf(pool)
      this.stats.HeapsFreed += count - after.count
      this.stats.BytesFreed += bytes - after.bytes
    }
    return changed ? 'S_FALSE' : 'S_OK'
  }

  getStats(): DefragmentationStats {
    return { ...this.stats }
  }

  /** Ends the process; a pass that is under way is cancelled: its destinations are freed, its sources stay. */
  release(): void {
    this.requireLive()
    for (const move of this.moves ?? []) cancel(move)
    this.moves = null
    this.live = false
    for (const process of this.processes) process.end()
  }

  private reserve(moves: Move[], source: Allocation, block: Block, offset: number): Reservation {
    const handle = block.metadata.allocateAt(offset, source.size)
    if (handle === NONE) return 'occupied'
    const { pool, size, alignment } = source
    if (pool.provider.reserveDestination?.(block.heap, offset, size) === 'E_OUTOFMEMORY') {
      block.metadata.free(handle)
      return 'failed'
    }
    const destination = this.allocator.adopt(pool, size, alignment, { block, handle, heap: null })
    destination.name = source.name
    destination.inPass = true
    source.inPass = true
    pool.reserved.add(destination)
    moves.push({ operation: 'COPY', source, destination })
    return 'reserved'
  }

  /** @returns whether anything lies elsewhere now or is gone */
  private endMove(move: Move): boolean {
    const { operation, source, destination } = move
    switch (operation) {
      case 'COPY':
        source.swap(destination)
        this.stats.BytesMoved += source.size
        this.stats.AllocationsMoved++
        break
      case 'IGNORE':
        this.processes.find(({ pool }) => pool === source.pool)?.ignore(source)
        this.report(
          'DF-11',
          `${nameOf(source)} was not moved (IGNORE): packing may stay worse; keep what cannot move in a pool of its own`,
        )
        break
      case 'DESTROY':
        source.inPass = false
        source.release()
    }
    cancel(move)
    return operation !== 'IGNORE'
  }

  private refuse(rule: string, message: string): HResultName {
    this.report(rule, message)
    return 'DXGI_ERROR_INVALID_CALL'
  }

  private report(rule: string, message: string): void {
    this.pools[0]?.report(rule, message)
  }

  private requireLive(): void {
    if (!this.live) throw new RangeError('this defragmentation context was released before')
  }
}

/** The temporary allocation goes, with what it stands for. */
function cancel({ source, destination }: Move): void {
  source.inPass = false
  destination.inPass = false
  destination.pool.reserved.delete(destination)
  destination.release()
}

function isIncomplete({ operation, source, destination }: Move): boolean {
  return operation === 'COPY' && source.getResource() !== null && destination.getResource() === null
}

function nameOf({ name, id }: Allocation): string {
  return name === '' ? `allocation ${id}` : name
}

function heapsOf({ blockVector: { blocks } }: Pool): { count: number; bytes: number } {
  let bytes = 0
  for (const { size } of blocks) bytes += size
  return { count: blocks.length, bytes }
}
