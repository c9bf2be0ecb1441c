import { describe, expect, it } from 'vitest'
import type { Allocation, Block } from '../../../main/d3d12ma/allocation'
import { BlockVector, type BlockVectorOptions, type Placement } from '../../../main/d3d12ma/block-vector'
import { AllocationFlag } from '../../../main/d3d12ma/definitions'
import { MemoryProvider } from '../../../main/d3d12ma/memory-provider'
import { NumberedAllocations } from '../../../main/d3d12ma/numbered-allocations'

const MIB = 1024 * 1024

function vectorOf(options: Partial<BlockVectorOptions> = {}, capacity = 1024 * MIB) {
  const provider = new MemoryProvider({ capacity })
  const vector = new BlockVector({
    name: 'proxies',
    heapType: 'DEFAULT',
    blockSize: 64 * MIB,
    explicitBlockSize: false,
    minBlockCount: 0,
    maxBlockCount: Number.POSITIVE_INFINITY,
    linear: false,
    heapAlignment: 64 * 1024,
    provider,
    allocations: new NumberedAllocations<Allocation>(),
    budget: { withinBudget: () => Number.POSITIVE_INFINITY },
    ...options,
  })
  const allocate = (mib: number, flags = 0): Extract<Placement, { hr: 'S_OK' }> => {
    const placement = vector.allocate(mib * MIB, 1, flags)
    if (placement.block === null) throw new Error(placement.because)
    return placement
  }
  return { vector, provider, allocate }
}

/** Blocks of 8 MiB, each with what is written for it, in MiB. */
function filled(blocks: readonly number[][], options: Partial<BlockVectorOptions> = {}) {
  const set = vectorOf({ blockSize: 8 * MIB, explicitBlockSize: true, ...options })
  const handles = blocks.map((sizes) => {
    const { block } = set.vector.addBlock(8 * MIB)
    if (block === null) throw new Error('expected a block')
    return { block, handles: sizes.map((mib) => block.metadata.allocate(mib * MIB, 1)) }
  })
  const free = (block: number, at: number) => {
    const { block: of, handles: all } = handles[block] as { block: Block; handles: number[] }
    set.vector.free(of, all[at] as number)
  }
  return { ...set, free }
}

const idsOf = ({ blocks }: BlockVector): number[] => blocks.map(({ id }) => id)
const mibOf = ({ blocks }: BlockVector): number[] => blocks.map(({ size }) => size / MIB)

describe('the size of a new block [DF-01]', () => {
  it('is an eighth of the preferred one, and doubles until it is that', () => {
    const { vector, allocate } = vectorOf()
    // each takes what the block before has left no room for
    for (const mib of [1, 8, 16, 32, 64]) allocate(mib)
    expect(mibOf(vector)).toEqual([8, 16, 32, 64, 64])
  })

  it('is at least twice the request', () => {
    for (const [request, size] of [
      [4, 8],
      [5, 16],
      [16, 32],
      [17, 64],
      [64, 64],
    ] as const) {
      const { vector, allocate } = vectorOf()
      allocate(request)
      expect(mibOf(vector)).toEqual([size])
    }
  })

  it('is the one that was asked for, where one was', () => {
    const { vector, allocate } = vectorOf({ explicitBlockSize: true })
    allocate(1)
    expect(mibOf(vector)).toEqual([64])
  })

  it.each([
    // begins at 16, as 8 is less than twice 5; the device gives 8
    [5, 12, 8],
    // begins at 8, an eighth: no smaller one is tried
    [1, 7, 'E_OUTOFMEMORY'],
    // 32, then 16, refused both; 8 would not take it
    [9, 12, 'E_OUTOFMEMORY'],
  ])('halves where the device gives no larger one: %d MiB of %d left get %s', (request, capacity, expected) => {
    const { vector } = vectorOf({}, capacity * MIB)
    const placement = vector.allocate(request * MIB, 1, 0)
    if (typeof expected === 'number') expect(mibOf(vector)).toEqual([expected])
    else expect(placement).toMatchObject({ hr: expected, reason: 'device' })
  })

  it('does not halve where it was asked for', () => {
    const { vector } = vectorOf({ explicitBlockSize: true }, 32 * MIB)
    expect(vector.allocate(MIB, 1, 0)).toMatchObject({ hr: 'E_OUTOFMEMORY', reason: 'device' })
  })

  it('halves to what the budget has left, for who asks to keep to it', () => {
    const { vector } = vectorOf({ budget: { withinBudget: () => 8 * MIB } })
    expect(vector.allocate(5 * MIB, 1, AllocationFlag.WITHIN_BUDGET).hr).toBe('S_OK')
    expect(mibOf(vector)).toEqual([8])
    expect(vector.allocate(9 * MIB, 1, AllocationFlag.WITHIN_BUDGET)).toMatchObject({ reason: 'budget' })
    expect(vector.allocate(9 * MIB, 1, 0).hr).toBe('S_OK')
  })
})

