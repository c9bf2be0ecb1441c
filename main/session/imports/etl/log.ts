/** The events of a log, gathered: what each means for memory, for the GPU's work, for displays and for other processes. */
import { etwEventName, formatCount } from '../../../../preload/contract'
import type { Cut } from '../capture'
import { cutAt, MOST_STEPS } from '../steps'
import { type GlobalAllocation, LogAllocations, type Opened } from './allocations'
import { PayloadFields } from './payload'
import type { LogRecord, LogRecords } from './records'
import { GpuWork, type Submission } from './work'

/** STATUS_PENDING is none */
const FAILED = 0x80000000
const SUCCESS = 1
const LOCAL = 0

export interface ResidencyCall {
  process: number
  allocation: Opened
  /** the call it was part of did not succeed */
  failed: boolean
}

/** Something that happened at a time, µs. */
export type LogEvent = { at: number } & (
  | { what: 'made' | 'destroyed'; global: GlobalAllocation }
  | { what: 'submitted'; submission: Submission }
  | { what: 'resident'; residency: ResidencyCall }
  | { what: 'usage' | 'budget'; process: number; adapter: string; bytes: number; before: number }
)

export interface ReportedSegment {
  adapter: string
  size: number
  /** null: not said */
  group: number | null
}

export class Log {
  /** in the part that is asked for */
  happenings: LogEvent[] = []
  /** what comes first behind it of usage and budgets: it says what they were before */
  readonly later: LogEvent[] = []
  readonly allocations = new LogAllocations()
  readonly work = new GpuWork()
  /** by adapter and number */
  readonly segments = new Map<string, ReportedSegment>()
  /** place of a node → type of engine, as Windows numbers them */
  readonly nodes = new Map<string, number>()
  /** bytes resident in any segment, at most */
  mostResident = 0
  /** bytes that all processes have at one time, at most */
  mostUsed = 0
  /** name of event → how often */
  readonly counts = new Map<string, number>()
  attempts = 0
  successes = 0
  residentCalls = 0
  /** µs: the last event in the part that is asked for */
  last: number
  /** µs: the last event of all that were taken */
  lastOfAll = 0
  /** µs: nothing that happened then or later is there */
  #end: number
  #cut: Cut | null = null
  readonly #most: number
  readonly #records: LogRecords
  /** what was so when the part that is asked for begins */
  readonly #before = new Map<unknown, LogEvent>()
  /** µs: when that is */
  readonly #from: number
  /** by thread: of the call to MakeResident that is under way */
  readonly #calls = new Map<number, ResidencyCall[]>()
  readonly #usage = new Map<string, number>()
  /** process → bytes on all adapters */
  readonly #used = new Map<number, number>()
  #allUsed = 0
  /** of which process and adapter a usage or budget is known */
  readonly #known = new Set<string>()
  /** adapter and target → last blank, intervals → how often; in ticks: whole µs are a tenth of a hertz off at 144 Hz */
  readonly #blanks = new Map<string, { last: number; intervals: Map<number, number> }>()

  /**
   * @param from µs: what was before it counts only for what is so then
   * @param until µs: nothing that happens then or later counts
   * @param most events that are gathered
   */
  constructor(records: LogRecords, from: number, until = Number.POSITIVE_INFINITY, most = MOST_STEPS) {
    this.#records = records
    this.#most = most
    this.#from = from
    this.last = from
    this.#end = until
  }

  /** Where there is no room for what comes then; null: there is for all. */
  get cut(): Cut | null {
    return this.#cut
  }

