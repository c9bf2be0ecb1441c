/**
 * Keeps unsaved changes in a recovery file: at every pause in editing, and while it goes on at least every 30 s. With
 * nothing unsaved there is no file.
 */
import type { LiveSession } from '../../session/live-session'
import { reason } from '../log'
import { readBackHere } from '../reading/read-back'
import type { Reading } from '../reading/reader'
import type { Recovery } from './recovery-file'
import type { RecoveryFolder } from './recovery-folder'

/** ms without a change that make a pause */
export const PAUSE_MS = 2000
/** ms that a change waits for at most; with the time to look and to write nothing older than 30 s is lost */
export const LONGEST_MS = 28_000
/** ms between two looks */
export const LOOK_MS = 250
/** For messages. */
const WHAT = 'recovery file'
/** A large project is written less often in pauses: writing takes at most this part of the time. */
const SHARE = 0.05

export type AutosaveSession = Pick<LiveSession, 'dirty' | 'revision' | 'keptText'>

/** What the project is called, and which file it belongs to. */
export type AutosaveDocument = Pick<Recovery, 'name' | 'path' | 'stand'>

export interface AutosaveOptions {
  session: () => AutosaveSession
  document: () => AutosaveDocument
  folder: Pick<RecoveryFolder, 'write' | 'clear' | 'signOfLife'>
  /** Reads a text back before it is kept; a large one beside the app. @see startReadBack */
  readBack: (text: string, what: string, ended: (problem: string | null) => void) => Reading
  /** ms, monotonic */
  now: () => number
  /** ms since 1970 */
  clock: () => number
  /** what keeps the changes from being kept, once until that has changed; null: they are kept again */
  troubled: (message: string | null) => void
  /** other times, for tests that do not wait as long as a person works */
  times?: { pause: number; longest: number } | undefined
}

export class Autosave {
  readonly #options: AutosaveOptions
  readonly #times: { pause: number; longest: number }
  #session: AutosaveSession | null = null
  #revision = -1
  /** what `#changed` and `#waiting` count from is what has to be written */
  #changed = 0
  /** since when a change waits; null: none does */
  #waiting: number | null = null
  /** when the file was written or shown to be alive; null: there is none */
  #kept: number | null = null
  /** ms that reading back and writing took */
  #took = 0
  #trouble: string | null = null
  /** what is to be kept is being read back; null: nothing is */
  #checking: Reading | null = null
  #ended = false

  constructor(options: AutosaveOptions) {
    this.#options = options
    this.#times = options.times ?? { pause: PAUSE_MS, longest: LONGEST_MS }
  }

  /** To be called often: looks whether something has changed, and writes when its time has come. */
  look(): void {
    if (this.#ended) return
    const session = this.#options.session()
    if (!session.dirty) return this.#clear()
    const now = this.#options.now()
    if (session !== this.#session || session.revision !== this.#revision) this.#change(session, now)
    if (this.#waiting === null) return this.#showLife(now)
    if (this.#checking !== null) return
    const pause = Math.max(this.#times.pause, this.#took / SHARE)
    const longest = Math.max(this.#times.longest / 2, this.#times.longest - this.#took)
    if (now - this.#changed >= pause || now - this.#waiting >= longest) this.#write(session)
  }

  /** ms until it is to be looked at again though nobody changes anything; null: not until then */
  get next(): number | null {
    if (this.#ended) return null
    if (this.#waiting !== null) return LOOK_MS
    return this.#kept === null ? null : this.#times.longest
  }

  /** Something has happened after which there may be no other time: it is read back here, however long that takes. */
  keepNow(): void {
    const session = this.#unkept()
    if (session === null) return
    this.#stopChecking()
    this.#write(session, readBackHere)
  }

  /** Something begins after which there will be no other time: as soon as it has been read back. */
  keepSoon(): void {
    const session = this.#unkept()
    if (session !== null && this.#checking === null) this.#write(session)
  }

  /**
   * The same as is about to be saved.
   * @param project text of `revision`, which has been read back
   * @param revision its ordinal
   */
  keepChecked(project: string, revision: number): void {
    if (this.#unkept() === null) return
    this.#stopChecking()
    const started = this.#options.now()
    this.#written(
      started,
      revision,
      this.#put(() => this.#about(project)),
    )
  }

  /** The file is there already: another process's was taken over. */
  adopted(): void {
    this.#kept = this.#options.now()
  }

  /** The app ends as it should: what was not saved was let go. */
  end(): void {
    this.#clear()
    this.#ended = true
  }

  /** The session, when it has changes that are not kept; null: it has none. */
  #unkept(): AutosaveSession | null {
    if (this.#ended) return null
    const session = this.#options.session()
    if (!session.dirty) {
      this.#clear()
      return null
    }
    const changed = session !== this.#session || session.revision !== this.#revision
    if (changed) this.#change(session, this.#options.now())
    return this.#waiting === null ? null : session
  }

  #change(session: AutosaveSession, now: number): void {
    // another has taken its place
    if (session !== this.#session) this.#stopChecking()
    this.#session = session
    this.#revision = session.revision
    this.#changed = now
    this.#waiting ??= now
  }

  /** What cannot be read back is not written over what can. */
  #write(session: AutosaveSession, readBack = this.#options.readBack): void {
    const started = this.#options.now()
    const { revision } = session
    let recovery: Recovery
    try {
      recovery = this.#about(session.keptText())
    } catch (error) {
      return this.#written(started, revision, reason(error))
    }
    let isOver = false
    const checking = readBack(recovery.project, WHAT, (problem) => {
      isOver = true
      this.#checking = null
      this.#written(started, revision, problem ?? this.#put(() => recovery))
    })
    if (!isOver) this.#checking = checking
  }

  #about(project: string): Recovery {
    const { document, clock } = this.#options
    const { name, path, stand } = document()
    return { name, path, stand, savedAt: clock(), project }
  }

  /** @returns what went wrong */
  #put(recovery: () => Recovery): string | null {
    try {
      return this.#options.folder.write(recovery())
    } catch (error) {
      return reason(error)
    }
  }

  /** @param started ms, when `revision` was taken; @param trouble why it could not be kept */
  #written(started: number, revision: number, trouble: string | null): void {
    const ended = this.#options.now()
    this.#took = trouble === null ? ended - started : 0
    if (trouble === null) {
      // what was changed meanwhile waits since then at most
      this.#waiting = revision === this.#revision ? null : started
      this.#kept = ended
    } else {
      // tried again later: at once would take all of the time
      this.#waiting = ended
      this.#changed = ended + this.#times.longest
    }
    this.#tell(trouble)
  }

  #stopChecking(): void {
    this.#checking?.cancel()
    this.#checking = null
  }

  #tell(trouble: string | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.#options.troubled(trouble)
  }

  #showLife(now: number): void {
    if (this.#kept === null || now - this.#kept < this.#times.longest) return
    this.#kept = now
    this.#options.folder.signOfLife(new Date(this.#options.clock()))
  }

  #clear(): void {
    this.#stopChecking()
    this.#session = null
    this.#waiting = null
    this.#tell(null)
    if (this.#kept === null) return
    this.#kept = null
    this.#options.folder.clear()
  }
}
