/** Where a path that was given leads: to a file that can be replaced, or to a stream that is written straight. */
import { basename, dirname, posix, resolve } from 'node:path'
import { FileError, KIND_NAMES, LONGEST_NAME, writeError } from './file-error'
import type { FileStats, FileSystem } from './file-system'

export type Target =
  /** @property path without links at its end; @property before what is there now */
  | { kind: 'file'; path: string; before: FileStats | undefined }
  /** a named pipe, by its path */
  | { kind: 'pipe'; path: string }
  /** a device, by its path */
  | { kind: 'stream'; path: string }
  /** a descriptor that this process already has */
  | { kind: 'descriptor'; descriptor: number }

/** as Linux does */
const MOST_LINKS = 40

/** Opened again by their path they would be written from the beginning, or replaced. */
const OPEN = /^\/(?:dev\/fd|proc\/self\/fd)\/(\d{1,9})$/

/** The descriptor, the system's handle, that a path such as `/dev/stdout` names. */
export function descriptorOf(path: string): number | undefined {
  // on Windows they would get a drive
  const absolute = path.startsWith('/') ? posix.normalize(path) : resolve(path)
  if (absolute === '/dev/stdin') return 0
  if (absolute === '/dev/stdout') return 1
  if (absolute === '/dev/stderr') return 2
  const number = OPEN.exec(absolute)?.[1]
  return number === undefined ? undefined : Number(number)
}

/**
 * @param streams whether what is no file may be written to
 * @throws FileError for a folder, a disk, a socket, and for a stream where none is expected
 */
export function targetOf(path: string, streams: boolean, fs: FileSystem): Target {
  const descriptor = descriptorOf(path)
  if (descriptor !== undefined && streams) return { kind: 'descriptor', descriptor }
  const { target, before } = look(path, fs)
  if (before === undefined || before.kind === 'file') return { kind: 'file', path: target, before }
  if (streams && before.kind === 'pipe') return { kind: 'pipe', path: target }
  if (streams && before.kind === 'device') return { kind: 'stream', path: target }
  const advice = before.kind === 'folder' ? 'Give the name of a file in it.' : 'Choose another place to save to.'
  throw new FileError(path, 'written', `found ${KIND_NAMES[before.kind]}; expected a file`, advice)
}

function look(path: string, fs: FileSystem): { target: string; before: FileStats | undefined } {
  try {
    const before = fs.stat(path)
    // the links of /dev/fd lead to names that no file has
    if (before !== undefined) return { target: before.kind === 'file' ? fs.real(path) : path, before }
    return { target: endOfLinks(path, fs), before }
  } catch (error) {
    throw writeError(path, error, false)
  }
}

/**
 * A link that leads to nothing yet: the file is made where it leads.
 * @throws what the system says of links in a circle, or of a folder that may not be entered
 */
export function endOfLinks(path: string, fs: Pick<FileSystem, 'statLink' | 'readLink'>): string {
  let at = resolve(path)
  for (let links = 0; links < MOST_LINKS; links++) {
    if (fs.statLink(at)?.kind !== 'link') return at
    at = resolve(dirname(at), fs.readLink(at))
  }
  throw Object.assign(new Error('ELOOP: too many symbolic links encountered'), { code: 'ELOOP' })
}

/**
 * A name beside the target for what was written of it, cut where it would be too long, with a number where there is
 * one already.
 */
export function partialName(target: string, fs: Pick<FileSystem, 'statLink'>): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '.partial' : `.partial-${number}`
    const path = resolve(dirname(target), cut(basename(target), LONGEST_NAME - end.length) + end)
    if (fs.statLink(path) === undefined) return path
  }
}

/** @param most bytes of UTF-8; no character is cut in two */
function cut(name: string, most: number): string {
  let length = 0
  let kept = ''
  for (const character of name) {
    length += Buffer.byteLength(character)
    if (length > most) break
    kept += character
  }
  return kept
}
