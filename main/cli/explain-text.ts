/** Delays as a person reads them: a table of what each waited for, and why what it needed was not there. */
import { DELAY_KINDS } from '../session/laboratory/delays/kinds'
import type {
  Delay,
  Explanation,
  OutReason,
  PacketName,
  RecordReference,
  Segment,
  SegmentOf,
} from '../session/laboratory/delays/types'
import { bytesText } from '../session/quantity-text'
import { shownLines, shownValue } from '../session/scenario'
import { momentText, oneLine } from './summary-text'
import { type Column, tableText } from './table'

/** Ends with a newline. */
export function explanationText({ name, policy, seed, delays, worst }: Explanation): string {
  const { count, worst: late } = delays
  const head = `${oneLine(name)}: policy ${policy}, seed ${seed}`
  if (count === 0) return `${head}\nNothing was shown late.\n`
  const shown = worst.length < count ? `; the worst ${worst.length} of them:` : ':'
  const parts = [
    `${head}\n${count === 1 ? '1 delay' : `${count} delays`}, the worst ${exactText(late)} late${shown}\n`,
    ...worst.map((delay, index) => delayText(delay, index + 1)),
    `${count === 1 ? 'What it' : `What all ${count}`} waited for\n${indented(totalsText(delays))}`,
    'A line is that of the trace as "trimline run --trace" writes it.\n',
  ]
  return parts.join('\n')
}

function delayText(delay: Delay, number: number): string {
  const { command, begin, due, shown, late, segments } = delay
  const which = command === null ? '' : ` (command ${command})`
  const title = `${number}. ${titleText(delay)} at ${momentText(begin)}${which}: ${exactText(late)} late`
  const when = `   shown at ${momentText(shown)}, could have been at ${momentText(due)}`
  const reasons = shownLines(segments.flatMap((segment) => reasonText(segment)).map((line) => `   ${line}`))
  const table = indented(
    tableText(
      COLUMNS,
      segments.map((segment) => ({ segment, begin })),
    ),
  )
  return `${[title, when].join('\n')}\n${table}${reasons.map((line) => `${line}\n`).join('')}`
}

/** resources of a set that are named */
const NAMED = 3

/** What was pressed: a set of its own by what is in it, as most have no name. */
function titleText({ what, name, set }: Delay): string {
  if (what !== 'press') return what
  if (set === null) return `press of ${shownValue(oneLine(name))}`
  const more = set.length > NAMED ? ` and ${set.length - NAMED} more` : ''
  const resources = set.length === 0 ? 'of nothing' : `(${set.slice(0, NAMED).join(', ')}${more})`
  return shownValue(oneLine(`press of a set ${resources}${name === 'use' ? '' : ` in ${name}`}`))
}

/** To the microsecond: what stands in a table adds up. */
function exactText(us: number): string {
  if (us < 1000) return `${us} µs`
  return us < 1_000_000 ? `${us / 1000} ms` : `${us / 1e6} s`
}

interface Row {
  segment: Segment
  begin: number
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'after', align: 'right', text: ({ segment, begin }) => exactText(segment.start - begin) },
  { heading: 'for', align: 'right', text: ({ segment: { start, end } }) => exactText(end - start) },
  { heading: 'waited for', align: 'left', text: ({ segment }) => segment.kind },
  { heading: '', align: 'left', text: ({ segment }) => whatText(segment) },
  { heading: 'line', align: 'right', text: ({ segment }) => lineText(segment.record) },
]

const lineText = (record: RecordReference | null): string => (record === null ? '' : String(record.index + 2))

/** What it waited for, in one line. */
function whatText(segment: Segment): string {
  const text = shownValue(oneLine(namedText(segment)))
  const { pieces } = segment
  if (pieces === undefined) return text
  return pieces === 1
    ? `${text}: at another time of the wait`
    : `${text}: the longest of ${pieces} that are put together here`
}

