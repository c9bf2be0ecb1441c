/** A delay in words: what each segment waited for, and why what it needed was out (LB-08, LB-09). */
import { formatBytes } from '../../../../preload/contract'
import { BY_HAND } from '../../../dxgkrnl/vidmm/out-reasons'
import { DELAY_KINDS } from './kinds'
import type { ChainSegment, Delay, OutReason, PacketName, RecordReference, SegmentOf } from './types'

/** resources of a set that are named */
const NAMED = 3

/** What was pressed: "press of Blur", a set of its own by what is in it, as most have no name; a present by its display. */
export function titleText({ what, name, set }: Pick<Delay, 'what' | 'name' | 'set'>): string {
  if (what !== 'press') return what === 'present' ? name : what
  if (set === null) return `press of ${name}`
  const more = set.length > NAMED ? ` and ${set.length - NAMED} more` : ''
  const resources = set.length === 0 ? 'of nothing' : `(${set.slice(0, NAMED).join(', ')}${more})`
  return `press of a set ${resources}${name === 'use' ? '' : ` in ${name}`}`
}

/** What it waited for, in one line; of what was put together each kind, and the longest by name. */
export function segmentText(segment: ChainSegment): string {
  const text = namedText(segment)
  const { kind, together } = segment
  if (together === undefined) return text
  const times = DELAY_KINDS.flatMap((one) =>
    together.times[one] === undefined ? [] : [{ one, time: together.times[one] }],
  )
    .sort((a, b) => b.time - a.time)
    .map(({ one, time }) => `${one} ${exactText(time)}`)
  return `${together.pieces} pieces: ${times.join(', ')}; the longest: ${kind}${text === '' ? '' : `, ${text}`}`
}

/** To the microsecond: what stands in a table adds up. */
export function exactText(us: number): string {
  if (us < 1000) return `${us} µs`
  return us < 1_000_000 ? `${us / 1000} ms` : `${us / 1e6} s`
}

function namedText(segment: ChainSegment): string {
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
      return `${segment.resource} (${formatBytes(segment.bytes)})`
    case 'page-out':
      return `${segment.resource} (${formatBytes(segment.bytes)}), for ${segment.for ?? 'nobody'}`
    case 'paging-queue':
      return `${segment.resource} (${formatBytes(segment.bytes)}) goes ${segment.direction} first${segment.for === null ? '' : `, for ${segment.for}`}`
    case 'vertical-blank':
      return `display ${segment.display}`
    default:
      return packetText(segment.packet)
  }
}

function packetText(packet: PacketName | null): string {
  if (packet === null) return 'work that has no name'
  const { command, context, engine, kind } = packet
  // its context is the null context, whose name alone says nothing (GP-15)
  if (kind === 'context-switch') return `switch to the null context on ${engine}`
  return `${command}${kind === 'standard' || kind === command ? '' : ` (${kind})`} of ${context} on ${engine}`
}

function policyText({ policy, callback, packet, record }: SegmentOf<'policy-wait'>): string {
  if (callback !== null)
    return `${policy}: its lock, held by callback ${callback.cookie} of notification ${callback.notification}`
  if (packet !== null) return `${policy}: until the GPU has finished ${packetText(packet)}`
  // its record is of its MakeResident
  return record === null ? policy : `${policy}: until what it made resident is in place`
}

function requestText({ request }: SegmentOf<'preemption' | 'preempted'>): string {
  if (request === null) return 'a request that has no name'
  const whom = request.context === null ? 'a timeout' : request.context
  return `${request.engine}, for ${whom} (${request.reason})`
}

/** How what differs between readers is written. */
export interface WhyWords {
  /** "at 12.000 s, line 40" */
  where(record: RecordReference): string
  /** names of the notification's flags, with a space before them, or nothing */
  flags(flags: number): string
}

/** "evicted by fence-lru (periodic) in callback 0 of notification 2 at 12.000 s, line 40; its memory went to B.r" */
export function whyText(why: OutReason, { where, flags }: WhyWords): string {
  const at = where(why.record)
  switch (why.because) {
    case 'never-resident':
      return `never resident before, created ${at}`
    case 'lost-with-device':
      return `lost with its device ${at}`
    case 'reclaimed':
      return `taken by the kernel for ${why.for ?? 'nobody'} ${at}`
    case 'evicted': {
      const { policy, rule, callback, press } = why.occasion
      const by =
        policy === null ? 'let go by the app' : `evicted ${policy === BY_HAND ? policy : `by ${policy}`} (${rule})`
      const in_ =
        callback === null
          ? ''
          : ` in callback ${callback.cookie} of notification ${callback.notification}${flags(callback.flags)}`
      const set = press?.effect == null ? 'of a set' : `of ${press.effect}`
      const pressed = press === null ? '' : ` at the press ${set} (submission ${press.submission})`
      const to = why.pagedOut.for === null ? '' : `; its memory went to ${why.pagedOut.for}`
      return `${by}${in_}${pressed} ${at}${to}`
    }
  }
}
