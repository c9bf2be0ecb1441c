import { describe, expect, it } from 'vitest'
import type { ResourceDesc } from '../../../main/d3d12/resource-desc'
import type { Allocation } from '../../../main/d3d12ma/allocation'
import { Allocator } from '../../../main/d3d12ma/allocator'
import { AllocationFlag, type PoolDesc, PoolFlag } from '../../../main/d3d12ma/definitions'
import { MemoryProvider } from '../../../main/d3d12ma/memory-provider'
import type { Pool } from '../../../main/d3d12ma/pool'

const MiB = 1024 * 1024
const GiB = 1024 * MiB
const buffer = (width: number): ResourceDesc => ({ dimension: 'buffer', width })

function setUp(capacity = 64 * GiB) {
  const provider = new MemoryProvider({ capacity })
  const reports: string[] = []
  const allocator = new Allocator({ provider, report: (rule, message) => reports.push(`${rule}: ${message}`) })
  const poolOf = (desc: Omit<PoolDesc, 'heapType'>): Pool => {
    const { hr, pool } = allocator.createPool({ heapType: 'DEFAULT', ...desc })
    if (pool === null) throw new Error(hr)
    return pool
  }
  const make = (customPool: Pool, size: number, flags = 0): Allocation => {
    const { allocation, failure } = allocator.createResource({ customPool, flags }, buffer(size))
    if (allocation === null) throw new Error(failure.message)
    return allocation
  }
  return { provider, allocator, reports, poolOf, make }
}

describe('custom pools [DF-01]', () => {
  it('have blocks of the size they ask for, the least number of them at once, and no more than the most', () => {
    const { provider, allocator, poolOf, make } = setUp()
    const pool = poolOf({ name: 'thumbnails', blockSize: 8 * MiB, minBlockCount: 1, maxBlockCount: 2 })
    expect([...provider.heaps].map(({ name, size }) => [name, size])).toEqual([['thumbnails block 0', 8 * MiB]])
    make(pool, 8 * MiB)
    const second = make(pool, 8 * MiB)
    expect(allocator.createResource({ customPool: pool }, buffer(1)).failure?.reason).toBe('exhausted')
    second.release()
    pool.blockVector.freeEmptyBlocks()
    expect(pool.blockVector.blocks.map(({ id }) => id)).toEqual([0])
    // the number of a block that is gone is not used again
    expect(make(pool, MiB).block?.id).toBe(2)
  })

  it('place what is larger than half a block too: only default pools prefer heaps of their own', () => {
    const { poolOf, make } = setUp()
    expect(make(poolOf({ blockSize: 16 * MiB }), 15 * MiB).committed).toBe(false)
  })

  it('ALWAYS_COMMITTED never has a block', () => {
    const { provider, poolOf, make } = setUp()
    const pool = poolOf({ flags: PoolFlag.ALWAYS_COMMITTED })
    const allocations = [make(pool, MiB), make(pool, 2 * MiB)]
    expect([pool.alwaysCommitted, provider.heaps.size]).toEqual([true, 0])
    expect([...pool.committed]).toEqual(allocations)
    expect(pool.getStatistics()).toEqual({
      BlockCount: 2,
      AllocationCount: 2,
      BlockBytes: 3 * MiB,
      AllocationBytes: 3 * MiB,
    })
  })

  it('MSAA_TEXTURES_ALWAYS_COMMITTED gives multisampled textures heaps of their own, and only those', () => {
    const { allocator, poolOf } = setUp()
    const customPool = poolOf({ flags: PoolFlag.MSAA_TEXTURES_ALWAYS_COMMITTED })
    const texture = { dimension: 'texture2d', width: 64, height: 64, format: 'R8G8B8A8_UNORM' } as const
    const results = ([1, 4] as const).map((sampleCount) =>
      allocator.createResource({ customPool }, { ...texture, sampleCount }),
    )
    expect(results.map(({ allocation }) => allocation?.committed)).toEqual([false, true])
  })

  it('ALGORITHM_LINEAR allocates one after another, and from the end with UPPER_ADDRESS in a single block', () => {
    const { allocator, poolOf, make } = setUp()
    const pool = poolOf({ flags: PoolFlag.ALGORITHM_LINEAR, blockSize: 8 * MiB, maxBlockCount: 1 })
    const first = make(pool, MiB)
    expect(make(pool, MiB).getOffset()).toBe(MiB)
    first.release()
    expect(make(pool, MiB).getOffset()).toBe(2 * MiB)
    expect(make(pool, MiB, AllocationFlag.UPPER_ADDRESS).getOffset()).toBe(7 * MiB)
    const growing = poolOf({ flags: PoolFlag.ALGORITHM_LINEAR, blockSize: 8 * MiB })
    const desc = { customPool: growing, flags: AllocationFlag.UPPER_ADDRESS }
    expect(allocator.createResource(desc, buffer(1)).hr).toBe('E_INVALIDARG')
    expect([pool.linear, growing.linear, poolOf({}).linear]).toEqual([true, true, false])
  })

  it('raise alignments to their least one', () => {
    const { poolOf, make } = setUp()
    const pool = poolOf({ minAllocationAlignment: MiB })
    make(pool, 1)
    expect(make(pool, 1)).toMatchObject({ alignment: MiB, size: 64 * 1024 })
    expect([...(pool.blockVector.blocks[0] ?? [])].map((allocation) => allocation.getOffset())).toEqual([0, MiB])
  })

  it.each<[string, Omit<PoolDesc, 'heapType'>, RegExp]>([
    ['at least more blocks than at most', { minBlockCount: 3, maxBlockCount: 2 }, /at least 3 and at most 2/],
    ['a block size that is none', { blockSize: -1 }, /whole number, found -1/],
    ['an alignment that is no power of two', { minAllocationAlignment: 3 }, /power of two, found 3/],
  ])('%s is E_INVALIDARG', (_title, desc, message) => {
    const { allocator, reports } = setUp()
    expect(allocator.createPool({ heapType: 'DEFAULT', ...desc })).toEqual({ hr: 'E_INVALIDARG', pool: null })
    expect(reports).toEqual([expect.stringMatching(message)])
  })

  it('whose least number of blocks the device does not give are not there, nor the blocks', () => {
    const { allocator, provider } = setUp(100 * MiB)
    expect(allocator.createPool({ heapType: 'DEFAULT', minBlockCount: 2 }).hr).toBe('E_OUTOFMEMORY')
    expect([provider.heaps.size, allocator.customPools.length]).toEqual([0, 0])
  })

  it('are released when nothing of them is left; default pools are not', () => {
    const { allocator, provider, reports, poolOf, make } = setUp()
    const pool = poolOf({ name: 'proxies', minBlockCount: 1 })
    const allocation = make(pool, MiB)
    expect(pool.release()).toBe('DXGI_ERROR_INVALID_CALL')
    expect(reports).toEqual([expect.stringMatching(/proxies.*1 live/)])
    allocation.release()
    expect([pool.release(), provider.heaps.size, allocator.customPools.length]).toEqual(['S_OK', 0, 0])
    expect(allocator.createResource({ customPool: pool }, buffer(1)).failure?.message).toMatch(/pool was released/)
    expect(allocator.defaultPools.UPLOAD.release()).toBe('DXGI_ERROR_INVALID_CALL')
  })
})

