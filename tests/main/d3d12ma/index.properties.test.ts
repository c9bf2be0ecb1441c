/** Random calls on a whole allocator: what its pools hold, and what its provider has given, fit together at any time. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HeapType } from '../../../main/d3d12/heap-type'
import type { Allocation } from '../../../main/d3d12ma/allocation'
import { Allocator } from '../../../main/d3d12ma/allocator'
import { AllocationFlag, PoolFlag } from '../../../main/d3d12ma/definitions'
import { MemoryProvider } from '../../../main/d3d12ma/memory-provider'
import type { Pool } from '../../../main/d3d12ma/pool'

const KiB = 1024
const BLOCK = 4096 * KiB
const CAPACITY = 12 * BLOCK

interface Call {
  what: 'default' | 'small' | 'linear' | 'committed' | 'release'
  heapType: HeapType
  flags: number
  /** bytes */
  size: number
  pick: number
}

const calls = fc.array(
  fc.record<Call>({
    what: fc.constantFrom('default', 'default', 'small', 'linear', 'committed', 'release', 'release'),
    heapType: fc.constantFrom('DEFAULT', 'UPLOAD', 'READBACK'),
    flags: fc.constantFrom(
      0,
      0,
      AllocationFlag.COMMITTED,
      AllocationFlag.NEVER_ALLOCATE,
      AllocationFlag.WITHIN_BUDGET,
      AllocationFlag.STRATEGY_MIN_OFFSET,
    ),
    size: fc.integer({ min: 1, max: BLOCK + 64 * KiB }),
    pick: fc.nat(1000),
  }),
  { maxLength: 150 },
)

function setUp() {
  const provider = new MemoryProvider({ capacity: CAPACITY })
  const allocator = new Allocator({ provider, preferredBlockSize: BLOCK })
  const pool = (flags: number, maxBlockCount: number): Pool => {
    const result = allocator.createPool({ heapType: 'DEFAULT', flags, blockSize: BLOCK / 2, maxBlockCount })
    if (result.pool === null) throw new Error(result.hr)
    return result.pool
  }
  const pools = {
    small: pool(PoolFlag.NONE, 2),
    linear: pool(PoolFlag.ALGORITHM_LINEAR, 2),
    committed: pool(PoolFlag.ALWAYS_COMMITTED, 0),
  }
  return { provider, allocator, pools }
}

/** No two allocations of a heap overlap, and every byte is counted once. */
function requireConsistent(allocator: Allocator, provider: MemoryProvider, live: readonly Allocation[]): void {
  const ends = new Map<unknown, number>()
  const placed = live.filter(({ committed }) => !committed)
  for (const allocation of placed.toSorted((a, b) => a.getOffset() - b.getOffset())) {
    const heap = allocation.getHeap()
    expect(heap !== null && provider.heaps.has(heap)).toBe(true)
    expect(allocation.getOffset()).toBeGreaterThanOrEqual(ends.get(heap) ?? 0)
    expect(allocation.getOffset() % allocation.alignment).toBe(0)
    expect(allocation.getOffset() + allocation.size).toBeLessThanOrEqual(heap?.size ?? 0)
    ends.set(heap, allocation.getOffset() + allocation.size)
  }
  expect(provider.resources).toEqual(new Set(live.map((allocation) => allocation.getResource())))
  const { Total } = allocator.calculateStatistics()
  const bytes = live.reduce((sum, { size }) => sum + size, 0)
  expect(Total.Stats).toMatchObject({ AllocationCount: live.length, AllocationBytes: bytes })
  const used = allocator.getBudget(0).UsageBytes + allocator.getBudget(1).UsageBytes
  expect(Total.Stats.BlockBytes).toBe(used)
}

describe('an allocator under random calls', () => {
  it('never overlaps, aligns, counts every byte, and leaves nothing behind [DF-01, DF-02, DF-03]', () => {
    fc.assert(
      fc.property(calls, (steps) => {
        const { provider, allocator, pools } = setUp()
        const live: Allocation[] = []
        for (const { what, heapType, flags, size, pick } of steps) {
          if (what === 'release') live.splice(pick % Math.max(1, live.length), 1)[0]?.release()
          else {
            const desc = what === 'default' ? { heapType, flags } : { customPool: pools[what], flags }
            const { allocation, failure } = allocator.createResource(desc, { dimension: 'buffer', width: size })
            if (allocation !== null) live.push(allocation)
            else if (failure.reason === 'fragmentation') {
              expect(failure.freeBytes).toBeGreaterThanOrEqual(failure.size)
            }
          }
          requireConsistent(allocator, provider, live)
        }
        for (const allocation of live) expect(allocation.release()).toBe('S_OK')
        requireConsistent(allocator, provider, [])
        for (const pool of allocator.pools()) {
          // one empty block is kept; it is one free range
          expect(pool.blockVector.blocks.length).toBeLessThanOrEqual(1)
          for (const { metadata } of pool.blockVector.blocks) expect(metadata.largestFreeRange).toBe(metadata.size)
          pool.blockVector.freeEmptyBlocks()
        }
        expect(provider.heaps.size).toBe(0)
      }),
      { numRuns: 200 },
    )
  })
})
