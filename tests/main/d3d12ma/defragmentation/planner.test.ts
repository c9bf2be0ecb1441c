import { describe, expect, it } from 'vitest'
import type { Algorithm } from '../../../../main/d3d12ma/defragmentation/definitions'
import { leastKept, planEmptying } from '../../../../main/d3d12ma/defragmentation/planner'
import { drawn, movesOf } from './layouts'

function empty(rows: string[], algorithm: Algorithm = 'full', goal = 0) {
  const { plan, ...rest } = planEmptying(drawn(...rows), algorithm, goal)
  return { moves: movesOf(rows, plan), ...rest }
}

describe('the fewest blocks into which everything could go [DF-16]', () => {
  it.each([
    ['none, where nothing is there', ['........'], 0],
    ['by their bytes alone, whatever their order and gaps', ['aa.a....', 'bb......', 'cc......'], 1],
    ['all, where nothing is free', ['aaaaaaaa', 'bbbbbbbb'], 2],
    ['a block that is nearly full does not help', ['aaaaaaa.', 'bb......', 'cc......'], 2],
    // 6 bytes of the last block, which stays anyway, take a and b
    ['none, where blocks that stay have the room', ['aaa.....', 'bbb.....', 'CC......'], 0],
    ['those before what stays, where that has not', ['aaaaaa..', 'CCCCCCC.'], 1],
  ])('%s', (_title, rows, kept) => {
    expect(leastKept(drawn(...rows))).toBe(kept)
  })
})

describe('what empties the most blocks [DF-16]', () => {
  it('is found, with its bytes', () => {
    expect(empty(['aaaa....', 'bb......', 'cc......'])).toEqual({
      moves: ['c → 0:6', 'b → 0:4'],
      kept: 1,
      bytes: 4,
      displaced: 0,
    })
  })

  it('may be less than the bytes would allow, where nothing fits', () => {
    // 3 + 2 are free before, and 4 bytes would go there but not in one
    expect(empty(['AAAAA...', 'BBBBBB..', 'cccc....', 'd.......'])).toMatchObject({ moves: ['d → 1:6'], kept: 3 })
    expect(empty(['AAAAA...', 'cccc....'])).toEqual({ moves: [], kept: 2, bytes: 0, displaced: 0 })
  })

  it('keeps to a goal: no more blocks are emptied than it says', () => {
    const rows = ['aaa.....', 'bb......', 'c.......', 'd.......']
    expect(empty(rows, 'full', 3)).toMatchObject({ moves: ['d → 0:3'], kept: 3 })
    expect(empty(rows, 'full', 1)).toMatchObject({ kept: 1, bytes: 4 })
    expect(empty(rows, 'full', 4)).toMatchObject({ moves: [], kept: 4 })
  })

  it('may cost half of its bytes besides, of FAST two fifths: more is not copied', () => {
    // dd has no place unless b makes one: 1 byte besides 2
    const half = ['AAAAAAA.', 'CCCCCb.D', 'dd......']
    expect(empty(half, 'balanced')).toMatchObject({ moves: ['b → 0:7', 'd → 1:5'], displaced: 1, bytes: 3 })
    expect(empty(half, 'full')).toMatchObject({ displaced: 1 })
    expect(empty(half, 'fast')).toMatchObject({ moves: [], displaced: 0, kept: 3 })
    // 1 of 3 is less than two fifths
    expect(empty(['AAAAAAA.', 'CCCCb..D', 'ddd.....'], 'fast')).toMatchObject({ displaced: 1 })
  })
})
