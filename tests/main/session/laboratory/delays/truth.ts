/**
 * Whether each segment of a delay is true of the trace (LB-08): who had which engine at each µs, and which paging operation
 * was carried out when, follow from the trace's packet, paging, preempt and tdr records alone. Times in µs.
 */
import { blankTime } from '../../../../../main/dxgkrnl/vidsch/compositor'
import type { ChainSegment, Delay, PacketName } from '../../../../../main/session/laboratory/delays/types'
import type { Line } from '../../../../golden/reading'

/** From `start` to `end`. */
interface Time {
  readonly start: number
  readonly end: number
}

/** A packet, whatever became of it: it has a record for each time that an engine had it. */
interface Ran {
  readonly key: string
  readonly submitted: number
  /** µs at which it was switched to, began and left the engine, each time */
  readonly had: Time[]
  /** µs for which it ran, each time */
  readonly ran: Time[]
  /** µs for which the engine saved another context and restored its own */
  readonly switched: Time[]
  readonly outcomes: string[]
  /** µs at which each of its records was written */
  readonly written: number[]
}

/** What the trace does not say. */
export interface Known {
  /** vertical blanks per second of each display */
  readonly rates: readonly number[]
  /** µs that an engine takes after it has stopped, before it takes up other work [0] */
  readonly turnaround?: number
  /** engines that are made to hang with the next that they run, and from when on; absent: nothing is known of that */
  readonly hangs?: readonly { readonly engine: string; readonly t: number }[]
}

/** All that a trace says of engines and paging. */
export class Truth {
  private readonly packets = new Map<string, Ran>()
  private readonly paging = new Map<string, Time[]>()
  /** packets, by the command that led to them */
  private readonly caused = new Map<number, Line[]>()
  /** µs at which the processor had copied moved memory, which no engine does and no packet stands for */
  private readonly copies = new Set<number>()
  /** µs at which devices went */
  private readonly removals: number[] = []
  /** µs of saving a context, by the engine that stopped and the moment at which it had */
  private readonly saves = new Map<string, number>()

  constructor(
    private readonly lines: readonly Line[],
    private readonly known: Known,
  ) {
    for (const line of lines)
      if (line.type === 'preempt') this.saves.set(`${line.engine} ${line.stopped}`, Number(line.save))
    for (const line of lines) this.add(line)
  }

  problems(delay: Delay): string[] {
    const problems = delay.segments.flatMap((segment, place) =>
      this.ofSegment(segment, delay, place).map((problem) => `${textOf(segment)} ${problem}`),
    )
    return [...problems, ...this.unsaid(delay)].map(
      (problem) => `${delay.what} ${delay.name} at ${delay.begin}: ${problem}`,
    )
  }

  /** What runs of its own packets its `run` segments leave out; a frame has packets on several engines at once. */
  private unsaid(delay: Delay): string[] {
    if (delay.what === 'frame' || delay.segments.some(({ together }) => together !== undefined)) return []
    // what hangs runs, and does not come on
    const runs = delay.segments.filter(({ kind }) => kind === 'run' || kind === 'reset')
    return this.own(delay).flatMap(({ key, ran }) =>
      ran
        .filter((time) => time.start < time.end && !covered(time, runs))
        .map((time) => `does not tell that ${key} ran from ${time.start} to ${time.end}`),
    )
  }

  /** Its own packets, as far as any of them ran while it was under way. */
  private own(delay: Delay): Ran[] {
    const keys = delay.segments.flatMap(({ kind, record }) =>
      kind === 'run' && record !== null ? [keyOf(this.lines[record.index] as Line)] : [],
    )
    return [...new Set(keys)].map((key) => this.packets.get(key) as Ran)
  }

  /** Contexts of its own packets, also of those that take no time. */
  private ownContexts({ name, command, begin, segments }: Delay): Set<string> {
    const ran = segments.flatMap((segment) =>
      segment.kind === 'run' && segment.packet !== null ? [contextOf(segment.packet)] : [],
    )
    const caused = command === null ? [] : (this.caused.get(command) ?? [])
    const own = caused.filter((line) => line.command === name && Number(line.submitted) >= begin)
    return new Set([...ran, ...own.map(contextOf)])
  }

