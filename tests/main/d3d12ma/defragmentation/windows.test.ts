import { describe, expect, it } from 'vitest'
import { Packing } from '../../../../main/d3d12ma/defragmentation/packing'
import { WindowSearch } from '../../../../main/d3d12ma/defragmentation/windows'
import { drawn } from './layouts'

/** Where windows of so many bytes begin, as block and offset, the cheapest first. */
function windows(rows: string[], size: number, { most = 8, bytes = size, limit = rows.length, closed = -1 } = {}) {
  const layout = drawn(...rows)
  const packing = new Packing(layout)
  for (const block of rows.keys()) if (block !== closed) packing.openBlock(block)
  const search = new WindowSearch(packing, layout.fixed, most)
  search.find(size, limit, bytes)
  return Array.from(
    search.records.subarray(0, search.count),
    (record) => `${packing.block[record]}:${packing.start[record]}`,
  )
}

describe('where room can be made [DF-09]', () => {
  it('is where free ranges and items in a row are long enough, the fewest bytes of items first', () => {
    // from a, the free two, the free one or c on one byte is to go, from b on two; after c only 2 are left
    expect(windows(['a..b.c..'], 3)).toEqual(['0:0', '0:1', '0:4', '0:5', '0:3'])
  })

  it('is nowhere where something stays', () => {
    expect(windows(['a.B.c..'], 3)).toEqual(['0:3', '0:4'])
    expect(windows(['A.B.C.D.'], 2)).toEqual([])
  })

  it('is nowhere where as much as that would have to go', () => {
    expect(windows(['aa.bb.cc'], 3, { bytes: 2 })).toEqual([])
    expect(windows(['aa.bb.cc'], 3, { bytes: 3 })).toEqual(['0:0', '0:2', '0:3', '0:5'])
  })

  it('is only in open blocks before a limit', () => {
    const rows = ['a.......', 'b.......', 'c.......']
    expect(windows(rows, 8, { bytes: 8 })).toEqual(['0:0', '1:0', '2:0'])
    expect(windows(rows, 8, { bytes: 8, limit: 2 })).toEqual(['0:0', '1:0'])
    expect(windows(rows, 8, { bytes: 8, closed: 0 })).toEqual(['1:0', '2:0'])
  })

  it('is remembered of so many, the cheapest of all', () => {
    expect(windows(['aaa.....', 'bb......', 'c.......'], 8, { most: 2 })).toEqual(['2:0', '1:0'])
  })
})
