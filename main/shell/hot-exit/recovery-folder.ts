/**
 * The recovery files in the user data folder: one of each process with unsaved changes, written as a whole, and gone
 * when the changes are saved or let go.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFile } from '../../files/atomic-file'
import { readFile } from '../../files/bounded-read'
import { FileError, systemReason } from '../../files/file-error'
import { nodeFileSystem } from '../../files/file-system'
import { idOf, isAlive, type Owner, ownerOf, self } from '../../files/owner'
import { removeLeftOvers } from '../../files/temporary'
import { log, reason } from '../log'
import { type ReadRecovery, type Recovery, readRecovery, recoveryText, type UnreadRecovery } from './recovery-file'

/** bytes; no project comes near it */
export const MOST_BYTES = 256 * 1024 * 1024

/** A file that could not be read, where it is kept now. */
export interface KeptAside extends Pick<UnreadRecovery, 'is' | 'message'> {
  path: string
}

/** What a process that has died left behind. */
export interface LeftBehind {
  /** latest first */
  found: (Recovery & { id: string })[]
  aside: KeptAside[]
}

/** @property is `gone`: somebody has removed it */
export type Taken = ReadRecovery | { ok: false; is: 'gone' }

/**
 * What an earlier start has kept aside. A newer app can read what it has written, and a disk that failed may be itself again:
 * it is offered then.
 */
const ASIDE = /^(?:damaged|newer)-\d[0-9a-z-]*\.json$/

export class RecoveryFolder {
  readonly #folder: string
  readonly #id: string

  /** @param owner whose files `write` writes */
  constructor(folder: string, owner: Owner = self()) {
    this.#folder = folder
    this.#id = idOf(owner)
  }

  /** Where this process's own file is. */
  get ownPath(): string {
    return this.#path(this.#id)
  }

  /** @returns what went wrong, null when it is written */
  write(recovery: Recovery): string | null {
    try {
      nodeFileSystem.makeFolder(this.#folder)
    } catch (error) {
      return `${this.#folder} cannot be made: ${systemReason(error)}.`
    }
    try {
      writeFile(this.ownPath, recoveryText(recovery))
      return null
    } catch (error) {
      // nobody has chosen the place, so that another is not to be chosen as for a document
      return error instanceof FileError ? `${error.path} cannot be written: ${error.reason}.` : reason(error)
    }
  }

  /** Shows that the owner lives, where the platform does not tell. */
  signOfLife(now: Date): void {
    try {
      utimesSync(this.ownPath, now, now)
    } catch (error) {
      log(`no sign of life at ${this.ownPath}: ${reason(error)}`)
    }
  }

  /** Removes this process's own file, if there is one. */
  clear(): void {
    this.discard(this.#id)
  }

  discard(id: string): void {
    try {
      rmSync(this.#path(id), { force: true })
    } catch (error) {
      log(`cannot remove ${this.#path(id)}: ${reason(error)}`)
    }
  }

  /** Makes the file of a dead process this one's, in one step: at no moment are there two, or none. */
  adopt(id: string): void {
    try {
      renameSync(this.#path(id), this.ownPath)
    } catch (error) {
      // what it holds is written anew all the same
      log(`cannot rename ${this.#path(id)}: ${reason(error)}`)
    }
  }

  /** Reads one, again where it may be long since it was offered. */
  read(id: string): Taken {
    try {
      return readRecovery(readFile(this.#path(id), MOST_BYTES).bytes)
    } catch (error) {
      if (!(error instanceof FileError)) return { ok: false, is: 'damaged', message: reason(error) }
      // where it is kept is told with it, and that it is no choice of a person's
      return error.code === 'ENOENT' ? { ok: false, is: 'gone' } : { ok: false, is: 'damaged', message: error.reason }
    }
  }

  /**
   * Looks for files of processes that have died. One that cannot be read is kept aside under another name, and looked at
   * again by each start; one that holds nothing but what is saved is removed, and so is what they were writing when they
   * died, here and beside their projects.
   */
  leftBehind(): LeftBehind {
    const result: LeftBehind = { found: [], aside: [] }
    for (const name of this.#names()) {
      const id = ASIDE.test(name) ? basename(name, '.json') : ofDead(name, this.#folder)
      if (id !== null) this.#look(id, result)
    }
    removeLeftOvers(this.#folder, nodeFileSystem)
    result.found.sort((a, b) => b.savedAt - a.savedAt)
    return result
  }

  #look(id: string, { found, aside }: LeftBehind): void {
    const taken = this.read(id)
    if (!taken.ok) {
      // of one that was kept aside before it was told then
      if (taken.is !== 'gone' && !ASIDE.test(`${id}.json`)) aside.push(this.keepAside(id, taken))
      return
    }
    const { path } = taken.recovery
    if (path !== null) removeLeftOvers(dirname(path), nodeFileSystem)
    if (isSaved(taken.recovery)) this.discard(id)
    else found.push({ ...taken.recovery, id })
  }

  /** @returns where the file is from now on, out of the way */
  keepAside(id: string, { is, message }: Pick<UnreadRecovery, 'is' | 'message'>): KeptAside {
    return { path: this.#moveAside(id, is), is, message }
  }

  #moveAside(id: string, is: UnreadRecovery['is']): string {
    const from = this.#path(id)
    if (ASIDE.test(basename(from))) return from
    for (let n = 1; ; n++) {
      const to = join(this.#folder, `${is}-${id}${n === 1 ? '' : `-${n}`}.json`)
      if (existsSync(to)) continue
      try {
        renameSync(from, to)
        return to
      } catch (error) {
        log(`cannot rename ${from}: ${reason(error)}`)
        return from
      }
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder)
    } catch (error) {
      // nothing was ever kept
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(`cannot read ${this.#folder}: ${reason(error)}`)
      return []
    }
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`)
  }
}

/** The process in the name of a recovery file; null: it is none, or the process lives. */
function ofDead(name: string, folder: string): string | null {
  const id = /^(\d[0-9a-z-]*)\.json$/.exec(name)?.[1]
  const owner = id === undefined ? null : ownerOf(id)
  if (id === undefined || owner === null) return null
  return isAlive(owner, silenceOf(join(folder, name))) ? null : id
}

/** ms since the file was last touched */
function silenceOf(path: string): number {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats === undefined ? 0 : Date.now() - stats.mtimeMs
  } catch {
    // where it is known that its process has died, it is told that it cannot be read either
    return 0
  }
}

/** The app died between Save and the removal: there is nothing to restore. */
function isSaved({ path, project }: Recovery): boolean {
  if (path === null) return false
  try {
    return Buffer.from(project, 'utf8').equals(readFile(path, MOST_BYTES).bytes)
  } catch {
    return false
  }
}
