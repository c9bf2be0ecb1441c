/**
 * The one writer of files. A file appears whole or not at all: everything goes to a temporary one beside it, which is
 * brought to the disk and measured, and only then takes its place. What is no file (a pipe, a device, a descriptor such
 * as /dev/stdout) is written straight.
 */
import { createHash, type Hash } from 'node:crypto'
import { constants } from 'node:fs'
import { dirname } from 'node:path'
import { FileError, systemReason, UNCHANGED, writeError } from './file-error'
import { codeOf, type FileStats, type FileSystem, nodeFileSystem } from './file-system'
import { type FileIdentity, identityOf } from './identity'
import { partialName, type Target, targetOf } from './target'
import { finished, removeLeftOversOnce, temporaryFor } from './temporary'

/** bytes that are gathered before they are written */
const BUFFER = 256 * 1024
const NEW_FILE_MODE = 0o666
/** ms between two tries at a stream that takes no more for now: the first, and after ever longer ones the longest */
const SHORTEST_WAIT = 0.05
const LONGEST_WAIT = 5
/** ms that a named pipe is given for somebody to read from it */
const READER_WAIT = 2000

/** What a process that ended in the middle has left. */
export interface LeftOver {
  /** where it is; null: nothing could be kept */
  partial: string | null
  /** of the beginning of what was to be written */
  bytes: number
  /** why the rest of it, or all, could not be kept; null: it was */
  trouble: string | null
}

export interface AtomicFileOptions {
  /** whether a pipe, a device or a descriptor may be written to; otherwise it is refused */
  streams?: boolean
  /**
   * The process is ending before the file is complete: what there is of it is kept beside its place, and told here.
   * Without this it is removed.
   */
  interrupted?: (left: LeftOver) => void
  fs?: FileSystem
}

/** Files of this process that are being written. */
const open = new Set<AtomicFile>()

function endOfProcess(): void {
  for (const file of open) file.abandon()
}

export class AtomicFile {
  readonly #given: string
  readonly #fs: FileSystem
  readonly #target: Target
  readonly #interrupted: AtomicFileOptions['interrupted']
  readonly #hash: Hash = createHash('sha256')
  #descriptor: number | undefined
  #temporary: string | undefined
  #pending: Uint8Array[] = []
  #pendingLength = 0
  #written = 0
  #wait = SHORTEST_WAIT