describe('a request is refused, and says why [DF-03]', () => {
  it.each([
    ['too-large', { maxBlockCount: 2 }, 65, 0],
    ['never-allocate', {}, 1, AllocationFlag.NEVER_ALLOCATE],
    ['exhausted', { maxBlockCount: 0 }, 1, 0],
    ['invalid', { linear: true }, 1, AllocationFlag.UPPER_ADDRESS],
    ['invalid', { maxBlockCount: 1 }, 1, AllocationFlag.UPPER_ADDRESS],
  ] as const)('%s %j', (reason, options, mib, flags) => {
    const { vector, provider } = vectorOf(options)
    expect(vector.allocate(mib * MIB, 1, flags)).toMatchObject({ block: null, reason })
    expect(provider.heaps.size).toBe(0)
  })

  it('only where no block takes it: one whose free bytes are in ranges too small is passed over', () => {
    const { vector, free, allocate } = filled([[2, 2, 2, 2], [4]], { maxBlockCount: 2 })
    free(0, 0)
    free(0, 2)
    // 2 + 2 free in block 0, 4 in block 1
    expect([vector.freeBytes, vector.largestFreeRange, vector.allocationCount]).toEqual([8 * MIB, 4 * MIB, 3])
    expect(vector.allocate(5 * MIB, 1, 0)).toMatchObject({ reason: 'exhausted' })
    expect(allocate(3).block.id).toBe(1)
  })
})

describe('the order in which blocks are tried [DF-01]', () => {
  it('is from the first on, which is the fullest; MIN_TIME begins with the last', () => {
    expect(filled([[6], [2]]).allocate(1).block.id).toBe(0)
    expect(filled([[6], [2]]).allocate(1, AllocationFlag.STRATEGY_MIN_TIME).block.id).toBe(1)
    expect(filled([[6], [2]]).allocate(3).block.id).toBe(1)
  })

  it('changes by one step with each release: an emptier block behind the next fuller one', () => {
    const { vector, free } = filled([[4, 4], [8], [2, 1, 4]])
    // free: 4, 0, 1
    free(0, 0)
    expect(idsOf(vector)).toEqual([1, 0, 2])
    // free: 0, 4, 2
    free(2, 1)
    expect(idsOf(vector)).toEqual([1, 2, 0])
    free(2, 0)
    expect(idsOf(vector)).toEqual([1, 2, 0])
  })

  it('stays as it is while a pool is defragmented, and always in a linear one [DF-09]', () => {
    const defragmented = filled([[4, 4], [8]])
    defragmented.vector.sorting = false
    defragmented.free(0, 0)
    expect(idsOf(defragmented.vector)).toEqual([0, 1])
    const linear = filled([[4, 4], [8]], { linear: true })
    linear.free(0, 0)
    expect(idsOf(linear.vector)).toEqual([0, 1])
  })

  it('is another one when it is arranged', () => {
    const { vector, allocate } = filled([[1], [1]])
    vector.arrange(vector.blocks.toReversed())
    expect(idsOf(vector)).toEqual([1, 0])
    expect(allocate(1).block.id).toBe(1)
  })
})

describe('empty blocks [DF-12]', () => {
  it('one is kept for what comes next, a second one goes at once', () => {
    const { vector, provider, free } = filled([[8], [8], [8]])
    free(0, 0)
    expect(vector.blocks).toHaveLength(3)
    free(2, 0)
    expect([idsOf(vector), provider.heaps.size]).toEqual([[1, 0], 2])
  })

  it('one that was used again is no empty one', () => {
    const { vector, free, allocate } = filled([[8], [8]])
    free(0, 0)
    allocate(8)
    free(1, 0)
    expect(vector.blocks).toHaveLength(2)
  })

  it('go together at the end of a batch', () => {
    const { vector, provider, free } = filled([[8], [8], [8]])
    vector.beginBatch()
    for (const block of [0, 1, 2]) free(block, 0)
    expect(provider.heaps.size).toBe(3)
    vector.endBatch()
    expect([vector.blocks.length, provider.heaps.size]).toEqual([1, 1])
    // the batch is over
    expect(vector.allocate(8 * MIB, 1, 0).hr).toBe('S_OK')
    vector.endBatch()
    expect(vector.blocks).toHaveLength(1)
  })

  it('all go when they are given back, the last first, but for the least number of the pool', () => {
    const { vector } = filled([[], [1], [], []], { minBlockCount: 2 })
    expect(vector.freeEmptyBlocks()).toEqual({ count: 2, bytes: 16 * MIB })
    expect(idsOf(vector)).toEqual([0, 1])
    expect(vector.freeEmptyBlocks()).toEqual({ count: 0, bytes: 0 })
  })

  it('are kept by a pool that has no more than its least number', () => {
    const { vector, free } = filled([[8], [8]], { minBlockCount: 2 })
    free(0, 0)
    free(1, 0)
    expect(vector.blocks).toHaveLength(2)
  })
})

describe('blocks', () => {
  it('have numbers that are not used again, and take one that a dump gives them [DF-23]', () => {
    const { vector, provider } = vectorOf({ blockSize: MIB })
    const added = [vector.addBlock(MIB), vector.addBlock(MIB, 7), vector.addBlock(MIB)]
    expect(added.map(({ block }) => block?.id)).toEqual([0, 7, 8])
    expect([...provider.heaps].map(({ name }) => name)).toEqual([
      'proxies block 0',
      'proxies block 7',
      'proxies block 8',
    ])
    vector.freeEmptyBlocks()
    expect(vector.addBlock(MIB).block?.id).toBe(9)
  })

  it('a pool has its least number from the start, or the device’s reason why not [DF-01]', () => {
    const whole = vectorOf({ minBlockCount: 3 })
    expect(whole.vector.createMinBlocks().next()).toEqual({ done: true, value: 'S_OK' })
    expect(mibOf(whole.vector)).toEqual([64, 64, 64])
    const short = vectorOf({ minBlockCount: 3 }, 128 * MIB)
    expect(short.vector.createMinBlocks().next()).toEqual({ done: true, value: 'E_OUTOFMEMORY' })
  })

  it('go with their pool, whatever is in them', () => {
    const { vector, provider } = filled([[8], []])
    vector.destroy()
    expect([vector.blocks.length, provider.heaps.size]).toEqual([0, 0])
  })
})
