import { describe, expect, it } from 'vitest'
import { type Effort, Evacuation } from '../../../../main/d3d12ma/defragmentation/evacuation'
import { drawn, movesOf } from './layouts'

const NO_WINDOWS: Effort = { windows: [], budget: 0 }

/** The moves by the items' letters; null: not everything found a place. */
function evacuate(rows: string[], kept: number, effort: Effort, stuck: number[] = []) {
  const marks = Uint8Array.from(rows, (_, i) => stuck[i] ?? 0)
  const evacuation = new Evacuation(drawn(...rows), kept, marks, effort)
  if (!evacuation.run()) return null
  const { bytes, displacedBytes: displaced } = evacuation
  return { moves: movesOf(rows, evacuation.plan()), bytes, displaced }
}

describe('blocks are emptied into those before them [DF-09, DF-16]', () => {
  it('each item into the smallest range that takes it, the largest item first', () => {
    // a of 2 first would take the range of 3, and c would find none
    expect(evacuate(['AAAAA...', 'BBB.....', 'aa.bbbccc'], 2, NO_WINDOWS)).toEqual({
      moves: ['b → 0:5', 'c → 1:3', 'a → 1:6'],
      bytes: 8,
      displaced: 0,
    })
  })

  it('not at all when one item finds no place', () => {
    expect(evacuate(['AAAAAA..', 'bbb.....'], 1, NO_WINDOWS)).toBeNull()
    // what is free in a block that is to be emptied is no place
    expect(evacuate(['AAAAAAAA', 'b.......', 'c.......'], 1, NO_WINDOWS)).toBeNull()
  })

  it('the last block first, though its item is the smaller one', () => {
    expect(evacuate(['........', 'bbb.....', 'cc......'], 1, NO_WINDOWS)?.moves).toEqual(['c → 0:3', 'b → 0:0'])
  })

  it('also into one that comes later and cannot become empty, from which nothing moves', () => {
    const rows = ['AAAAAAAA', 'B.c.....', 'dd......']
    expect(evacuate(rows, 1, NO_WINDOWS, [0, 1])?.moves).toEqual(['d → 1:3'])
    // but not into one that comes later than the item's own
    expect(evacuate(['AAAAAAAA', 'dd......', 'B.c.....'], 1, NO_WINDOWS, [0, 0, 1])).toBeNull()
  })

  it('with nothing to move where they are empty', () => {
    expect(evacuate(['A.......', '........'], 1, NO_WINDOWS)).toEqual({ moves: [], bytes: 0, displaced: 0 })
  })
})

describe('where an item fits nowhere, a small one makes room for it first [DF-09]', () => {
  // 3 of block 1 are free once b is out of their midst, and b fits into block 0
  const rows = ['AAAAAAA.', 'CCCC.b.D', 'eee.....']

  it('the small one moves to an earlier block, before the one that it makes room for', () => {
    expect(evacuate(rows, 2, { windows: [1], budget: 0.5 })).toEqual({
      moves: ['b → 0:7', 'e → 1:4'],
      bytes: 4,
      displaced: 1,
    })
  })

  it.each([
    ['no windows are tried', rows, NO_WINDOWS],
    // 0.3 × 3 bytes are less than b
    ['it would copy more than the budget allows', rows, { windows: [1], budget: 0.3 }],
    ['the small one finds no place itself', ['AAAAAAAA', 'CCCC.b.D', 'eee.....'], { windows: [1], budget: 1 }],
    ['what is in the way stays', ['AAAAAAA.', 'CCCC.B.D', 'eee.....'], { windows: [1], budget: 1 }],
    // one of 3 in the way of 3: nothing is won
    ['it is as large', ['AAAAA...', 'CCCCbbbD', 'eeee....'], { windows: [1], budget: 1 }],
  ])('not where %s', (_title, blocks, effort) => {
    expect(evacuate(blocks, 2, effort)).toBeNull()
  })

  it('of two places the one out of which less is to be moved', () => {
    // 2 bytes lie in the first window of 3, 1 in the second
    expect(evacuate(['AAAAA..A', 'Cbb.D.f.', 'eee.....'], 2, { windows: [2], budget: 1 })?.moves).toEqual([
      'f → 0:5',
      'e → 1:5',
    ])
  })

  it('and a smaller one still for that one, as deep as windows are tried', () => {
    // e needs d's place, d needs c's, and c fits into the last byte of block 0
    const deep = ['AAAAAAA.', 'BBB.c.BB', 'DDD.dd.D', 'eeee....']
    expect(evacuate(deep, 3, { windows: [1, 1], budget: 0.75 })).toEqual({
      moves: ['c → 0:7', 'd → 1:3', 'e → 2:3'],
      bytes: 7,
      displaced: 3,
    })
    expect(evacuate(deep, 3, { windows: [1], budget: 0.75 })).toBeNull()
    // 2 + 1 bytes are moved besides 4
    expect(evacuate(deep, 3, { windows: [1, 1], budget: 0.7 })).toBeNull()
  })

  it('the next place is tried where that one fails half-way, and all is as it was before', () => {
    // c takes the range of 3 of block 0, and d finds none; f takes it whole, and g the one of 1
    const two = ['A...A.AA', 'Bcc..ddBfff..gB', 'eeeeee']
    expect(evacuate(two, 2, { windows: [2], budget: 1 })).toEqual({
      moves: ['f → 0:1', 'g → 0:5', 'e → 1:8'],
      bytes: 10,
      displaced: 4,
    })
    expect(evacuate(two, 2, { windows: [1], budget: 1 })).toBeNull()
  })
})
