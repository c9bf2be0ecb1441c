/**
 * The one reader of files. What it is and how large is known before it is read, and held to while it is: a pipe cannot
 * hang the app, and what has no end does not fill memory.
 */
import { constants } from 'node:fs'
import { FileError, KIND_NAMES, readError } from './file-error'
import { codeOf, type FileStats, type FileSystem, nodeFileSystem } from './file-system'
import { type FileIdentity, hashOf, identityOf } from './identity'

const MiB = 1024 * 1024

/** bytes; scenarios and dumps say their own, which their parsers hold to as well */
export const SETTINGS_LIMIT = 1 * MiB

/** bytes that are asked for at once of what does not say its size */
export const CHUNK = 1 * MiB

export interface FileContent {
  bytes: Uint8Array
  /** to notice later that another program has changed it */
  identity: FileIdentity
}

/**
 * Reads an ordinary file.
 * @param limit bytes
 * @throws FileError for what is no ordinary file, is larger than the limit or becomes so, or cannot be read
 */
export function readFile(path: string, limit: number, fs: FileSystem = nodeFileSystem): FileContent {
  try {
    // opening a device can do something, so that its kind is looked at before too
    const before = fs.stat(path)
    if (before !== undefined) refuse(path, before, limit)
    // a pipe that has taken its place since then is not waited for
    const descriptor = fs.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stats = fs.statOpen(descriptor)
      refuse(path, stats, limit)
      const bytes = readAll(path, descriptor, stats.size, limit, fs)
      return { bytes, identity: identityOf({ ...stats, size: bytes.length }, hashOf(bytes)) }
    } finally {
      fs.close(descriptor)
    }
  } catch (error) {
    throw error instanceof FileError ? error : readError(path, error)
  }
}

/** The text of UTF-8. @throws FileError with the place of what is none */
export function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new FileError(path, 'read', 'found bytes that are no UTF-8; expected text', 'Choose another file.', { cause })
  }
}

/** @param found "70000000 bytes", or "more" where nobody counted further @param limit bytes */
export function tooLarge(path: string, found: string, limit: number): FileError {
  return new FileError(path, 'read', `found ${found}; expected at most ${limit} bytes`, 'Choose a smaller file.')
}

function refuse(path: string, { kind, size }: FileStats, limit: number): void {
  if (kind !== 'file') {
    throw new FileError(path, 'read', `found ${KIND_NAMES[kind]}; expected a file`, 'Choose a file.')
  }
  if (size > limit) throw tooLarge(path, `${size} bytes`, limit)
}

/** @param size what the file says it has, which can be wrong: files of /proc say 0, others grow */
function readAll(path: string, descriptor: number, size: number, limit: number, fs: FileSystem): Uint8Array {
  // one more byte than there should be shows whether there are more
  let buffer = new Uint8Array(size + 1)
  let length = 0
  for (;;) {
    const count = readSome(descriptor, buffer, length, fs)
    if (count === 0) return buffer.subarray(0, length)
    length += count
    if (length > limit) throw tooLarge(path, `more than ${limit} bytes`, limit)
    if (length === buffer.length) buffer = enlarged(buffer, Math.min(Math.max(2 * length, CHUNK), limit + 1))
  }
}

function readSome(descriptor: number, into: Uint8Array, from: number, fs: FileSystem): number {
  for (;;) {
    try {
      return fs.read(descriptor, into, from, into.length - from)
    } catch (error) {
      if (codeOf(error) !== 'EINTR') throw error
    }
  }
}

function enlarged(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
