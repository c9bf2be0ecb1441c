import { describe, expect, it } from 'vitest'
import type { ResourceDesc } from '../../../main/d3d12/resource-desc'
import type { Allocation } from '../../../main/d3d12ma/allocation'
import type { AllocationDesc } from '../../../main/d3d12ma/allocation-request'
import { AllocationFlag } from '../../../main/d3d12ma/definitions'
import type { MemoryProvider } from '../../../main/d3d12ma/memory-provider'
import { buffer, granted, KiB, MiB, setUp } from './allocating'

const { COMMITTED, NEVER_ALLOCATE, STRATEGY_MIN_TIME, WITHIN_BUDGET } = AllocationFlag

describe('default pools [DF-01]', () => {
  it('there is one per heap type, of blocks of up to 64 MiB', () => {
    const { allocator, provider } = setUp()
    for (const heapType of ['DEFAULT', 'UPLOAD', 'READBACK'] as const)
      for (let i = 0; i < 3; i++) granted(allocator.createResource({ heapType }, buffer(20 * MiB)))
    const heaps = [...provider.heaps].map(({ type, size }) => [type, size])
    expect(heaps).toEqual([
      ['DEFAULT', 64 * MiB],
      ['UPLOAD', 64 * MiB],
      ['READBACK', 64 * MiB],
    ])
    expect(allocator.defaults.map(({ allocationCount }) => allocationCount)).toEqual([3, 3, 3])
  })

  const sizesOf = (provider: MemoryProvider) => [...provider.heaps].map(({ size }) => size / MiB)

  it('where no block size was given blocks begin with an eighth, and double', () => {
    const { allocator, provider } = setUp()
    for (let i = 0; i < 8 + 16 + 32 + 64 + 1; i++) granted(allocator.createResource({}, buffer(MiB)))
    expect(sizesOf(provider)).toEqual([8, 16, 32, 64, 64])
  })

  it.each([
    // at least twice the request, and above every block that there is
    [[4], [8]],
    [[4.5], [16]],
    [[9], [32]],
    [[17], [64]],
    [
      [9, 9, 9, 9],
      [32, 64],
    ],
    [
      [1, 7, 1],
      [8, 16],
    ],
  ])('requests of %j MiB are placed in new blocks of %j MiB', (requests, blocks) => {
    const { allocator, provider } = setUp()
    for (const size of requests) granted(allocator.createResource({}, buffer(size * MiB)))
    expect(sizesOf(provider)).toEqual(blocks)
  })

  it('a custom pool without a block size grows as they do, one with it does not', () => {
    const { allocator, provider } = setUp({}, { preferredBlockSize: 16 * MiB })
    for (const desc of [{}, { blockSize: 16 * MiB }, { minBlockCount: 1 }]) {
      const { pool } = allocator.createPool({ heapType: 'DEFAULT', ...desc })
      if (pool === null) throw new Error('no pool')
      granted(allocator.createResource({ customPool: pool }, buffer(MiB)))
    }
    // the blocks that a pool is never without have the whole size
    expect(sizesOf(provider)).toEqual([2, 16, 16])
  })

  it('a smaller block is tried when a larger one cannot be made, down to what takes the request, thrice in all', () => {
    const left = (capacity: number, request: number) => {
      const { allocator, provider } = setUp({ capacity: (8 + 16 + 32 + capacity) * MiB })
      for (let i = 0; i < 56; i++) granted(allocator.createResource({}, buffer(MiB)))
      const { allocation } = allocator.createResource({ flags: AllocationFlag.WITHIN_BUDGET }, buffer(request * MiB))
      return [sizesOf(provider).slice(3), allocation?.committed]
    }
    expect(left(63, 2)).toEqual([[32], false])
    expect(left(31, 2)).toEqual([[16], false])
    expect(left(15, 2)).toEqual([[8], false])
    expect(left(7, 2)).toEqual([[], true])
    // 8 MiB would not take it
    expect(left(15, 9)).toEqual([[], true])
  })

  it('an explicit size is never halved', () => {
    const { allocator } = setUp({ capacity: 15 * MiB })
    const { pool } = allocator.createPool({ heapType: 'DEFAULT', blockSize: 16 * MiB })
    if (pool === null) throw new Error('no pool')
    const { failure } = allocator.createResource({ customPool: pool }, buffer(MiB))
    expect(failure).toMatchObject({ reason: 'device' })
  })

  it('a buffer of at most 32 KiB is committed, but for MIN_TIME; a small texture and a larger buffer are not', () => {
    const { allocator } = setUp()
    const texture: ResourceDesc = { dimension: 'texture2d', width: 16, height: 16, format: 'R8_UNORM' }
    const committed = (desc: AllocationDesc, resource: ResourceDesc) =>
      granted(allocator.createResource(desc, resource)).committed
    expect(committed({}, buffer(32 * KiB))).toBe(true)
    expect(committed({}, buffer(32 * KiB + 1))).toBe(false)
    expect(committed({ flags: STRATEGY_MIN_TIME }, buffer(32 * KiB))).toBe(false)
    // into what is there only
    expect(committed({ flags: NEVER_ALLOCATE }, buffer(32 * KiB))).toBe(false)
    expect(committed({}, texture)).toBe(false)
    expect(committed({}, { ...texture, alignment: 4 * KiB })).toBe(false)
    // memory alone is no buffer, unless the user says so
    expect(granted(allocator.allocateMemory({}, 64 * KiB)).committed).toBe(false)
    const told = granted(allocator.allocateMemory({}, 64 * KiB, 0, buffer(4 * KiB)))
    expect([told.committed, told.getHeap()?.size]).toEqual([true, 64 * KiB])
  })

  it('a small buffer is placed where the device gives it no heap of its own', () => {
    const { allocator } = setUp({ capacity: 8 * MiB })
    granted(allocator.createResource({}, buffer(MiB)))
    expect(granted(allocator.createResource({}, buffer(KiB))).committed).toBe(false)
  })

  it('a resource larger than half a block is committed, one of exactly half is not', () => {
    const { allocator, provider } = setUp()
    const half = granted(allocator.createResource({}, buffer(32 * MiB)))
    const more = granted(allocator.createResource({ name: 'large' }, buffer(32 * MiB + 1)))
    expect([half.committed, more.committed]).toEqual([false, true])
    expect(more).toMatchObject({ block: null, size: 32 * MiB + 64 * KiB })
    expect([more.getHeap(), more.getOffset(), more.getResource()?.name]).toEqual([null, 0, 'large'])
    expect(provider.heaps.size).toBe(1)
    expect(allocator.getBudget(0).Stats).toEqual({
      BlockCount: 2,
      AllocationCount: 2,
      BlockBytes: 96 * MiB + 64 * KiB,
      AllocationBytes: 64 * MiB + 64 * KiB,
    })
  })

  it('COMMITTED asks for a heap of its own, and an allocator may always give one', () => {
    const { allocator } = setUp()
    expect(granted(allocator.createResource({ flags: COMMITTED }, buffer(MiB))).committed).toBe(true)
    const always = setUp({}, { alwaysCommitted: true })
    expect(granted(always.allocator.createResource({}, buffer(MiB))).committed).toBe(true)
    expect(always.provider.heaps.size).toBe(0)
  })

  it('what prefers a heap of its own goes into a block when the device gives none', () => {
    const { allocator } = setUp({ capacity: 64 * MiB })
    // its block has 64 MiB
    granted(allocator.createResource({}, buffer(20 * MiB)))
    expect(granted(allocator.createResource({}, buffer(40 * MiB))).committed).toBe(false)
  })

  it('what no block can be made for gets a heap of its own', () => {
    const { allocator } = setUp({ capacity: 69 * MiB + 512 * KiB })
    granted(allocator.createResource({}, buffer(30 * MiB)))
    granted(allocator.createResource({}, buffer(30 * MiB)))
    // not even the smallest one, of 8 MiB
    expect(granted(allocator.createResource({}, buffer(5 * MiB))).committed).toBe(true)
  })

  it('memory alone may be committed too, with a heap to see', () => {
    const { allocator, provider } = setUp()
    const allocation = granted(allocator.allocateMemory({ name: 'own' }, 40 * MiB))
    expect(allocation.getHeap()).toMatchObject({ name: 'own', size: 40 * MiB, type: 'DEFAULT' })
    allocation.release()
    expect(provider.heaps.size).toBe(0)
  })
})

