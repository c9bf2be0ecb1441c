import { describe, expect, it } from 'vitest'
import { planCompaction } from '../../../../main/d3d12ma/defragmentation/compaction'
import { drawn, movesOf } from './layouts'

const compacted = (...rows: string[]): string[] => movesOf(rows, planCompaction(drawn(...rows)))

describe('free ranges are joined [DF-03, DF-09]', () => {
  it('by moving items from the end of a block into the gaps before, the last one first', () => {
    expect(compacted('a.b.c.d.')).toEqual(['d → 0:1', 'c → 0:3'])
  })

  it('into an earlier block where one has room, else within their own', () => {
    // the gap of block 0 takes one; the gaps of block 1 are joined
    expect(compacted('AAAAAAA.', '.b.c.d.e')).toEqual(['e → 0:7', 'd → 1:0', 'c → 1:2'])
  })

  it('into the smallest gap that takes them', () => {
    // 2 free at 1, 1 free at 4
    expect(compacted('A..B.C.d.')).toEqual(['d → 0:4'])
  })

  it('around what stays', () => {
    expect(compacted('A..B.c..')).toEqual(['c → 0:4'])
  })

  it.each([
    ['less than an eighth of the block is free', 'aaaaa.bbbbbbb.cc'.concat('d')],
    ['three quarters of what is free are in one range', 'a.b......'],
    ['the largest range would not become a quarter larger', 'A....B....C....d.'.replace('d.', 'dddddd')],
    ['nothing fits before', '.aa.bb.cc'],
    ['nothing may move', '.A.B.C.D'],
    ['nothing is there', '........'],
  ])('not where %s', (_title, row) => {
    expect(compacted(row)).toEqual([])
  })
})
