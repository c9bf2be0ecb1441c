/** What is wrong with the delays of a run, held against its whole trace (LB-08, LB-09). */
import { DELAY_KINDS } from '../../../../../main/session/laboratory/delays/kinds'
import type {
  ChainSegment,
  Delay,
  DelayTotals,
  OutReason,
  PacketName,
  RecordReference,
} from '../../../../../main/session/laboratory/delays/types'
import { refreshRatesOf } from '../../../../../main/session/world/gpu-system'
import type { World } from '../../../../../main/session/world/world'
import type { Line } from '../../../../golden/reading'
import { type Known, Truth } from './truth'

/**
 * @param delays all of the run
 * @param lines records of the trace, from the first
 * @param known what the trace does not say
 */
export function delayProblems(
  delays: readonly Delay[],
  totals: DelayTotals,
  lines: readonly Line[],
  known: Known = USUAL,
): string[] {
  return [...totalProblems(delays, totals), ...segmentProblems(delays, lines, known)]
}

/** Of some of them. */
export function segmentProblems(delays: readonly Delay[], lines: readonly Line[], known: Known = USUAL): string[] {
  const truth = new Truth(lines, known)
  return delays.flatMap((delay) => [...ofOne(delay, lines), ...truth.problems(delay)])
}

const USUAL: Known = { rates: [60] }

/** What the trace of a system does not say of it. */
export function knownOf({ system }: World): Known {
  return { rates: refreshRatesOf(system), turnaround: system.driver.preemptionTurnaround ?? 0 }
}

function totalProblems(delays: readonly Delay[], totals: DelayTotals): string[] {
  const summed: Record<string, number> = Object.fromEntries(DELAY_KINDS.map((kind) => [kind, 0]))
  for (const { segments } of delays)
    for (const { kind, start, end, together } of segments)
      for (const [one, time] of Object.entries(together?.times ?? { [kind]: end - start }))
        summed[one] = (summed[one] as number) + time
  const expected = { count: delays.length, worst: Math.max(0, ...delays.map(({ late }) => late)), ...summed }
  const wrong = Object.entries(expected).filter(([key, value]) => totals[key as keyof DelayTotals] !== value)
  return wrong.map(([key, value]) => `total ${key} is ${totals[key as keyof DelayTotals]}, of the delays ${value}`)
}

function ofOne(delay: Delay, lines: readonly Line[]): string[] {
  const { begin, due, shown, late, segments } = delay
  const problems: string[] = []
  if (late !== shown - due || late <= 0 || due <= begin) problems.push('is not late as it says')
  let at = begin
  for (const { start, end, kind, together } of segments) {
    const inIt = Object.values(together?.times ?? {}).reduce((sum, time) => sum + time, 0)
    if (together !== undefined && inIt !== end - start) problems.push(`of ${start} to ${end} it says ${inIt} µs`)
    if (start !== at) problems.push(`${kind} begins at ${start}, and what came before ends at ${at}`)
    if (end <= start || !Number.isInteger(end)) problems.push(`${kind} goes from ${start} to ${end}`)
    at = end
  }
  if (at !== shown) problems.push(`ends at ${at}, and is shown at ${shown}`)
  for (const segment of segments) problems.push(...ofSegment(segment, lines))
  return problems.map((problem) => `${delay.what} ${delay.name} at ${begin}: ${problem}`)
}

/** Records that a segment of a kind may stand for. */
const RECORDS: Readonly<Record<ChainSegment['kind'], readonly string[]>> = {
  'policy-wait': ['callback', 'packet', 'make-resident'],
  queue: ['packet'],
  engine: ['packet'],
  preemption: ['preempt'],
  preempted: ['preempt'],
  'context-switch': ['packet'],
  'page-in': ['page-in', 'paging-operation'],
  // what waited for its last work and was destroyed meanwhile is never transferred
  'page-out': ['page-out', 'paging-operation', 'destroy'],
  'paging-queue': ['page-in', 'page-out', 'paging-operation', 'destroy'],
  fence: ['packet'],
  reset: ['packet'],
  run: ['packet'],
  'vertical-blank': [],
}

