/**
 * The records of an ETW log, merged over its buffers by (time, place in the file). Each buffer is in order by itself; it is
 * held only while the merge passes through it.
 *
 * @see shared/data/real/formats.md, 2.1
 */
import TinyQueue from 'tinyqueue'
import { counted, formatCount } from '../../../../preload/contract'
import { Bytes } from '../bytes'
import { badAt, type CaptureFile } from '../capture'
import { BUFFER_HEADER, buffersOf, contentOf, type LogBuffer, type LogHeader } from './container'

/** bytes of buffers that are held at one time */
const MOST_HELD = 64 * 1024 * 1024
const EVENT_HEADER = 80
/** µs; what is later is no time of a recording */
const LONGEST = 7 * 24 * 3_600_000_000

/** {802ec45a-1e99-4b83-9920-87c98277ba9d} and SteamVR's {8f8f13b1-60eb-4b6a-a433-de86104115ac}, as they are stored */
const DXGKRNL = '5ac42e80991e834b992087c98277ba9d'
const STEAMVR = 'b1138f8feb606a4ba433de86104115ac'

export interface LogRecord {
  /** ticks since the log began, at least 0 */
  ticks: number
  /** bytes from the file's start; in a compressed buffer a part of one */
  offset: number
  id: number
  version: number
  process: number
  thread: number
  /** bytes of a pointer */
  pointer: 4 | 8
  payload: Bytes
}

interface Run extends LogBuffer {
  /** ticks of its first event */
  first: number
}

interface OpenRun extends Run {
  records: LogRecord[]
  next: number
}

/** What of a log is no event of DxgKrnl. */
export interface Passed {
  frameMarks: number
  otherProviders: number
  otherRecords: number
  outOfRange: number
}

export class LogRecords {
  damage: string | null = null
  /** places that are malformed beside the first */
  moreDamage = 0
  /** buffers that were found */
  buffers = 0
  /** buffers before which something was lost, as they say themselves */
  buffersAfterLoss = 0
  readonly passed: Passed = { frameMarks: 0, otherProviders: 0, otherRecords: 0, outOfRange: 0 }
  /** no buffer can be found behind what is malformed */
  #endsInDamage = false
  readonly #runs: Run[] = []
  readonly #file: CaptureFile
  readonly #header: LogHeader
  readonly #longest: number

  constructor(file: CaptureFile, header: LogHeader) {
    this.#file = file
    this.#header = header
    this.#longest = (LONGEST / 1_000_000) * header.frequency
  }

  /** Ticks a second. */
  get frequency(): number {
    return this.#header.frequency
  }

  /** µs, rounded down; exact, as no product is larger than a number holds. */
  microseconds(ticks: number): number {
    const { frequency } = this.#header
    const seconds = Math.floor(ticks / frequency)
    return seconds * 1_000_000 + Math.floor(((ticks - seconds * frequency) * 1_000_000) / frequency)
  }

