import { describe, expect, it } from 'vitest'
import type { AllocatorStatistics, DefragmentationView } from '../../../../preload/contract'
import {
  comparisonCsv,
  curveCsv,
  poolMeasures,
  poolsLeftOut,
  STATISTICS_COLUMNS,
  stateLabel,
  totalStatistics,
  withoutHResult,
} from '../../../../renderer/instruments/defragmentation/text'
import { pool } from '../../store/support/heaps'

const MIB = 1024 * 1024
const statistics: AllocatorStatistics = {
  blockCount: 3,
  blockBytes: 192 * MIB,
  allocationCount: 5,
  allocationBytes: 100 * MIB,
  unusedRangeCount: 4,
  allocationSizeMin: MIB,
  allocationSizeMax: 32 * MIB,
  unusedRangeSizeMin: 2 * MIB,
  unusedRangeSizeMax: 46 * MIB,
}

describe('the statistics of a pool', () => {
  it('say of everything that is told of allocations that reserved destinations count [DF-08]', () => {
    const ofAllocations = STATISTICS_COLUMNS.filter(({ meaning }) => meaning.startsWith('Allocation'))
    expect(ofAllocations.map(({ name }) => name)).toEqual(['Allocations', 'Used', 'Smallest', 'Largest'])
    for (const { meaning } of ofAllocations) expect(meaning).toContain('reserved')
  })
})

describe('measures of a pool', () => {
  const shownAs = (name: string, parts = {}) =>
    poolMeasures(pool(0, 'DEFAULT', { statistics, blocksNeeded: 2, fragmentation: 0.5, ...parts })).find(
      (measure) => measure.name === name,
    )?.value

  it('are blocks in use over blocks needed, the largest free range over what is free, and what is committed [DF-01, DF-03]', () => {
    expect(shownAs('Blocks in use / needed')).toBe('3 / 2')
    // 192 − 100 = 92 MiB are free, and 46 is half of that
    expect(shownAs('Largest free / free')).toBe('46 MiB of 92 MiB (50 %)')
    expect(shownAs('Fragmentation')).toBe('50 %')
    expect(shownAs('Committed')).toBe('none')
    expect(shownAs('Committed', { committedCount: 2, committedBytes: 3 * MIB })).toBe('2, 3 MiB')
  })

  it('divides nothing by nothing', () => {
    expect(shownAs('Largest free / free', { statistics: { ...statistics, blockBytes: 100 * MIB } })).toBe(
      'nothing free',
    )
  })
})

describe('statistics of all pools', () => {
  it('add up, and their extremes are those of any pool that has one', () => {
    const other = { ...statistics, allocationSizeMin: 4096, unusedRangeSizeMax: null, unusedRangeSizeMin: null }
    const total = totalStatistics([pool(0, 'a', { statistics }), pool(1, 'b', { statistics: other }), pool(2, 'c')])
    expect(total).toEqual({
      blockCount: 6,
      blockBytes: 384 * MIB,
      allocationCount: 10,
      allocationBytes: 200 * MIB,
      unusedRangeCount: 8,
      allocationSizeMin: 4096,
      allocationSizeMax: 32 * MIB,
      unusedRangeSizeMin: 2 * MIB,
      unusedRangeSizeMax: 46 * MIB,
    })
  })
})

describe('numbers as CSV', () => {
  it('has a line for each pass [DF-22]', () => {
    const point = { pass: 1, t: 20, fragmentation: 0.25, blocks: 4, bytesMoved: 65_536, heapsFreed: 1 }
    expect(curveCsv([point])).toBe('pass,t_us,fragmentation,blocks,bytes_moved,heaps_freed\r\n1,20,0.25,4,65536,1\r\n')
  })

  it('has a line for each algorithm [DF-16]', () => {
    const row = {
      algorithm: 'full' as const,
      passes: 3,
      heapsFreed: 5,
      bytesFreed: 50,
      bytesMoved: 40,
      allocationsMoved: 7,
      blocksLeft: 2,
      blocksNeeded: 2,
      fragmentation: 0,
      curve: [],
    }
    expect(comparisonCsv([row])).toBe(
      'algorithm,passes,heaps_freed,bytes_freed,bytes_moved,allocations_moved,blocks_left,blocks_needed,fragmentation\r\n' +
        'full,3,5,50,40,7,2,2,0\r\n',
    )
  })
})

describe('what defragmentation of all default pools leaves out', () => {
  const holes = { custom: true, statistics, blocksNeeded: 2, fragmentation: 0.5 }

  it('is said of custom pools with holes, with what is free in them [DF-06]', () => {
    // 192 − 100 = 92 MiB are free
    expect(poolsLeftOut([pool(0, 'DEFAULT', { ...holes, custom: false }), pool(3, 'frames', holes)])).toBe(
      'Not among them is a custom pool with holes: frames, 92 MiB free.',
    )
    expect(poolsLeftOut([pool(3, 'frames', holes), pool(4, 'fonts', { ...holes, fragmentation: 0 })])).toBe(
      'Not among them are custom pools with holes: frames, 92 MiB free; fonts, 92 MiB free.',
    )
  })

  it('is not said of pools that are packed, or that cannot be defragmented [DF-07]', () => {
    const packed = pool(3, 'packed', { ...holes, blocksNeeded: 3, fragmentation: 0 })
    const ring = pool(4, 'ring', { ...holes, algorithm: 'LINEAR' })
    const alone = pool(5, 'alone', { ...holes, alwaysCommitted: true })
    expect(poolsLeftOut([packed, ring, alone])).toBeNull()
    expect(poolsLeftOut([])).toBeNull()
  })
})

describe('where the process stands', () => {
  const at = (state: DefragmentationView['state'], passes: number, running = false): string =>
    stateLabel({ state, passes, running })

  it('before the first pass is not between two [DF-05]', () => {
    expect(at('begun', 0)).toBe('Begun: Step pass plans the first pass')
    expect(at('begun', 1)).toBe('Begun, between two passes')
    expect(at('pass', 1)).toContain('choose what to do with its moves')
  })

  it('is that it runs, until it has ended [DF-05]', () => {
    expect(at('begun', 0, true)).toBe('Running to the end')
    expect(at('copying', 2, true)).toBe('Running to the end')
    expect([at('done', 2, true), at('failed', 2, true)]).toEqual(['Done', 'Failed'])
  })
})

describe('a call that was refused', () => {
  it('is said with its HRESULT once', () => {
    expect(withoutHResult('E_NOINTERFACE: ring cannot be defragmented.', 'E_NOINTERFACE')).toBe(
      'ring cannot be defragmented.',
    )
    expect(withoutHResult('the file is gone', undefined)).toBe('the file is gone')
  })
})
