import { describe, expect, test } from 'vitest'
import { COMPARED, COMPARED_PREEMPTION, unusedText } from '../../../../preload/contract'
import {
  differingPair,
  equalRows,
  useOf,
  variantColumns,
  variantCsv,
} from '../../../../renderer/instruments/laboratory/rows'
import { variantRow } from '../../../support/variant-row'

const MiB = 2 ** 20

const ROW = variantRow('fence-lru, 96 MiB', {
  policy: 'fence-lru',
  pageInBytes: 3 * MiB,
  timesBound: 1.5,
  localByteSeconds: 2048,
  peakLocalUsage: 1536,
  waitedForPaging: 15_625,
  framesDropped: 7,
  p99Press: null,
  findings: [{ rule: 'TN-12', count: 2 }],
  findingsCount: 2,
  expectationsFailed: 1,
  best: ['pageInBytes', 'hitches'],
  remark: '1 of its expectations failed',
})
const MODEL = { model: 'win8', graphics: 'pixel', compute: 'thread' } as const

describe('rows of a comparison [LB-04]', () => {
  test('have columns that say what they count: not only what left local memory, or the residency list [SC-08] [RS-01]', () => {
    const meanings = Object.fromEntries(variantColumns([ROW]).map(({ name, meaning }) => [name, meaning]))
    expect([meanings['Paged out'], meanings.Evictions]).toEqual([
      'Bytes paged out: of the app in both segment groups, and of other processes that made room',
      'Calls of Evict, also those that left references: evict records of the trace (RS-01)',
    ])
  })

  test('have a cell for each column; the best has a mark, what there is not a dash', () => {
    const texts = Object.fromEntries(variantColumns([ROW]).map(({ name, text }) => [name, text(ROW)]))
    expect(texts).toMatchObject({
      Variant: 'fence-lru, 96 MiB',
      'Paged in': '✓ 3 MiB',
      'Of the bound': '1.50 ×',
      'Paged out': '0 B',
      'Memory held': '2 KiB·s',
      Hitches: '✓ 0',
      'Frames dropped': '7',
      '99th percentile': '–',
      Findings: 'TN-12 ×2',
      Evictions: '3',
      Remarks: '1 of its expectations failed',
    })
    expect(texts).not.toHaveProperty('Missed blanks')
  })

  test('have a column of remarks where there are any, and say which are equal [LB-04]', () => {
    expect(variantColumns([ROW]).at(-1)?.name).toBe('Remarks')
    expect(variantColumns([variantRow('a')]).map(({ name }) => name)).not.toContain('Remarks')
    const rows = [variantRow('a'), variantRow('b', { sameAs: 'a' }), variantRow('c'), variantRow('d', { sameAs: 'a' })]
    expect(equalRows([...rows, variantRow('e', { sameAs: 'c' })])).toBe('Equal to a: b, d. Equal to c: e.')
    const [sameAs, label] = ['none, 512 MiB', 'none, 1 GiB']
    const products = [variantRow(sameAs), variantRow(label, { sameAs }), variantRow('lru, 1 GiB', { sameAs })]
    expect(equalRows(products)).toBe('Equal to the policy none, 512 MiB: the policy none, 1 GiB and lru, 1 GiB.')
    expect(equalRows([variantRow('a')])).toBe('')
    const many = Array.from({ length: 9 }, (_, i) => variantRow(`v${i}`, { sameAs: 'a' }))
    expect(equalRows([variantRow('a'), ...many])).toBe('Equal to a: v0, v1, v2, v3, v4, v5 and 3 more.')
  })

  test('are never said to be equal to nothing: none is a policy [LB-04]', () => {
    const rows = [variantRow('none'), variantRow('fence-lru', { sameAs: 'none' })]
    expect(equalRows(rows)).toBe('Equal to the policy none: fence-lru.')
    const turned = [variantRow('fence-lru'), variantRow('none', { sameAs: 'fence-lru' })]
    expect(equalRows(turned)).toBe('Equal to fence-lru: the policy none.')
  })

  test('of work in which nothing was used say nothing about an app, but for those of preemption models', () => {
    const held = (...pagedIn: number[]) => ({ best: pagedIn.map((each, i) => ({ held: i * MiB, pagedIn: each })) })
    const row = variantRow('none')
    expect(unusedText(held(0), [row])).toMatch(/^No effect used local memory/)
    // a set of what was created resident is used, too, though no effect ends and nothing is paged in
    expect(unusedText(held(2 * MiB, 0), [row])).toBeNull()
    expect(unusedText(held(2 * MiB), [row])).toBeNull()
    // what engines were given beside effects tells preemption models from each other
    expect(unusedText(held(0), [variantRow('win8 pixel', { variant: { preemption: MODEL } })])).toBeNull()
  })

  test('of preemption models have its columns first [GP-28]', () => {
    const row = {
      ...ROW,
      variant: { preemption: MODEL },
      missedVerticalBlanks: 17,
      effectsPerSecond: 12.345,
      p99CompositorLatency: null,
    }
    const columns = variantColumns([row])
    const text = (name: string) => columns.find((column) => column.name === name)?.text(row)
    expect(columns.findIndex(({ name }) => name === 'Worst latency')).toBe(1)
    expect([text('Missed blanks'), text('Effects/s'), text('99th percentile of latency')]).toEqual(['17', '12.35', '–'])
  })

  test('as CSV are plain numbers with a header, and nothing where there is nothing', () => {
    const [head, line] = variantCsv([ROW]).trimEnd().split('\r\n')
    const keys = [...COMPARED, ...COMPARED_PREEMPTION].map(({ key }) => key)
    expect(head).toBe(`variant,${keys.join()},evictions,expectationsFailed,best`)
    expect(line).toBe(
      '"fence-lru, 96 MiB",3145728,1.5,0,2048,1536,15625,7,20000,,0,0,2,900,900,0,4,1,0,0,0,3,1,pageInBytes hitches',
    )
  })
})

