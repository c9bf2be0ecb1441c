/**
 * A comparison as one HTML file that needs nothing else: table, advice, curves and frontier (LB-18). Every text of it that
 * comes from a scenario is escaped; it has no script, and its policy forbids all loading.
 */
import {
  BELOW_LINE,
  belowBound,
  COMPARED,
  COMPARED_PREEMPTION,
  comparesPreemption,
  counted,
  derivedText,
  differenceRows,
  drawnCurve,
  drawnThresholds,
  type FrontierVariant,
  formatByteSeconds,
  formatBytes,
  formatCount,
  formatDuration,
  lineOfRecord,
  placeText,
  type RunDifference,
  thresholdText,
  unusedText,
  type VariantCurve,
  variantCell,
  WAITED_LATE,
} from '../../../../preload/contract'
import { type Scenario, UNTITLED } from '../../scenario'
import type { VariantComparison } from './compare'
import { axes, escaped, pathOf, placed, strokeOf, svg } from './drawing'
import { pointsOf } from './points'

export interface ReportOf {
  /** of what was compared: see `reportName` */
  name: string
  seed: number
  /** µs: what is compared begins and ends there */
  from: number
  until: number
  /** lines on what of the input was derived rather than recorded (LB-19) */
  derived: readonly string[]
  comparison: VariantComparison
  /** two variants told apart; null: it was not asked for */
  difference: RunDifference | null
}

/**
 * What a report is headed with: its reader has no window that says what was compared, and “untitled” would be said of all.
 * @param called what the window or the file is called; null: it has no name either
 */
export function reportName({ name, steps }: Scenario, what: 'scenario' | 'session', called: string | null): string {
  return name === UNTITLED ? (called ?? `A ${what} of ${counted(steps.length, 'step')}`) : name
}

/** The whole document. */
export function reportHtml({ name, seed, from, until, derived, comparison, difference }: ReportOf): string {
  const { rows, curves, frontier, advice } = comparison
  const unused = unusedText(frontier, rows)
  const assumed = derivedText(derived)
  const below = belowBound(rows)
  const title = `${name}: ${rows.length === 1 ? '1 variant' : `${rows.length} variants`}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${from === 0 ? 'Simulated time' : `From ${escaped(formatDuration(from))} on, to`} ${escaped(formatDuration(until))}, seed ${seed}. Made by Trimline.</p>
${assumed === null ? '' : `<p>${escaped(assumed)}</p>\n`}<h2>Advice</h2>
${unused === null ? '' : `<p class="advice unused">${unused}</p>\n`}<p class="advice">${escaped(advice.text)}</p>
<h2>Variants</h2>
${tableOf(comparison)}
<p class="small">✓ marks the best of a column. A variant whose app lost its device, or whose expectations failed, is never the best.${comparesPreemption(rows) ? ' What only preemption models are compared by is not marked.' : ''}${below === '' ? '' : ` ${escaped(below)}`}</p>
<h2>Local usage</h2>
${legendOf(curves)}
${chartOf(curves, 'usage', [from, until], 'Local usage over time', formatBytes)}
<h2>Evictions</h2>
${chartOf(curves, 'evictions', [from, until], 'Evictions over time', formatCount)}
<h2>Hitches</h2>
${chartOf(curves, 'hitches', [from, until], 'Hitches over time', formatCount)}
<h2>Memory held against bytes paged</h2>
<p>No policy that serves each press at once lies below the line. ${BELOW_LINE} The dashed line is the best that dropping what was idle for a fixed time does. Both are of what the input uses; paged in is, here, what was brought into local memory of the app’s resources and heaps. Beside what the best idle threshold pages in stands how long something is idle under it before it is dropped.</p>
${frontierChart(frontier)}
${frontierTable(frontier.variants)}
${difference === null ? '' : differenceOf(difference)}
</body>
</html>
`
}

const STYLE = `
:root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 96rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff; }
h1, h2, td:first-child, .legend { overflow-wrap: anywhere; }
body > :not(.wide), svg { max-width: 75rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.advice { font-size: 1.1rem; border-left: 4px solid #0072b2; padding-left: 0.75rem; }
.unused { border-color: #c44e00; }
.small { color: #555; font-size: 0.9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.88rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #ccc; padding: 0.25rem 0.45rem; text-align: right; vertical-align: top; white-space: nowrap; }
th { white-space: normal; vertical-align: bottom; }
th:first-child, td:first-child, .words { text-align: left; }
td.words { white-space: normal; min-width: 7.5rem; }
td:first-child { white-space: normal; min-width: 8rem; }
.wide :is(th, td):first-child { position: sticky; left: 0; background: #fff; }
td.best { font-weight: 700; background: #e7f3ea; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: 0.5rem; margin: 0.25rem 0; }
svg { width: 100%; height: auto; } .legend svg { width: auto; } svg text { font: 12px system-ui, sans-serif; fill: #333; stroke: #fff; stroke-width: 3px; paint-order: stroke; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
@media (max-width: 60rem) { svg text { font-size: 16px; } }
@page { size: landscape; margin: 1cm; }
@media print {
  body { margin: 0; max-width: none; padding: 0; } h2, .legend { break-after: avoid; } svg, tr { break-inside: avoid; }
  .wide { overflow: visible; } table { font-size: 10px; } table.dense { font-size: 8px; } th, td { padding: 0.15rem 0.3rem; }
  th, td:first-child, td:last-child { white-space: normal; } td.words { min-width: 0; }
  td:first-child { min-width: 4.5rem; } .wide :is(th, td):first-child { position: static; }
}
`

