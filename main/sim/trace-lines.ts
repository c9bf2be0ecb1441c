/**
 * Lines of the trace file, as bytes: the same text as JSON.stringify gives of an object with the fields in the order of
 * TRACE_COLUMNS. Neither that object nor any text is made: a long run writes millions of lines.
 */
import { putWhole } from './digits'
import { LineForm, LineForms } from './line-form'
import { TRACE_COLUMNS, type TraceRecord } from './trace-records'

/** bytes at first; it grows with what is added */
const ROOM = 4096

/** texts whose JSON is kept: few, such as names, come again and again */
const MOST_KEPT = 4096
/** characters; what is longer is a message, and hardly comes again */
const LONGEST_KEPT = 128

/** bytes from which on one call of `set` is quicker than byte by byte */
const SHORT = 16

/** digits of a whole number */
const MOST_DIGITS = 16
/** bytes of the longest line that is kept as a form */
const LONGEST_FORM = 1024

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

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value
}

/** @returns where it ends */
function putShort(bytes: Uint8Array, at: number, part: Uint8Array): number {
  const { length } = part
  for (let i = 0; i < length; i++) bytes[at + i] = part[i] as number
  return at + length
}

type RecordOf<Type> = Extract<TraceRecord, { type: Type }>

const T = ascii('{"t":')
const CAUSE = ascii(',"cause":')

/** Of texts and numbers alone, and all of these numbers are there: each is where its name first stands. */
function isFlat(record: TraceRecord, numbers: readonly string[]): boolean {
  const values: Readonly<Record<string, unknown>> = { ...record }
  return (
    numbers.every((name) => typeof values[name] === 'number') &&
    Object.values(values).every(
      (value) => value === undefined || typeof value === 'string' || typeof value === 'number',
    )
  )
}

/** The numbers of most lines of a long run; those that may be absent are the last. */
const PACKET_NUMBERS = ['t', 'fence', 'start', 'end', 'submitted']
const APPLY_NUMBERS = ['t', 'submission']

function isLikePacket(a: RecordOf<'packet'>, b: RecordOf<'packet'>): boolean {
  return (
    a.command === b.command &&
    a.context === b.context &&
    a.switch === b.switch &&
    a.engine === b.engine &&
    a.kind === b.kind &&
    a.outcome === b.outcome &&
    a.flags === b.flags &&
    a.hitch === b.hitch &&
    (a.signals === undefined) === (b.signals === undefined) &&
    (a.cause === undefined) === (b.cause === undefined)
  )
}

function isLikeApply(a: RecordOf<'apply'>, b: RecordOf<'apply'>): boolean {
  if (a.resources !== undefined || b.resources !== undefined) return false
  return a.effect === b.effect && (a.cause === undefined) === (b.cause === undefined)
}

function numbersOfPacket({ signals, cause }: RecordOf<'packet'>): readonly string[] {
  return [...PACKET_NUMBERS, ...(signals === undefined ? [] : ['signals']), ...(cause === undefined ? [] : ['cause'])]
}

function numbersOfApply({ cause }: RecordOf<'apply'>): readonly string[] {
  return cause === undefined ? APPLY_NUMBERS : [...APPLY_NUMBERS, 'cause']
}

function fillPacket(form: LineForm, { t, fence, start, end, submitted, signals, cause }: RecordOf<'packet'>): boolean {
  if (!(form.put(0, t) && form.put(1, fence) && form.put(2, start))) return false
  if (!(form.put(3, end) && form.put(4, submitted))) return false
  if (signals === undefined) return cause === undefined || form.put(5, cause)
  return form.put(5, signals) && (cause === undefined || form.put(6, cause))
}

function fillApply(form: LineForm, { t, submission, cause }: RecordOf<'apply'>): boolean {
  return form.put(0, t) && form.put(1, submission) && (cause === undefined || form.put(2, cause))
}

export class TraceLines {
  private bytes = new Uint8Array(ROOM)
  private end = 0
  private readonly packets = new LineForms(isLikePacket)
  private readonly applies = new LineForms(isLikeApply)

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
    if (record.type === 'packet') this.alike(record, this.packets, numbersOfPacket, fillPacket)
    else if (record.type === 'apply') this.alike(record, this.applies, numbersOfApply, fillApply)
    else this.line(record)
  }

  /** As the last line of its form, if there is one, with other numbers. */
  private alike<Of extends TraceRecord>(
    record: Of,
    forms: LineForms<Of>,
    numbersOf: (record: Of) => readonly string[],
    fill: (form: LineForm, record: Of) => boolean,
  ): void {
    const place = forms.find(record)
    if (place >= 0) {
      const form = forms.at(place)
      if (fill(form, record)) return this.copy(form.bytes)
    }
    const start = this.end
    this.line(record)
    if (!forms.mayKeep || this.end - start > LONGEST_FORM) return
    const numbers = numbersOf(record)
    if (!isFlat(record, numbers)) return
    // a record is whoever's it was given to
    forms.keep({ ...record }, new LineForm(this.bytes.slice(start, this.end), numbers), place)
  }

  private line(record: TraceRecord): void {
    this.field(T, record.t)
    this.fields(record)
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
