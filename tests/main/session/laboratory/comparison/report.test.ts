/** The report as one file (LB-18): what stands in it, by hand. */
import { describe, expect, test } from 'vitest'
import { reportHtml } from '../../../../../main/session/laboratory/comparison/report'
import type { VariantRow } from '../../../../../preload/contract'

const ROW: VariantRow = {
  label: '<none>',
  policy: 'none',
  pageInBytes: 1024,
  bound: 512,
  timesBound: 2,
  pageOutBytes: 0,
  localByteSeconds: 0,
  peakLocalUsage: 2048,
  waitedForPaging: 0,
  framesDropped: 0,
  worstPress: null,
  p99Press: null,
  hitches: 0,
  evictions: 7,
  devicesRemoved: 0,
  findings: [],
  findingsCount: 0,
  expectationsFailed: 0,
  pressesNotShown: 0,
  overBudget: 0,
  best: ['peakLocalUsage'],
  sameAs: null,
  remark: 'a remark',
}

const comparison = {
  rows: [ROW],
  curves: [{ label: '<none>', usage: [0, 2048], evictions: [7, 0], hitches: [0, 0] }],
  frontier: {
    best: [
      { held: 0, pagedIn: 100 },
      { held: 50, pagedIn: 0 },
    ],
    thresholds: [],
    variants: [{ label: '<none>', held: 100, pagedIn: 50, aboveThresholds: false }],
  },
  advice: { label: null, text: 'a & b', columns: [] },
}

describe('a report', () => {
  const html = reportHtml({ name: 'x', seed: 3, until: 2_000_000, comparison, difference: null })

  test('has every cell, the best marked, and nothing unescaped [LB-18]', () => {
    expect(html).toContain('<td>&lt;none&gt;</td><td>1 KiB</td><td>2.00 ×</td><td>0 B</td>')
    expect(html).toContain('<td class="best">2 KiB ✓</td>')
    expect(html).toContain('<td>7</td><td>a remark</td></tr>')
    expect(html).toContain('<p class="advice">a &amp; b</p>')
    expect(html).not.toContain('<none>')
  })

  test('draws usage from the ground to the top, in the middle of each part [LB-18]', () => {
    // 960 wide, 90 left for text and 10 at the right: parts of 430, ground at 230, top at 15
    expect(html).toContain('<path d="M305 230L735 15"')
    // a frontier from (0, 100) to (50, 0) of at most 100 each, and the variant in the middle of its height
    expect(html).toContain('<path d="M90 15L520 230"')
    expect(html).toContain('<circle cx="950" cy="122.5" r="4"')
  })

  test('of two runs says where they part and what differs [LB-06] [LB-18]', () => {
    const labels = ['a', 'b<'] as const
    const first = { index: 4, records: [{ t: 1, text: '{"t":1,"x":"<"}' }, null] as const }
    const resources = [{ name: 'r', pagedIn: [1024, 0], evictions: [1, 2], waited: [5, 0] }] as const
    const told = reportHtml({
      name: 'x',
      seed: 1,
      until: 1,
      comparison,
      difference: { labels, first: { ...first, records: [...first.records] }, resources: [...resources] },
    })
    expect(told).toContain('They part at record 5:')
    expect(told).toContain('<pre>{&quot;t&quot;:1,&quot;x&quot;:&quot;&lt;&quot;}</pre>')
    expect(told).toContain('<pre>the run had ended</pre>')
    expect(told).toContain(
      '<tr><td>r</td><td>1 KiB</td><td>0 B</td><td>1</td><td>2</td><td>5 µs</td><td>0 µs</td></tr>',
    )
    const same = reportHtml({
      name: 'x',
      seed: 1,
      until: 1,
      comparison,
      difference: { labels, first: null, resources: [] },
    })
    expect(same).toContain('The two runs are the same to the last record.')
  })
})