  /** All has been read. */
  end(): void {
    this.happenings = [...this.#before.values(), ...this.happenings]
  }

  /**
   * Also of what is before the part that is asked for, and behind it: it says how large something is, whose, or when it
   * ended. Of that nothing is counted.
   */
  take(record: LogRecord): void {
    const at = this.#records.microseconds(record.ticks)
    this.lastOfAll = Math.max(this.lastOfAll, at)
    this.work.counts = at >= this.#from && at < this.#end
    const act = this.#acts[record.id]
    if (act === undefined) this.#count(record)
    else act(record)
  }

  get damage(): string | null {
    return this.#records.damage
  }

  /** What a copy lacks that is malformed nowhere; null: nothing. */
  get missing(): string | null {
    return this.#records.missing
  }

  /** Hz of each display, the fastest first. */
  get refreshRates(): number[] {
    return [...this.#blanks.values()]
      .flatMap(({ intervals }) => {
        const interval = median(intervals)
        return interval === null ? [] : [Math.round((10 * this.#records.frequency) / interval) / 10]
      })
      .filter((rate) => rate > 0 && rate <= 1000)
      .sort((a, b) => b - a)
  }

  readonly #acts: Readonly<Partial<Record<number, (record: LogRecord) => void>>> = {
    33: (record) => this.#happen(record, { what: 'made', global: this.allocations.created(record) }),
    34: (record) => this.#happen(record, { what: 'destroyed', global: this.allocations.destroyed(record) }),
    35: (record) => this.allocations.existing(record),
    36: (record) => this.allocations.opened(record),
    37: (record) => this.allocations.closed(record),
    38: (record) => this.allocations.open(record),
    22: (record) => this.#attempted(record),
    23: (record) => this.work.contextSelected(record),
    27: (record) => this.work.adapters.device(record),
    29: (record) => this.work.adapters.device(record),
    30: (record) => this.work.contextMade(record),
    31: (record) => this.work.contextGone(record),
    32: (record) => this.work.contextExists(record),
    43: (record) => this.work.referenced(record, (handle) => this.allocations.of(handle)),
    78: (record) => this.#segment(record),
    175: (record) => this.#started(record),
    177: (record) => this.work.interrupted(record),
    178: (record) => this.#submitted(record, this.work.queued(record)),
    181: (record) => this.#blank(record),
    230: (record) => this.#named(record, 4),
    231: (record) => this.#named(record, 0),
    244: (record) => this.#named(record, 0),
    245: (record) => this.#named(record, 0),
    294: (record) => this.#named(record, 4),
    295: (record) => this.#named(record, 0),
    250: (record) => {
      const fields = new PayloadFields(record)
      const adapter = this.work.adapters.named(fields.pointer())
      this.nodes.set(`${adapter} ${fields.u32()}`, fields.u32())
    },
    274: (record) => {
      const fields = new PayloadFields(record)
      fields.skipPointers(1)
      fields.skip(4)
      const bytes = fields.u64()
      if (Number.isFinite(bytes)) this.mostResident = Math.max(this.mostResident, bytes)
    },
    320: (record) => this.#resident(record),
    338: (record) => {
      if (this.work.counts) this.residentCalls++
      this.#calls.set(record.thread, [])
    },
    339: (record) => {
      const failed = new PayloadFields(record).u32() >= FAILED
      if (failed) for (const one of this.#calls.get(record.thread) ?? []) one.failed = true
      this.#calls.delete(record.thread)
    },
    366: (record) => this.#changed(record, 'budget', 4),
    367: (record) => this.#changed(record, 'usage', 0),
  }

  #named(record: LogRecord, after: 0 | 4): void {
    this.work.named(record, after)
    this.#count(record)
  }

  #count({ id }: LogRecord): void {
    if (!this.work.counts) return
    const name = etwEventName(id)
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  #attempted(record: LogRecord): void {
    const fields = new PayloadFields(record)
    fields.skipPointers(1)
    if (!this.work.counts) return
    this.attempts++
    if (fields.u32() === SUCCESS) this.successes++
  }

  #submitted(record: LogRecord, submission: Submission | null): void {
    if (submission !== null) this.#happen(record, { what: 'submitted', submission })
  }

  /** It was queued before; what happened is in order of time again. */
  #started(record: LogRecord): void {
    const began = this.work.started(record)
    if (began === null) return
    const { submission, queued } = began
    if (!this.#happen(record, { what: 'submitted', submission }, queued) || queued === record.ticks) return
    const late = this.happenings.pop()
    if (late === undefined) return
    let place = this.happenings.length
    while (place > 0 && (this.happenings[place - 1]?.at ?? 0) > late.at) place--
    this.happenings.splice(place, 0, late)
  }

  #resident(record: LogRecord): void {
    const handle = new PayloadFields(record).pointer()
    const residency = { process: record.process, allocation: this.allocations.of(handle), failed: false }
    this.#calls.get(record.thread)?.push(residency)
    this.#happen(record, { what: 'resident', residency })
  }

  /** @param between bytes between the index of the adapter and the group */
  #changed(record: LogRecord, what: 'usage' | 'budget', between: number): void {
    const fields = new PayloadFields(record)
    const now = fields.u64()
    const before = fields.u64()
    const adapter = fields.pointer()
    const process = fields.u32()
    fields.skip(2 + between)
    const group = fields.has(1) ? fields.u8() : LOCAL
    if (group !== LOCAL || !Number.isFinite(now) || !Number.isFinite(before)) return
    if (what === 'budget') {
      this.#happen(record, { what, process, adapter, bytes: now, before })
      return
    }
    // of several adapters the sum counts
    const others = [...this.#usage]
      .filter(([key]) => key.startsWith(`${process} `) && key !== `${process} ${adapter}`)
      .reduce((sum, [, bytes]) => sum + bytes, 0)
    this.#usage.set(`${process} ${adapter}`, now)
    this.#allUsed += now + others - (this.#used.get(process) ?? 0)
    this.#used.set(process, now + others)
    this.mostUsed = Math.max(this.mostUsed, this.#allUsed)
    this.#happen(record, { what, process, adapter, bytes: now + others, before: before + others })
  }

  #segment(record: LogRecord): void {
    const fields = new PayloadFields(record)
    const number = fields.u32()
    const adapter = fields.pointer()
    fields.skip(16)
    const size = fields.u64()
    fields.skip(16)
    fields.skipPointers(1)
    const group = fields.has(1) ? fields.u8() : null
    if (Number.isFinite(size)) this.segments.set(`${adapter} ${number}`, { adapter, size, group })
  }

  #blank(record: LogRecord): void {
    const fields = new PayloadFields(record)
    const target = `${fields.pointer()} ${fields.u32()}`
    const now = record.ticks
    const known = this.#blanks.get(target)
    if (known === undefined) this.#blanks.set(target, { last: now, intervals: new Map() })
    else {
      const interval = now - known.last
      known.intervals.set(interval, (known.intervals.get(interval) ?? 0) + 1)
      known.last = now
    }
  }

