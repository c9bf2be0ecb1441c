/**
 * Random pools and random calls around and within passes. Memory is modelled as what was written at a heap and offset:
 * a copy moves it, and each allocation must find its own there, whatever happened.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Allocation, Block } from '../../../../main/d3d12ma/allocation'
import type { DefragmentationContext } from '../../../../main/d3d12ma/defragmentation/context'
import { ALGORITHMS, flagOf, type Move } from '../../../../main/d3d12ma/defragmentation/definitions'
import { Rng } from '../../../../main/sim/rng'
import { MIB, World } from './support'

const KIB = 1024
const BLOCK = 8 * MIB

interface Case {
  seed: number
  algorithm: (typeof ALGORITHMS)[number]
  allocations: number
  /** percent that are freed before it begins */
  freed: number
  /** percent that are pinned */
  pinned: number
  maxBytesPerPass: number
  maxAllocationsPerPass: number
  /** percent of the moves that are refused, and destroyed */
  ignored: number
  destroyed: number
  /** calls of others in each pass, for so many passes */
  calls: number
  busyPasses: number
}

const cases = fc.record<Case>({
  seed: fc.nat(2 ** 31),
  algorithm: fc.constantFrom(...ALGORITHMS),
  allocations: fc.integer({ min: 1, max: 90 }),
  freed: fc.constantFrom(0, 20, 50, 80),
  pinned: fc.constantFrom(0, 0, 10, 50),
  maxBytesPerPass: fc.constantFrom(0, 0, 300 * KIB, MIB, 5 * MIB),
  maxAllocationsPerPass: fc.constantFrom(0, 0, 1, 2, 7),
  ignored: fc.constantFrom(0, 0, 20, 100),
  destroyed: fc.constantFrom(0, 0, 20),
  calls: fc.constantFrom(0, 0, 1, 5),
  busyPasses: fc.nat(8),
})

class Model {
  readonly world = new World()
  readonly pool = this.world.pool([])
  readonly rng: Rng
  readonly live = new Set<Allocation>()
  /** what was written: by heap and offset */
  private readonly memory = new Map<string, Allocation>()
  /** the order of blocks as the model knows it */
  readonly order: Block[] = []
  readonly refused = new Set<Allocation>()
  made = 0

  constructor(readonly options: Case) {
    this.rng = new Rng(options.seed)
    for (let i = 0; i < options.allocations; i++) this.allocate()
    for (const allocation of [...this.live]) if (this.chance(options.freed)) this.release(allocation)
  }

  chance(percent: number): boolean {
    return this.rng.below(100) < percent
  }

  allocate(): void {
    const alignment = this.chance(20) ? 4 * KIB : 64 * KIB
    const size = (1 + this.rng.below(this.chance(70) ? 12 : 60)) * 64 * KIB
    const desc = { customPool: this.pool, movable: !this.chance(this.options.pinned) }
    const { allocation } = this.world.allocator.allocateMemory(desc, size, alignment)
    if (allocation === null) throw new Error('a pool without limits refused to grow')
    this.live.add(allocation)
    this.memory.set(placeOf(allocation), allocation)
    this.made++
  }

  release(allocation: Allocation): void {
    const place = placeOf(allocation)
    const inPass = allocation.inPass
    const hr = allocation.release()
    expect(hr).toBe(inPass ? 'DXGI_ERROR_INVALID_CALL' : 'S_OK')
    if (inPass) return
    this.live.delete(allocation)
    this.memory.delete(place)
  }

  /** What others do meanwhile. */
  disturb(): void {
    for (let i = 0; i < this.options.calls; i++) {
      const some = [...this.live][this.rng.below(Math.max(1, this.live.size))]
      if (this.chance(50) || some === undefined) this.allocate()
      else this.release(some)
    }
  }

  noteBlocks(): void {
    for (const block of this.pool.blockVector.blocks) if (!this.order.includes(block)) this.order.push(block)
  }

  /** Chooses an operation for each move, and copies. */
  endPass(moves: readonly Move[]): void {
    for (const move of moves) {
      if (this.chance(this.options.ignored)) move.operation = 'IGNORE'
      else if (this.chance(this.options.destroyed)) move.operation = 'DESTROY'
      if (move.operation === 'IGNORE') this.refused.add(move.source)
      const contents = this.memory.get(placeOf(move.source)) as Allocation
      if (move.operation !== 'IGNORE') this.memory.delete(placeOf(move.source))
      if (move.operation === 'COPY') this.memory.set(placeOf(move.destination), contents)
      if (move.operation === 'DESTROY') this.live.delete(move.source)
    }
  }

