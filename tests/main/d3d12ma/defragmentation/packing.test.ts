import { describe, expect, it } from 'vitest'
import type { Layout } from '../../../../main/d3d12ma/defragmentation/layout'
import { Packing } from '../../../../main/d3d12ma/defragmentation/packing'

/** One block of 16 with items of 4 at 4 and at 12. */
const layout: Layout = {
  blockCount: 1,
  blockSizes: Float64Array.of(16),
  itemCount: 2,
  firstItem: Uint32Array.of(0, 2),
  offsets: Float64Array.of(4, 12),
  sizes: Float64Array.of(4, 4),
  alignments: Float64Array.of(1, 1),
  fixed: new Uint8Array(2),
}

/** What is free, as offset and size. */
function freeOf(packing: Packing): number[][] {
  const ranges: number[][] = []
  for (let record = packing.first[0] as number; record >= 0; record = packing.next[record] as number)
    if (packing.isFree(record)) ranges.push([packing.start[record] as number, packing.size[record] as number])
  return ranges
}

describe('a layout that moves are tried on', () => {
  it('joins what an item leaves with what is free beside it', () => {
    const packing = new Packing(layout)
    packing.openBlock(0)
    packing.move(0, packing.at(0, 0))
    expect(freeOf(packing)).toEqual([[4, 8]])
  })

  it('takes a move back where the old place has been joined with the range beside the new one', () => {
    const packing = new Packing(layout)
    packing.openBlock(0)
    packing.move(0, packing.at(0, 0))
    packing.moveBack(0, 0, 4)
    expect(freeOf(packing)).toEqual([
      [0, 4],
      [8, 4],
    ])
    expect([packing.free[0], packing.largestFree(0)]).toEqual([8, 4])
    // both are found again, once each
    expect(packing.start[packing.bestFit(1, 1)]).toBeLessThan(12)
  })
})
