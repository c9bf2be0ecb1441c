/** What a file of any size is known by, without all of it being read. */
import { createHash } from 'node:crypto'
import { FileError } from './file-error'
import { nodeFileSystem } from './file-system'
import { openPlain, type RandomAccess } from './random-access'

/** bytes: up to here all of a file is read, of a larger one three parts */
const WHOLE = 64 * 1024 * 1024
const PART = 1024 * 1024
const MS = 1_000_000n

export interface KnownFile {
  /** bytes */
  size: number
  /** ms since 1970 */
  modified: number
  /** SHA-256 of its size and its content, hexadecimal; of a large one of its beginning, its middle and its end */
  fingerprint: string
  beginning: Uint8Array
}

/**
 * @param limit bytes
 * @throws FileError for what is no ordinary file, is empty or larger than the limit, or cannot be read
 */
export function fingerprintOf(path: string, limit: number): KnownFile {
  const file = openPlain(path)
  try {
    const { size } = file
    if (size === 0) throw new FileError(path, 'read', 'found nothing in it', 'Choose another file.')
    if (size > limit) {
      const found = `found ${size} bytes; expected at most ${limit}`
      throw new FileError(path, 'read', found, 'Choose a smaller file.')
    }
    const hash = createHash('sha256').update(`${size}\n`)
    for (const [from, length] of partsOf(size)) hashInto(hash, file, from, length)
    const modified = Number((nodeFileSystem.stat(path)?.modified ?? 0n) / MS)
    return { size, modified, fingerprint: hash.digest('hex'), beginning: file.read(0, 64) }
  } finally {
    file.close()
  }
}

/** Offset and length. */
function partsOf(size: number): [number, number][] {
  if (size <= WHOLE) return [[0, size]]
  return [
    [0, PART],
    [Math.floor((size - PART) / 2), PART],
    [size - PART, PART],
  ]
}

function hashInto(hash: ReturnType<typeof createHash>, file: RandomAccess, from: number, length: number): void {
  for (let done = 0; done < length; ) {
    const piece = file.read(from + done, Math.min(PART, length - done))
    // it has become shorter meanwhile: what is there is what it is known by
    if (piece.length === 0) return
    hash.update(piece)
    done += piece.length
  }
}
