import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Allocation } from '../../../../main/d3d12ma/allocation'
import type { AllocationDesc } from '../../../../main/d3d12ma/allocation-request'
import { Allocator } from '../../../../main/d3d12ma/allocator'
import { AllocationFlag, PoolFlag } from '../../../../main/d3d12ma/definitions'
import type { DumpJson } from '../../../../main/d3d12ma/dump/format'
import { type WriteDumpOptions, writeDump } from '../../../../main/d3d12ma/dump/write-dump'
import { MemoryProvider } from '../../../../main/d3d12ma/memory-provider'
import type { Pool } from '../../../../main/d3d12ma/pool'
import { schemaErrors, visualiserErrors } from './rules'

const KiB = 1024
const MiB = 1024 * KiB
const BLOCK = 8 * MiB
const OPTIONS: WriteDumpOptions = { gpu: 'Simulated GPU', uma: false }

function allocatorOf(): Allocator {
  return new Allocator({ provider: new MemoryProvider({ budget: 512 * MiB }), preferredBlockSize: BLOCK })
}

function allocate(allocator: Allocator, size: number, desc: AllocationDesc = {}): Allocation {
  const { allocation, failure } = allocator.allocateMemory(desc, size, 64 * KiB)
  if (allocation === null) throw new Error(failure.message)
  return allocation
}

function poolOf(allocator: Allocator, desc: Parameters<Allocator['createPool']>[0]): Pool {
  const { pool, hr } = allocator.createPool(desc)
  if (pool === null) throw new Error(hr)
  return pool
}

const dumpOf = (allocator: Allocator, options = OPTIONS) => JSON.parse(writeDump(allocator, options)) as DumpJson

/** Every rule at once. */
function requireValid(dump: DumpJson): void {
  expect(schemaErrors(dump)).toEqual([])
  expect(visualiserErrors(dump)).toEqual([])
}

/** Three allocations of which the middle one was freed, as by hand below, in a block of the whole size. */
function withHole(): Allocator {
  const allocator = allocatorOf()
  allocator.defaultPools.DEFAULT.blockVector.addBlock(BLOCK)
  allocate(allocator, 1 * MiB, { name: 'first' })
  const middle = allocate(allocator, 2 * MiB)
  allocate(allocator, 3 * MiB, { name: 'last' })
  middle.release()
  return allocator
}

