/** Records that a number stands on: all counted, those kept that are shown (LB-04). */
import { describe, expect, it } from 'vitest'
import { Collector, momentView, RecordList } from '../../../../../../main/session/laboratory/comparison/records/list'
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
