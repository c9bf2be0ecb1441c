/** What is said of the records of a number. */
import { describe, expect, test } from 'vitest'
import {
  addsOwn,
  amountText,
  countText,
  lettersOf,
  numbersOf,
  titleOf,
} from '../../../../renderer/instruments/laboratory/records-text'
import { reasonsOf } from '../../../../renderer/instruments/laboratory/rows'
import { variantRow } from '../../../support/variant-row'

const MiB = 2 ** 20
const found = (count: number, sum: number) => ({ count, sum, skipped: 0, records: [] })

describe('the records of a number', () => {
  test('have a title that names the number, the run and, of one, the resource', () => {
    const view = { key: 'localByteSeconds', label: 'none', resource: null } as const
    expect(titleOf(view)).toBe('Memory held of none')
    expect(titleOf({ ...view, key: 'evictions', resource: 'A.r' })).toBe('Evictions of A.r under none')
  })

  test('are counted and summed in the unit of the number, where it adds up [LB-04]', () => {
    expect(countText({ key: 'localByteSeconds' }, found(2, 3 * MiB))).toBe(
      '2 intervals, 3 MiB·s together. Each adds its size × how long it lasted. Choose one to go to its moment.',
    )
    expect(countText({ key: 'waitedForPaging' }, found(1, 5))).toBe('1 interval. Choose one to go to its moment.')
    expect(countText({ key: 'bound' }, found(3, 6 * MiB))).toMatch(/^3 records, 6 MiB together\./)
    expect(countText({ key: 'worstPress' }, found(2, 9))).toBe('2 records. Choose one to go to its moment.')
    expect(countText({ key: 'hitches' }, found(4, 4))).toBe('4 records. Choose one to go to its moment.')
    expect(countText({ key: 'hitches' }, found(0, 0))).toBe('There is no record of it.')
  })

  test('have a column of what each adds where that is neither its size nor how long it took', () => {
    expect([addsOwn('localByteSeconds'), addsOwn('contextSwitchTime'), addsOwn('pageInBytes')]).toEqual([
      true,
      true,
      false,
    ])
    expect([amountText('contextSwitchTime', 1500), amountText('evictions', 1)]).toEqual(['1.5 ms', '1'])
  })
})

describe('the columns of numbers', () => {
  const record = { t: 110_321_000, type: 'usage', name: '', text: '', more: '' }
  const short = { ...record, bytes: 128 * MiB, duration: 18_770_000, amount: 7 * 1024 * MiB }
  const long = { ...record, t: 111_231_573, bytes: null, duration: 910_573, amount: 116.5 * MiB }

  test('have a time, a size, how long it took and what it adds, in the units of everywhere [LB-04]', () => {
    expect(numbersOf('localByteSeconds', short)).toEqual({
      time: '1:50.321',
      bytes: '128 MiB',
      took: '18.77 s',
      adds: '7 GiB·s',
    })
    expect(numbersOf('pageInBytes', long)).toEqual({ time: '1:51.231573', bytes: '', took: '910.6 ms', adds: '' })
  })

  test('are as wide as their longest number [LB-04]', () => {
    expect(lettersOf('localByteSeconds', [short, long])).toEqual({ time: 11, bytes: 7, took: 8, adds: 11 })
    expect(lettersOf('pageInBytes', [])).toEqual({ time: 0, bytes: 0, took: 0, adds: 0 })
  })
})

describe('what an advice rests on [LB-07]', () => {
  const rows = [
    variantRow('a', { localByteSeconds: 10, best: ['localByteSeconds'] }),
    variantRow('b', { localByteSeconds: 20 }),
    variantRow('c', { localByteSeconds: 30 }),
  ]

  test('is of each column what the two have that it tells apart', () => {
    const advice = { label: 'a', against: 'b', text: '', columns: ['localByteSeconds' as const], trade: [] }
    expect(reasonsOf(advice, rows).map((reason) => [reason.key, reason.rows.map(({ label }) => label)])).toEqual([
      ['localByteSeconds', ['a', 'b']],
    ])
  })

  test('of a trade, the least and the most', () => {
    const advice = {
      label: null,
      against: null,
      text: '',
      columns: ['localByteSeconds' as const, 'hitches' as const],
      trade: [],
    }
    expect(reasonsOf(advice, rows).map((reason) => reason.rows.map(({ label }) => label))).toEqual([['a', 'c']])
  })

  test('of one that left presses, how many: how long it took for the others says nothing against one that showed all', () => {
    const press = { worstPress: 900, p99Press: 800 }
    const all = variantRow('all', press)
    const some = variantRow('some', { worstPress: 1, p99Press: 1, pressesNotShown: 3 })
    const columns = ['worstPress' as const, 'p99Press' as const]
    const told = (reasons: ReturnType<typeof reasonsOf>) =>
      reasons.map(({ key, rows: [one, other] }) => [key, one.label, one[key], other.label, other[key]])
    const than = { label: 'all', against: 'some', text: '', columns, trade: [] }
    expect(told(reasonsOf(than, [some, all]))).toEqual([['pressesNotShown', 'all', 0, 'some', 3]])
    // of a trade the others are told apart by their times
    const slow = variantRow('slow', { worstPress: 2000, p99Press: 2000 })
    const trade = ['all', 'some', 'slow'].map((label) => ({ labels: [label], best: label, gives: label }))
    expect(told(reasonsOf({ ...than, label: null, against: null, trade }, [slow, some, all]))).toEqual([
      ['pressesNotShown', 'slow', 0, 'some', 3],
      ['worstPress', 'all', 900, 'slow', 2000],
      ['p99Press', 'all', 800, 'slow', 2000],
    ])
    // nor are they where those differ by no more than 5 %: the trade is none between them
    const near = variantRow('slow', { worstPress: 901, p99Press: 2000 })
    expect(told(reasonsOf({ ...than, label: null, against: null, trade }, [near, some, all]))).toEqual([
      ['pressesNotShown', 'slow', 0, 'some', 3],
      ['p99Press', 'all', 800, 'slow', 2000],
    ])
  })

  test('of a trade, no number of one that can be no best, and none of the bound of one that it is not of', () => {
    const [a, b] = [variantRow('a', { localByteSeconds: 10, timesBound: 2 }), variantRow('b', { localByteSeconds: 30 })]
    const over = variantRow('over', { localByteSeconds: 20, timesBound: 0.5, overBudget: 5 })
    const removed = variantRow('removed', { localByteSeconds: 90, timesBound: 9, appDevicesRemoved: 1 })
    const trade = ['a', 'b', 'over'].map((label) => ({ labels: [label], best: label, gives: label }))
    const columns = ['localByteSeconds' as const, 'timesBound' as const]
    const advice = { label: null, against: null, text: '', columns, trade }
    const table = [removed, over, a, { ...b, timesBound: 4 }]
    expect(reasonsOf(advice, table).map((reason) => reason.rows.map(({ label }) => label))).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })
})
