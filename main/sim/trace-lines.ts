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

/** digits of a whole number */
const MOST_DIGITS = 16
/** below it a whole number is divided as one of 32 bits */
const BILLION = 1_000_000_000
const ZERO = 48

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
const PACKET = ascii(',"type":"packet"')
const ENGINE = ascii(',"engine":')
const CONTEXT = ascii(',"context":')
const KIND = ascii(',"kind":')
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

export class TraceLines {
  private bytes = new Uint8Array(ROOM)
  private end = 0
  /** of the number that is being written, the last one first */
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
  private packet(record: Extract<TraceRecord, { type: 'packet' }>): void {
    this.copy(PACKET)
    this.field(ENGINE, record.engine)
    this.field(CONTEXT, record.context)
    this.field(KIND, record.kind)
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
    if (value === undefined) return
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
    let count = 0
    let low = value
    if (value >= BILLION) {
      const high = Math.floor(value / BILLION)
      low = value - high * BILLION
      for (; count < 9; count++) {
        const rest = (low / 10) | 0
        digits[count] = ZERO + low - rest * 10
        low = rest
      }
      low = high
    }
    for (; low > 0; count++) {
      const rest = (low / 10) | 0
      digits[count] = ZERO + low - rest * 10
      low = rest
    }
    this.need(count)
    const { bytes } = this
    let { end } = this
    while (count > 0) bytes[end++] = digits[--count] as number
    this.end = end
  }

  /** Byte by byte: most are shorter than what a call of `set` costs. */
  private copy(part: Uint8Array): void {
    const { length } = part
    this.need(length)
    const { bytes, end } = this
    for (let i = 0; i < length; i++) bytes[end + i] = part[i] as number
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
  single.add(record)
  return decoder.decode(single.take())
}