describe('an allocator as a JSON dump [DF-23]', () => {
  test('says what lies where, with what is free as FREE, sorted and without a gap', () => {
    const dump = dumpOf(withHole())
    requireValid(dump)
    expect(dump.DefaultPools.DEFAULT).toEqual({
      Flags: [],
      PreferredBlockSize: BLOCK,
      Blocks: {
        0: {
          TotalBytes: BLOCK,
          UnusedBytes: 4 * MiB,
          Allocations: 2,
          UnusedRanges: 2,
          Suballocations: [
            { Offset: 0, Type: 'UNKNOWN', Size: 1 * MiB, Usage: 0, Name: 'first' },
            { Offset: 1 * MiB, Type: 'FREE', Size: 2 * MiB },
            { Offset: 3 * MiB, Type: 'UNKNOWN', Size: 3 * MiB, Usage: 0, Name: 'last' },
            { Offset: 6 * MiB, Type: 'FREE', Size: 2 * MiB },
          ],
        },
      },
      DedicatedAllocations: [],
    })
    expect(dump.Total).toEqual({
      BlockCount: 1,
      BlockBytes: 8 * MiB,
      AllocationCount: 2,
      AllocationBytes: 4 * MiB,
      UnusedRangeCount: 2,
      AllocationSizeMin: 1 * MiB,
      AllocationSizeMax: 3 * MiB,
      UnusedRangeSizeMin: 2 * MiB,
      UnusedRangeSizeMax: 2 * MiB,
    })
  })

  test('names the API exactly, and the adapter', () => {
    expect(dumpOf(allocatorOf()).General).toEqual({ API: 'Direct3D 12', GPU: 'Simulated GPU' })
  })

  test('of an empty allocator has no extremes', () => {
    const dump = dumpOf(allocatorOf())
    requireValid(dump)
    expect(dump.Total).toEqual({
      BlockCount: 0,
      BlockBytes: 0,
      AllocationCount: 0,
      AllocationBytes: 0,
      UnusedRangeCount: 0,
    })
    expect([Object.keys(dump.DefaultPools), dump.CustomPools]).toEqual([['DEFAULT', 'UPLOAD', 'READBACK'], {}])
  })

  test('puts video memory in L1 and memory of the system in L0; without memory of its own an adapter has L0 only', () => {
    const allocator = allocatorOf()
    // in a block of 2 MiB, the first of its pool
    allocate(allocator, 1 * MiB)
    allocate(allocator, 2 * MiB, { heapType: 'UPLOAD' })
    const { L0, L1 } = dumpOf(allocator).MemoryInfo
    expect([L0.Stats.AllocationBytes, L1?.Stats.AllocationBytes]).toEqual([2 * MiB, 1 * MiB])
    expect([Object.keys(L0.MemoryPools), Object.keys(L1?.MemoryPools ?? {})]).toEqual([
      ['UPLOAD', 'READBACK', 'CUSTOM'],
      ['DEFAULT', 'CUSTOM'],
    ])
    expect(L1?.Budget).toEqual({ BudgetBytes: 512 * MiB, UsageBytes: 2 * MiB })
    const uma = dumpOf(allocator, { ...OPTIONS, uma: true })
    requireValid(uma)
    expect(Object.keys(uma.MemoryInfo)).toEqual(['L0'])
    expect(Object.keys(uma.MemoryInfo.L0.MemoryPools)).toEqual(['DEFAULT', 'UPLOAD', 'READBACK', 'CUSTOM'])
  })

  test('gives each dedicated allocation its usage', () => {
    const allocator = allocatorOf()
    allocate(allocator, 64 * MiB, { name: 'target' })
    allocate(allocator, 1 * MiB, { flags: AllocationFlag.COMMITTED, name: 'table' })
    const kindOf: WriteDumpOptions['kindOf'] = ({ name }) =>
      name === 'target' ? { type: 'TEXTURE2D', usage: 0x5 } : null
    const dump = dumpOf(allocator, { ...OPTIONS, kindOf })
    requireValid(dump)
    expect(dump.DefaultPools.DEFAULT?.DedicatedAllocations).toEqual([
      { Type: 'TEXTURE2D', Size: 64 * MiB, Usage: 5, Name: 'target' },
      { Type: 'UNKNOWN', Size: 1 * MiB, Usage: 0, Name: 'table' },
    ])
  })

  test('numbers custom pools within their heap type, with their flags, also those that have nothing', () => {
    const allocator = allocatorOf()
    const movable = poolOf(allocator, { heapType: 'DEFAULT', name: 'movable', blockSize: 16 * MiB })
    poolOf(allocator, { heapType: 'UPLOAD', flags: PoolFlag.ALGORITHM_LINEAR, name: 'ring' })
    poolOf(allocator, { heapType: 'DEFAULT', flags: PoolFlag.ALWAYS_COMMITTED })
    allocate(allocator, 1 * MiB, { customPool: movable })
    const dump = dumpOf(allocator)
    requireValid(dump)
    const pools = Object.entries(dump.CustomPools).map(([type, of]) => [
      type,
      of.map(({ Name, Flags, PreferredBlockSize }) => [Name, Flags, PreferredBlockSize]),
    ])
    expect(pools).toEqual([
      [
        'DEFAULT',
        [
          ['0 - movable', [], 16 * MiB],
          ['1', ['POOL_FLAG_ALWAYS_COMMITTED'], BLOCK],
        ],
      ],
      ['UPLOAD', [['0 - ring', ['POOL_FLAG_ALGORITHM_LINEAR'], BLOCK]]],
    ])
  })

  test.each([
    [0xf5d987, '0000000000F5D987'],
    ['JOKER7', 'JOKER7'],
    ['two words', undefined],
    ['', undefined],
    [-1, undefined],
    [{ any: 'object' }, undefined],
    [null, undefined],
  ])('writes private data %j as CustomData %j: letters and digits or not at all', (privateData, expected) => {
    const allocator = allocatorOf()
    allocate(allocator, 1 * MiB, { privateData })
    const dump = dumpOf(allocator)
    requireValid(dump)
    const [first] = dump.DefaultPools.DEFAULT?.Blocks[0]?.Suballocations ?? []
    expect(first).toEqual({
      Offset: 0,
      Type: 'UNKNOWN',
      Size: 1 * MiB,
      Usage: 0,
      ...(expected === undefined ? {} : { CustomData: expected }),
    })
  })

  test('has each range on a line of its own, and is the same text for the same state', () => {
    const text = writeDump(withHole(), OPTIONS)
    const lines = text.split('\n')
    expect(lines).toContain('            {"Offset":0,"Type":"UNKNOWN","Size":1048576,"Usage":0,"Name":"first"},')
    expect(lines.at(-1)).toBe('')
    expect(writeDump(withHole(), OPTIONS)).toBe(text)
  })

  test('without a budget it has the largest number that JSON readers agree on', () => {
    const allocator = new Allocator({ provider: new MemoryProvider() })
    requireValid(dumpOf(allocator))
    expect(dumpOf(allocator).MemoryInfo.L1?.Budget.BudgetBytes).toBe(9007199254740991)
  })
})

test('[DF-23] after any allocations and releases a dump keeps to the schema and to the visualiser', () => {
  const call = fc.record({
    size: fc.integer({ min: 1, max: 6 * MiB }),
    pool: fc.integer({ min: 0, max: 4 }),
    committed: fc.boolean(),
    name: fc.string(),
    release: fc.option(fc.nat()),
  })
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), fc.boolean(), (calls, uma) => {
      const allocator = allocatorOf()
      const custom = [
        poolOf(allocator, { heapType: 'DEFAULT', name: 'custom' }),
        poolOf(allocator, { heapType: 'READBACK', flags: PoolFlag.ALGORITHM_LINEAR }),
      ]
      const live: Allocation[] = []
      for (const { size, pool, committed, name, release } of calls) {
        const flags = committed ? AllocationFlag.COMMITTED : 0
        const heapType = (['DEFAULT', 'UPLOAD', 'READBACK'] as const)[pool]
        const customPool = custom[pool - 3]
        const where = customPool === undefined ? { heapType: heapType ?? 'DEFAULT' } : { customPool }
        live.push(allocate(allocator, size, { ...where, flags, name }))
        if (release !== null) live.splice(release % live.length, 1)[0]?.release()
      }
      const dump = dumpOf(allocator, { ...OPTIONS, uma })
      requireValid(dump)
      expect(dump.Total.AllocationCount).toBe(live.length)
    }),
  )
})