  /** @returns whether it is there */
  #happen(record: LogRecord, happening: WithoutTime<LogEvent>, ticks = record.ticks): boolean {
    const at = this.#records.microseconds(ticks)
    const isFirst = this.#isFirst(happening)
    if (at >= this.#end) {
      if (isFirst) this.later.push({ at, ...happening })
      return false
    }
    if (at < this.#from) {
      this.#happenBefore(happening)
      return false
    }
    // what was queued before and is seen only now has room still: those are few
    if (ticks === record.ticks && this.happenings.length + this.#before.size >= this.#most) {
      const why = `no more than ${formatCount(this.#most)} events of a log become one`
      this.#cut = cutAt(at, this.happenings[0]?.at ?? this.#from, why)
      this.#end = this.#cut.next
      return false
    }
    this.last = Math.max(this.last, at)
    this.happenings.push({ at, ...happening })
    return true
  }

  /** Of usage and budgets: that of the process on that adapter. */
  #isFirst(happening: WithoutTime<LogEvent>): boolean {
    if (happening.what !== 'usage' && happening.what !== 'budget') return false
    const key = keyOf(happening)
    if (this.#known.has(key)) return false
    this.#known.add(key)
    return true
  }

  /** Of what came before only what it made of memory, usage and budgets counts. */
  #happenBefore(happening: WithoutTime<LogEvent>): void {
    const at = this.#from
    switch (happening.what) {
      case 'made':
        this.#before.set(happening.global, { at, ...happening })
        return
      case 'destroyed':
        this.#before.delete(happening.global)
        happening.global.isGone = true
        return
      case 'usage':
      case 'budget': {
        const key = keyOf(happening)
        // the last is what is so then, of whichever adapter it was said
        this.#before.delete(key)
        this.#before.set(key, { at, ...happening, before: happening.bytes })
        return
      }
      case 'submitted':
      case 'resident':
        return
      default:
        return happening satisfies never
    }
  }
}

const keyOf = ({ what, process, adapter }: { what: string; process: number; adapter: string }): string =>
  `${what} ${process} ${adapter}`

type WithoutTime<Value> = Value extends { at: number } ? Omit<Value, 'at'> : never

function median(counts: ReadonlyMap<number, number>): number | null {
  const sorted = [...counts].filter(([value]) => value > 0).sort(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  const at = (place: number): number => {
    let before = 0
    for (const [value, count] of sorted) {
      before += count
      if (before > place) return value
    }
    return 0
  }
  return total === 0 ? null : (at((total - 1) >> 1) + at(total >> 1)) / 2
}