  private add(line: Line): void {
    const time = { start: Number(line.start), end: Number(line.end) }
    switch (line.type) {
      case 'packet': {
        const key = keyOf(line)
        getOrSet(this.caused, Number(line.cause), () => []).push(line)
        const { had, ran, switched, outcomes, written } = getOrSet(this.packets, key, () => ({
          key,
          submitted: Number(line.submitted),
          had: [],
          ran: [],
          switched: [],
          outcomes: [],
          written: [],
        }))
        // one that was stopped before it began was switched to before the engine saved it again
        const save = time.start === time.end ? (this.saves.get(`${line.engine} ${line.end}`) ?? 0) : 0
        const switchedTo = time.start - save
        const before = switchedTo - Number(line.switch ?? 0)
        had.push({ start: before, end: Math.max(switchedTo, time.end - save) })
        ran.push(time)
        switched.push({ start: before, end: switchedTo })
        outcomes.push(String(line.outcome))
        written.push(Number(line.t))
        break
      }
      case 'page-in':
      case 'page-out':
        getOrSet(this.paging, `${line.type} ${line.resource}`, () => []).push(time)
        break
      case 'defragmentation-move':
        if (/^(UPLOAD|READBACK)/.test(String(line.from))) this.copies.add(Number(line.t))
        break
      case 'device-removed':
      case 'driver-device-destroyed':
        this.removals.push(Number(line.t))
        break
      case 'paging-operation':
        getOrSet(this.paging, `page-${line.direction} ${line.resource}`, () => []).push(time)
        break
    }
  }

  private ofSegment(segment: ChainSegment, delay: Delay, place: number): string[] {
    // of several kinds at once
    if (segment.together !== undefined) return []
    const line = segment.record === null ? undefined : this.lines[segment.record.index]
    switch (segment.kind) {
      case 'vertical-blank':
        return this.ofBlank(segment, delay, place)
      case 'run':
        return segment.on === 'processor' ? [] : this.ofRun(segment, delay, line)
      case 'page-in':
      case 'page-out':
        return this.ofPaging(segment, segment.kind, (time, all) => covered(this.fromFirst(time, all), all), line)
      case 'paging-queue':
        // its own waits for an engine are not told apart, nor what is done before it
        return this.ofPaging(
          segment,
          `page-${segment.direction}`,
          (time, all) => all.some((one) => touches(time, one)),
          line,
        )
      case 'preemption':
      case 'preempted':
        return this.ofRequest(segment, delay, line)
      default:
        // the processor has no records
        return 'on' in segment && segment.on === 'processor' ? [] : this.ofPacket(segment, delay, line)
    }
  }

  private ofBlank(
    { start, end, display }: Extract<ChainSegment, { kind: 'vertical-blank' }>,
    delay: Delay,
    place: number,
  ): string[] {
    const rate = this.known.rates[display - 1] ?? 0
    const number = Math.round((end * rate) / 1e6)
    const problems: string[] = []
    if (blankTime(number, rate) !== end) problems.push('ends at no blank')
    if (blankTime(number - 1, rate) > start) problems.push('waits for longer than the next blank')
    if (place !== delay.segments.length - 1 || end !== delay.shown) problems.push('is not the last')
    return problems
  }

  private ofRun(segment: Time, delay: Delay, line: Line | undefined): string[] {
    if (line === undefined) return ['ran without a record']
    const problems: string[] = []
    // where it was stopped and went on at once it has a record for each
    if (!covered(segment, this.packets.get(keyOf(line))?.ran ?? [])) problems.push(`lies outside ${said(line)}`)
    if ((line.cause ?? null) !== delay.command) problems.push(`is of another: ${said(line)}`)
    if (Number(line.submitted) < delay.begin) problems.push(`is of what came before: ${said(line)}`)
    return problems
  }

  private ofPaging(
    segment: ChainSegment & { resource: string },
    kind: string,
    holds: (segment: Time, found: readonly Time[]) => boolean,
    line: Line | undefined,
  ): string[] {
    // what a device that was removed left behind has no record
    if (line === undefined) return []
    // it ended with its memory, before its transfer
    if (line.type === 'destroy') return segment.end <= Number(line.t) ? [] : [`goes on after ${said(line)}`]
    const found = this.paging.get(`${kind} ${segment.resource}`) ?? []
    return holds(segment, found) ? [] : [`lies in no ${kind} of ${segment.resource}`]
  }

  /**
   * What is done before the first buffer of a transfer, as page tables and building it, has no record: until then nothing else
   * may be paged.
   */
  private fromFirst(segment: Time, all: readonly Time[]): Time {
    const first = Math.min(...all.filter(({ end }) => end > segment.start).map(({ start }) => start))
    const before = { start: segment.start, end: first }
    const isFree = ![...this.paging.values()].some((times) =>
      times.some((one) => one.start < before.end && one.end > before.start),
    )
    return first > segment.start && first < segment.end && isFree ? { start: first, end: segment.end } : segment
  }

