import { describe, expect, it } from 'vitest'
import type { BranchesView } from '../../../../preload/contract'
import { branchText, keyed, marksAt, momentAt, placeOf, whereText } from '../../../../renderer/editor/run/scrub'

const S = 1_000_000

describe('the scrubber of the run', () => {
  it.each<[string, boolean, number | null]>([
    ['ArrowLeft', false, 9_900_000],
    ['ArrowDown', true, 9 * S],
    ['ArrowRight', false, 10_100_000],
    ['ArrowUp', true, 11 * S],
    ['PageDown', false, 4 * S],
    ['PageUp', false, 16 * S],
    ['Home', false, 0],
    ['End', true, 60 * S],
    ['a', false, null],
    ['toString', false, null],
  ])('goes with %s (shift %s) to %s µs [LB-02]', (key, shift, time) => {
    expect(keyed(key, shift, 10 * S, 60 * S)).toBe(time)
  })

  it('stays within the run [LB-02]', () => {
    expect(keyed('ArrowLeft', false, 50, 60 * S)).toBe(0)
    expect(keyed('PageUp', false, 59 * S, 60 * S)).toBe(60 * S)
    expect([momentAt(-5, 100, S), momentAt(50, 100, S), momentAt(120, 100, S), momentAt(5, 0, S)]).toEqual([
      0,
      500_000,
      S,
      0,
    ])
    expect([placeOf(0, 0), placeOf(S, 4 * S), placeOf(5 * S, 4 * S)]).toEqual([100, 25, 100])
  })

  it('has one mark for what stands at one place, and none for what comes later [LB-02]', () => {
    expect(marksAt([0, 10, 20, 500_000, 2 * S], S)).toEqual([0, 50])
  })

  it('says whether the end is shown, and of which branch what [LB-02]', () => {
    expect([whereText(12_345_000, null), whereText(12_345_000, 90 * S)]).toEqual([
      'Live, 12.345 s',
      'At 12.345 s of 1:30.000',
    ])
    const main = { id: 1, name: 'Main', parent: null, from: 0, end: 2 * S, commands: 3 }
    const other = { id: 2, name: 'Branch 1', parent: 1, from: S, end: null, commands: null }
    const view: BranchesView = {
      shown: 2,
      end: null,
      branches: [main, other],
      deleted: null,
      forgotten: 0,
      before: null,
    }
    expect(branchText(main, view)).toBe('The run as it began, 3 steps, until 2.000\u00a0s')
    expect(branchText(other, view)).toBe('From Main at 1.000\u00a0s, goes on')
    expect(branchText({ ...main, commands: 1 }, { ...view, shown: 1, end: 2 * S })).toBe(
      'The run as it began, 1 step, until 2.000\u00a0s, looked at',
    )
    expect(branchText({ ...other, parent: 9, end: 3 * S, commands: 0 }, view)).toContain(
      'a branch that is kept no more',
    )
  })
})
