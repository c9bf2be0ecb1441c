/** Logs of DxgKrnl, written by hand from formats.md. */
import { fields, joined, patched } from '../writing'
import { compress } from './compress'

const DXGKRNL = [0x5a, 0xc4, 0x2e, 0x80, 0x99, 0x1e, 0x83, 0x4b, 0x99, 0x20, 0x87, 0xc9, 0x82, 0x77, 0xba, 0x9d]
const STEAMVR = [0xb1, 0x13, 0x8f, 0x8f, 0xeb, 0x60, 0x6a, 0x4b, 0xa4, 0x33, 0xde, 0x86, 0x10, 0x41, 0x15, 0xac]

/** ticks when every log here begins, and a second of its clock */
export const Q0 = 77_000_000_000n
export const FREQUENCY = 3_000_000

export interface EventOptions {
  /** ticks since the log began */
  at: number
  process?: number
  thread?: number
  version?: number
  /** a record of a 32-bit program */
  narrow?: boolean
  /** bytes of extended items before the payload, as they stand there */
  items?: Uint8Array
  provider?: 'dxgkrnl' | 'steamvr' | 'other'
}

/** A record as long as its payload, padded to 8 bytes. */
export function event(id: number, payload: Uint8Array, options: EventOptions): Uint8Array {
  const { at, process = 100, thread = 1, version = 1, narrow = false, items, provider = 'dxgkrnl' } = options
  const body = joined(items ?? new Uint8Array(0), payload)
  const guid = { dxgkrnl: DXGKRNL, steamvr: STEAMVR, other: new Array<number>(16).fill(9) }[provider]
  const record = joined(
    fields([2, 80 + body.length], [1, narrow ? 0x12 : 0x13], [1, 0xc0], [2, items === undefined ? 0x40 : 0x41], [2, 0]),
    fields([4, thread], [4, process], [8, Q0 + BigInt(at)]),
    Uint8Array.from(guid),
    fields([2, id], [1, version], [1, 0], [1, 4], [1, 0], [2, 0], [8, 0], [8, 0], [16, 0]),
    body,
  )
  return padded(record)
}

export function padded(record: Uint8Array): Uint8Array {
  return joined(record, new Uint8Array((8 - (record.length % 8)) % 8))
}

export interface HeaderOptions {
  kind?: 1 | 2
  clock?: number
  frequency?: number
  mode?: number
  eventsLost?: number
  buffersLost?: number
  /** that the file has; 0: the log was not ended */
  buffers?: number
  /** of its file */
  name?: string
}

/** The log's own record; its names are those that must not be read. */
export function header(options: HeaderOptions = {}): Uint8Array {
  const { kind = 2, clock = 1, frequency = FREQUENCY, mode = 0, eventsLost = 0, buffersLost = 0 } = options
  const { buffers = 0, name = 'C:\\Users\\jane.doe\\log.etl' } = options
  const pointer = kind === 1 ? 4 : 8
  const names = new Uint8Array(Buffer.from(`session of jane\0${name}\0`, 'utf16le'))
  const payload = joined(
    fields([4, 65_536], [4, 0x05010a], [4, 17_134], [4, 8], [8, 0], [4, 156_250], [4, 0], [4, mode]),
    fields([4, buffers], [4, 1]),
    fields([4, 4], [4, eventsLost], [4, 3600], [pointer, 0], [pointer, 0]),
    new Uint8Array(176),
    fields([8, 0], [8, frequency], [8, 0], [4, clock], [4, buffersLost]),
    names,
  )
  const size = 32 + payload.length
  return padded(
    joined(fields([2, 2], [1, kind], [1, 0xc0], [2, size], [2, 0], [4, 1], [4, 4], [8, Q0], [8, 0]), payload),
  )
}

/** A buffer; what is not filled is 0xff. */
export function buffer(records: readonly Uint8Array[], { size = 8192, flags = 0, processor = 0 } = {}): Uint8Array {
  const body = joined(...records)
  const filled = 72 + body.length
  if (filled > size) throw new Error(`${filled} bytes do not fit a buffer of ${size}`)
  const head = joined(
    fields([4, size], [4, filled], [4, filled], [4, 0], [8, Q0], [8, 0], [8, 0], [2, processor], [2, 1], [4, 0]),
    fields([4, filled], [2, flags], [2, 0], [16, 0]),
  )
  return joined(head, body, new Uint8Array(size - filled).fill(0xff))
}

