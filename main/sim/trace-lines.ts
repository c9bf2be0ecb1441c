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
/** above it a whole number is divided once as one of 53 bits */
const EIGHT_DIGITS = 100_000_000
const ZERO = 48
/** of numbers below 100 */
const TENS = Uint8Array.from({ length: 100 }, (_, number) => ZERO + Math.floor(number / 10))
const ONES = Uint8Array.from({ length: 100 }, (_, number) => ZERO + (number % 10))

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

export class TraceLines {
  private bytes = new Uint8Array(ROOM)
  private end = 0
  /** of the number that is being written; the last one stands at the end */
  private readonly digits = new Uint8Array(MOST_DIGITS)

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
    this.copy(T)
    this.value(record.t)
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
    this.field(FENCE, record.fence)
    this.field(START, record.start)
    this.field(END, record.end)
    this.field(OUTCOME, record.outcome)
    this.field(HITCH, record.hitch)
    this.field(FLAGS, record.flags)
    this.field(SUBMITTED, record.submitted)
    this.field(SWITCH, record.switch)
    this.field(SIGNALS, record.signals)
    this.field(COMMAND, record.command)
  }

  private field(before: Uint8Array, value: unknown): void {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return
    this.copy(before)
    this.value(value)
  }

  private value(value: unknown): void {
    if (typeof value === 'string') this.copy(textJson(value))
    else if (typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value)
      this.whole(value)
    else this.addText(JSON.stringify(value))
  }

  private whole(value: number): void {
    if (value < 10) return this.byte(ZERO + value)
    const { digits } = this
    let low = value
    let first = MOST_DIGITS
    if (value >= EIGHT_DIGITS) {
      const high = Math.floor(value / EIGHT_DIGITS)
      low = value - high * EIGHT_DIGITS
      for (let pair = 0; pair < 4; pair++) {
        const rest = (low / 100) | 0
        digits[--first] = ONES[low - rest * 100] as number
        digits[--first] = TENS[low - rest * 100] as number
        low = rest
      }
      low = high
    }
    while (low >= 10) {
      const rest = (low / 100) | 0
      digits[--first] = ONES[low - rest * 100] as number
      digits[--first] = TENS[low - rest * 100] as number
      low = rest
    }
    if (low > 0) digits[--first] = ZERO + low
    else if (digits[first] === ZERO) first++
    this.need(MOST_DIGITS)
    const { bytes } = this
    let { end } = this
    while (first < MOST_DIGITS) bytes[end++] = digits[first++] as number
    this.end = end
  }

  /** What is short byte by byte, or the call would cost more than the bytes. */
  private copy(part: Uint8Array): void {
    const { length } = part
    this.need(length)
    const { bytes, end } = this
    if (length > SHORT) bytes.set(part, end)
    else for (let i = 0; i < length; i++) bytes[end + i] = part[i] as number
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
