import { describe, expect, it } from 'vitest'
import { VirtualAllocationFlag, VirtualBlockFlag } from '../../../main/d3d12ma/definitions'
import { VirtualBlock } from '../../../main/d3d12ma/virtual-block'

describe('VirtualBlock [DF-24]', () => {
  it('allocates parts of a plain range of numbers and tells where they are', () => {
    const block = new VirtualBlock({ Size: 1000 })
    const a = block.allocate({ Size: 100, PrivateData: 7 })
    const b = block.allocate({ Size: 50, Alignment: 128 })
    expect([a.hr, a.offset, b.hr, b.offset]).toEqual(['S_OK', 0, 'S_OK', 128])
    expect(block.getAllocationInfo(a.allocation)).toEqual({ Offset: 0, Size: 100, PrivateData: 7 })
    block.setAllocationPrivateData(b.allocation, 9)
    expect(block.getAllocationInfo(b.allocation)).toEqual({ Offset: 128, Size: 50, PrivateData: 9 })
    block.freeAllocation(a.allocation)
    expect(block.isEmpty()).toBe(false)
    block.clear()
    expect(block.isEmpty()).toBe(true)
  })

  it('refuses what does not fit and what makes no sense, and changes nothing', () => {
    const block = new VirtualBlock({ Size: 1000 })
    for (const desc of [
      { Size: 0 },
      { Size: -1 },
      { Size: 1.5 },
      { Size: 8, Alignment: 3 },
      { Size: 8, Alignment: -1 },
    ])
      expect(block.allocate(desc)).toEqual({ hr: 'E_INVALIDARG', allocation: -1, offset: -1 })
    expect(block.allocate({ Size: 1001 })).toEqual({ hr: 'E_OUTOFMEMORY', allocation: -1, offset: -1 })
    block.freeAllocation(-1)
    expect(block.getStatistics()).toEqual({ BlockCount: 1, AllocationCount: 0, BlockBytes: 1000, AllocationBytes: 0 })
    expect(() => block.freeAllocation(5)).toThrow(RangeError)
  })

  it.each([VirtualBlockFlag.NONE, VirtualBlockFlag.ALGORITHM_LINEAR])(
    'takes the alignment 0 for 1, as published: any offset will do [DF-24] (flags %i)',
    (Flags) => {
      const block = new VirtualBlock({ Flags, Size: 1000 })
      const offsets = [3, 8, 5].map((Size) => block.allocate({ Size, Alignment: 0 }))
      expect(offsets.map(({ hr, offset }) => [hr, offset])).toEqual([
        ['S_OK', 0],
        ['S_OK', 3],
        ['S_OK', 11],
      ])
      expect(block.getStatistics()).toMatchObject({ AllocationCount: 3, AllocationBytes: 16 })
    },
  )

  it('takes no alignment beside a large power of two for one', () => {
    const block = new VirtualBlock({ Size: 2 ** 53 - 1 })
    for (const Alignment of [2 ** 49 - 1, 2 ** 50 + 1, 2 ** 52 + 1, 2 ** 53 - 1])
      expect(block.allocate({ Size: 8, Alignment }).hr, `${Alignment}`).toBe('E_INVALIDARG')
    expect(block.isEmpty()).toBe(true)
    expect([8, 8].map((Size) => block.allocate({ Size, Alignment: 2 ** 52 }).offset)).toEqual([0, 2 ** 52])
  })

  it('gives its statistics and all its ranges', () => {
    const block = new VirtualBlock({ Size: 2 ** 40 })
    const [a, , c] = [2 ** 33, 10, 2 ** 20].map((Size) => block.allocate({ Size }).allocation) as number[]
    block.freeAllocation(a as number)
    expect(block.getStatistics()).toEqual({
      BlockCount: 1,
      AllocationCount: 2,
      BlockBytes: 2 ** 40,
      AllocationBytes: 2 ** 20 + 10,
    })
    expect(block.calculateStatistics()).toEqual({
      Stats: block.getStatistics(),
      UnusedRangeCount: 2,
      AllocationSizeMin: 10,
      AllocationSizeMax: 2 ** 20,
      UnusedRangeSizeMin: 2 ** 33,
      UnusedRangeSizeMax: 2 ** 40 - 2 ** 33 - 10 - 2 ** 20,
    })
    const ranges: number[][] = []
    block.forEachRange((offset, size, allocation) => ranges.push([offset, size, allocation === c ? 1 : 0]))
    expect(ranges.slice(0, 3)).toEqual([
      [0, 2 ** 33, 0],
      [2 ** 33, 10, 0],
      [2 ** 33 + 10, 2 ** 20, 1],
    ])
  })

  it('chooses among the ranges as the strategy says', () => {
    const block = new VirtualBlock({ Size: 1000 })
    const handles = [100, 10, 40, 10, 840].map((Size) => block.allocate({ Size }).allocation)
    block.freeAllocation(handles[0] as number)
    block.freeAllocation(handles[2] as number)
    const { STRATEGY_MIN_MEMORY, STRATEGY_MIN_OFFSET } = VirtualAllocationFlag
    expect(block.allocate({ Size: 20, Flags: STRATEGY_MIN_MEMORY }).offset).toBe(110)
    expect(block.allocate({ Size: 20, Flags: STRATEGY_MIN_OFFSET }).offset).toBe(0)
  })

  it('allocates linearly when it is told so', () => {
    const block = new VirtualBlock({ Size: 100, Flags: VirtualBlockFlag.ALGORITHM_LINEAR })
    const first = block.allocate({ Size: 10 })
    expect(block.allocate({ Size: 10 }).offset).toBe(10)
    block.freeAllocation(first.allocation)
    expect(block.allocate({ Size: 10 }).offset).toBe(20)
    expect(block.allocate({ Size: 10, Flags: VirtualAllocationFlag.UPPER_ADDRESS }).offset).toBe(90)
  })
})
