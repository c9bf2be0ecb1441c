/**
 * Lines of the trace file, as bytes: the same text as JSON.stringify gives of an object with the fields in the order of
 * TRACE_COLUMNS. Neither that object nor any text is made: a long run writes millions of lines.
 */
import { TRACE_COLUMNS, type TraceRecord } from './trace-records'

/** bytes at first; it grows with what is added */
const ROOM = 4096

/** texts whose JSON is kept: few, such as names, come again and again */
const MOST_KEPT = 4096
/** characters; what is longer is a message, and hardly comes again */
const LONGEST_KEPT = 128

/** what engines, contexts and kinds of packet come together; more are written one by one */
const MOST_BEGINNINGS = 64
/** bytes from which on one call of `set` is quicker than byte by byte */
const SHORT = 16

/** digits of a whole number */
const MOST_DIGITS = 16
/** what stands before a value, and a whole number, are no longer together */
const MOST_OF_FIELD = 32
/** above it a whole number is divided once as one of 53 bits */
const EIGHT_DIGITS = 100_000_000
/** µs */
const SECOND = 1_000_000
const ZERO = 48
/** of numbers below 1000, three digits each */
const THREE = Uint8Array.from({ length: 3000 }, (_, i) => ZERO + (Math.floor(i / 3 / 10 ** (2 - (i % 3))) % 10))

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const ascii = (text: string): Uint8Array => encoder.encode(text)

/** What stands before each field's value, in the order of the columns. */
const FIELDS = new Map(
  Object.entries(TRACE_COLUMNS).map(([type, names]) => [
    type,
    { begin: ascii(`,"type":"${type}"`), columns: names.map((name) => ({ name, before: ascii(`,"${name}":`) })) },
  ]),
)

const T = ascii('{"t":')
const CAUSE = ascii(',"cause":')
const FENCE = ascii(',"fence":')
const START = ascii(',"start":')
const END = ascii(',"end":')
const OUTCOME = ascii(',"outcome":')
const HITCH = ascii(',"hitch":')
const FLAGS = ascii(',"flags":')
const SUBMITTED = ascii(',"submitted":')
const SWITCH = ascii(',"switch":')
const SIGNALS = ascii(',"signals":')
const COMMAND = ascii(',"command":')

const COMPLETED = ascii(',"outcome":"completed"')

/** texts that were written as JSON before */
const kept = new Map<string, Uint8Array>()

function textJson(text: string): Uint8Array {
  const known = kept.get(text)
  if (known !== undefined) return known
  const json = encoder.encode(JSON.stringify(text))
  if (text.length > LONGEST_KEPT) return json
  if (kept.size === MOST_KEPT) kept.clear()
  kept.set(text, json)
  return json
}

type PacketRecord = Extract<TraceRecord, { type: 'packet' }>

/** What lines of packets begin with, behind their time. */
interface Beginning {
  readonly engine: string
  readonly context: string
  readonly kind: string
  readonly text: Uint8Array
}

const beginnings: Beginning[] = []

function beginningOf({ engine, context, kind }: PacketRecord): Uint8Array {
  for (let i = 0; i < beginnings.length; i++) {
    const known = beginnings[i] as Beginning
    if (known.context === context && known.engine === engine && known.kind === kind) return known.text
  }
  const fields = JSON.stringify({ type: 'packet', engine, context, kind })
  const text = ascii(`,${fields.slice(1, -1)}`)
  if (beginnings.length < MOST_BEGINNINGS) beginnings.push({ engine, context, kind, text })
  return text
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value
}

/** @returns where it ends */
function putShort(bytes: Uint8Array, at: number, part: Uint8Array): number {
  const { length } = part
  for (let i = 0; i < length; i++) bytes[at + i] = part[i] as number
  return at + length
}

/** @param value below 1000, written with zeros before it */
function putThree(bytes: Uint8Array, at: number, value: number): void {
  const from = value * 3
  bytes[at] = THREE[from] as number
  bytes[at + 1] = THREE[from + 1] as number
  bytes[at + 2] = THREE[from + 2] as number
}

/** @returns where it ends */
function putWhole(bytes: Uint8Array, at: number, value: number): number {
  if (value < EIGHT_DIGITS) return putLow(bytes, at, value | 0)
  const high = Math.floor(value / EIGHT_DIGITS)
  const low = (value - high * EIGHT_DIGITS) | 0
  const end = putWhole(bytes, at, high)
  const millions = (low / SECOND) | 0
  const rest = low - millions * SECOND
  const thousands = (rest / 1000) | 0
  bytes[end] = THREE[millions * 3 + 1] as number
  bytes[end + 1] = THREE[millions * 3 + 2] as number
  putThree(bytes, end + 2, thousands)
  putThree(bytes, end + 5, rest - thousands * 1000)
  return end + 8
}

