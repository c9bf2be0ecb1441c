/** The memory chart in words: the readout at a moment, what a marker stands for, the summary. Pure. */

import {
  type FindingView,
  type NotificationView,
  ruleTitle,
  type SampleView,
  TrimFlag,
  trimFlagsText,
} from '../../../../preload/contract'
import { WHY_DROPPED } from '../../../glossary/dropped'
import { counted, formatBytes, formatCount, formatTime } from '../../../widgets/format'
import { type ChartWindow, type Marker, type MarkerKind, sampleAt } from './data'

/** What stands where nothing has been in memory so far. @param now µs */
export function emptyText(now: number): string {
  if (now === 0) return 'Memory appears here as simulated time passes: press Run, then an effect.'
  return 'Nothing has been in memory so far: press an effect that has resources.'
}

/** Values in force at a moment, with their names; empty before the first sample. */
export function readingAt(samples: readonly SampleView[], t: number): [name: string, value: string][] {
  const sample = samples[sampleAt(samples, t)]
  if (sample === undefined) return []
  return [
    ['Usage', formatBytes(sample.usage)],
    ['Resident', formatBytes(sample.resident)],
    ['Pending', formatBytes(sample.pending)],
    ['Evictable', formatBytes(sample.evictable)],
    ['Paged out', formatBytes(sample.pagedOut)],
    ['Other processes', formatBytes(sample.other)],
    ['Budget', formatBytes(sample.budget)],
    ['Capacity', formatBytes(sample.capacity)],
  ]
}

export const flagsText = (flags: number): string => trimFlagsText(flags) || 'No flags'

function notificationText(notification: NotificationView): string {
  const bytes = notification.flags & TrimFlag.TRIM_TO_BUDGET ? `, ${formatBytes(notification.bytesToTrim)} to trim` : ''
  const evicted = notification.results.reduce((sum, result) => sum + result.evicted, 0)
  const freed = notification.results.reduce((sum, result) => sum + result.bytes, 0)
  const answer =
    notification.callbacks === 0 ? 'nobody was registered' : `${formatCount(evicted)} evicted, ${formatBytes(freed)}`
  return `${flagsText(notification.flags)}${bytes}: ${answer}`
}

/** What a marker stands for; the newest one where there are several. */
export function markerText(
  marker: Marker,
  notifications: readonly NotificationView[],
  findings: readonly FindingView[],
): string {
  if (marker.kind === 'hitch')
    return `${counted(marker.count, 'hitch', 'hitches')}: the GPU waited for memory that was paged out under pressure (RS-10). Click for why`
  if (marker.kind === 'late')
    return `${marker.count === 1 ? 'A press or frame was' : `${formatCount(marker.count)} presses or frames were`} shown late: click for why (LB-08)`
  if (marker.kind === 'dropped')
    return `${counted(marker.count, 'frame')} dropped: ${WHY_DROPPED}. Click for what was under way (LB-08)`
  const more = marker.count > 1 ? ` (and ${formatCount(marker.count - 1)} more here)` : ''
  if (marker.kind === 'finding') {
    const finding = findings.find(({ id }) => id === marker.id)
    return finding === undefined ? '' : `${ruleTitle(finding.rule)}: ${finding.message}${more}`
  }
  const notification = notifications.find(({ id }) => id === marker.id)
  return notification === undefined ? '' : notificationText(notification) + more
}

const COUNTED_AS = {
  periodic: 'notification',
  restart: 'notification',
  budget: 'notification',
  plain: 'notification',
  hitch: 'hitch',
  late: 'late',
  dropped: 'dropped',
  finding: 'finding',
} as const satisfies Record<MarkerKind, string>

/** The chart for someone who does not see it. */
export function summaryOf(
  samples: readonly SampleView[],
  markers: readonly Marker[],
  window: ChartWindow,
  now: number,
): string {
  const reading = readingAt(samples, Math.min(now, window.to)).map(([name, value]) => `${name.toLowerCase()} ${value}`)
  if (reading.length === 0) return 'No samples yet.'
  const counts = { notification: 0, hitch: 0, late: 0, dropped: 0, finding: 0 }
  for (const { kind, count } of markers) counts[COUNTED_AS[kind]] += count
  return (
    `From ${formatTime(window.from)} to ${formatTime(window.to)}. At the end: ${reading.join(', ')}. ` +
    `${counted(counts.notification, 'notification')}, ${counted(counts.hitch, 'hitch', 'hitches')}, ${formatCount(counts.late)} shown late, ${counted(counts.dropped, 'frame')} dropped and ${counted(counts.finding, 'finding')} in this time.`
  )
}
