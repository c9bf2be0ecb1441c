/** Why a file could not be read or written, in words: what was found, and what to do. */
import { codeOf, type FileKind } from './file-system'
import type { FileIdentity } from './identity'

/** What is neither read nor written, as messages call it. */
export const KIND_NAMES: Readonly<Record<FileKind, string>> = {
  file: 'a file',
  folder: 'a folder',
  link: 'a link',
  pipe: 'a named pipe',
  device: 'a device',
  disk: 'a disk',
  socket: 'a socket',
  unknown: 'something that is no file',
}

/** bytes of UTF-8, of most file systems */
export const LONGEST_NAME = 255
const NAME_ENDS = process.platform === 'win32' ? /[\\/]/ : /\//

export interface FileErrorDetails {
  /** the operating system's code, when it was that which refused */
  code?: string | undefined
  /** the new file is in its place all the same, but may not outlive a loss of power */
  replaced?: FileIdentity
  cause?: unknown
}

export class FileError extends Error {
  override readonly name = 'FileError'
  readonly code: string | undefined
  readonly replaced: FileIdentity | undefined

  /**
   * @param path as the person gave it
   * @param reason what was found, without a full stop
   * @param advice what to do, a sentence
   */
  constructor(
    readonly path: string,
    readonly doing: 'read' | 'written',
    readonly reason: string,
    readonly advice: string,
    { code, replaced, cause }: FileErrorDetails = {},
  ) {
    super(`${path} cannot be ${doing}: ${reason}. ${advice}`, { cause })
    this.code = code
    this.replaced = replaced
  }
}

/** The operating system's words with its code: "no such file or directory (ENOENT)". */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const words = /^[A-Z0-9]+: ([^,]+)/.exec(error.message)?.[1]
  return words === undefined ? error.message : `${words} (${codeOf(error) ?? '?'})`
}

/** As systemReason, with how long a name that is too long is. */
function reasonOf(path: string, error: unknown): string {
  if (codeOf(error) !== 'ENAMETOOLONG') return systemReason(error)
  const name = Math.max(...path.split(NAME_ENDS).map((part) => Buffer.byteLength(part)))
  return name > LONGEST_NAME
    ? `found a name of ${name} bytes; expected at most ${LONGEST_NAME} (ENAMETOOLONG)`
    : `found a path of ${Buffer.byteLength(path)} bytes; expected a shorter one (ENAMETOOLONG)`
}

/** A reading call that failed. */
export function readError(path: string, error: unknown): FileError {
  const code = codeOf(error)
  const advice = READ_ADVICE[code ?? ''] ?? 'Try again, or choose another file.'
  return new FileError(path, 'read', reasonOf(path, error), advice, { code, cause: error })
}

/**
 * A writing call that failed.
 * @param unchanged there was a file before, and it is as it was
 * @param folder that is at fault, and not the file [the file, or what the system's words say]
 */
export function writeError(path: string, error: unknown, unchanged: boolean, folder?: string): FileError {
  const code = codeOf(error)
  const advice = WRITE_ADVICE[code ?? ''] ?? 'Try again, or choose another place to save to.'
  const reason = folder === undefined ? reasonOf(path, error) : `${folder}: ${reasonOf(path, error)}`
  return new FileError(path, 'written', reason, unchanged ? `${UNCHANGED} ${advice}` : advice, {
    code,
    cause: error,
  })
}

export const UNCHANGED = 'What was there before is unchanged.'

const READ_ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'Look whether it was moved or renamed.',
  ENOTDIR: 'Look whether it was moved or renamed.',
  EACCES: 'Allow yourself to read it, or choose another file.',
  EPERM: 'Allow yourself to read it, or choose another file.',
  EIO: 'The disk may be failing: choose a copy of it.',
  ENAMETOOLONG: 'Choose a file with a shorter name.',
  ELOOP: 'Its links lead in a circle: choose the file itself.',
  EMFILE: 'Too many files are open: close other programs and try again.',
  ENFILE: 'Too many files are open: close other programs and try again.',
}

const NO_ROOM = 'Free some room, or choose another place to save to.'
const NOT_ALLOWED = 'Allow yourself to write there, or choose another place to save to.'
const NO_FOLDER = 'Make the folder, or choose another place to save to.'

const WRITE_ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EFBIG: 'A limit on the size of files holds there: raise it (ulimit -f), or choose another place to save to.',
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'The disk can only be read: choose another place to save to.',
  ENOENT: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  EIO: 'The disk may be failing: choose another place to save to.',
  ENAMETOOLONG: 'Choose a shorter name.',
  ELOOP: 'Its links lead in a circle: choose another place to save to.',
  ENXIO: 'Nothing reads from there: choose another place to save to.',
  EMFILE: 'Too many files are open: close other programs and try again.',
  ENFILE: 'Too many files are open: close other programs and try again.',
}