/** Records in buffers as they are given, after one with the log's header. */
export function log(buffers: readonly (readonly Uint8Array[])[], options: HeaderOptions = {}): Uint8Array {
  return joined(buffer([header(options)]), ...buffers.map((records) => buffer(records)))
}

/** A buffer as a session with EVENT_TRACE_COMPRESSED_MODE stores it: nothing of what is not filled. */
export function compressed(plain: Uint8Array): Uint8Array {
  const filled = new DataView(plain.buffer, plain.byteOffset).getUint32(0x30, true)
  const body = compress(plain.subarray(72, filled))
  const size = (72 + body.length + 7) & ~7
  const head = patched(patched(plain.slice(0, 72), 0, fields([4, size])), 0x34, fields([2, 0x40]))
  return joined(head, body, new Uint8Array(size - 72 - body.length))
}

export const P = 8

/** 33, 34, 35 */
export const allocation = (
  global: number,
  size: number,
  { process = 100, segment = 1, adapter = 0xada, pageTable = 0, pointer = P } = {},
): Uint8Array =>
  joined(
    fields([pointer, process], [pointer, 1], [pointer, adapter], [4, 0], [8, size], [4, 0], [4, 0], [4, 0]),
    fields([4, segment | (2 << 6)], [4, 0], [4, 0], [4, 0], [pointer, global], [pointer, 2], [pointer, 3]),
    fields([40, 0], [4, 0], [pointer, 0], [2, 0], [4, pageTable]),
  )
/** 36, 37, 38 */
export const opened = (handle: number, global: number, pointer = P): Uint8Array =>
  fields(...[100, 1, 0xada, handle, global, 0, 0, 0, 0, 0, 0, 0].map((value) => [pointer, value] as [number, number]))
/** 27, 29 */
export const device = (handle: number, adapter: number): Uint8Array =>
  fields([P, 100], [P, adapter], [4, 0], [P, handle], [P, 0])
export const contextOn = (context: number, node: number, onDevice = 1): Uint8Array =>
  fields([P, onDevice], [4, node], [4, 0], [16, 0], [4, 0], [4, 0], [P, context], [P, 5], [P, 6])
export const selected = (context: number, node: number, adapter = 0xada): Uint8Array =>
  fields([P, adapter], [P, context], [4, node], [4, 0], [8, 0], [8, 0])
export const queued = (context: number, sequence: number, { type = 0, dma = 0 } = {}): Uint8Array =>
  fields([P, context], [4, type], [4, sequence], [8, 64], [4, 0], [4, 0], [4, 0], [P, dma], [P, 9], [8, 0])
export const started = (context: number, id: number, sequence: number, { type = 0, dma = 0 } = {}): Uint8Array =>
  fields([P, context], [P, 9], [4, type], [8, id], [4, sequence], [P, dma], [4, 0])
export const ended = (context: number, id: number, sequence: number, { type = 0, interrupt = 1 } = {}): Uint8Array =>
  fields([P, context], [4, type], [8, id], [4, sequence], [4, interrupt], [4, 0], [8, 0], [4, 0], [P, 0])
export const references = (context: number, dma: number, ...handles: number[]): Uint8Array =>
  fields(
    [P, context],
    [P, dma],
    [4, handles.length],
    ...handles.map((handle) => [P, handle] as [number, number]),
    ...handles.map(() => [4, 1] as [number, number]),
  )
export const usage = (now: number, before: number, process: number, group: number): Uint8Array =>
  fields([8, now], [8, before], [P, 0xada], [4, process], [2, 0], [1, group])
export const budget = (now: number, before: number, process: number, group: number, adapter = 0xada): Uint8Array =>
  fields([8, now], [8, before], [P, adapter], [4, process], [2, 0], [4, 0], [1, group])
export const segment = (number: number, size: number, group: number): Uint8Array =>
  fields([4, number], [P, 0xada], [8, 0], [8, 0], [8, size], [4, 0], [4, 0], [8, 0], [P, 0], [1, group])
export const node = (number: number, type: number): Uint8Array => fields([P, 0xada], [4, number], [4, type], [8, 0])
export const blank = (target: number): Uint8Array => fields([P, 0xada], [4, target], [8, 0])
export const residentStart = (): Uint8Array => fields([P, 1], [P, 2], [4, 1], [4, 0])
export const resident = (handle: number): Uint8Array => fields([P, handle], [4, 586])
export const residentStop = (status: number): Uint8Array => fields([4, status], [8, 0], [8, 0])
