/** The comparison of variants as cells and CSV (LB-04). Pure. */
import { COMPARED, type ComparedKey, type VariantRow } from '../../../preload/contract'
import type { Column } from '../../charts/comparison'
import { csvOf } from '../../widgets/csv'
import { formatBytes, formatCount, formatDuration } from '../../widgets/format'

const MEANING: Record<ComparedKey, string> = {
  pageInBytes: 'Bytes brought into local memory',
  timesBound: 'Bytes paged in ÷ the least that any policy pages in which keeps to the budget (LB-11)',
  pageOutBytes: 'Bytes that left local memory',
  localByteSeconds: 'Local usage integrated over time: what the app held, and for how long',
  peakLocalUsage: 'The most local usage at any moment',
  waitedForPaging: 'Time that GPU work waited for paging',
  framesDropped: 'Frames of playback that were not rendered',
  worstPress: 'The longest from a press to the vertical blank that showed its result',
  p99Press: 'The same, 99th percentile',
  hitches: 'Packets that waited for memory paged out under pressure (RS-10)',
  devicesRemoved: 'Devices that were removed',
  findingsCount: 'Findings: rules that were broken',
}

/** One cell; `–`: there is nothing to say. */
export function variantCell(row: VariantRow, key: ComparedKey): string {
  const value = row[key]
  if (value === null) return '–'
  if (key === 'findingsCount' && row.findings.length > 0)
    return row.findings.map(({ rule, count }) => `${rule} ×${formatCount(count)}`).join(', ')
  const { unit } = COMPARED.find((column) => column.key === key) ?? { unit: 'count' }
  switch (unit) {
    case 'bytes':
      return formatBytes(value)
    case 'byte-seconds':
      return `${formatBytes(value)}·s`
    case 'times':
      return `${value.toFixed(2)} ×`
    case 'µs':
      return formatDuration(Math.round(value))
    default:
      return formatCount(value)
  }
}

export const VARIANT_COLUMNS: readonly Column<VariantRow>[] = [
  { name: 'Variant', meaning: 'Policy, and budget where that is varied', text: ({ label }) => label, number: false },
  ...COMPARED.map(({ key, heading }) => ({
    name: heading.charAt(0).toUpperCase() + heading.slice(1),
    meaning: MEANING[key],
    text: (row: VariantRow) => `${row.best.includes(key) ? '✓ ' : ''}${variantCell(row, key)}`,
    number: true,
  })),
  { name: 'Evictions', meaning: 'Calls of Evict', text: ({ evictions }) => formatCount(evictions), number: true },
  {
    name: 'Remarks',
    meaning: 'Why it can be no best, and what it is like',
    text: ({ remark }) => remark,
    number: false,
  },
]

/** As CSV (RFC 4180) with a header row; sizes in bytes, times in µs; an empty field: there is none. */
export function variantCsv(rows: readonly VariantRow[]): string {
  const head = ['variant', ...COMPARED.map(({ key }) => key), 'evictions', 'expectationsFailed', 'best']
  const lines = rows.map((row) => [
    row.label,
    ...COMPARED.map(({ key }) => row[key]),
    row.evictions,
    row.expectationsFailed,
    row.best.join(' '),
  ])
  return csvOf(head, lines)
}
