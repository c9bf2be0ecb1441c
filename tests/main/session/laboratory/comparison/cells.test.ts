import { describe, expect, it } from 'vitest'
import { findingsText } from '../../../../../main/session/laboratory/comparison/cells'
import { type ComparedKey, variantCell } from '../../../../../preload/contract'
import { variantRow } from '../../../../support/variant-row'

const ROW = variantRow('fence-lru', {
  pageInBytes: 3 * 1024 * 1024,
  timesBound: 1.5,
  pageOutBytes: 0,
  localByteSeconds: 2048,
  peakLocalUsage: 1536,
  waitedForPaging: 15_625,
  framesDropped: 7,
  worstPress: 2_000_000,
  p99Press: null,
  hitches: 0,
  findings: [
    { rule: 'TN-12', count: 2 },
    { rule: 'RS-01', count: 1 },
  ],
  findingsCount: 3,
})

describe('a cell of the table [LB-04]', () => {
  it.each<[ComparedKey, string]>([
    ['pageInBytes', '3 MiB'],
    ['timesBound', '1.50 ×'],
    ['pageOutBytes', '0 B'],
    ['localByteSeconds', '2 KiB·s'],
    ['peakLocalUsage', '1.5 KiB'],
    ['waitedForPaging', '15.63 ms'],
    ['framesDropped', '7'],
    ['worstPress', '2 s'],
    ['p99Press', '–'],
    ['hitches', '0'],
    ['findingsCount', 'TN-12 ×2, RS-01 ×1'],
  ])('%s is %s', (key, text) => {
    expect(variantCell(ROW, key)).toBe(text)
  })

  it('of findings says that there are none', () => {
    expect(findingsText({ findings: [] })).toBe('none')
  })
})

it('thousands have commas, as everywhere [LB-04]', () => {
  const row = variantRow('none', {
    framesDropped: 12_345,
    findings: [{ rule: 'TN-12', count: 1_000 }],
    findingsCount: 1_000,
  })
  expect([variantCell(row, 'framesDropped'), findingsText(row)]).toEqual(['12,345', 'TN-12 ×1,000'])
})

it('what was paged in where nothing had to be is not nothing of the bound [LB-12]', () => {
  const cell = (localPageInBytes: number): string =>
    variantCell(variantRow('none', { localPageInBytes, bound: 0, timesBound: null }), 'timesBound')
  expect([cell(200 * 1024 * 1024), cell(0)]).toEqual(['∞', '–'])
})