describe('what is advised can be taken [LB-07]', () => {
  const restarts = 'Another device: the simulation starts again, with the project as it is; Branches leads back.'

  test.each([
    [{}, null],
    [{ policy: 'none' }, 'Use none'],
    [{ policy: 'none', budget: 96 * MiB }, 'Use none with a budget of 96 MiB'],
    // 1 GiB to three digits, as 1 GiB is
    [{ policy: 'none', budget: 1024 * MiB + 65_536 }, 'Use none with a budget of 1024.0625 MiB'],
    [{ preemption: MODEL }, 'Use win8 pixel/thread'],
  ] as const)('%j, while the device stays', (variant, text) => {
    expect(useOf(variantRow('x', { variant, policy: 'none' }), 'linked')).toEqual(
      text === null ? null : { text, notice: undefined },
    )
  })

  test('with its device, for which the simulation starts again', () => {
    const device = variantRow('x', { variant: { profile: 'linked' } })
    expect(useOf(device, 'integrated')).toEqual({ text: 'Use linked', notice: restarts })
    expect(useOf(device, null)).toEqual({ text: 'Use linked', notice: restarts })
    expect(useOf(device, 'linked')).toEqual({ text: 'Use linked', notice: undefined })
    const both = variantRow('x', { variant: { policy: 'none', budget: 96 * MiB, profile: 'linked' }, policy: 'none' })
    expect(useOf(both, null)?.text).toBe('Use none with a budget of 96 MiB on linked')
  })
})

describe('two runs are told apart [LB-06]', () => {
  const rows = [
    { label: 'a', sameAs: null },
    { label: 'b', sameAs: 'a' },
    { label: 'c', sameAs: null },
  ]

  test('at first the first and one that is not the same', () => {
    expect(differingPair(rows, null)).toEqual([0, 2])
    expect(differingPair(rows.slice(0, 2), null)).toEqual([0, 1])
  })

  test('as chosen, unless the table has become shorter', () => {
    expect(differingPair(rows, [2, 1])).toEqual([2, 1])
    expect(differingPair(rows, [0, 3])).toEqual([0, 2])
  })
})
