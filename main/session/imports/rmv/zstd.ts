/** Decompression of a chunk, a piece at a time: it is never held as a whole. */
import { Decompress } from 'fzstd'
import { badAt, type CaptureFile } from '../capture'
import type { ChunkPart } from './chunks'

/** bytes that are read at once */
export const PIECE = 64 * 1024
const MAGIC = 0xfd2fb528
/** the first of those of frames that are passed over, whose last four bits are anybody's */
const SKIPPABLE = 0x184d2a50
/** bytes that a window may have: what the format’s reference accepts without being asked to */
const LARGEST_WINDOW = 128 * 1024 * 1024

/**
 * @returns what was compressed, in pieces
 * @throws CaptureError with the chunk’s offset
 */
export function* inflate(file: CaptureFile, part: ChunkPart): Generator<Uint8Array> {
  const { offset, stored, plain } = part
  // what is said to come of it can be more than a number holds
  const most = Number.MAX_SAFE_INTEGER
  const size = (plain ?? 0) > most ? `more than ${most}` : `${plain ?? 0}`
  const bad = (found: string): Error => badAt(offset, `a chunk with ${found}`, `${size} bytes compressed by zstd`)
  const first = firstFrame(file, part, bad)
  // of nothing, no frame need be written
  if (first === stored && plain === 0) return
  refuseWindow(file.read(offset + first, Math.min(18, stored - first)), bad)
  let out: Uint8Array[] = []
  let length = 0
  const decompress = new Decompress((piece) => void out.push(piece.slice()))
  for (let at = first; at < stored; at += PIECE) {
    const piece = file.read(offset + at, Math.min(PIECE, stored - at))
    try {
      decompress.push(piece.slice(), at + PIECE >= stored)
    } catch (error) {
      throw bad(`damage (${error instanceof Error ? error.message : 'unknown'})`)
    }
    const ready = out
    out = []
    for (const bytes of ready) {
      length += bytes.length
      if (length > (plain ?? 0)) throw bad(`more than ${plain} bytes in it`)
      yield bytes
    }
  }
  if (length !== plain) throw bad(`${length} bytes in it`)
}

/** Where it is in the chunk: behind those that are passed over, as the decompressor passes over those that come later. */
function firstFrame(file: CaptureFile, { offset, stored }: ChunkPart, bad: (found: string) => Error): number {
  let at = 0
  for (;;) {
    const head = file.read(offset + at, Math.min(8, stored - at))
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    if (head.length < 4 || (view.getUint32(0, true) & ~0xf) !== SKIPPABLE) return at
    const next = head.length < 8 ? Number.POSITIVE_INFINITY : at + 8 + view.getUint32(4, true)
    if (next > stored) throw bad('damage (unexpected EOF)')
    at = next
  }
}

/** A frame says how much of what came before it needs: memory that is taken before anything is decompressed. */
function refuseWindow(first: Uint8Array, bad: (found: string) => Error): void {
  const view = new DataView(first.buffer, first.byteOffset, first.byteLength)
  if (first.length < 6 || view.getUint32(0, true) !== MAGIC) throw bad('no zstd frame')
  const descriptor = view.getUint8(4)
  const single = (descriptor & 0x20) !== 0
  const size = single ? contentSize(first, descriptor) : windowSize(view.getUint8(5))
  if (size > LARGEST_WINDOW) throw bad(`a window of ${size} bytes`)
}

function windowSize(descriptor: number): number {
  return 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8)
}

/** Where the frame is one segment, its window is all of it. */
function contentSize(first: Uint8Array, descriptor: number): number {
  const dictionary = [0, 1, 2, 4][descriptor & 3] as number
  const length = 2 ** (descriptor >> 6)
  let size = length === 2 ? 256 : 0
  for (let i = 0; i < length; i++) size += (first[5 + dictionary + i] ?? 0) * 2 ** (8 * i)
  return size
}