function ofSegment(segment: ChainSegment, lines: readonly Line[]): string[] {
  const { kind, record, start, end } = segment
  const what = `${kind} from ${start} to ${end}`
  const found = lineOf(record, lines)
  const problems: string[] = []
  if (record !== null && found === undefined)
    problems.push(`${what} has no record of the trace: ${JSON.stringify(record)}`)
  else if (found === undefined) problems.push(...ofNone(segment, lines))
  else if (!RECORDS[kind].includes(found.type)) problems.push(`${what} stands for a record of type ${found.type}`)
  else if (!isNamed(segment, found))
    problems.push(`${what} names ${JSON.stringify(segment)}, not ${JSON.stringify(found)}`)
  if ('resource' in segment && segment.resource === '') problems.push(`${what} has no name`)
  if (segment.kind === 'page-in' && !segment.resource.startsWith('process ')) {
    if (segment.why === null) problems.push(`${what} does not say why ${segment.resource} was out`)
    else problems.push(...ofReason(segment.resource, segment.why, segment.together === undefined ? start : end, lines))
  }
  if (segment.kind === 'page-out' && segment.for === null) problems.push(`${what} does not say for whose memory`)
  return problems
}

/** What has no record had none until it was over, as a request that is not answered yet, or what has none at all. */
function ofNone(segment: ChainSegment, lines: readonly Line[]): string[] {
  if ('on' in segment && segment.on === 'processor') return []
  // where the longest of them was is not told
  if (segment.together !== undefined) return []
  const { kind, start, end } = segment
  const written = lines.findIndex(
    (line) =>
      Number(line.t) > start && Number(line.t) <= end && RECORDS[kind].includes(line.type) && isNamed(segment, line),
  )
  return written < 0 ? [] : [`${kind} from ${start} to ${end} has no record, but there is ${written}`]
}

function lineOf(record: RecordReference | null, lines: readonly Line[]): Line | undefined {
  const line = record === null ? undefined : lines[record.index]
  return line?.t === record?.t ? line : undefined
}

/** Its record is of the packet, resource or request that it names. */
function isNamed(segment: ChainSegment, line: Line): boolean {
  switch (segment.kind) {
    case 'queue':
    case 'engine':
    case 'fence':
    case 'context-switch':
    case 'reset':
    case 'run':
      if (segment.packet === null) return false
      // the very part of the packet that ran then, or that the engine was switched for
      if (segment.kind === 'run' && line.end !== segment.end && segment.together === undefined) return false
      if (segment.kind === 'context-switch' && line.switch === undefined) return false
      return isPacket(segment.packet, line)
    case 'policy-wait':
      if (segment.callback !== null) return line.type === 'callback' && segment.callback.cookie === line.cookie
      // what the policy asked for itself, before it waited
      if (segment.packet === null) return line.type === 'make-resident' && Number(line.t) <= segment.start
      return isPacket(segment.packet, line)
    case 'page-in':
    case 'page-out':
    case 'paging-queue':
      return segment.resource === line.resource
    case 'preemption':
    case 'preempted':
      return segment.request?.reason === line.reason && (segment.request?.context ?? undefined) === line.context
    default:
      return true
  }
}

function isPacket({ command, context, engine }: PacketName, line: Line): boolean {
  return line.type === 'packet' && command === line.command && context === line.context && engine === line.engine
}

function ofReason(resource: string, why: OutReason, start: number, lines: readonly Line[]): string[] {
  const line = lineOf(why.record, lines)
  const what = `${resource}, brought in from ${start}, ${why.because}`
  if (why.record.t > start) return [`${what}: later, at ${why.record.t}`]
  if (line === undefined) return [`${what}: there is no record ${JSON.stringify(why.record)}`]
  const ofIt = line.resource === resource
  switch (why.because) {
    case 'never-resident':
      return line.type === 'create' && ofIt ? [] : [`${what}: ${JSON.stringify(line)}`]
    case 'reclaimed':
      return line.type === 'page-out' && ofIt ? [] : [`${what}: ${JSON.stringify(line)}`]
    case 'lost-with-device':
      // what is still being transferred goes later than the device
      return ['device-removed', 'destroy', 'driver-device-destroyed'].includes(line.type)
        ? []
        : [`${what}: ${JSON.stringify(line)}`]
    case 'evicted': {
      const { occasion, pagedOut } = why
      const problems: string[] = []
      // without a policy the app let go by itself, of which there is no record
      if (occasion.policy !== null && line.type !== 'evict') problems.push(`${what}: ${JSON.stringify(line)}`)
      if (
        line.type === 'evict' &&
        occasion.policy !== null &&
        (line.policy !== occasion.policy || line.reason !== occasion.rule)
      )
        problems.push(`${what} by ${occasion.policy}: ${JSON.stringify(line)}`)
      if (occasion.t !== why.record.t) problems.push(`${what} at ${occasion.t}: ${JSON.stringify(line)}`)
      const out = lineOf(pagedOut.record, lines)
      if (out?.type !== 'page-out' || out.resource !== resource)
        problems.push(`${what} and paged out: ${JSON.stringify(out)}`)
      return problems
    }
  }
}
