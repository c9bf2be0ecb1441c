/** Records that a number stands on: all counted, those kept that are shown (LB-04). */
import { describe, expect, it } from 'vitest'
import {
  Collector,
  LongestList,
  momentView,
  RecordList,
} from '../../../../../../main/session/laboratory/comparison/records/list'
import { worldOf } from '../../../../support/world'

const row = (t: number, amount: number) => momentView({ t, type: 'press', name: 'A', amount })

describe('a list of records [LB-04]', () => {
  it('counts and sums all, and makes the rows only of those that are shown', () => {
    const list = new RecordList(1, 2)
    const made: number[] = []
    for (const amount of [1, 2, 4, 8])
      list.add(amount, () => {
        made.push(amount)
        return row(amount, amount)
      })
    const { records, ...rest } = list.found
    expect(rest).toEqual({ count: 4, sum: 15, skipped: 1 })
    expect([records.map(({ amount }) => amount), made]).toEqual([
      [2, 4],
      [2, 4],
    ])
  })

  it('has skipped no more than there were', () => {
    const list = new RecordList(5, 2)
    list.add(3, () => row(0, 3))
    expect(list.found).toEqual({ count: 1, sum: 3, skipped: 1, records: [] })
  })

  it('begins anew where it is cleared, as a collector does with what counts', () => {
    const list = new RecordList(1, 5)
    list.add(3, () => row(0, 3))
    list.add(3, () => row(1, 3))
    new Collector(list).begins(worldOf())
    expect(list.found).toEqual({ count: 0, sum: 0, skipped: 0, records: [] })
    list.add(1, () => row(2, 1))
    list.add(2, () => row(3, 2))
    expect(list.found).toMatchObject({ count: 2, sum: 3, records: [{ t: 3 }] })
  })
})

describe('the longest of them [LB-04]', () => {
  const listed = (amounts: readonly number[], skip: number, most: number): LongestList => {
    const list = new LongestList(skip, most)
    for (const [t, amount] of amounts.entries()) list.add(amount, () => row(t, amount))
    return list
  }
  const shown = ({ records }: { records: readonly { t: number; amount: number }[] }) =>
    records.map(({ t, amount }) => [t, amount])

  it('are found also where they come last, of many more than are kept', () => {
    const list = listed([...Array<number>(1000).fill(3), 9, 8, 9], 0, 10)
    const found = list.from(8)
    expect(found).toMatchObject({ count: 3, sum: 26, skipped: 0 })
    expect(shown(found)).toEqual([
      [1000, 9],
      [1002, 9],
      [1001, 8],
    ])
  })

  it('are all counted where fewer are kept, and those that are listed are the longest', () => {
    const amounts = Array.from({ length: 500 }, (_, i) => (i * 37) % 101)
    const found = listed(amounts, 1, 4).from(50)
    const meant = amounts.map((amount, t) => [t, amount] as const).filter(([, amount]) => amount >= 50)
    expect(found.count).toBe(meant.length)
    expect(found.sum).toBe(meant.reduce((sum, [, amount]) => sum + amount, 0))
    expect(found.skipped).toBe(1)
    expect(shown(found)).toEqual(meant.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(1, 5))
  })

  it('begin anew where the list is cleared', () => {
    const list = listed([9, 9, 9, 9, 9], 0, 1)
    list.clear()
    list.add(4, () => row(7, 4))
    expect(list.from(0)).toMatchObject({ count: 1, sum: 4, records: [{ t: 7 }] })
  })
})

describe('what has no record of its own', () => {
  it('says nothing but what is said of it', () => {
    expect(momentView({ t: 4, type: 'usage', name: '', bytes: 7, amount: 2 })).toEqual({
      t: 4,
      type: 'usage',
      name: '',
      amount: 2,
      bytes: 7,
      duration: null,
      more: '',
      text: '',
    })
  })
})
