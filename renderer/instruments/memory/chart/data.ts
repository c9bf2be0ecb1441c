/** Samples, notifications and findings as what the memory chart draws. Pure. Times in µs, sizes in bytes. */

import { csvOf, type NotificationView, type SampleView, TrimFlag } from '../../../../preload/contract'
import { firstFrom, firstNotBefore } from '../../../store/in-order'

export interface ChartWindow {
  from: number
  to: number
}

export interface Point {
  x: number
  y: number
}

/** What is drawn as lines that step: a value holds until the next sample. */
const LINES = {
  // in the segment, stacked: never more than it is large
  resident: ({ resident }: SampleView) => resident,
  pending: (sample: SampleView) => sample.resident + arriving(sample),
  evictable: (sample: SampleView) => sample.resident + arriving(sample) + sample.evictable,
  other: (sample: SampleView) => inSegment(sample),
  // outside of it, stacked
  pagedOut: ({ pagedOut }: SampleView) => pagedOut,
  unplaced: (sample: SampleView) => outside(sample),
  capacity: ({ capacity }: SampleView) => capacity,
  budget: ({ budget }: SampleView) => budget,
} as const
type LineName = keyof typeof LINES
const LINE_NAMES = Object.keys(LINES) as LineName[]

export interface ChartSeries {
  lines: Readonly<Record<LineName, Point[]>>
  /** bytes: the most that the segment holds in the window, that the app uses, and that the budget and its size reach there */
  held: number
  usage: number
  budget: number
  capacity: number
  /** bytes: the least that the budget comes to in the window */
  lowest: number
  /** bytes: the most that is in no segment */
  out: number
}

/** How much time is shown: µs, or everything since the start. */
export const SPANS = { '30 s': 30e6, '60 s': 60e6, '5 min': 300e6, All: null } as const
export type SpanName = keyof typeof SPANS

const LEAST_SPAN = 1e6

/**
 * The window that is shown.
 * @param end its last moment; null: it follows `now`
 */
export function windowOf(span: number | null, end: number | null, now: number): ChartWindow {
  if (span === null) return { from: 0, to: Math.max(LEAST_SPAN, now) }
  const to = Math.max(span, end ?? now)
  return { from: to - span, to }
}

/** Index of the sample in force at a moment: the last one at or before it, −1 before the first. */
export function sampleAt(samples: readonly SampleView[], t: number): number {
  return firstNotBefore(samples.length, (at) => samples[at]!.t <= t) - 1
}

/**
 * Which samples of a window have to be drawn so that the picture is the same at `buckets` px: of each bucket the first
 * and the last one, and those with the least and the most resident bytes and the most bytes in all, in the segment and
 * out of it. Ascending.
 */
export function decimate(samples: readonly SampleView[], window: ChartWindow, buckets: number): number[] {
  const first = Math.max(0, sampleAt(samples, window.from))
  const last = sampleAt(samples, window.to)
  if (last - first + 1 <= buckets) {
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  }
  const width = (window.to - window.from) / Math.max(1, buckets)
  const kept: number[] = []
  let start = first
  while (start <= last) {
    const bucket = Math.floor((samples[start]!.t - window.from) / width)
    let end = start
    while (end < last && Math.floor((samples[end + 1]!.t - window.from) / width) === bucket) end++
    kept.push(...extremes(samples, start, end))
    start = end + 1
  }
  return kept
}

/** Pending, with memory of the segment already. */
const arriving = ({ pending, unplaced }: SampleView): number => pending - unplaced
const inSegment = (sample: SampleView): number => sample.resident + arriving(sample) + sample.evictable + sample.other
const outside = ({ pagedOut, unplaced }: SampleView): number => pagedOut + unplaced

/** Indices in [start, end] that shape the picture, ascending and each once. */
function extremes(samples: readonly SampleView[], start: number, end: number): number[] {
  let least = start
  let most = start
  let highest = start
  let budget = start
  let out = start
  for (let at = start; at <= end; at++) {
    const sample = samples[at]!
    if (sample.resident < samples[least]!.resident) least = at
    if (sample.resident > samples[most]!.resident) most = at
    if (inSegment(sample) > inSegment(samples[highest]!)) highest = at
    if (outside(sample) > outside(samples[out]!)) out = at
    if (sample.budget < samples[budget]!.budget) budget = at
  }
  return [...new Set([start, least, most, highest, budget, out, end])].sort((a, b) => a - b)
}

/** Writes a stepped line: each value holds from its sample to the next one, the last one to `until`. */
function stepped(points: Point[], x: number, y: number): void {
  const before = points.at(-1)
  if (before !== undefined && before.y !== y) points.push({ x, y: before.y })
  if (before === undefined || before.y !== y) points.push({ x, y })
}