describe('what a resource needs [DF-02]', () => {
  it('is what GetResourceAllocationInfo says: size, alignment, and an offset that keeps it', () => {
    const { allocator } = setUp()
    const small: ResourceDesc = {
      dimension: 'texture2d',
      width: 16,
      height: 16,
      format: 'R8G8B8A8_UNORM',
      alignment: 4 * KiB,
    }
    const first = granted(allocator.createResource({}, small))
    const second = granted(allocator.createResource({}, small))
    const third = granted(allocator.createResource({}, buffer(33 * KiB)))
    expect([first, second, third].map((a) => [a.getOffset(), a.getSize(), a.getAlignment()])).toEqual([
      [0, 4 * KiB, 4 * KiB],
      [4 * KiB, 4 * KiB, 4 * KiB],
      [64 * KiB, 64 * KiB, 64 * KiB],
    ])
    const multisampled: ResourceDesc = { ...small, width: 256, height: 256, sampleCount: 4, alignment: 0 }
    expect(granted(allocator.createResource({}, multisampled)).getOffset() % (4 * MiB)).toBe(0)
  })

  it.each<[string, AllocationDesc, ResourceDesc]>([
    ['a description that no device accepts', {}, buffer(0)],
    ['COMMITTED with NEVER_ALLOCATE', { flags: COMMITTED | NEVER_ALLOCATE }, buffer(1)],
    ['UPPER_ADDRESS in a pool of blocks', { flags: AllocationFlag.UPPER_ADDRESS }, buffer(MiB)],
  ])('%s is E_INVALIDARG', (_title, desc, resource) => {
    const { allocator, provider } = setUp()
    expect(allocator.createResource(desc, resource)).toMatchObject({
      hr: 'E_INVALIDARG',
      allocation: null,
      failure: { reason: 'invalid' },
    })
    expect(provider.heaps.size + provider.resources.size + allocator.allocations.count).toBe(0)
  })

  it('an alignment is a power of two, a size a whole number', () => {
    const { allocator } = setUp()
    expect(allocator.allocateMemory({}, MiB, 3).hr).toBe('E_INVALIDARG')
    expect(allocator.allocateMemory({}, 0.5).hr).toBe('E_INVALIDARG')
  })
})

