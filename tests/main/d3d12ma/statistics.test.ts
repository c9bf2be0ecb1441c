import { expect, it } from 'vitest'
import {
  addAllocation,
  addDetailedStatistics,
  addStatistics,
  addUnusedRange,
  emptyDetailedStatistics,
  emptyStatistics,
} from '../../../main/d3d12ma/statistics'

it('of nothing has the least at infinity and the largest at 0, so that anything is less and larger [DF-01]', () => {
  const stats = emptyDetailedStatistics()
  expect([stats.AllocationSizeMin, stats.AllocationSizeMax]).toEqual([Number.POSITIVE_INFINITY, 0])
  addAllocation(stats, 100)
  addAllocation(stats, 40)
  addUnusedRange(stats, 7)
  expect(stats).toEqual({
    Stats: { BlockCount: 0, AllocationCount: 2, BlockBytes: 0, AllocationBytes: 140 },
    UnusedRangeCount: 1,
    AllocationSizeMin: 40,
    AllocationSizeMax: 100,
    UnusedRangeSizeMin: 7,
    UnusedRangeSizeMax: 7,
  })
})

it('of two pools adds counts and bytes, and takes the limits of both [DF-01]', () => {
  const one = emptyDetailedStatistics()
  addAllocation(one, 8)
  addUnusedRange(one, 30)
  addStatistics(one.Stats, { BlockCount: 1, AllocationCount: 0, BlockBytes: 64, AllocationBytes: 0 })
  const other = emptyDetailedStatistics()
  addAllocation(other, 5)
  addAllocation(other, 16)
  addStatistics(other.Stats, { BlockCount: 2, AllocationCount: 0, BlockBytes: 128, AllocationBytes: 0 })
  addDetailedStatistics(one, other)
  expect(one).toEqual({
    Stats: { BlockCount: 3, AllocationCount: 3, BlockBytes: 192, AllocationBytes: 29 },
    UnusedRangeCount: 1,
    AllocationSizeMin: 5,
    AllocationSizeMax: 16,
    UnusedRangeSizeMin: 30,
    UnusedRangeSizeMax: 30,
  })
  // what was added is as it was
  expect(other.Stats.BlockCount).toBe(2)
})

it('that are empty are not shared', () => {
  const stats = emptyStatistics()
  stats.BlockCount = 4
  expect(emptyStatistics().BlockCount).toBe(0)
})
