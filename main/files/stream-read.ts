/** Reads what a command line is given: files, and also pipes, devices and descriptors, bounded like files. */
import { constants } from 'node:fs'
import { CHUNK, readFile, tooLarge } from './bounded-read'
import { FileError, KIND_NAMES, readError } from './file-error'
import { codeOf, type FileSystem, nodeFileSystem } from './file-system'
import { descriptorOf } from './target'

/** ms to the next look at a pipe that has nothing yet */
const POLL = 10
/** ms that a named pipe is given for somebody to write to it */
const WRITER_WAIT = 2000

/**
 * Whether it is read from its beginning on alone: a pipe, a device, a descriptor that this process already has.
 * @throws FileError when the system does not say what it is
 */
export function isStream(path: string, fs: FileSystem = nodeFileSystem): boolean {
  if (descriptorOf(path) !== undefined) return true
  try {
    const kind = fs.stat(path)?.kind
    return kind === 'pipe' || kind === 'device'
  } catch (error) {
    throw readError(path, error)
  }
}

/**
 * As readFile, and takes what `isStream` is true for too, without holding up the event loop.
 * @param limit bytes
 * @throws FileError as readFile does, and for a named pipe that nobody opens for writing
 */
export async function readStreamOrFile(
  path: string,
  limit: number,
  fs: FileSystem = nodeFileSystem,
): Promise<Uint8Array> {
  if (!isStream(path, fs)) return readFile(path, limit, fs).bytes
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of piecesOf(path, Math.min(CHUNK, limit + 1), fs)) {
    pieces.push(piece)
    length += piece.length
    if (length > limit) throw tooLarge(path, `more than ${limit} bytes`, limit)
  }
  return Buffer.concat(pieces, length)
}

/**
 * What a stream has, as it comes, without holding up the event loop.
 * @param most bytes that are asked for at once
 * @throws FileError when it cannot be read, and for a named pipe that nobody opens for writing
 */
export async function* piecesOf(
  path: string,
  most: number = CHUNK,
  fs: FileSystem = nodeFileSystem,
): AsyncGenerator<Uint8Array> {
  try {
    const inherited = descriptorOf(path)
    if (inherited !== undefined) {
      refuseFolder(path, inherited, fs)
      yield* descriptorPieces(path, inherited, most, 0, fs)
      return
    }
    const patience = fs.stat(path)?.kind === 'pipe' ? WRITER_WAIT : 0
    const descriptor = fs.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      yield* descriptorPieces(path, descriptor, most, patience, fs)
    } finally {
      fs.close(descriptor)
    }
  } catch (error) {
    throw error instanceof FileError ? error : readError(path, error)
  }
}

/**
 * @param patience ms to wait for the first byte where the end is all there is; 0: the end is the end
 * @throws what the operating system throws
 */
async function* descriptorPieces(
  path: string,
  descriptor: number,
  most: number,
  patience: number,
  fs: FileSystem,
): AsyncGenerator<Uint8Array> {
  let begun = false
  let waited = 0
  for (;;) {
    const piece = new Uint8Array(most)
    const count = tryToRead(descriptor, piece, fs)
    if (count === 0 && (begun || patience === 0)) return
    if (count === 0 && waited >= patience) throw nobodyWrites(path)
    if (count === null || count === 0) {
      await new Promise((resolve) => setTimeout(resolve, POLL))
      // a writer that has nothing to say yet is waited for without end
      if (count === 0) waited += POLL
      continue
    }
    begun = true
    // a pipe gives less than it was asked for, and the rest would be kept too
    yield piece.slice(0, count)
  }
}

/** @returns null when there is nothing yet */
function tryToRead(descriptor: number, chunk: Uint8Array, fs: FileSystem): number | null {
  try {
    return fs.read(descriptor, chunk, 0, chunk.length)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EAGAIN' || code === 'EINTR') return null
    // so does Windows say that the writer has gone
    if (code === 'EOF') return 0
    throw error
  }
}

/**
 * @param descriptor the system's handle of it
 * @throws FileError when what the shell has opened for this process is a folder: the system reads nothing of it
 */
export function refuseFolder(path: string, descriptor: number, fs: FileSystem = nodeFileSystem): void {
  if (fs.statOpen(descriptor).kind !== 'folder') return
  const found = `found ${KIND_NAMES.folder}; expected a file or a pipe`
  throw new FileError(path, 'read', found, `Give a file: < FILE.`)
}

function nobodyWrites(path: string): FileError {
  const found = `found a named pipe that nobody wrote to within ${WRITER_WAIT / 1000} s; expected text`
  return new FileError(path, 'read', found, 'Start the program that writes to it first, or choose a file.')
}
