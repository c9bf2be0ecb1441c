/** A range of simulated time in words, and kinds of records. Pure. */
import type { RangeSums } from '../../store/cursor/range-sums'
import type { TimeRange } from '../../store/shown-time'
import type { Fact } from '../../widgets/facts'
import { formatBytes, formatCount, formatDuration, formatShare, formatTime } from '../../widgets/format'
import type { RecordKind } from './hits'

/** `1.000 s – 2.500 s (1.5 s)` */
export const rangeText = ({ from, to }: TimeRange): string =>
  `${formatTime(from)} – ${formatTime(to)} (${formatDuration(to - from)})`

/** The sums in one line. */
export function sumsText({ pageIn, pageOut, evictions, engines, isGone }: RangeSums, { from, to }: TimeRange): string {
  const busy = engines.map(({ engine, busy: time }) => `${engine} ${shareOf(time, to - from)}`)
  const parts = [
    `in ${formatBytes(pageIn.bytes)}`,
    `out ${formatBytes(pageOut.bytes)}`,
    `${formatCount(evictions.count)} ${evictions.count === 1 ? 'eviction' : 'evictions'}`,
    // of what is gone nobody knows whether one was
    ...(busy.length > 0 ? [`busy ${busy.join(', ')}`] : isGone ? [] : ['no engine busy']),
  ]
  return `${parts.join(' · ')}${isGone ? ' · older records are gone' : ''}`
}

/** All of them, one by one. */
export function sumsFacts(
  sums: RangeSums,
  { from, to }: TimeRange,
): { memory: Fact[]; engines: Fact[]; contexts: Fact[] } {
  const { pageIn, pageOut, evictions } = sums
  const moved = ({ bytes, count }: { bytes: number; count: number }): string =>
    `${formatBytes(bytes)} in ${formatCount(count)} ${count === 1 ? 'transfer' : 'transfers'}`
  const busy = (time: number): string => `${formatDuration(time)}, ${shareOf(time, to - from)}`
  return {
    memory: [
      { term: 'Paged in', value: moved(pageIn), meaning: 'page-in records of the trace in this range' },
      { term: 'Paged out', value: moved(pageOut), meaning: 'page-out records of the trace in this range' },
      {
        term: 'Evictions',
        value: `${formatCount(evictions.count)}, ${formatBytes(evictions.bytes)}`,
        meaning:
          'Calls of Evict, also those that left references, and the bytes that left the residency list with them: evict records of the trace (RS-01)',
      },
    ],
    engines: sums.engines.map(({ engine, busy: time }) => ({ term: engine, value: busy(time) })),
    contexts: sums.contexts.map(({ context, busy: time }) => ({ term: context, value: busy(time) })),
  }
}

const shareOf = (time: number, whole: number): string => formatShare(whole === 0 ? 0 : time / whole)

export const KIND_NAMES: Readonly<Record<RecordKind, string>> = {
  packet: 'packet',
  paging: 'paging operation',
  notification: 'notification',
  delay: 'delay',
  hitch: 'hitch',
  dropped: 'dropped frame',
  finding: 'finding',
}

/** `hitches`: all of a kind, in the list of kinds. */
export const severalOf = (kind: RecordKind): string => (kind === 'hitch' ? 'hitches' : `${KIND_NAMES[kind]}s`)