function namedText(segment: Segment): string {
  switch (segment.kind) {
    case 'policy-wait':
      return policyText(segment)
    case 'queue':
      return segment.on === 'processor' ? 'the processor, for earlier frames' : packetText(segment.packet)
    case 'engine':
      return segment.on === 'processor' ? 'the processor, for other threads' : packetText(segment.packet)
    case 'run':
      return segment.on === 'processor' ? 'on the processor' : packetText(segment.packet)
    case 'preemption':
    case 'preempted':
      return requestText(segment)
    case 'page-in':
      return `${segment.resource} (${bytesText(segment.bytes)})`
    case 'page-out':
      return `${segment.resource} (${bytesText(segment.bytes)}), for ${segment.for ?? 'nobody'}`
    case 'paging-queue':
      return `${segment.resource} (${bytesText(segment.bytes)}) goes ${segment.direction} first${segment.for === null ? '' : `, for ${segment.for}`}`
    case 'vertical-blank':
      return `display ${segment.display}`
    default:
      return packetText(segment.packet)
  }
}

function packetText(packet: PacketName | null): string {
  if (packet === null) return 'work that has no name'
  const { command, context, engine, kind } = packet
  return `${command}${kind === 'standard' || kind === command ? '' : ` (${kind})`} of ${context} on ${engine}`
}

function policyText({ policy, callback, packet }: SegmentOf<'policy-wait'>): string {
  if (callback !== null)
    return `${policy}: its lock, held by callback ${callback.cookie} of notification ${callback.notification}`
  return packet === null ? policy : `${policy}: until the GPU has finished ${packetText(packet)}`
}

function requestText({ request }: SegmentOf<'preemption' | 'preempted'>): string {
  if (request === null) return 'a request that has no name'
  const whom = request.context === null ? 'a timeout' : request.context
  return `${request.engine}, for ${whom} (${request.reason})`
}

function reasonText(segment: Segment): string[] {
  if (segment.kind !== 'page-in' || segment.why === null) return []
  return [`${oneLine(segment.resource)} was out: ${oneLine(whyText(segment.why))}`]
}

/** "evicted by fence-lru (periodic) in callback 0 of notification 2 at 12.000 s, line 40; its memory went to B.r" */
function whyText(why: OutReason): string {
  const where = `at ${momentText(why.record.t)}, line ${lineText(why.record)}`
  switch (why.because) {
    case 'never-resident':
      return `never resident before, created ${where}`
    case 'lost-with-device':
      return `lost with its device ${where}`
    case 'reclaimed':
      return `taken by the kernel for ${why.for ?? 'nobody'} ${where}`
    case 'evicted': {
      const { policy, rule, callback, press } = why.occasion
      const by =
        policy === null ? 'let go by the app' : `evicted ${policy === 'by hand' ? policy : `by ${policy}`} (${rule})`
      const in_ = callback === null ? '' : ` in callback ${callback.cookie} of notification ${callback.notification}`
      const set = press?.effect == null ? 'of a set' : `of ${press.effect}`
      const at = press === null ? '' : ` at the press ${set} (submission ${press.submission})`
      const to = why.pagedOut.for === null ? '' : `; its memory went to ${why.pagedOut.for}`
      return `${by}${in_}${at} ${where}${to}`
    }
  }
}

function totalsText(delays: Explanation['delays']): string {
  const whole = DELAY_KINDS.reduce((sum, kind) => sum + delays[kind], 0)
  const rows = DELAY_KINDS.filter((kind) => delays[kind] > 0)
    .map((kind) => ({ kind: kind as string, time: delays[kind] }))
    .sort((a, b) => b.time - a.time)
  return tableText(
    [
      { heading: 'waited for', align: 'left', text: ({ kind }) => kind },
      { heading: 'time', align: 'right', text: ({ time }) => exactText(time) },
      { heading: 'share', align: 'right', text: ({ time }) => `${((100 * time) / whole).toFixed(1)} %` },
    ],
    rows,
  )
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '   ')
}