  /** @throws FileError when the place cannot be written to */
  constructor(path: string, { streams = false, interrupted, fs = nodeFileSystem }: AtomicFileOptions = {}) {
    this.#given = path
    this.#fs = fs
    this.#interrupted = interrupted
    this.#target = targetOf(path, streams, fs)
    this.#descriptor = this.#step(() => this.#open(this.#target))
    if (this.#temporary === undefined) return
    if (open.size === 0) process.on('exit', endOfProcess)
    open.add(this)
  }

  /** @throws FileError when it cannot be written, such as on a full disk; the file is given up then */
  write(content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#pending.push(bytes)
    this.#pendingLength += bytes.length
    // whoever reads a stream may be waiting for it
    if (this.#temporary === undefined || this.#pendingLength >= BUFFER) this.#step(() => this.#flush())
  }

  /**
   * Puts the file in place.
   * @returns what the file is now; undefined for a stream
   * @throws FileError as write does; with `replaced` when the file is in place but the disk did not confirm it
   */
  commit(): FileIdentity | undefined {
    const { path, before } = this.#place()
    const stats = this.#step(() => {
      this.#flush()
      if (path === undefined) {
        this.#close()
        return undefined
      }
      const complete = this.#complete(before)
      this.#fs.rename(this.#temporary!, path)
      return complete
    })
    if (path === undefined || stats === undefined) return undefined
    this.#forget()
    const identity = identityOf(stats, this.#hash.digest('hex'))
    this.#confirm(dirname(path), identity)
    return identity
  }

  /** Gives the file up; without effect after commit. */
  discard(): void {
    this.#closeQuietly()
    const temporary = this.#temporary
    if (temporary === undefined) return
    this.#forget()
    try {
      this.#fs.remove(temporary)
    } catch {
      // removed as a left-over by a later start
    }
  }

  /** The process is ending: keeps what there is when that was asked for, gives it up otherwise. */
  abandon(): void {
    if (this.#interrupted === undefined || this.#temporary === undefined) return this.discard()
    this.#interrupted(this.#leave(this.#temporary))
  }

  #leave(temporary: string): LeftOver {
    let trouble: string | null = null
    try {
      this.#flush()
    } catch (error) {
      // what came before is there all the same
      trouble = systemReason(error)
      this.#written = this.#sizeNow()
    }
    // an empty file beside it would be in the way, and say nothing
    if (this.#written === 0) {
      this.discard()
      return { partial: null, bytes: 0, trouble }
    }
    try {
      // not brought to the disk: the process may have little time left
      this.#complete(this.#place().before, false)
      const partial = partialName(this.#place().path!, this.#fs)
      this.#fs.rename(temporary, partial)
      this.#forget()
      return { partial, bytes: this.#written, trouble }
    } catch (error) {
      this.discard()
      return { partial: null, bytes: 0, trouble: systemReason(error) }
    }
  }

  #sizeNow(): number {
    try {
      return this.#fs.statOpen(this.#descriptor!).size
    } catch {
      return 0
    }
  }

  #place(): { path: string | undefined; before: FileStats | undefined } {
    return this.#target.kind === 'file' ? this.#target : { path: undefined, before: undefined }
  }

  #open(target: Target): number {
    if (target.kind === 'descriptor') return target.descriptor
    if (target.kind === 'stream') return this.#fs.open(target.path, constants.O_WRONLY)
    if (target.kind === 'pipe') return this.#openPipe(target.path)
    const { path, before } = target
    // one that may only be read is meant to stay as it is
    if (before !== undefined) this.#fs.mayWrite(path)
    removeLeftOversOnce(dirname(path), this.#fs)
    this.#temporary = temporaryFor(path)
    const { O_WRONLY, O_CREAT, O_EXCL } = constants
    try {
      return this.#fs.open(this.#temporary, O_WRONLY | O_CREAT | O_EXCL, modeUntilWhole(before))
    } catch (error) {
      // the file itself may be written to
      throw FOLDERS_FAULT.has(codeOf(error) ?? '')
        ? writeError(this.#given, error, before !== undefined, dirname(path))
        : error
    }
  }

  /** Without a reader opening it would wait for one without end, and hear no signal. */
  #openPipe(path: string): number {
    for (let waited = 0; ; waited += LONGEST_WAIT) {
      try {
        return this.#fs.open(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0))
      } catch (error) {
        if (codeOf(error) !== 'ENXIO') throw error
        if (waited >= READER_WAIT) throw nobodyReads(this.#given)
        pause(LONGEST_WAIT)
      }
    }
  }

  #flush(): void {
    const bytes = this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending)
    this.#pending = []
    this.#pendingLength = 0
    if (this.#temporary !== undefined) this.#hash.update(bytes)
    let done = 0
    while (done < bytes.length) done += this.#some(bytes, done)
    this.#written += bytes.length
  }

  /** One call can write less than it was asked to. */
  #some(bytes: Uint8Array, from: number): number {
    try {
      const count = this.#fs.write(this.#descriptor!, bytes, from, bytes.length - from)
      if (count > 0) {
        this.#wait = SHORTEST_WAIT
        return count
      }
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EINTR') return 0
      if (code !== 'EAGAIN' || this.#temporary !== undefined) throw error
      // a stream whose reader is slower
      pause(this.#wait)
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT)
      return 0
    }
    throw Object.assign(new Error(`ENOSPC: found room for ${from} of ${bytes.length} bytes`), { code: 'ENOSPC' })
  }

  /** Everything is on the disk, and as much as was written. */
  #complete(before: FileStats | undefined, sync = true): FileStats {
    const descriptor = this.#descriptor!
    if (before !== undefined) this.#takeAfter(before)
    if (sync) this.#fs.sync(descriptor)
    const stats = this.#fs.statOpen(descriptor)
    this.#close()
    if (stats.size === this.#written) return stats
    throw new Error(`found ${stats.size} bytes on the disk; expected the ${this.#written} that were written`)
  }

  #takeAfter({ mode, uid, gid }: FileStats): void {
    const descriptor = this.#descriptor!
    const now = this.#fs.statOpen(descriptor)
    if (now.uid !== uid || now.gid !== gid) {
      // only root may give files away, but everybody to a group of theirs
      this.#trySetOwner(uid, gid) || this.#trySetOwner(now.uid, gid)
    }
    const taken = this.#fs.statOpen(descriptor)
    const wanted = taken.gid === gid ? mode : forAnotherGroup(mode)
    if (taken.mode !== wanted) this.#fs.setMode(descriptor, wanted)
  }

