import { describe, expect, it } from 'vitest'
import { orderBlocks } from '../../../../main/d3d12ma/defragmentation/order'
import { layoutOf } from './layouts'

const order = (blocks: Parameters<typeof layoutOf>[0], rangeCost: number): number[] => [
  ...orderBlocks(layoutOf(blocks), rangeCost),
]

describe('the order of blocks [DF-09]', () => {
  it('begins with what cannot become empty, then has the fullest first, and the empty one last', () => {
    const blocks = [
      { size: 100, items: [] },
      { size: 100, items: [{ offset: 0, size: 20 }] },
      { size: 100, items: [{ offset: 0, size: 80 }] },
      { size: 100, items: [{ offset: 0, size: 1, fixed: true }] },
    ]
    expect(order(blocks, 0)).toEqual([3, 2, 1, 0])
  })

  it('goes by the share of a block that is used, not by its bytes', () => {
    const blocks = [
      { size: 1000, items: [{ offset: 0, size: 300 }] },
      { size: 100, items: [{ offset: 0, size: 50 }] },
    ]
    expect(order(blocks, 0)).toEqual([1, 0])
  })

  it('counts free ranges against a block: one full of small gaps is better emptied than filled', () => {
    const blocks = [
      // 60 of 100, in three pieces with a gap before each and one at the end: 4 free ranges
      { size: 100, items: [10, 40, 70].map((offset) => ({ offset, size: 20 })) },
      // 50 of 100 in one piece: 1 free range
      { size: 100, items: [{ offset: 0, size: 50 }] },
    ]
    expect(order(blocks, 0)).toEqual([0, 1])
    // an item is 27.5 on average: 60 − 4 × 0.5 × 27.5 = 5 against 50 − 0.5 × 27.5 = 36.25
    expect(order(blocks, 0.5)).toEqual([1, 0])
    // 60 − 4 × 0.1 × 27.5 = 49 against 50 − 0.1 × 27.5 = 47.25
    expect(order(blocks, 0.1)).toEqual([0, 1])
  })

  it('leaves those that are worth the same as they are', () => {
    const block = { size: 64, items: [{ offset: 0, size: 16 }] }
    expect(order([block, block, block], 0.5)).toEqual([0, 1, 2])
  })
})