function tableOf({ rows }: VariantComparison): string {
  // columns of GP-28 where models are compared
  const more = comparesPreemption(rows) ? COMPARED_PREEMPTION : []
  // a column of nothing would have no heading either
  const isRemarked = rows.some(({ remark }) => remark !== '')
  const head = ['variant', ...[...COMPARED, ...more].map(({ heading }) => heading), 'evictions']
  const lines = rows.map((row) => {
    const cells = COMPARED.map(({ key }) => {
      const best = row.best.includes(key)
      const words = key === 'findingsCount' && row.findingsCount > 0
      const classes = [...(best ? ['best'] : []), ...(words ? ['words'] : [])].join(' ')
      return `<td${classes === '' ? '' : ` class="${classes}"`}>${escaped(variantCell(row, key))}${best ? ' ✓' : ''}</td>`
    })
    cells.push(...more.map(({ key }) => `<td>${escaped(variantCell(row, key))}</td>`))
    cells.push(`<td>${formatCount(row.evictions)}</td>`)
    if (isRemarked) cells.push(row.remark === '' ? '<td></td>' : `<td class="words">${escaped(row.remark)}</td>`)
    return `<tr><td>${escaped(row.label)}</td>${cells.join('')}</tr>`
  })
  const heads = head.map((text) => `<th scope="col">${escaped(text)}</th>`)
  if (isRemarked) heads.push('<th scope="col" class="words">remarks</th>')
  return `<div class="wide"><table${more.length === 0 ? '' : ' class="dense"'}><thead><tr>${heads.join('')}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table></div>`
}

function legendOf(curves: readonly VariantCurve[]): string {
  const items = curves.map(
    ({ label }, i) =>
      `<li><svg width="36" height="10" aria-hidden="true"><path d="M0 5H36" ${strokeOf(i)}/></svg> ${escaped(label)}</li>`,
  )
  return `<ul class="legend">${items.join('')}</ul>`
}

function chartOf(
  curves: readonly VariantCurve[],
  what: 'usage' | 'evictions' | 'hitches',
  [from, until]: readonly [number, number],
  title: string,
  text: (value: number) => string,
): string {
  const most = Math.max(1, ...curves.flatMap((curve) => curve[what]))
  const paths = curves.map((curve, index) => {
    const values = curve[what]
    const points = values.map((value, i) => [(i + 0.5) / values.length, value / most] as const)
    return `<path d="${pathOf(points)}" ${strokeOf(index)}/>`
  })
  return svg(
    title,
    `${axes(text(most), formatDuration(until), from === 0 ? '' : formatDuration(from))}${paths.join('')}`,
  )
}

function frontierChart({ best, thresholds, variants }: VariantComparison['frontier']): string {
  const all = [...best, ...thresholds, ...variants]
  const [mostHeld, mostPaged] = [Math.max(1, ...all.map((p) => p.held)), Math.max(1, ...all.map((p) => p.pagedIn))]
  const at = (point: { held: number; pagedIn: number }) => [point.held / mostHeld, point.pagedIn / mostPaged] as const
  const points = pointsOf(variants.map((variant) => ({ label: variant.label, at: placed(at(variant)) })))
  const lines = `<path d="${pathOf(drawnCurve(best, variants).map(at))}" fill="none" stroke="#1a1a1a" stroke-width="2"/><path d="${pathOf(drawnThresholds(thresholds, variants).map(at))}" fill="none" stroke="#1a1a1a" stroke-width="1.5" stroke-dasharray="5 4"/>`
  const text = axes(formatBytes(mostPaged), formatByteSeconds(mostHeld))
  return svg('Memory held against bytes paged in', `${text}${lines}${points}`)
}

/** Each variant beside both curves (LB-13). */
function frontierTable(variants: readonly FrontierVariant[]): string {
  const lines = variants.map((variant) => {
    const { label, held, pagedIn, best, aboveBest } = variant
    const cells = [
      formatByteSeconds(held),
      formatBytes(pagedIn),
      placeText(aboveBest, pagedIn, best),
      thresholdText(variant),
    ]
    return `<tr><td>${escaped(label)}</td>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`
  })
  const heads = [
    'variant',
    'memory held',
    'paged in for the app',
    'best possible with as much',
    'best idle threshold with as much',
  ]
  return `<div class="wide"><table><thead><tr>${heads.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table></div>`
}

function differenceOf({ labels, first, resources }: RunDifference): string {
  const [one, other] = labels
  const parted =
    first === null
      ? '<p>The two runs are the same to the last record.</p>'
      : `<p>They part at line ${formatCount(lineOfRecord(first.index))} of their traces:</p>${first.records
          .map(
            (record, i) =>
              `<p>${escaped(labels[i] as string)}</p><pre>${escaped(record?.text ?? 'the run had ended')}</pre>`,
          )
          .join('')}`
  const lines = differenceRows(resources).map(
    ({ name, pagedIn, evictions, waited }) =>
      `<tr><td>${escaped(name)}</td>${[pagedIn.map(formatBytes), evictions.map(formatCount), waited.map(formatDuration)]
        .flat()
        .map((cell) => `<td>${escaped(cell)}</td>`)
        .join('')}</tr>`,
  )
  const heads = ['paged in', 'evictions', 'waited for'].flatMap((what) => labels.map((label) => `${what}, ${label}`))
  const table =
    lines.length === 0
      ? ''
      : `<div class="wide"><table><thead><tr><th scope="col">resource</th>${heads.map((head) => `<th scope="col">${escaped(head)}</th>`).join('')}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table></div>`
  return `<h2>${escaped(one)} and ${escaped(other)}</h2>\n${parted}\n${table}${lines.length === 0 ? '' : `\n<p class="small">${WAITED_LATE}</p>`}`
}
