/**
 * Files that are too large to be read whole, read a piece at a time from anywhere in them. What can only be read from its
 * beginning on (a pipe, standard input, a file that is packed with gzip) goes through a temporary file that nobody else
 * sees, once its beginning has been looked at: what has no end does not fill the disk.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHUNK } from './bounded-read'
import { FileError, KIND_NAMES, readError, systemReason } from './file-error'
import { codeOf, nodeFileSystem } from './file-system'
import { fromFirst, isPacked, MARK_BYTES, unpackedIfPacked } from './unpacked'

/** bytes after unpacking, or of a pipe */
const LARGEST_SPOOLED = 16 * 1024 ** 3

export interface RandomAccess {
  readonly size: number
  /** @returns what there is from there on, at most `length` bytes. @throws FileError */
  read(offset: number, length: number): Uint8Array
  close(): void
}

/** What is looked at before anything is kept. */
export interface Beginning {
  /** as many as there are, if there are fewer */
  readonly bytes: number
  /** throws for what need not be read further */
  look(first: Uint8Array): unknown
}

/**
 * Opens an ordinary file; what it has packed with gzip is unpacked.
 * @throws FileError for what is no file, or cannot be read; of what is packed, what `look` throws
 */
export async function openFile(path: string, beginning: Beginning): Promise<RandomAccess> {
  const file = openPlain(path)
  if (!isPacked(file.read(0, MARK_BYTES))) return file
  try {
    return await spool(path, lookedAt(unpackedIfPacked(path, piecesOf(file)), beginning))
  } finally {
    file.close()
  }
}

/** As `openFile`, of what comes from a stream; `look` sees all of it. @param name what messages call it */
export async function openStream(
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  beginning: Beginning,
): Promise<RandomAccess> {
  return await spool(name, lookedAt(unpackedIfPacked(name, pieces), beginning))
}

async function* lookedAt(pieces: AsyncIterable<Uint8Array>, { bytes, look }: Beginning): AsyncGenerator<Uint8Array> {
  let looked = false
  for await (const piece of fromFirst(pieces, bytes)) {
    if (!looked) look(piece.subarray(0, bytes))
    looked = true
    yield piece
  }
}

/** An ordinary file as it is. @throws FileError for what is no file, or cannot be read */
export function openPlain(path: string): RandomAccess {
  try {
    const kind = nodeFileSystem.stat(path)?.kind ?? 'file'
    if (kind !== 'file')
      throw new FileError(path, 'read', `found ${KIND_NAMES[kind]}; expected a file`, 'Choose a file.')
    return over(path, openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)))
  } catch (error) {
    throw error instanceof FileError ? error : readError(path, error)
  }
}

function over(path: string, descriptor: number): RandomAccess {
  return {
    size: fstatSync(descriptor).size,
    read: (offset, length) => {
      const bytes = new Uint8Array(Math.max(0, length))
      let done = 0
      try {
        while (done < bytes.length) {
          const count = readSync(descriptor, bytes, done, bytes.length - done, offset + done)
          if (count === 0) break
          done += count
        }
      } catch (error) {
        throw readError(path, error)
      }
      return bytes.subarray(0, done)
    },
    close: () => closeSync(descriptor),
  }
}

async function* piecesOf(file: RandomAccess): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; ) {
    const piece = file.read(at, CHUNK)
    if (piece.length === 0) return
    yield piece
    at += piece.length
  }
}

/** Through a file of this process alone. */
async function spool(name: string, pieces: AsyncIterable<Uint8Array>): Promise<RandomAccess> {
  const descriptor = nameless(name)
  try {
    let length = 0
    for await (const piece of pieces) {
      keep(name, descriptor, piece)
      length += piece.length
      if (length <= LARGEST_SPOOLED) continue
      const found = `found more than ${LARGEST_SPOOLED} bytes in it; expected at most so many`
      throw new FileError(name, 'read', found, 'Choose a smaller file.')
    }
    return over(name, descriptor)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** A file that has no name any more: it is gone when it is closed, and when this process ends, however it does. */
function nameless(name: string): number {
  const path = join(tmpdir(), `trimline-capture-${randomBytes(12).toString('hex')}`)
  try {
    const descriptor = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
    return descriptor
  } catch (error) {
    throw noRoom(name, error)
  }
}

function keep(name: string, descriptor: number, piece: Uint8Array): void {
  try {
    for (let done = 0; done < piece.length; ) done += writeSync(descriptor, piece, done, piece.length - done)
  } catch (error) {
    throw noRoom(name, error)
  }
}

function noRoom(name: string, error: unknown): FileError {
  const found = `it cannot be kept in the folder of temporary files, ${tmpdir()}, while it is read: ${systemReason(error)}`
  const advice = 'Free some room there, or name another folder (TMPDIR, on Windows TEMP).'
  return new FileError(name, 'read', found, advice, { code: codeOf(error), cause: error })
}