  #trySetOwner(uid: number, gid: number): boolean {
    try {
      this.#fs.setOwner(this.#descriptor!, uid, gid)
      return true
    } catch {
      return false
    }
  }

  /** The new name is on the disk too. */
  #confirm(folder: string, replaced: FileIdentity): void {
    try {
      syncFolder(folder, this.#fs)
    } catch (error) {
      const code = codeOf(error)
      const reason = `it was written, but the disk did not confirm it: ${systemReason(error)}`
      throw new FileError(this.#given, 'written', reason, 'Save again, or choose another place to save to.', {
        code,
        replaced,
        cause: error,
      })
    }
  }

  #close(): void {
    const descriptor = this.#descriptor
    this.#descriptor = undefined
    if (descriptor !== undefined && this.#target.kind !== 'descriptor') this.#fs.close(descriptor)
  }

  #closeQuietly(): void {
    try {
      this.#close()
    } catch {
      // it is given up anyway
    }
  }

  #forget(): void {
    if (this.#temporary !== undefined) finished(this.#temporary)
    this.#temporary = undefined
    open.delete(this)
    if (open.size === 0) process.off('exit', endOfProcess)
  }

  #step<Result>(action: () => Result): Result {
    try {
      return action()
    } catch (error) {
      this.discard()
      if (error instanceof FileError) throw error
      throw describe(this.#given, error, this.#place().before !== undefined)
    }
  }
}

/** Until it is whole it is of the writer's own group, which might be another one than that of the file before. */
function modeUntilWhole(before: FileStats | undefined): number {
  return before === undefined ? NEW_FILE_MODE : forAnotherGroup(before.mode)
}

/** What its group might do with a file is not for the group that it has now, but for what everybody may. */
function forAnotherGroup(mode: number): number {
  return mode & (((mode & 0o007) << 3) | ~0o070)
}

/** @param ms may be a part of one */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function nobodyReads(path: string): FileError {
  const found = `found a named pipe that nobody read from within ${READER_WAIT / 1000} s; expected a reader`
  return new FileError(path, 'written', found, 'Start the program that reads from it first, or give a file.')
}

/** Why a folder takes no new file. */
const FOLDERS_FAULT: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** What folders answer that cannot be brought to the disk by themselves: on Windows, on some network drives. */
const NO_FOLDER_SYNC: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EPERM'])

function syncFolder(folder: string, fs: FileSystem): void {
  let descriptor: number
  try {
    descriptor = fs.open(folder, constants.O_RDONLY)
  } catch (error) {
    // one that may be written to and not read
    if (codeOf(error) === 'EACCES' || NO_FOLDER_SYNC.has(codeOf(error) ?? '')) return
    throw error
  }
  try {
    fs.sync(descriptor)
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(codeOf(error) ?? '')) throw error
  } finally {
    fs.close(descriptor)
  }
}

function describe(path: string, error: unknown, unchanged: boolean): FileError {
  if (codeOf(error) !== undefined) return writeError(path, error, unchanged)
  const advice = 'Choose another place to save to.'
  return new FileError(path, 'written', systemReason(error), unchanged ? `${UNCHANGED} ${advice}` : advice, {
    cause: error,
  })
}

/**
 * Writes a file whole.
 * @returns what the file is now; undefined for a stream
 * @throws FileError when it cannot be written; the file is as it was then, unless the error has `replaced`
 */
export function writeFile(
  path: string,
  content: string | Uint8Array,
  options: Pick<AtomicFileOptions, 'streams' | 'fs'> = {},
): FileIdentity | undefined {
  const file = new AtomicFile(path, options)
  file.write(content)
  return file.commit()
}
