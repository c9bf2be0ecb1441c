/**
 * The container of an ETW log: buffers, each of one processor, with records in order of time. Of the log's own header only
 * clock, losses and pointer size matter: the names of session and file, which can have a person's, are not read.
 *
 * @see shared/data/real/formats.md, 2.1
 */
import { Bytes } from '../bytes'
import { badAt, type CaptureFile } from '../capture'
import { decompress } from './xpress'

export const BUFFER_HEADER = 72
/** bytes; ETW itself has no larger ones */
const LARGEST_BUFFER = 16 * 1024 * 1024
/** their places take memory */
const MOST_BUFFERS = 1_000_000

/** events, or whole buffers, were lost before it was written */
const LOST = 0x02 | 0x04
const COMPRESSED_BUFFER = 0x40
const COMPRESSED_LOG = 0x04000000
/** circular, one of several files, flushed from memory: of these more buffers may have been written than a file has */
const NOT_ALL_IN_FILE = 0x02 | 0x08 | 0x0400
/** in the state of a compressed log's first buffer; as RtlCompressBuffer numbers them */
const COMPRESSIONS: Readonly<Record<number, string>> = { 2: 'LZNT1', 4: 'XPRESS with Huffman codes' }
/** no records are that much alike; what claims to be so would take minutes that come of nothing */
const BEST_COMPRESSION = 64
const CLOCK = { counter: 1, fileTime: 2 } as const
const FILE_TIME_FREQUENCY = 10_000_000
const HIGHEST_FREQUENCY = 2 ** 33

export interface LogHeader {
  /** on the clock, when the log began */
  start: bigint
  /** ticks of the clock a second */
  frequency: number
  eventsLost: number
  buffersLost: number
  /** that the file has, as it says; 0: it does not say, as a log that was not ended */
  buffers: number
}

export interface LogBuffer {
  /** bytes from the file's start */
  offset: number
  /** bytes in the file, with its header */
  stored: number
  /** with its header, after decompression */
  filled: number
  compressed: boolean
  /** it says that something is missing before it */
  afterLoss: boolean
}

/** A buffer's records. */
export interface BufferContent {
  /** as if they were stored: from the buffer's header on, which is not in them */
  bytes: Bytes
  /** why there are fewer than it says; null: all are there */
  damage: string | null
}

/** @returns the buffer with its records as they were before they were compressed */
export function contentOf(file: CaptureFile, { offset, stored, filled, compressed }: LogBuffer): BufferContent {
  if (!compressed) return { bytes: new Bytes(file.read(offset, filled).slice()), damage: null }
  const body = decompress(file.read(offset + BUFFER_HEADER, stored - BUFFER_HEADER), filled - BUFFER_HEADER)
  const bytes = new Uint8Array(BUFFER_HEADER + body.length)
  bytes.set(body, BUFFER_HEADER)
  const damage =
    bytes.length === filled
      ? null
      : badAt(offset, `a compressed buffer of which ${bytes.length} bytes come`, `${filled}, as it says`).message
  return { bytes: new Bytes(bytes), damage }
}

/** @param first the first bytes of a file */
export function isEtl(first: Uint8Array): boolean {
  if (first.length < BUFFER_HEADER) return false
  const view = new Bytes(first)
  const size = view.u32(0)
  return size >= BUFFER_HEADER && size <= LARGEST_BUFFER && view.u32(0x30) <= size
}

/**
 * Every buffer, in the order of the file.
 * @param damaged called where a buffer is malformed, after which none can be found
 */
export function* buffersOf(file: CaptureFile, damaged: (why: string) => void): Generator<LogBuffer> {
  let count = 0
  for (let offset = 0; offset < file.size; ) {
    const header = new Bytes(file.read(offset, BUFFER_HEADER))
    if (header.length >= 4 && header.u32(0) === 0) return
    if (header.length < BUFFER_HEADER)
      return damaged(badAt(offset, `${header.length} bytes`, `the ${BUFFER_HEADER} bytes of a buffer’s header`).message)
    const size = header.u32(0)
    const filled = header.u32(0x30)
    const most = Math.min(LARGEST_BUFFER, file.size - offset)
    if (size < BUFFER_HEADER || size > most)
      return damaged(badAt(offset, `a buffer of ${size} bytes`, `${BUFFER_HEADER} to ${most}`).message)
    const flags = header.u16(0x34)
    const compressed = (flags & COMPRESSED_BUFFER) !== 0
    const largest = compressed ? Math.min(LARGEST_BUFFER, size * BEST_COMPRESSION) : size
    if (filled < BUFFER_HEADER || filled > largest)
      return damaged(badAt(offset + 0x30, `${filled} bytes filled`, `${BUFFER_HEADER} to ${largest}`).message)
    if (++count > MOST_BUFFERS) return damaged(badAt(offset, 'yet another buffer', `at most ${MOST_BUFFERS}`).message)
    yield { offset, stored: size, filled, compressed, afterLoss: (flags & LOST) !== 0 }
    offset += size
  }
}

/** @throws CaptureError where the log does not begin as one does */
export function readLogHeader(file: CaptureFile): LogHeader {
  const at = BUFFER_HEADER
  const record = new Bytes(file.read(at, 512))
  if (record.length < 32) throw badAt(at, `${record.length} bytes`, 'the record that a log begins with')
  const kind = record.u8(2)
  if ((kind !== 1 && kind !== 2) || record.u16(6) !== 0)
    throw badAt(at, `a record of kind ${kind}`, 'the header of the log, of kind 1 or 2')
  // two pointers come before it, of 4 bytes for kind 1
  const zone = 32 + 56 + (kind === 1 ? 8 : 16)
  // the rest are the names, of any length
  if (record.length < zone + 208 || record.u16(4) < zone + 208)
    throw badAt(at + 4, `a header of ${record.u16(4)} bytes`, `at least ${zone + 208}`)
  const mode = record.u32(32 + 32)
  if ((mode & COMPRESSED_LOG) !== 0) refuseCompression(file)
  return {
    start: record.i64(16),
    frequency: frequencyOf(record, zone, at),
    eventsLost: record.u32(32 + 48),
    buffersLost: record.u32(zone + 204),
    buffers: (mode & NOT_ALL_IN_FILE) === 0 ? record.u32(32 + 36) : 0,
  }
}

function frequencyOf(record: Bytes, zone: number, at: number): number {
  const clock = record.u32(zone + 200)
  if (clock === CLOCK.fileTime) return FILE_TIME_FREQUENCY
  if (clock !== CLOCK.counter)
    throw badAt(at + zone + 200, `clock ${clock}`, '1 (performance counter) or 2 (system time)')
  const frequency = record.size(zone + 184)
  if (frequency > 0 && frequency <= HIGHEST_FREQUENCY) return frequency
  throw badAt(at + zone + 184, `${record.sizeText(zone + 184)} ticks a second`, `1 to ${HIGHEST_FREQUENCY}`)
}

/** @throws CaptureError for another compression than that of ETW's own sessions */
function refuseCompression(file: CaptureFile): void {
  const found = COMPRESSIONS[new Bytes(file.read(0, BUFFER_HEADER)).u32(0x2c) & 0xffff]
  if (found === undefined) return
  const others = 'XPRESS, or a log without EVENT_TRACE_COMPRESSED_MODE: xperf -i IN.etl -o OUT.etl writes one'
  throw badAt(0x2c, `a log compressed by ${found}`, others)
}