  check(): void {
    const { allocator } = this.world
    expect(allocator.allocations.count).toBe(this.live.size)
    expect(this.memory.size).toBe(this.live.size)
    let bytes = 0
    for (const allocation of this.live) {
      expect(this.memory.get(placeOf(allocation))).toBe(allocation)
      expect(allocation.getOffset() % allocation.alignment).toBe(0)
      bytes += allocation.size
    }
    expect(this.pool.getStatistics().AllocationBytes).toBe(bytes)
    for (const block of this.pool.blockVector.blocks) checkBlock(block)
    expect(this.world.provider.heaps.size).toBe(this.pool.blockVector.blocks.length)
  }
}

function placeOf(allocation: Allocation): string {
  return `${allocation.getHeap()?.handle} ${allocation.getOffset()}`
}

function checkBlock(block: Block): void {
  let end = 0
  for (const allocation of block) {
    expect(allocation.getOffset()).toBeGreaterThanOrEqual(end)
    end = allocation.getOffset() + allocation.size
  }
  expect(end).toBeLessThanOrEqual(BLOCK)
}

function checkMoves(model: Model, moves: readonly Move[]): void {
  const { order, options } = model
  const { maxAllocationsPerPass, maxBytesPerPass } = options
  let bytes = 0
  for (const { source, destination } of moves) {
    expect([destination.size, destination.alignment]).toEqual([source.size, source.alignment])
    expect(source.movable).toBe(true)
    expect(model.refused.has(source)).toBe(false)
    const [from, to] = [order.indexOf(source.block as Block), order.indexOf(destination.block as Block)]
    expect(to === from ? destination.getOffset() < source.getOffset() : to < from).toBe(true)
    bytes += source.size
  }
  if (maxBytesPerPass > 0) expect(bytes).toBeLessThanOrEqual(maxBytesPerPass)
  if (maxAllocationsPerPass > 0) expect(moves.length).toBeLessThanOrEqual(maxAllocationsPerPass)
}

/** What FULL, and any algorithm in a pool of one block, leaves nowhere: free space before something that fits there (DF-16). */
function checkTight({ order, pool, refused, options }: Model): void {
  const { blocks } = pool.blockVector
  if (options.algorithm !== 'full' && blocks.length > 1) return
  const most = options.maxBytesPerPass || Number.POSITIVE_INFINITY
  const gaps: [from: number, to: number][] = []
  for (const block of blocks.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))) {
    let end = 0
    for (const allocation of block) {
      const { alignment, size, movable } = allocation
      if (allocation.getOffset() > end) gaps.push([end, allocation.getOffset()])
      end = allocation.getOffset() + size
      if (!movable || size > most || refused.has(allocation)) continue
      for (const [from, to] of gaps) expect(Math.ceil(from / alignment) * alignment + size).toBeGreaterThan(to)
    }
    if (end < block.size) gaps.push([end, block.size])
  }
}

/** @returns how many passes it took */
function run(model: Model, context: DefragmentationContext): number {
  model.order.push(...model.pool.blockVector.blocks)
  for (let passes = 0; ; passes++) {
    // each allocation moves a few times at most
    expect(passes).toBeLessThanOrEqual(3 * model.made + 3)
    model.noteBlocks()
    const { hr, moves } = context.beginPass()
    expect(hr).toBe(moves.length > 0 ? 'S_FALSE' : 'S_OK')
    if (hr === 'S_OK') {
      checkTight(model)
      return passes
    }
    checkMoves(model, moves)
    if (passes < model.options.busyPasses) model.disturb()
    model.endPass(moves)
    const blocks = model.pool.blockVector.blocks.length
    const changed = moves.some(({ operation }) => operation !== 'IGNORE')
    expect(context.endPass()).toBe(changed ? 'S_FALSE' : 'S_OK')
    expect(model.pool.blockVector.blocks.length).toBeLessThanOrEqual(blocks)
    model.check()
  }
}

describe('a process on any pool, with others at work and moves refused and destroyed', () => {
  it('keeps contents, places, limits and what was refused or pinned, and ends tight [DF-09, DF-11 to DF-14, DF-16, DF-18 to DF-20]', () => {
    let moved = 0
    fc.assert(
      fc.property(cases, (options) => {
        const model = new Model(options)
        model.check()
        const { algorithm, maxAllocationsPerPass, maxBytesPerPass } = options
        const desc = { flags: flagOf(algorithm), maxAllocationsPerPass, maxBytesPerPass }
        const context = model.world.begin(desc, model.pool)
        run(model, context)
        moved += context.getStats().AllocationsMoved
        context.release()
        model.check()
      }),
      { numRuns: 400 },
    )
    // the cases are such that much moves
    expect(moved).toBeGreaterThan(400)
  })

  it('cancels a pass whole when the context is released in it [DF-08, DF-11]', () => {
    fc.assert(
      fc.property(cases, (options) => {
        const model = new Model(options)
        const context = model.world.begin({ flags: flagOf(options.algorithm) }, model.pool)
        context.beginPass()
        model.disturb()
        context.release()
        model.check()
        for (const allocation of [...model.live]) model.release(allocation)
      }),
      { numRuns: 100 },
    )
  })
})
