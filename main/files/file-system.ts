/**
 * The calls of the operating system that files need: a narrow port, so that a test can let each of them fail. Every
 * call blocks, and throws Node's error with its code.
 */
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

export type FileKind = 'file' | 'folder' | 'link' | 'pipe' | 'device' | 'disk' | 'socket' | 'unknown'

export interface FileStats {
  kind: FileKind
  /** bytes; 0 for what has none, and for files of /proc */
  size: number
  /** permission bits only */
  mode: number
  uid: number
  gid: number
  device: bigint
  inode: bigint
  /** last change of the content, in ns */
  modified: bigint
}

export interface FileSystem {
  /** @param mode permission bits of a new file, before the process's mask @returns a descriptor */
  open(path: string, flags: number, mode?: number): number
  close(descriptor: number): void
  /** @returns the bytes read, 0 at the end */
  read(descriptor: number, into: Uint8Array, offset: number, length: number): number
  /** @returns the bytes written, which can be fewer */
  write(descriptor: number, bytes: Uint8Array, offset: number, length: number): number
  sync(descriptor: number): void
  statOpen(descriptor: number): FileStats
  /** follows links @returns undefined when nothing is there */
  stat(path: string): FileStats | undefined
  /** of a link itself @returns undefined when nothing is there */
  statLink(path: string): FileStats | undefined
  readLink(path: string): string
  /** the path without links */
  real(path: string): string
  /** throws when this process may not write there */
  mayWrite(path: string): void
  setMode(descriptor: number, mode: number): void
  setOwner(descriptor: number, uid: number, gid: number): void
  rename(from: string, to: string): void
  remove(path: string): void
  /** names of what is in a folder */
  list(folder: string): string[]
  /** with the folders above it */
  makeFolder(path: string): void
}

export const nodeFileSystem: FileSystem = {
  open: openSync,
  close: closeSync,
  read: (descriptor, into, offset, length) => readSync(descriptor, into, offset, length, null),
  write: (descriptor, bytes, offset, length) => writeSync(descriptor, bytes, offset, length),
  sync: fsyncSync,
  statOpen: (descriptor) => statsOf(fstatSync(descriptor, { bigint: true })),
  stat: (path) => statsOrNothing(statSync(path, { bigint: true, throwIfNoEntry: false })),
  statLink: (path) => statsOrNothing(lstatSync(path, { bigint: true, throwIfNoEntry: false })),
  readLink: (path) => readlinkSync(path),
  real: (path) => realpathSync(path),
  mayWrite: (path) => accessSync(path, constants.W_OK),
  setMode: fchmodSync,
  setOwner: fchownSync,
  rename: renameSync,
  remove: unlinkSync,
  list: (folder) => readdirSync(folder),
  makeFolder,
}

/**
 * Node's own way to make the folders above, too, never ends in /proc, where a folder is there and takes none: it makes
 * the upper one again and again.
 */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return
  const above = dirname(path)
  // what stands there and is no folder is the system's to refuse, below: newer Node does not say so before
  if (above !== path && statSync(above, { throwIfNoEntry: false }) === undefined) makeFolder(above)
  try {
    mkdirSync(path)
  } catch (error) {
    // another program was faster
    if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}

/** `ENOENT` and the like; undefined for an error that is not the operating system's. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

function statsOrNothing(stats: BigIntStats | undefined): FileStats | undefined {
  return stats === undefined ? undefined : statsOf(stats)
}

function statsOf(stats: BigIntStats): FileStats {
  return {
    kind: kindOf(stats),
    size: Number(stats.size),
    mode: Number(stats.mode) & 0o7777,
    uid: Number(stats.uid),
    gid: Number(stats.gid),
    device: stats.dev,
    inode: stats.ino,
    modified: stats.mtimeNs,
  }
}

function kindOf(stats: BigIntStats): FileKind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isFIFO()) return 'pipe'
  if (stats.isCharacterDevice()) return 'device'
  if (stats.isBlockDevice()) return 'disk'
  return stats.isSocket() ? 'socket' : 'unknown'
}
