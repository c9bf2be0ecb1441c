/** What is said of the records of a number (LB-04). Pure. */
import {
  type RecordedKey,
  type RecordsView,
  type RecordView,
  recordedColumn,
  type VariantRecords,
} from '../../../preload/contract'
import { formatByteSeconds, formatBytes, formatCount, formatDuration, formatTime } from '../../widgets/format'
import { headingOf } from './rows'

/** `Paged in of fence-lru`, `Evictions of A.r under none` */
export function titleOf({ key, label, resource }: Pick<RecordsView, 'key' | 'label' | 'resource'>): string {
  return resource === null ? `${headingOf(key)} of ${label}` : `${headingOf(key)} of ${resource} under ${label}`
}

/** What a record adds is not its size, nor how long it took. */
export function addsOwn(key: RecordedKey): boolean {
  return key === 'localByteSeconds' || key === 'contextSwitchTime'
}

/** Of these the number is one of its records, not their sum. */
const ONE_OF: ReadonlySet<RecordedKey> = new Set<RecordedKey>([
  'peakLocalUsage',
  'worstPress',
  'p99Press',
  'worstCompositorLatency',
  'p99CompositorLatency',
])

/** Each of these is not a moment but a stretch of time. */
const STRETCHES: ReadonlySet<RecordedKey> = new Set<RecordedKey>([
  'localByteSeconds',
  'waitedForPaging',
  'overBudget',
  'waitedFor',
])

/** An amount, or a sum of them, in the unit of the number. */
export function amountText(key: RecordedKey, amount: number): string {
  switch (recordedColumn(key).unit) {
    case 'bytes':
    case 'times':
      return formatBytes(Math.round(amount))
    case 'byte-seconds':
      return formatByteSeconds(amount)
    case 'µs':
      return formatDuration(Math.round(amount))
    default:
      return formatCount(amount)
  }
}

type NumberKey = 'time' | 'bytes' | 'took' | 'adds'

/** What a record has in the columns that hold numbers; '': it has none there. */
export function numbersOf(key: RecordedKey, { t, bytes, duration, amount }: RecordView): Record<NumberKey, string> {
  return {
    time: formatTime(t),
    bytes: bytes === null ? '' : formatBytes(bytes),
    took: duration === null ? '' : formatDuration(duration),
    adds: addsOwn(key) ? amountText(key, amount) : '',
  }
}

/** Letters of the longest in each of those columns: a name can be cut, a number cannot. */
export function lettersOf(key: RecordedKey, records: readonly RecordView[]): Record<NumberKey, number> {
  const most = { time: 0, bytes: 0, took: 0, adds: 0 }
  for (const record of records) {
    const { time, bytes, took, adds } = numbersOf(key, record)
    most.time = Math.max(most.time, time.length)
    most.bytes = Math.max(most.bytes, bytes.length)
    most.took = Math.max(most.took, took.length)
    most.adds = Math.max(most.adds, adds.length)
  }
  return most
}

/** How many there are, and what they come to. */
export function countText({ key }: Pick<RecordsView, 'key'>, { count, sum }: VariantRecords): string {
  if (count === 0) return 'There is no record of it.'
  const what = STRETCHES.has(key) ? 'interval' : 'record'
  const { unit } = recordedColumn(key)
  const adds = count > 1 && !ONE_OF.has(key) && unit !== 'count' && unit !== 'rate'
  const total = adds ? `, ${amountText(key, sum)} together` : ''
  const how = key === 'localByteSeconds' ? ' Each adds its size × how long it lasted.' : ''
  return `${count === 1 ? `1 ${what}` : `${formatCount(count)} ${what}s`}${total}.${how} Choose one to go to its moment.`
}