/** @param value of at most eight digits. @returns where it ends */
function putLow(bytes: Uint8Array, at: number, value: number): number {
  if (value >= 1000) {
    const thousands = (value / 1000) | 0
    const end = putLow(bytes, at, thousands)
    putThree(bytes, end, value - thousands * 1000)
    return end + 3
  }
  const from = value * 3
  let end = at
  if (value >= 100) bytes[end++] = THREE[from] as number
  if (value >= 10) bytes[end++] = THREE[from + 1] as number
  bytes[end++] = THREE[from + 2] as number
  return end
}

export class TraceLines {
  private bytes = new Uint8Array(ROOM)
  private end = 0
  /** µs, the second in which the times of a line lie as a rule, and its digits without the last six */
  private second = Number.NaN
  private readonly secondDigits = new Uint8Array(MOST_DIGITS)
  private secondLength = 0

  /** bytes that were added since the last `take` */
  get length(): number {
    return this.end
  }

  /** What was added so far; it is overwritten by what is added next. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.end)
    this.end = 0
    return taken
  }

  /** A line, as it is. */
  addText(text: string): void {
    this.copy(encoder.encode(text))
  }

  /** The record's line, without the line end; absent fields are left out. */
  add(record: TraceRecord): void {
    this.time(T, record.t)
    if (record.type === 'packet') this.packet(record)
    else this.fields(record)
    if (record.cause !== undefined) this.field(CAUSE, record.cause)
    this.byte(125) // }
  }

  endLine(): void {
    this.byte(10)
  }

  private fields(record: TraceRecord): void {
    const { begin, columns } = FIELDS.get(record.type) as NonNullable<ReturnType<typeof FIELDS.get>>
    const values = record as unknown as Readonly<Record<string, unknown>>
    this.copy(begin)
    for (let i = 0; i < columns.length; i++) {
      const { name, before } = columns[i] as (typeof columns)[number]
      this.field(before, values[name])
    }
  }

  /** As above, of what most records of a long run are: its fields are read by their names, in the order of its columns. */
  private packet(record: PacketRecord): void {
    this.copy(beginningOf(record))
    this.number(FENCE, record.fence)
    this.time(START, record.start)
    this.time(END, record.end)
    if (record.outcome === 'completed') this.copy(COMPLETED)
    else this.field(OUTCOME, record.outcome)
    this.number(HITCH, record.hitch)
    this.number(FLAGS, record.flags)
    this.time(SUBMITTED, record.submitted)
    this.number(SWITCH, record.switch)
    this.number(SIGNALS, record.signals)
    this.field(COMMAND, record.command)
  }

  private field(before: Uint8Array, value: unknown): void {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return
    this.copy(before)
    this.value(value)
  }

  private value(value: unknown): void {
    if (typeof value === 'string') this.copy(textJson(value))
    else if (isWhole(value)) {
      this.need(MOST_DIGITS)
      this.end = putWhole(this.bytes, this.end, value)
    } else this.addText(JSON.stringify(value))
  }

  /** As `field`, of what is a whole number as a rule. */
  private number(before: Uint8Array, value: number | undefined): void {
    if (value === undefined) return
    if (!isWhole(value)) return this.field(before, value)
    this.need(MOST_OF_FIELD)
    this.end = putWhole(this.bytes, putShort(this.bytes, this.end, before), value)
  }

  /** As above, of a time: those that follow lie in the same second mostly, whose digits are kept. @param value µs */
  private time(before: Uint8Array, value: number | undefined): void {
    if (value === undefined) return
    if (!isWhole(value) || value < SECOND) return this.field(before, value)
    if (!(value >= this.second && value < this.second + SECOND)) this.keepSecond(Math.floor(value / SECOND))
    this.need(MOST_OF_FIELD)
    const { bytes, secondDigits, secondLength } = this
    let end = putShort(bytes, this.end, before)
    for (let i = 0; i < secondLength; i++) bytes[end++] = secondDigits[i] as number
    const rest = (value - this.second) | 0
    const thousands = (rest / 1000) | 0
    putThree(bytes, end, thousands)
    putThree(bytes, end + 3, rest - thousands * 1000)
    this.end = end + 6
  }

  private keepSecond(seconds: number): void {
    this.second = seconds * SECOND
    this.secondLength = putWhole(this.secondDigits, 0, seconds)
  }

  /** What is short byte by byte, or the call would cost more than the bytes. */
  private copy(part: Uint8Array): void {
    const { length } = part
    this.need(length)
    const { bytes, end } = this
    if (length > SHORT) bytes.set(part, end)
    else putShort(bytes, end, part)
    this.end = end + length
  }

  private byte(value: number): void {
    this.need(1)
    this.bytes[this.end++] = value
  }

  private need(more: number): void {
    const least = this.end + more
    if (least <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(least, this.bytes.length * 2))
    larger.set(this.bytes)
    this.bytes = larger
  }
}

const single = new TraceLines()

/** One line of the trace file as text, without the line end. */
export function traceLine(record: TraceRecord): string {
  // of a record that could not be written, and threw, nothing stands before this one
  single.take()
  single.add(record)
  return decoder.decode(single.take())
}