describe('statistics and budget [DF-01]', () => {
  it('TotalStatistics are those of all pools, by heap type and by segment group', () => {
    const { allocator, poolOf, make } = setUp()
    make(poolOf({ blockSize: 8 * MiB }), 3 * MiB)
    allocator.createResource({ heapType: 'UPLOAD' }, buffer(MiB))
    allocator.createResource({ heapType: 'READBACK', flags: AllocationFlag.COMMITTED }, buffer(2 * MiB))
    const { HeapType, MemorySegmentGroup, Total } = allocator.calculateStatistics()
    expect(HeapType[0]).toEqual({
      Stats: { BlockCount: 1, AllocationCount: 1, BlockBytes: 8 * MiB, AllocationBytes: 3 * MiB },
      UnusedRangeCount: 1,
      AllocationSizeMin: 3 * MiB,
      AllocationSizeMax: 3 * MiB,
      UnusedRangeSizeMin: 5 * MiB,
      UnusedRangeSizeMax: 5 * MiB,
    })
    expect(HeapType[2]).toMatchObject({ UnusedRangeCount: 0, UnusedRangeSizeMin: Number.POSITIVE_INFINITY })
    expect(MemorySegmentGroup[0]).toEqual(HeapType[0])
    expect(MemorySegmentGroup[1]?.Stats).toEqual({
      BlockCount: 2,
      AllocationCount: 2,
      BlockBytes: 10 * MiB,
      AllocationBytes: 3 * MiB,
    })
    expect(Total).toEqual({
      Stats: { BlockCount: 3, AllocationCount: 3, BlockBytes: 18 * MiB, AllocationBytes: 6 * MiB },
      UnusedRangeCount: 2,
      AllocationSizeMin: MiB,
      AllocationSizeMax: 3 * MiB,
      UnusedRangeSizeMin: 5 * MiB,
      UnusedRangeSizeMax: 7 * MiB,
    })
  })

  it('the budget is DXGI’s, beside what the allocator itself holds', () => {
    const { allocator, provider } = setUp(4 * GiB)
    provider.createHeap({ sizeInBytes: GiB, alignment: 65536, type: 'DEFAULT' }, 'of others')
    allocator.createResource({}, buffer(MiB))
    expect(allocator.getBudget(0)).toEqual({
      Stats: { BlockCount: 1, AllocationCount: 1, BlockBytes: 8 * MiB, AllocationBytes: MiB },
      UsageBytes: GiB + 8 * MiB,
      BudgetBytes: 4 * GiB,
    })
    expect(allocator.getBudget(1).UsageBytes).toBe(0)
  })
})