/** @param buckets width of the picture in px */
export function buildSeries(
  samples: readonly SampleView[],
  window: ChartWindow,
  now: number,
  buckets: number,
): ChartSeries {
  const inside = { resident: [], pending: [], evictable: [], other: [] }
  const lines: ChartSeries['lines'] = { ...inside, pagedOut: [], unplaced: [], capacity: [], budget: [] }
  const series: ChartSeries = {
    lines,
    held: 0,
    usage: 0,
    budget: 0,
    capacity: 0,
    lowest: Number.POSITIVE_INFINITY,
    out: 0,
  }
  for (const index of decimate(samples, window, buckets)) {
    const sample = samples[index]!
    const x = Math.max(window.from, sample.t)
    for (const name of LINE_NAMES) stepped(lines[name], x, LINES[name](sample))
    series.held = Math.max(series.held, inSegment(sample))
    series.budget = Math.max(series.budget, sample.budget)
    series.capacity = Math.max(series.capacity, sample.capacity)
    series.usage = Math.max(series.usage, sample.usage)
    series.lowest = Math.min(series.lowest, sample.budget)
    series.out = Math.max(series.out, outside(sample))
  }
  const until = Math.min(window.to, Math.max(now, samples.at(-1)?.t ?? 0))
  for (const points of Object.values(lines)) {
    const last = points.at(-1)
    // the segment is as large as it is, also in what is to come
    const end = points === lines.capacity ? window.to : until
    if (last !== undefined && last.x < end) points.push({ x: end, y: last.y })
  }
  return series
}

export const MARKER_KINDS = ['periodic', 'restart', 'budget', 'plain', 'hitch', 'late', 'dropped', 'finding'] as const
export type MarkerKind = (typeof MARKER_KINDS)[number]

/** Something that happened at a moment; `count` of them when several would lie on one another. */
export interface Marker {
  kind: MarkerKind
  t: number
  count: number
  /** the newest one's id */
  id: number
}

const FLAG_KINDS = [
  [TrimFlag.PERIODIC_TRIM, 'periodic'],
  [TrimFlag.RESTART_PERIODIC_TRIM, 'restart'],
  [TrimFlag.TRIM_TO_BUDGET, 'budget'],
] as const

/** The markers of a notification: one for each of its flags (TN-02), a plain one when it has none. */
export function kindsOf(flags: number): MarkerKind[] {
  const kinds: MarkerKind[] = FLAG_KINDS.filter(([flag]) => (flags & flag) !== 0).map(([, kind]) => kind)
  return kinds.length === 0 ? ['plain'] : kinds
}

/** Markers closer together than this are drawn as one. */
const MARKER_ROOM = 6

/** What is marked, each list in order of time. */
export interface Marked {
  notifications: readonly NotificationView[]
  findings: readonly { id: number; t: number }[]
  hitches: readonly { id: number; t: number; count: number }[]
  /** frames of the clip that were not rendered */
  drops: readonly { id: number; t: number; count: number }[]
  /** presses and frames that were shown late */
  late: readonly { id: number; t: number }[]
}

/** @param width of the picture in px */
export function markersOf(
  { notifications, findings, hitches, drops, late }: Marked,
  window: ChartWindow,
  width: number,
): Marker[] {
  const room = ((window.to - window.from) / Math.max(1, width)) * MARKER_ROOM
  const latest = new Map<MarkerKind, Marker>()
  const markers: Marker[] = []
  const add = (kind: MarkerKind, t: number, id: number, count = 1): void => {
    const before = latest.get(kind)
    if (before !== undefined && t - before.t < room) {
      before.count += count
      before.id = id
      return
    }
    const marker = { kind, t, id, count }
    latest.set(kind, marker)
    markers.push(marker)
  }
  for (let at = firstFrom(notifications, window.from); at < notifications.length; at++) {
    const notification = notifications[at]!
    if (notification.t > window.to) break
    for (const kind of kindsOf(notification.flags)) add(kind, notification.t, notification.id)
  }
  for (let at = firstFrom(findings, window.from); at < findings.length; at++) {
    const finding = findings[at]!
    if (finding.t > window.to) break
    add('finding', finding.t, finding.id)
  }
  const counted = (kind: MarkerKind, marks: Marked['hitches']): void => {
    for (let at = firstFrom(marks, window.from); at < marks.length; at++) {
      const { t, id, count } = marks[at]!
      if (t > window.to) break
      add(kind, t, id, count)
    }
  }
  counted('hitch', hitches)
  counted('dropped', drops)
  for (const { id, t } of late) if (t >= window.from && t <= window.to) add('late', t, id)
  return markers
}

const MIB = 1024 * 1024

/** Distance between lines of the byte axis: 1, 2, 4, 8, … KiB to GiB, so that about `lines` fit. */
export function byteStep(most: number, lines: number): number {
  let step = MIB / 1024
  while (most / step > lines) step *= 2
  return step
}

/** Every sample of the window, not only those drawn, as CSV (RFC 4180) with a header row. */
export function samplesCsv(samples: readonly SampleView[], window: ChartWindow): string {
  const rows: number[][] = []
  const first = Math.max(0, sampleAt(samples, window.from))
  for (let at = first; at < samples.length && samples[at]!.t <= window.to; at++) {
    rows.push(CSV_COLUMNS.map(([, member]) => samples[at]![member]))
  }
  const names = CSV_COLUMNS.map(([name]) => name)
  return csvOf(names, rows)
}

const CSV_COLUMNS = [
  ['time_us', 't'],
  ['usage_bytes', 'usage'],
  ['resident_bytes', 'resident'],
  ['pending_bytes', 'pending'],
  ['evictable_bytes', 'evictable'],
  ['paged_out_bytes', 'pagedOut'],
  ['other_processes_bytes', 'other'],
  ['budget_bytes', 'budget'],
  ['capacity_bytes', 'capacity'],
] as const satisfies readonly (readonly [string, keyof SampleView])[]
