/** The chain of a delay as the page shows it: what each segment waited for in words, and what it leads to (LB-08, LB-09). */
import {
  DELAY_KINDS,
  type DelayChainView,
  type DelayRowView,
  type DelaySegmentView,
  formatTime,
  lineOfRecord,
  type RecordPlace,
  trimFlagsText,
} from '../../../../preload/contract'
import type { Scheduler } from '../../../dxgkrnl/vidsch/scheduler'
import type { Pending } from '../../laboratory/delays/pending'
import { segmentsSoFar, standingOf } from '../../laboratory/delays/segments'
import type { ChainSegment, Delay, PacketName, RecordReference } from '../../laboratory/delays/types'
import { segmentText, titleText, type WhyWords, whyText } from '../../laboratory/delays/words'

/** segments of one that is under way: it is shown anew again and again */
const UNDER_WAY_SEGMENTS = 64

/** The page has a link beside it, which leads to the record. */
const WORDS: WhyWords = {
  where: ({ t }) => `at ${formatTime(t)}`,
  flags: (flags) => (flags === 0 ? '' : `, ${trimFlagsText(flags)},`),
}

/** One row of the list. @param id counts those of the run, from 1 */
export function rowView(id: number, delay: Delay): DelayRowView {
  const { what, command, begin, due, shown } = delay
  return { id, what, title: titleText(delay), command, begin, due, shown, most: longestWait(delay.segments) }
}

/** What took longest of what stood in its way; null: nothing did. */
function longestWait(segments: readonly ChainSegment[]): DelayRowView['most'] {
  const times = new Map<ChainSegment['kind'], number>()
  for (const segment of segments)
    for (const [kind, time] of timesOf(segment))
      if (kind !== 'run' && kind !== 'vertical-blank') times.set(kind, (times.get(kind) ?? 0) + time)
  let most: ChainSegment['kind'] | null = null
  for (const [kind, time] of times) if (most === null || time > (times.get(most) ?? 0)) most = kind
  return most
}

/** µs by kind; of what was put together more than one. */
function timesOf({ kind, start, end, together }: ChainSegment): [ChainSegment['kind'], number][] {
  if (together === undefined) return [[kind, end - start]]
  return DELAY_KINDS.map((one) => [one, together.times[one] ?? 0])
}

/** Of a press of an effect its name; '': of anything else. */
function effectOf({ what, name, set }: Pick<Delay, 'what' | 'name' | 'set'>): string {
  return what === 'press' && set === null ? name : ''
}

/** The whole chain of one that was shown late. */
export function chainView(id: number, delay: Delay): DelayChainView {
  const { what, command, begin, due, shown, segments } = delay
  return {
    id,
    state: 'late',
    what,
    title: titleText(delay),
    effect: effectOf(delay),
    command,
    begin,
    due,
    shown,
    segments: segments.map(segmentView),
  }
}

/** The chain so far of a frame, or a press, that is under way. @param state `under-way`, or what came of it where it was not late */
export function soFarView(
  pending: Pending,
  scheduler: Scheduler,
  state: Exclude<DelayChainView['state'], 'late'>,
): DelayChainView {
  const { what, name, set, begin, cause } = pending
  const title = titleText({ what, name, set })
  const segments = segmentsSoFar(pending, scheduler.sim.now, UNDER_WAY_SEGMENTS).map(segmentView)
  const last = segments.at(-1)
  // what an earlier packet waits for is what the Preview says
  const now = state === 'under-way' ? standingOf(pending, scheduler) : null
  if (last !== undefined && now !== null && now.kind !== last.kind)
    last.what = `${last.what}, which waits for ${now.kind}${now.name === '' ? '' : `: ${now.name}`}`
  const command = cause === 0 ? null : cause
  const effect = effectOf({ what, name, set })
  return { id: null, state, what, title, effect, command, begin, due: null, shown: null, segments }
}

function segmentView(segment: ChainSegment): DelaySegmentView {
  const { kind, start, end, record, together } = segment
  return {
    kind,
    start,
    end,
    what: segmentText(segment),
    record: placeOf(record),
    packet: packetOf(segment),
    callback: segment.kind === 'policy-wait' ? (segment.callback?.cookie ?? null) : null,
    resource: 'resource' in segment ? segment.resource : null,
    bytes: 'bytes' in segment ? segment.bytes : 0,
    why: whyOf(segment),
    for: 'for' in segment ? segment.for : null,
    together:
      together === undefined
        ? null
        : { pieces: together.pieces, times: DELAY_KINDS.map((one) => together.times[one] ?? 0) },
  }
}

function placeOf(record: RecordReference): RecordPlace
function placeOf(record: RecordReference | null): RecordPlace | null
function placeOf(record: RecordReference | null): RecordPlace | null {
  return record === null ? null : { t: record.t, line: lineOfRecord(record.index) }
}

function packetOf(segment: ChainSegment): DelaySegmentView['packet'] {
  const packet: PacketName | null = 'packet' in segment ? segment.packet : null
  return packet === null ? null : { engine: packet.engine, context: packet.context, command: packet.command }
}

function whyOf(segment: ChainSegment): DelaySegmentView['why'] {
  if (segment.kind !== 'page-in' || segment.why === null) return null
  return { text: whyText(segment.why, WORDS), record: placeOf(segment.why.record) }
}
