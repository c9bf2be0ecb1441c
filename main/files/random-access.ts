/**
 * Files that are too large to be read whole, read a piece at a time from anywhere in them. What can only be read from its
 * beginning on (a pipe, standard input, a file that is packed with gzip) goes through a temporary file that nobody else sees.
 */
import { closeSync, constants, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CHUNK } from './bounded-read'
import { FileError, KIND_NAMES, readError } from './file-error'
import { nodeFileSystem } from './file-system'

/** bytes after unpacking, or of a pipe */
const LARGEST_SPOOLED = 16 * 1024 ** 3
const GZIP = [0x1f, 0x8b]

export interface RandomAccess {
  readonly size: number
  /** @returns what there is from there on, at most `length` bytes. @throws FileError */
  read(offset: number, length: number): Uint8Array
  close(): void
}

/**
 * Opens an ordinary file; what it has packed with gzip is unpacked.
 * @throws FileError for what is no file, or cannot be read
 */
export async function openFile(path: string): Promise<RandomAccess> {
  const file = openPlain(path)
  if (!GZIP.every((byte, i) => file.read(0, GZIP.length)[i] === byte)) return file
  try {
    return await spool(path, unpacked(path, piecesOf(file)))
  } finally {
    file.close()
  }
}

/** As `openFile`, of what comes from a stream. @param name what messages call it */
export async function openStream(name: string, pieces: AsyncIterable<Uint8Array>): Promise<RandomAccess> {
  const spooled = await spool(name, pieces)
  if (!GZIP.every((byte, i) => spooled.read(0, GZIP.length)[i] === byte)) return spooled
  try {
    return await spool(name, unpacked(name, piecesOf(spooled)))
  } finally {
    spooled.close()
  }
}

/** Whether only a stream can be had of it. */
export function isStream(path: string): boolean {
  const kind = nodeFileSystem.stat(path)?.kind
  return kind === 'pipe' || kind === 'device'
}

/** An ordinary file as it is. @throws FileError for what is no file, or cannot be read */
export function openPlain(path: string): RandomAccess {
  try {
    const kind = nodeFileSystem.stat(path)?.kind ?? 'file'
    if (kind !== 'file')
      throw new FileError(path, 'read', `found ${KIND_NAMES[kind]}; expected a file`, 'Choose a file.')
    return over(path, openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)), () => {})
  } catch (error) {
    throw error instanceof FileError ? error : readError(path, error)
  }
}

/** @param closed called when it has been */
function over(path: string, descriptor: number, closed: () => void): RandomAccess {
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
    close: () => {
      closeSync(descriptor)
      closed()
    },
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

async function* unpacked(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // its errors come out of the loop below
  pipeline(Readable.from(pieces), gunzip, () => {})
  let length = 0
  try {
    for await (const piece of gunzip) {
      yield piece as Uint8Array
      length += (piece as Uint8Array).length
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const found = `found gzip data that is damaged, after ${length} bytes of what is in it (${why})`
    throw new FileError(name, 'read', found, 'Pack it again, or unpack it first.', { cause: error })
  }
}

/** Through a file of this process alone: it is gone when it is closed, whatever happens. */
async function spool(name: string, pieces: AsyncIterable<Uint8Array>): Promise<RandomAccess> {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-capture-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.on('exit', remove)
  const gone = (): void => {
    process.off('exit', remove)
    remove()
  }
  const descriptor = openSync(join(folder, 'capture'), 'wx+', 0o600)
  try {
    let length = 0
    for await (const piece of pieces) {
      for (let done = 0; done < piece.length; ) done += writeSync(descriptor, piece, done, piece.length - done)
      length += piece.length
      if (length <= LARGEST_SPOOLED) continue
      const found = `found more than ${LARGEST_SPOOLED} bytes in it; expected at most so many`
      throw new FileError(name, 'read', found, 'Choose a smaller file.')
    }
    return over(name, descriptor, gone)
  } catch (error) {
    closeSync(descriptor)
    gone()
    throw error instanceof FileError ? error : readError(name, error)
  }
}
