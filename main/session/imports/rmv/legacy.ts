/** The container of before 2022, which Mesa still writes: chunks one after the other. */
import { Bytes } from '../bytes'
import { badAt, type CaptureFile } from '../capture'
import { type Container, countOther, empty, MOST_CHUNKS, MOST_STREAMS } from './chunks'

const HEADER = 56
const CHUNK_HEADER = 16
/** in an RMT chunk, before its tokens */
const RMT_HEADER = 16

const CHUNK_NAMES: Readonly<Record<number, string>> = {
  0: 'chunk of the ASIC',
  1: 'chunk of the API',
  2: 'chunk of the system',
  5: 'chunk of process starts',
}

/** @throws CaptureError where not even the first chunk can be found */
export function readLegacy(file: CaptureFile): Container {
  const head = new Bytes(file.read(0, HEADER))
  if (head.length < HEADER) throw badAt(head.length, 'the end of the file', `a header of ${HEADER} bytes`)
  const first = head.i32(16)
  if (first < 20 || first > file.size) throw badAt(16, `a first chunk at ${first}`, `20 to ${file.size}`)
  const container = empty()
  let count = 0
  for (let at = first; at < file.size; ) {
    const chunk = new Bytes(file.read(at, CHUNK_HEADER))
    const size = chunk.length < CHUNK_HEADER ? 0 : chunk.i32(8)
    const error = ++count > MOST_CHUNKS ? tooMany(at, 'chunk', MOST_CHUNKS) : refusal(file, container, chunk, at, size)
    if (error !== null) {
      // what came before it may be all that there is to know
      if (container.streams.length === 0) throw error
      return { ...container, damage: error.message }
    }
    take(container, file, chunk, at, size)
    at += size
  }
  return container
}

const tooMany = (at: number, what: string, most: number): Error => badAt(at, `yet another ${what}`, `at most ${most}`)

/** Why a chunk cannot be taken, nor what follows it; null: it can. */
function refusal(file: CaptureFile, { streams }: Container, chunk: Bytes, at: number, size: number): Error | null {
  if (size < CHUNK_HEADER || at + size > file.size) {
    const found = chunk.length < CHUNK_HEADER ? `${chunk.length} bytes` : `a chunk of ${size} bytes`
    return badAt(at, found, `a chunk of ${CHUNK_HEADER} to ${file.size - at} bytes`)
  }
  return chunk.u8(0) === 3 && streams.length === MOST_STREAMS ? tooMany(at, 'stream', MOST_STREAMS) : null
}

function take(container: Container, file: CaptureFile, chunk: Bytes, at: number, size: number): void {
  const body = at + CHUNK_HEADER
  const type = chunk.u8(0)
  const length = size - CHUNK_HEADER
  if (type === 3 && length >= RMT_HEADER) {
    const version = chunk.u16(6) * 10 + chunk.u16(4)
    const part = { offset: body + RMT_HEADER, stored: length - RMT_HEADER, plain: null }
    container.streams.push({ index: container.streams.length, version, parts: [part] })
  } else if (type === 4 && length >= 24) {
    const segment = new Bytes(file.read(body, 24))
    container.segments.push({ heap: segment.i32(16), base: segment.size(0), size: segment.size(8) })
  } else if (type === 6) container.snapshots++
  else if (type === 7 && length >= 128) container.gpu ??= gpuOf(file.read(body, 128))
  else countOther(container, CHUNK_NAMES[type] ?? 'unknown chunk')
}

function gpuOf(bytes: Uint8Array): string | null {
  const name = new Bytes(bytes).text(0, 128).trim()
  return name === '' ? null : name.slice(0, 100)
}