  /**
   * What a copy lacks that ends between two buffers: nothing is malformed there. null: nothing, or what ends it is said as
   * damage
   */
  get missing(): string | null {
    const { buffers } = this
    const said = this.#header.buffers
    if (this.#endsInDamage || buffers >= said) return null
    const are = `${formatCount(buffers)} ${buffers === 1 ? 'is' : 'are'}`
    const rest = said - buffers === 1 ? 'the other' : 'the others'
    return `the log says that it has ${counted(said, 'buffer')}, of which ${are} there: what ${rest} said is missing; copy the whole file`
  }

  /** Where each buffer begins in time. @returns shares of the file, 0 to 1, that have been looked at */
  *look(): Generator<number> {
    const say = (why: string): void => {
      this.#endsInDamage = true
      this.#damaged(why)
    }
    for (const buffer of buffersOf(this.#file, say)) {
      this.buffers++
      if (buffer.afterLoss) this.buffersAfterLoss++
      let first = Number.POSITIVE_INFINITY
      for (const { ticks } of this.#recordsIn(buffer, true)) first = Math.min(first, ticks)
      if (first < Number.POSITIVE_INFINITY) this.#runs.push({ ...buffer, first })
      if (this.buffers % 64 === 0) yield buffer.offset / this.#file.size
    }
    this.#runs.sort((a, b) => a.first - b.first || a.offset - b.offset)
  }

  /** Every event of DxgKrnl in order. */
  *merged(): Generator<LogRecord> {
    const order = (a: LogRecord, b: LogRecord): number => a.ticks - b.ticks || a.offset - b.offset
    const open = new TinyQueue<OpenRun>([], (a, b) => order(nextOf(a), nextOf(b)))
    let held = 0
    let next = 0
    for (;;) {
      for (let run = this.#runs[next]; run !== undefined; run = this.#runs[next]) {
        const head = open.peek()
        if (head !== undefined && (run.first > nextOf(head).ticks || held >= MOST_HELD)) break
        // in order by itself, but for what is damaged
        const records = [...this.#recordsIn(run, false)].sort(order)
        open.push({ ...run, records, next: 0 })
        held += run.filled
        next++
      }
      const run = open.pop()
      if (run === undefined) return
      yield nextOf(run)
      run.next++
      if (run.next < run.records.length) open.push(run)
      else held -= run.filled
    }
  }

  /** @param counting what is no event of DxgKrnl is counted, and what is malformed said */
  *#recordsIn(place: LogBuffer, counting: boolean): Generator<LogRecord> {
    const { bytes: buffer, damage } = contentOf(this.#file, place)
    if (damage !== null && counting) this.#damaged(damage)
    // so that what is equal in time stays in the order of the file
    const scale = place.compressed ? place.stored / place.filled : 1
    for (let at = BUFFER_HEADER; at < buffer.length; ) {
      const size = this.#sizeAt(buffer, at)
      if (size === null) {
        if (counting && damage === null) this.#damaged(malformedAt(buffer, place, at))
        return
      }
      const record = this.#eventAt(buffer, at, size, place.offset + at * scale, counting)
      if (record !== null) yield record
      at += (size + 7) & ~7
    }
  }

  /** @returns null where there is no record */
  #sizeAt(buffer: Bytes, at: number): number | null {
    if (at + 8 > buffer.length) return null
    const kind = buffer.u8(at + 2)
    if ((buffer.u8(at + 3) & 0x80) === 0) return null
    const kernel = (kind >= 1 && kind <= 4) || kind === 0x10 || kind === 0x11
    const size = buffer.u16(at + (kernel ? 4 : 0))
    const least = isEvent(kind) ? EVENT_HEADER : 8
    return size < least || at + size > buffer.length ? null : size
  }

  #eventAt(buffer: Bytes, at: number, size: number, offset: number, counting: boolean): LogRecord | null {
    const kind = buffer.u8(at + 2)
    if (!isEvent(kind)) return this.#pass('otherRecords', counting)
    const provider = Buffer.from(buffer.bytes.subarray(at + 24, at + 40)).toString('hex')
    if (provider === STEAMVR) return this.#pass('frameMarks', counting)
    if (provider !== DXGKRNL) return this.#pass('otherProviders', counting)
    const ticks = Number(buffer.i64(at + 16) - this.#header.start)
    if (ticks > this.#longest || ticks < -this.#longest) return this.#pass('outOfRange', counting)
    const from = (buffer.u16(at + 4) & 1) === 1 ? afterItems(buffer, at + EVENT_HEADER, at + size) : at + EVENT_HEADER
    return {
      ticks: Math.max(0, ticks),
      offset,
      id: buffer.u16(at + 40),
      version: buffer.u8(at + 42),
      process: buffer.u32(at + 12),
      thread: buffer.u32(at + 8),
      pointer: kind === 0x12 ? 4 : 8,
      payload: new Bytes(buffer.bytes.subarray(from, at + size)),
    }
  }

  #pass(what: keyof Passed, counting: boolean): null {
    if (counting) this.passed[what]++
    return null
  }

  #damaged(why: string): void {
    if (this.damage === null) this.damage = why
    else this.moreDamage++
  }
}

const isEvent = (kind: number): boolean => kind === 0x12 || kind === 0x13

const nextOf = ({ records, next }: OpenRun): LogRecord => records[next] as LogRecord

function malformedAt(buffer: Bytes, { offset, compressed }: LogBuffer, at: number): string {
  const bytes = buffer.length - at
  const found = bytes < 8 ? `${bytes} bytes` : `a record of kind ${buffer.u8(at + 2)} and ${buffer.u16(at)} bytes`
  const within = `a record within the ${bytes} bytes that are filled`
  // the file has no such place
  if (compressed) return badAt(offset, `a compressed buffer with ${found} at ${at}`, within).message
  return badAt(offset + at, found, within).message
}

/** Extended items come before the payload. */
function afterItems(buffer: Bytes, from: number, end: number): number {
  for (let at = from; at + 8 <= end; ) {
    const more = (buffer.u16(at + 4) & 1) === 1
    at += 8 + ((buffer.u16(at + 6) + 7) & ~7)
    if (!more) return Math.min(at, end)
  }
  return end
}
