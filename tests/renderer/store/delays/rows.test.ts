import { describe, expect, it } from 'vitest'
import { type DelayRowView, KEPT_DELAYS } from '../../../../preload/contract'
import { delayAt, lateBy, withRows, worstFirst } from '../../../../renderer/store/delays/rows'

const row = (id: number, begin: number, shown: number, parts: Partial<DelayRowView> = {}): DelayRowView => ({
  id,
  what: 'press',
  title: `press ${id}`,
  command: id,
  begin,
  due: begin + 10,
  shown,
  most: null,
  ...parts,
})

describe('rows of delays', () => {
  it('stand with the worst first; of equal ones with the earlier', () => {
    const rows = [row(1, 0, 50), row(2, 100, 200), row(3, 300, 400)]
    expect(worstFirst(rows).map(({ id }) => id)).toEqual([2, 3, 1])
    expect(lateBy(rows[1] as DelayRowView)).toBe(90)
  })

  it('are the newest, and of the older ones the worst', () => {
    const { newest, worst } = KEPT_DELAYS
    const count = newest + worst + 300
    // the first 200 are worse than all that follow, the earlier the worse
    const all = Array.from({ length: count }, (_, i) => row(i + 1, i * 100, i * 100 + (i < 200 ? 1_000 - i : 50)))
    let rows: readonly DelayRowView[] = []
    for (let at = 0; at < count; at += 100) rows = withRows(rows, all.slice(at, at + 100))
    const wanted = [
      ...Array.from({ length: worst }, (_, i) => i + 1),
      ...Array.from({ length: newest }, (_, i) => count - newest + 1 + i),
    ]
    expect(rows.map(({ id }) => id)).toEqual(wanted)
    expect(withRows(rows, undefined)).toBe(rows)
  })

  it('are the worst of each kind: presses that were late stay among worse frames [LB-10]', () => {
    const { newest, worst } = KEPT_DELAYS
    const presses = Array.from({ length: worst + 5 }, (_, i) => row(i + 1, i * 100, i * 100 + 20))
    const frames = Array.from({ length: newest + 300 }, (_, i) =>
      row(presses.length + i + 1, i * 100, i * 100 + 500, { what: 'frame' }),
    )
    const rows = withRows(presses, frames)
    expect(rows.filter(({ what }) => what === 'press').map(({ id }) => id)).toEqual(
      Array.from({ length: worst }, (_, i) => i + 1),
    )
    expect(rows).toHaveLength(newest + worst + worst)
  })
})

describe('what explains a moment', () => {
  const rows = [row(1, 100, 300), row(2, 150, 900, { what: 'frame' }), row(3, 5_000, 5_100)]

  it('is the worst that lies around it, of the kinds that are asked for', () => {
    expect(delayAt(rows, 200)?.id).toBe(2)
    expect(delayAt(rows, 200, ['press'])?.id).toBe(1)
    expect(delayAt(rows, 100)?.id).toBe(1)
    expect(delayAt(rows, 5_100)?.id).toBe(3)
  })

  it('is else the nearest that was shown before, if that is not long ago', () => {
    expect(delayAt(rows, 1_000)?.id).toBe(2)
    expect(delayAt(rows, 5_101)?.id).toBe(3)
    expect(delayAt(rows, 50)).toBeNull()
    expect(delayAt(rows, 1_005_101)).toBeNull()
    expect(delayAt(rows, 1_005_100)?.id).toBe(3)
  })
})
