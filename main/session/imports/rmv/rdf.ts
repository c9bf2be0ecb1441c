/** The RDF container: an index of chunks anywhere in the file. */
import { Bytes } from '../bytes'
import { badAt, type CaptureFile } from '../capture'
import { type ChunkPart, type Container, countOther, empty, MOST_CHUNKS, MOST_STREAMS } from './chunks'
import { inflate } from './zstd'

const HEADER = 32
const ENTRY = 64
const VERSION = 3
/** bytes of an index */
const LARGEST_INDEX = ENTRY * MOST_CHUNKS
/** bytes of a chunk that is read whole */
const LARGEST = 16 * 1024 * 1024

interface Chunk {
  name: string
  compression: number
  header: { offset: number; size: number }
  data: ChunkPart
}

/** @throws CaptureError */
export function readRdf(file: CaptureFile): Container {
  const container = empty()
  for (const chunk of chunksOf(file)) take(container, file, chunk)
  container.streams.sort((a, b) => a.index - b.index)
  return container
}

function chunksOf(file: CaptureFile): Chunk[] {
  const head = new Bytes(file.read(0, HEADER))
  if (head.length < HEADER) throw badAt(head.length, 'the end of the file', `a header of ${HEADER} bytes`)
  if (head.u32(8) !== VERSION) throw badAt(8, `version ${head.u32(8)}`, `version ${VERSION}`)
  const offset = head.size(16)
  const size = head.size(24)
  if (size % ENTRY !== 0 || size > LARGEST_INDEX)
    throw badAt(24, `an index of ${head.sizeText(24)} bytes`, `a multiple of ${ENTRY} up to ${LARGEST_INDEX}`)
  if (offset + size > file.size) throw badAt(16, `an index ${placeText(head, 16)}`, within(file))
  const index = new Bytes(file.read(offset, size))
  return Array.from({ length: size / ENTRY }, (_, i) => chunkAt(file, index, i * ENTRY, offset + i * ENTRY))
}

/** @param offset of the entry in the file */
function chunkAt(file: CaptureFile, index: Bytes, at: number, offset: number): Chunk {
  const compression = index.u8(at + 16)
  if (compression > 1) throw badAt(offset + 16, `compression ${compression}`, '0 (none) or 1 (zstd)')
  const [headerOffset, headerSize, dataOffset, stored] = [24, 32, 40, 48].map((field) => {
    const value = index.size(at + field)
    // those of what is empty may be anything
    return value
  }) as [number, number, number, number]
  if (headerSize > 0 && headerOffset + headerSize > file.size)
    throw badAt(offset + 24, `a header ${placeText(index, at + 24)}`, within(file))
  if (stored > 0 && dataOffset + stored > file.size)
    throw badAt(offset + 40, `data ${placeText(index, at + 40)}`, within(file))
  return {
    name: index.text(at, 16),
    compression,
    header: { offset: headerOffset, size: headerSize },
    data: { offset: dataOffset, stored, plain: compression === 1 ? index.size(at + 56) : null },
  }
}

/** An offset with a size behind it, exactly as they stand there: in a damaged file no number need hold them. */
function placeText(fields: Bytes, at: number): string {
  const offset = fields.u64(at)
  return `from ${offset} to ${offset + fields.u64(at + 8)}`
}

const within = (file: CaptureFile): string => `a place within the file’s ${file.size} bytes`

function take(container: Container, file: CaptureFile, chunk: Chunk): void {
  switch (chunk.name) {
    case 'RmtData':
      return takeTokens(container, file, chunk)
    case 'GpuMemSegment':
      return takeSegments(container, whole(file, chunk))
    case 'AdapterInfo':
      container.gpu ??= named(new Bytes(whole(file, chunk)).text(0, 128))
      return
    case 'SystemInfo':
      container.gpu = gpuOf(whole(file, chunk)) ?? container.gpu
      return
    case 'RmvSnapshotData':
      container.snapshots++
      return
    default:
      // a name that is not known is not said: it could be anything
      countOther(container, 'unknown chunk')
  }
}

function takeTokens(container: Container, file: CaptureFile, { header, data }: Chunk): void {
  const bytes = new Bytes(file.read(header.offset, Math.min(header.size, 24)))
  if (bytes.length < 24) throw badAt(header.offset, `a header of ${bytes.length} bytes`, '24 bytes before tokens')
  const index = bytes.u32(16)
  const known = container.streams.find((stream) => stream.index === index)
  if (known !== undefined) known.parts.push(data)
  else if (container.streams.length === MOST_STREAMS)
    throw badAt(header.offset, 'yet another stream', `at most ${MOST_STREAMS}`)
  else container.streams.push({ index, version: bytes.u16(20) * 10 + bytes.u16(22), parts: [data] })
}

function takeSegments(container: Container, bytes: Uint8Array): void {
  const view = new Bytes(bytes)
  for (let at = 0; at + 24 <= view.length; at += 24)
    container.segments.push({ heap: view.i32(at), base: view.size(at + 8), size: view.size(at + 16) })
}

function gpuOf(bytes: Uint8Array): string | null {
  try {
    const system = JSON.parse(new TextDecoder().decode(bytes)) as { gpus?: { name?: unknown }[] } | null
    const name = system?.gpus?.[0]?.name
    return typeof name === 'string' ? named(name) : null
  } catch {
    return null
  }
}

const named = (text: string): string | null => (text.trim() === '' ? null : text.trim().slice(0, 100))

/** Of a chunk that is small: nothing when it is not. */
function whole(file: CaptureFile, { data, compression }: Chunk): Uint8Array {
  if (data.stored > LARGEST || (data.plain ?? 0) > LARGEST) return new Uint8Array(0)
  if (compression === 0) return file.read(data.offset, data.stored)
  return Buffer.concat([...inflate(file, data)])
}
