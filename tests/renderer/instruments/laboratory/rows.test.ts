import { describe, expect, test } from 'vitest'
import { COMPARED, type VariantRow } from '../../../../preload/contract'
import { VARIANT_COLUMNS, variantCell, variantCsv } from '../../../../renderer/instruments/laboratory/rows'

const ROW: VariantRow = {
  label: 'fence-lru, 96 MiB',
  policy: 'fence-lru',
  pageInBytes: 3 * 2 ** 20,
  bound: 2 * 2 ** 20,
  timesBound: 1.5,
  pageOutBytes: 0,
  localByteSeconds: 2048,
  peakLocalUsage: 1536,
  waitedForPaging: 15_625,
  framesDropped: 7,
  worstPress: 20_000,
  p99Press: null,
  hitches: 0,
  evictions: 3,
  devicesRemoved: 0,
  findings: [{ rule: 'TN-12', count: 2 }],
  findingsCount: 2,
  expectationsFailed: 1,
  pressesNotShown: 0,
  overBudget: 0,
  best: ['pageInBytes', 'hitches'],
  sameAs: null,
  remark: '1 of its expectations failed',
}

describe('rows of a comparison [LB-04]', () => {
  test('have a cell for each column; the best has a mark, what there is not a dash', () => {
    const texts = Object.fromEntries(VARIANT_COLUMNS.map(({ name, text }) => [name, text(ROW)]))
    expect(texts).toMatchObject({
      Variant: 'fence-lru, 96 MiB',
      'Paged in': '✓ 3 MiB',
      'Of the bound': '1.50 ×',
      'Paged out': '0 B',
      Hitches: '✓ 0',
      'Frames dropped': '7',
      '99th percentile': '–',
      Findings: 'TN-12 ×2',
      Evictions: '3',
      Remarks: '1 of its expectations failed',
    })
    expect(variantCell(ROW, 'localByteSeconds')).toMatch(/^2 KiB·s$/)
  })

  test('as CSV are plain numbers with a header, and nothing where there is nothing', () => {
    const [head, line] = variantCsv([ROW]).trimEnd().split('\r\n')
    expect(head).toBe(`variant,${COMPARED.map(({ key }) => key).join()},evictions,expectationsFailed,best`)
    expect(line).toBe('"fence-lru, 96 MiB",3145728,1.5,0,2048,1536,15625,7,20000,,0,0,2,3,1,pageInBytes hitches')
  })
})
