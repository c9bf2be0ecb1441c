/** The report as one file (LB-18): what stands in it, by hand. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { reportHtml } from '../../../../../main/session/laboratory/comparison/report'
import { BELOW_LINE, differenceColumns, LINE_COLOURS, type RecordView } from '../../../../../preload/contract'
import { variantRow } from '../../../../support/variant-row'
import { compareVariants } from '../../../support/compared'
import { scenarioOf } from '../../../support/world'

const ROW = variantRow('<none>', {
  pageInBytes: 1024,
  peakLocalUsage: 2048,
  evictions: 7,
  best: ['peakLocalUsage'],
  remark: 'a remark',
})

const CURVE = { label: '<none>', usage: [0, 2048], evictions: [7, 0], hitches: [0, 0] }

const comparison = {
  rows: [ROW],
  curves: [CURVE],
  frontier: {
    best: [
      { held: 0, pagedIn: 100 },
      { held: 50, pagedIn: 0 },
    ],
    thresholds: [],
    variants: [
      {
        label: '<none>',
        held: 100,
        pagedIn: 50,
        best: 0,
        aboveBest: true,
        threshold: null,
        idle: null,
        aboveThresholds: false,
      },
    ],
  },
  advice: { label: null, text: 'a & b', columns: [], against: null, trade: [] },
}

const REPORT = { name: 'x', seed: 3, from: 0, until: 2_000_000, derived: [], comparison, difference: null }

const RECORD: RecordView = {
  t: 1,
  type: 'evict',
  name: 'r',
  bytes: 1,
  duration: null,
  more: '',
  amount: 0,
  text: '{"t":1,"x":"<"}',
}

describe('a report', () => {
  const html = reportHtml(REPORT)

  test('has every cell, the best marked, and nothing unescaped [LB-18]', () => {
    expect(html).toContain('<td>&lt;none&gt;</td><td>1 KiB</td><td>2.00 ×</td><td>0 B</td>')
    expect(html).toContain('<td class="best">2 KiB ✓</td>')
    expect(html).toContain('<td>7</td><td class="words">a remark</td></tr>')
    expect(html).toContain('<p class="advice">a &amp; b</p>')
    expect(html).not.toContain('<none>')
  })

  test('says how long the best idle threshold is, and why a run can be below the bound where one is [LB-11] [LB-13]', () => {
    const why = 'The bound keeps to the budget'
    expect(html).not.toContain(why)
    const { frontier } = comparison
    const [variant] = frontier.variants
    const below = reportHtml({
      ...REPORT,
      comparison: {
        ...comparison,
        rows: [{ ...ROW, timesBound: 0.5 }],
        frontier: { ...frontier, variants: [{ ...variant!, threshold: 50.4, idle: 2_500_000 }] },
      },
    })
    expect(below.split(why)).toHaveLength(2)
    expect(below).toContain('<td>0.50 ×</td>')
    expect(below).toContain('<td>on\u00a0it, 50\u00a0B at\u00a02.5\u00a0s</td></tr>')
    expect(below).toContain('how long something is idle under it before it is dropped.')
  })

  test('says what of an imported recording was derived, and nothing of one of which nothing was [LB-18] [LB-19]', () => {
    expect(html).not.toContain('Derived')
    const imported = reportHtml({ ...REPORT, derived: ['size: <14> MiB', 'gpuTime: 1 us'] })
    expect(imported).toContain('<p>Derived, not recorded: size: &lt;14&gt; MiB · gpuTime: 1 us.</p>')
  })

  test('says of each variant whether it lies above the curves [LB-13] [LB-18]', () => {
    expect(html).toContain(
      '<tr><td>&lt;none&gt;</td><td>100 B·s</td><td>50 B</td><td>above, 0\u00a0B</td><td>every threshold holds more</td></tr>',
    )
    const [variant] = comparison.frontier.variants
    const variants = [{ ...variant!, held: 0.2 }]
    const little = reportHtml({
      ...REPORT,
      comparison: { ...comparison, frontier: { ...comparison.frontier, variants } },
    })
    expect(little).toContain('<td>&lt; 1 B·s</td>')
  })

  test('says what may lie below the line: of what is evicted and stays in its segment nothing is paged in [LB-13] [LB-18] [RS-03]', async () => {
    const scenario = scenarioOf({
      app: { policy: 'fence-lru' },
      steps: [
        { at: '1s', apply: 'Blur' },
        { at: '2s', periodicTrim: true },
        { at: '3s', periodicTrim: true },
        { at: '60s', apply: 'Blur' },
      ],
    })
    const compared = await compareVariants(scenario, [{}])
    const page = reportHtml({ ...REPORT, comparison: compared })
    expect(page).toMatch(/<td>below,.121\.6.MiB<\/td>/)
    expect(page).toContain(`lies below the line. ${BELOW_LINE} The dashed line`)
  })

  test('has the columns of preemption where models are compared, and not else [GP-28] [LB-18]', () => {
    expect(html).not.toContain('missed blanks')
    const preemption = { model: 'win8', graphics: 'pixel', compute: 'thread' } as const
    const rows = [{ ...ROW, variant: { preemption }, missedVerticalBlanks: 17 }]
    const models = reportHtml({ ...REPORT, comparison: { ...comparison, rows } })
    expect(models).toContain('<table class="dense"><thead>')
    expect(models).toContain('<th scope="col">missed blanks</th>')
    expect(models).toContain('<td>17</td>')
  })

  test('of a part of the input says where it begins, and draws time from there [LB-03] [LB-18]', () => {
    const part = reportHtml({ ...REPORT, from: 1_000_000 })
    expect(part).toContain('From 1 s on, to 2 s')
    expect(part).toContain('<text x="120" y="248">1 s</text>')
  })

  test('has the colours of the page on paper, as many as lines have [LB-18]', () => {
    const theme = readFileSync('renderer/styles/theme.css', 'utf8')
    for (let i = 1; i <= LINE_COLOURS; i++) {
      const light = new RegExp(`--chart-${i}: light-dark\\((#[0-9a-f]{6})`).exec(theme)?.[1]
      const curves = Array.from({ length: i }, (_unused, n) => ({ ...CURVE, label: String(n) }))
      expect(reportHtml({ ...REPORT, comparison: { ...comparison, curves } })).toContain(`stroke="${light}"`)
    }
  })

  test('is whole on paper, and its texts can be read in a narrow window [LB-18]', () => {
    // a table that scrolls is cut where the paper ends
    const [screen = '', print = ''] = html.split('@media print')
    expect(screen).toMatch(/\.wide \{ overflow-x: auto; \}/)
    expect(screen).toMatch(/@page \{ size: landscape;/)
    expect(print).toMatch(/\.wide \{ overflow: visible; \}/)
    expect(print).toMatch(/th, td:first-child, td:last-child \{ white-space: normal; \} td\.words \{ min-width: 0; \}/)
    // a heading and the legend go over the page with their chart, and no name is broken within a word for want of room
    expect(print).toMatch(/h2, \.legend \{ break-after: avoid; \}/)
    expect(print).toMatch(/td:first-child \{ min-width: 4\.5rem; \}/)
    expect(screen).toMatch(/@media \(max-width: 60rem\) \{ svg text \{ font-size: 16px; \} \}/)
  })

  test('is as wide as its numbers are: headings may have two lines, and only words have the room of words [LB-18]', () => {
    expect(html.split('@media')[0]).toMatch(/th \{ white-space: normal;/)
    // the numbers of every table are right of their columns, also in the last one
    expect(html).not.toContain('last-child { text-align: left')
    expect(html).toContain('<td class="words">a remark</td></tr>')
    expect(html).toContain('<th scope="col">evictions</th><th scope="col" class="words">remarks</th></tr>')
    const bare = reportHtml({
      ...REPORT,
      comparison: { ...comparison, rows: [{ ...ROW, remark: '', findingsCount: 0 }] },
    })
    expect(bare).not.toContain('class="words"')
    // no column without a heading
    expect(bare).toContain('<th scope="col">evictions</th></tr>')
    expect(bare).toContain('<td>7</td></tr>')
  })

  test('has the names of variants in view where a table scrolls, and in lines where they are long [LB-18]', () => {
    const [screen = '', print = ''] = html.split('@media print')
    expect(screen).toMatch(/td:first-child \{ white-space: normal; min-width: 8rem; \}/)
    expect(screen).toMatch(/\.wide :is\(th, td\):first-child \{ position: sticky; left: 0; background: #fff; \}/)
    expect(print).toMatch(/\.wide :is\(th, td\):first-child \{ position: static; \}/)
  })

  test('draws usage from the ground to the top, in the middle of each part [LB-18]', () => {
    // 960 wide, 120 left for text and 10 at the right: parts of 415, ground at 230, top at 15
    expect(html).toContain('<path d="M327.5 230L742.5 15"')
    // a frontier from (0, 100) to (50, 0) of at most 100 each, and the variant in the middle of its height
    // it holds twice as much as all gaps need: the line goes on to it, as no less is paged in there
    expect(html).toContain('<path d="M120 15L535 230L950 230"')
    expect(html).toContain('<circle cx="950" cy="122.5" r="4"')
  })

  test('draws thresholds as steps: none pages in what lies between two of them [LB-13]', () => {
    const thresholds = [
      { threshold: 0, held: 0, pagedIn: 100 },
      { threshold: 5, held: 50, pagedIn: 40 },
    ]
    const told = reportHtml({
      ...REPORT,
      comparison: { ...comparison, frontier: { ...comparison.frontier, thresholds } },
    })
    // at 535 it is as high as before, then at 40 of 100; as far as the variant holds
    expect(told).toContain('<path d="M120 15L535 15L535 144L950 144"')
  })

  test('of two runs says where they part and what differs [LB-06] [LB-18]', () => {
    const labels = ['a', 'b<'] as const
    const first = { index: 4, records: [RECORD, null] as const }
    const resources = [{ name: 'r', pagedIn: [1024, 0], evictions: [1, 2], waited: [5, 0], at: [1, null] }] as const
    const told = reportHtml({
      name: 'x',
      seed: 1,
      derived: [],
      from: 0,
      until: 1,
      comparison,
      difference: {
        labels,
        ends: [1, 1],
        first: { ...first, records: [...first.records] },
        resources: differenceColumns(resources),
      },
    })
    expect(told).toContain('They part at line 6 of their traces:')
    expect(told).toContain('<p class="small">Waited for counts what was shown late alone.</p>')
    expect(told).toContain('<pre>{&quot;t&quot;:1,&quot;x&quot;:&quot;&lt;&quot;}</pre>')
    expect(told).toContain('<pre>the run had ended</pre>')
    expect(told).toContain(
      '<tr><td>r</td><td>1 KiB</td><td>0 B</td><td>1</td><td>2</td><td>5 µs</td><td>0 µs</td></tr>',
    )
    const same = reportHtml({
      name: 'x',
      seed: 1,
      derived: [],
      from: 0,
      until: 1,
      comparison,
      difference: { labels, ends: [1, 1], first: null, resources: differenceColumns([]) },
    })
    expect(same).toContain('The two runs are the same to the last record.')
  })
})
