/** Delays in words. Pure. */
import {
  DELAY_KINDS,
  type DelayChainView,
  type DelayKind,
  type DelayRowView,
  type DelaysView,
  formatExactDuration,
} from '../../../preload/contract'
import { timeOf } from '../../store/delays/time-of'
import { counted, formatDuration, formatShare, formatTime } from '../../widgets/format'
import { DELAY_LOOKS } from '../lanes/delay-looks'

/** "3 presses, 12 frames and 40 presents", without those of which there is none. */
export function countsText({ presses, frames, presents }: DelaysView): string {
  const some = (count: number, one: string, many: string): string[] => (count === 0 ? [] : [counted(count, one, many)])
  const parts = [
    ...some(presses, 'press', 'presses'),
    ...some(frames, 'frame', 'frames'),
    ...some(presents, 'present', 'presents'),
  ]
  const last = parts.pop()
  if (last === undefined) return 'Nothing was shown late'
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

export interface Share {
  kind: DelayKind
  /** µs */
  time: number
  /** of all of it, 0 to 1 */
  share: number
}

/** Kinds that took any time, the longest first. @param times µs, in the order of DELAY_KINDS */
export function sharesOf(times: readonly number[]): Share[] {
  const whole = times.reduce((sum, time) => sum + time, 0)
  return DELAY_KINDS.map((kind, at) => ({ kind, time: times[at] ?? 0, share: (times[at] ?? 0) / Math.max(1, whole) }))
    .filter(({ time }) => time > 0)
    .sort((a, b) => b.time - a.time)
}

/** Time by kind of one chain, as `times` of all of them. */
export function timesOf({ segments }: DelayChainView): number[] {
  return DELAY_KINDS.map((kind) => segments.reduce((sum, segment) => sum + timeOf(segment, kind), 0))
}

/** How long after its beginning a segment begins: in a chain of seconds, too, those a millisecond apart are told apart. @param us µs */
export const afterText = (us: number): string => (us < 1_000_000 ? formatDuration(us) : formatExactDuration(us))

export function sharesText(shares: readonly Share[]): string {
  return shares
    .map(({ kind, time, share }) => `${DELAY_LOOKS[kind].label} ${formatDuration(time)} (${formatShare(share)})`)
    .join(', ')
}

/** How late, or what there is to say instead. */
export function stateText({ state, due, shown, begin, segments }: DelayChainView): string {
  switch (state) {
    case 'late':
      return due === null || shown === null ? '' : `${formatDuration(shown - due)} late`
    case 'under-way':
      return `under way for ${formatDuration((segments.at(-1)?.end ?? begin) - begin)}`
    case 'in-time':
      return 'shown in time after all'
    case 'lost':
      return 'never shown: its device is gone, or a call failed'
  }
}

/** A row for someone who does not see it. */
export function rowText({ title, begin, due, shown, most }: DelayRowView): string {
  const mostly = most === null ? '' : `, mostly ${DELAY_LOOKS[most].label.toLowerCase()}`
  return `${title} at ${formatTime(begin)}, ${formatDuration(shown - due)} late${mostly}`
}

/** Where a key leads among the parts of the bar; null: nowhere. */
export function placeByKey(key: string, at: number, count: number): number | null {
  const places: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }
  const place = places[key]
  return place === undefined ? null : Math.max(0, Math.min(count - 1, place))
}
