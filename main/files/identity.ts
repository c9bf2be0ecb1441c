/** Which content a file had when it was last read or written here, to notice that another program has changed it. */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { FileStats, FileSystem } from './file-system'

export interface FileIdentity {
  device: bigint
  inode: bigint
  /** bytes */
  size: number
  /** ns */
  modified: bigint
  /** SHA-256 of the content, hexadecimal */
  hash: string
}

/**
 * What a file is known by.
 * @param hash SHA-256 of its content, hexadecimal
 */
export function identityOf(stats: FileStats, hash: string): FileIdentity {
  const { device, inode, size, modified } = stats
  return { device, inode, size, modified, hash }
}

/** @returns SHA-256, hexadecimal */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What is known of a file of which only the content was noted down. @param size bytes */
export function knownByContent(size: number, hash: string): FileIdentity {
  return { device: 0n, inode: 0n, size, modified: 0n, hash }
}

/** Whether a look at the file from outside shows nothing new; its content is compared by the caller if it does. */
function looksSame(stats: FileStats, known: FileIdentity): boolean {
  return (
    stats.kind === 'file' &&
    stats.device === known.device &&
    stats.inode === known.inode &&
    stats.size === known.size &&
    stats.modified === known.modified
  )
}

/** What became of a file since it was last read or written here. */
export type SinceThen = 'same' | 'changed' | 'gone'

/**
 * @param read reads the whole file; that it fails counts as a change, as the content is not known then
 * @returns 'same' also when only the time of the file is new
 */
export function sinceThen(
  path: string,
  known: FileIdentity,
  read: () => Uint8Array,
  fs: Pick<FileSystem, 'stat'>,
): SinceThen {
  try {
    const stats = fs.stat(path)
    if (stats === undefined) return 'gone'
    if (looksSame(stats, known)) return 'same'
    if (stats.kind !== 'file' || stats.size !== known.size) return 'changed'
    return hashOf(read()) === known.hash ? 'same' : 'changed'
  } catch {
    // what cannot be looked at is not known to be the same; writing to it will say why
    return 'changed'
  }
}

/**
 * Whether two paths lead to one file, however they are written: through links, or in other letters where those are the same
 * to the disk. What cannot be looked at goes by its path alone.
 */
export function isSameFile(one: string, other: string, fs: Pick<FileSystem, 'stat'>): boolean {
  if (resolve(one) === resolve(other)) return true
  try {
    const [first, second] = [fs.stat(one), fs.stat(other)]
    // some network drives number none of their files
    if (first === undefined || second === undefined || first.inode === 0n) return false
    return first.device === second.device && first.inode === second.inode
  } catch {
    return false
  }
}
