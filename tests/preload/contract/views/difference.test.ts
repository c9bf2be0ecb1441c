import { describe, expect, it } from 'vitest'
import {
  differenceAt,
  differenceColumns,
  differenceNames,
  differenceRows,
  type ResourceDifference,
} from '../../../../preload/contract'

const ROWS: readonly ResourceDifference[] = [
  { name: 'Blur.main', pagedIn: [2 ** 40, 0], evictions: [1, 2], waited: [3, 4], at: [0, null] },
  // names as scenarios may have them: none at all, and more than one unit a letter
  { name: '', pagedIn: [0, 5], evictions: [0, 0], waited: [0, 0], at: [null, 7] },
  { name: '🎞.r', pagedIn: [6, 8], evictions: [9, 10], waited: [11, 12], at: [13, 14] },
]

describe('the resources that differ, in columns [LB-06]', () => {
  const columns = differenceColumns(ROWS)

  it('say of each row what it says, whatever its name', () => {
    expect(differenceRows(columns)).toEqual(ROWS)
    expect(differenceAt(columns, 2)).toEqual(ROWS[2])
    expect(differenceNames(columns)).toEqual(['Blur.main', '', '🎞.r'])
    expect([differenceRows(differenceColumns([])), differenceNames(differenceColumns([]))]).toEqual([[], []])
  })

  it('are as many things for the bridge to the page to copy, however many rows there are', () => {
    const things = (value: unknown): number =>
      typeof value !== 'object' || value === null || ArrayBuffer.isView(value)
        ? 1
        : Object.values(value).reduce<number>((sum, part) => sum + things(part), 1)
    const many = Array.from({ length: 1000 }, (_unused, row) => ({ ...ROWS[0]!, name: `r${row}` }))
    // a text, where names end, and four pairs of columns
    expect([things(columns), things(differenceColumns(many))]).toEqual([15, 15])
  })
})