  private ofRequest(
    segment: Extract<ChainSegment, { request: unknown }>,
    delay: Delay,
    line: Line | undefined,
  ): string[] {
    if (line === undefined) return []
    const time = { start: Number(line.requested), end: Number(line.stopped) }
    const answered = { ...time, end: time.end + (this.known.turnaround ?? 0) }
    if (segment.kind === 'preemption') return within(segment, answered) ? [] : [`lies outside ${said(line)}`]
    if (segment.start < time.start) return [`begins before ${said(line)}`]
    if (delay.what === 'frame') return []
    // one of its own packets left the engine then, and has not come back to it before the segment's end
    const isIts = ({ had, outcomes }: Ran): boolean =>
      had.some(
        ({ end }, i) =>
          outcomes[i] === 'preempted' &&
          within({ start: end, end }, time) &&
          (had.slice(i + 1).find((time) => time.end > time.start)?.start ?? segment.end) >= segment.end,
      )
    return this.own(delay).some(isIts) ? [] : [`none of its packets was stopped by ${said(line)}`]
  }

  private ofPacket(
    segment: Extract<ChainSegment, { packet: unknown }>,
    delay: Delay,
    line: Line | undefined,
  ): string[] {
    if (segment.kind === 'fence' && segment.packet === null && this.copies.has(segment.end)) return []
    if (segment.kind !== 'policy-wait' && segment.packet === null) return ['names no packet']
    if (line === undefined || line.type !== 'packet') return []
    const packet = this.packets.get(keyOf(line)) as Ran
    if (!isOfTime(line, segment, packet)) return [`leads to another time that it ran: ${said(line)}`]
    const own = this.ownContexts(delay)
    // what has packets in several contexts waits in one of them; another device has contexts of the same names
    const isOther = own.size > 1 || this.removals.some((t) => packet.submitted <= t && t <= segment.end)
    if (segment.kind === 'engine' && !isOther && own.has(contextOf(line))) return ['names a packet of its own context']
    if (segment.kind === 'queue' && own.size > 0 && !own.has(contextOf(line)))
      return ['names a packet of another context']
    const over = packet.had.at(-1)?.end ?? 0
    switch (segment.kind) {
      case 'engine':
        return covered(segment, packet.had) ? [] : [`did not have it: ${JSON.stringify(packet)}`]
      case 'context-switch':
        return covered(segment, packet.switched) ? [] : [`switched at other times: ${JSON.stringify(packet)}`]
      case 'queue':
        return within(segment, { start: packet.submitted, end: over })
          ? []
          : [`was not before it: ${JSON.stringify(packet)}`]
      case 'fence':
      case 'policy-wait':
        return segment.end <= over ? [] : [`ends after it: ${JSON.stringify(packet)}`]
      default:
        if (this.known.hangs?.some((hang) => isOf(hang, line) && hang.t <= segment.start) === false)
          return ['is in no hang']
        return covered(segment, packet.had) ? [] : [`hung at other times: ${JSON.stringify(packet)}`]
    }
  }
}

/** Of what ran several times, the record with which the wait ended; where none was written then, the next one (LB-09). */
function isOfTime(line: Line, { start, end }: Time, { written }: Ran): boolean {
  const right = written.findLast((t) => t > start && t <= end) ?? written.find((t) => t > start)
  return right === undefined || Number(line.t) === right
}

const within = (segment: Time, time: Time): boolean => segment.start >= time.start && segment.end <= time.end
const touches = (segment: Time, time: Time): boolean => segment.start < time.end && segment.end >= time.start

/** Times that follow each other without a gap are one. */
function covered(segment: Time, times: readonly Time[]): boolean {
  let at = segment.start
  for (const { start, end } of times.toSorted((a, b) => a.start - b.start)) if (start <= at && end > at) at = end
  return at >= segment.end
}

function keyOf({ engine, context, command, submitted, signals }: Line): string {
  return [engine, context, command, submitted, signals].join(' ')
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}

const contextOf = (of: Line | PacketName): string => `${of.context} ${of.engine}`
/** Paging hangs on the engine that it is done on. */
const isOf = ({ engine }: { engine: string }, line: Line): boolean =>
  engine === line.engine || (engine === 'paging' && line.context === 'system')
const said = (line: Line): string => JSON.stringify(line)
const nameOf = ({ command, context, engine }: PacketName): string => `${command} of ${context} on ${engine}`
const textOf = (segment: ChainSegment): string =>
  `${segment.kind} ${segment.start}-${segment.end} ${'packet' in segment && segment.packet !== null ? nameOf(segment.packet) : ''}`
