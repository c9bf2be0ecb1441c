/** A record as one line of text, and many as a table for a spreadsheet. Pure. */
import type { RecordView } from '../../preload/contract'
import { tsvOf } from '../widgets/copy'
import { formatBytes, formatDuration } from '../widgets/format'

/** `page-in A.r, 64 MiB, in 15.63 ms (reason make-resident)` */
export function recordText({ type, name, bytes, duration, more }: Omit<RecordView, 'text' | 'amount' | 't'>): string {
  const parts = [
    `${type} ${name}`.trim(),
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    ...(duration === null ? [] : [`in ${formatDuration(duration)}`]),
  ]
  return `${parts.join(', ')}${more === '' ? '' : ` (${more})`}`
}

/** A line for each, its fields apart by tabs, as spreadsheets paste them; times in µs, sizes in bytes. */
export function recordsTsv(records: readonly RecordView[]): string {
  const head = ['time_us', 'record', 'of', 'bytes', 'took_us', 'more']
  const rows = records.map(({ t, type, name, bytes, duration, more }) => [t, type, name, bytes, duration, more])
  return tsvOf([head, ...rows])
}