describe('failure [DF-03]', () => {
  /** A pool of two blocks of 64 MiB, full but for every second MiB: 64 MiB free, no 2 MiB together. */
  function checkerboard() {
    const set = setUp()
    const { pool } = set.allocator.createPool({ heapType: 'DEFAULT', blockSize: 64 * MiB, maxBlockCount: 2 })
    if (pool === null) throw new Error('no pool')
    const all = Array.from({ length: 128 }, () =>
      granted(set.allocator.createResource({ customPool: pool }, buffer(MiB))),
    )
    all.forEach((allocation, index) => {
      if (index % 2 === 0) allocation.release()
    })
    return { ...set, pool, left: all.filter(({ released }) => !released) }
  }

  it('says that enough is free but scattered, and takes the request once it is not', () => {
    const { allocator, pool, left } = checkerboard()
    const { hr, failure } = allocator.createResource({ customPool: pool }, buffer(8 * MiB))
    expect(hr).toBe('E_OUTOFMEMORY')
    expect(failure).toMatchObject({ reason: 'fragmentation', freeBytes: 64 * MiB, largestFreeRange: MiB })
    expect(failure?.message).toMatch(
      /8388608 bytes in pool DEFAULT.*all 2 blocks.*largest free range has 1048576.*defrag/,
    )
    for (const allocation of left.slice(0, 8)) allocation.release()
    expect(allocator.createResource({ customPool: pool }, buffer(8 * MiB)).hr).toBe('S_OK')
  })

  it('tells true exhaustion apart', () => {
    const { allocator, pool } = checkerboard()
    for (let i = 0; i < 60; i++) granted(allocator.createResource({ customPool: pool }, buffer(MiB)))
    const { hr, failure } = allocator.createResource({ customPool: pool }, buffer(8 * MiB))
    expect([hr, failure?.reason, failure?.freeBytes]).toEqual(['E_OUTOFMEMORY', 'exhausted', 4 * MiB])
    expect(failure?.message).not.toMatch(/defrag/)
  })

  it('a pool that may grow makes a new block instead', () => {
    const { allocator, provider } = setUp()
    const all = Array.from({ length: 8 }, () => granted(allocator.createResource({}, buffer(MiB))))
    expect(provider.heaps.size).toBe(1)
    all.forEach((allocation, index) => {
      if (index % 2 === 0) allocation.release()
    })
    granted(allocator.createResource({}, buffer(2 * MiB)))
    expect(provider.heaps.size).toBe(2)
  })

  it.each([
    ['the device refuses', { capacity: 64 * MiB }, 0, 'device'],
    ['NEVER_ALLOCATE', {}, NEVER_ALLOCATE, 'never-allocate'],
    ['WITHIN_BUDGET', { budget: 100 * MiB, capacity: 1024 * MiB }, WITHIN_BUDGET, 'budget'],
  ])('%s: the reason says so, and no heap is made', (_title, options, flags, reason) => {
    const { allocator, provider } = setUp(options)
    const { pool } = allocator.createPool({ heapType: 'DEFAULT', blockSize: 64 * MiB })
    const customPool = pool ?? allocator.defaultPools.DEFAULT
    const desc = { customPool, flags: flags & ~NEVER_ALLOCATE }
    for (let i = 0; i < 2; i++) granted(allocator.createResource(desc, buffer(31 * MiB)))
    const result = allocator.createResource({ customPool, flags }, buffer(3 * MiB))
    expect([result.hr, result.failure?.reason]).toEqual(['E_OUTOFMEMORY', reason])
    expect(provider.heaps.size).toBe(1)
    expect(allocator.createResource({ customPool, flags }, buffer(2 * MiB)).hr).toBe('S_OK')
  })

  it('what must have a heap of its own did not fail for scattered bytes', () => {
    const { allocator } = setUp({ capacity: 9 * MiB })
    granted(allocator.createResource({}, buffer(MiB)))
    expect(allocator.createResource({ flags: COMMITTED }, buffer(2 * MiB)).failure).toMatchObject({
      reason: 'device',
      freeBytes: 7 * MiB,
    })
  })

  it('of what only a heap of its own could hold it is said that the device had none, not that blocks are smaller [DF-01]', () => {
    const { allocator } = setUp({ capacity: 96 * MiB })
    const { failure } = allocator.createResource({}, buffer(100 * MiB))
    expect(failure).toMatchObject({ reason: 'device', message: expect.stringContaining('E_OUTOFMEMORY') })
    expect(failure?.message).not.toContain('a new block of the pool')
  })

  it('a request that no block of the pool could ever take is too large, however much is free', () => {
    const { allocator } = setUp()
    const { pool } = allocator.createPool({ heapType: 'DEFAULT', blockSize: 4 * MiB, minBlockCount: 3 })
    const desc = { customPool: pool ?? allocator.defaultPools.DEFAULT }
    expect(allocator.createResource(desc, buffer(5 * MiB)).failure?.reason).toBe('too-large')
  })
})

describe('the choice of the block [DF-01]', () => {
  it('is the fullest that has room, and the emptiest for MIN_TIME', () => {
    const { allocator } = setUp()
    const { pool } = allocator.createPool({ heapType: 'DEFAULT', blockSize: 16 * MiB, minBlockCount: 2 })
    const customPool = pool ?? allocator.defaultPools.DEFAULT
    const make = (size: number, flags = 0) =>
      granted(allocator.createResource({ customPool, flags }, buffer(size))).block?.id
    expect(make(12 * MiB)).toBe(0)
    expect(make(8 * MiB)).toBe(1)
    expect(make(2 * MiB)).toBe(0)
    expect(make(2 * MiB, STRATEGY_MIN_TIME)).toBe(1)
  })

  it('follows what is freed: the order of blocks goes towards fuller first', () => {
    const { allocator } = setUp()
    const { pool } = allocator.createPool({ heapType: 'DEFAULT', blockSize: 16 * MiB })
    const customPool = pool ?? allocator.defaultPools.DEFAULT
    const make = (size: number) => granted(allocator.createResource({ customPool }, buffer(size)))
    const [first, small, second] = [12 * MiB, 4 * MiB, 12 * MiB].map(make)
    expect([first, small, second].map((allocation) => allocation?.block?.id)).toEqual([0, 0, 1])
    first?.release()
    expect(make(MiB).block?.id).toBe(1)
  })

  it('of empty blocks one is kept for what comes next; freeEmptyBlocks gives back all but the least number', () => {
    const { allocator, provider } = setUp()
    const { pool } = allocator.createPool({ heapType: 'DEFAULT', blockSize: 4 * MiB })
    const customPool = pool ?? allocator.defaultPools.DEFAULT
    const all = Array.from({ length: 3 }, () => granted(allocator.createResource({ customPool }, buffer(4 * MiB))))
    for (const allocation of all) allocation.release()
    expect(provider.heaps.size).toBe(1)
    expect(customPool.blockVector.freeEmptyBlocks()).toEqual({ count: 1, bytes: 4 * MiB })
    expect(provider.heaps.size).toBe(0)
  })
})

describe('determinism [DF-02]', () => {
  it('the same calls give the same heaps and offsets', () => {
    const run = () => {
      const { allocator } = setUp()
      const live: Allocation[] = []
      return Array.from({ length: 400 }, (_, i) => {
        if (i % 3 === 2) live.splice((i * 7) % live.length, 1)[0]?.release()
        const allocation = granted(allocator.createResource({}, buffer((((i * 37) % 29) + 1) * MiB)))
        live.push(allocation)
        return [allocation.getHeap()?.name, allocation.getOffset()]
      })
    }
    expect(run()).toEqual(run())
  })
})
