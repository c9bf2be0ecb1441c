/**
 * Keeps unsaved changes in a recovery file: at every pause in editing, and while it goes on at least every 30 s. With
 * nothing unsaved there is no file.
 */
import type { LiveSession } from '../../session/live-session'
import { parseScenarioText, problemsToText } from '../../session/scenario'
import { reason } from '../log'
import type { Recovery } from './recovery-file'
import type { RecoveryFolder } from './recovery-folder'

/** ms without a change that make a pause */
export const PAUSE_MS = 2000
/** ms that a change waits for at most; with the time to look and to write nothing older than 30 s is lost */
export const LONGEST_MS = 28_000
/** ms between two looks */
export const LOOK_MS = 250
/** A large project is written less often in pauses: writing takes at most this part of the time. */
const SHARE = 0.05

export type AutosaveSession = Pick<LiveSession, 'dirty' | 'revision' | 'keptText'>

/** What the project is called, and which file it belongs to. */
export type AutosaveDocument = Pick<Recovery, 'name' | 'path' | 'stand'>

export interface AutosaveOptions {
  session: () => AutosaveSession
  document: () => AutosaveDocument
  folder: Pick<RecoveryFolder, 'write' | 'clear' | 'signOfLife'>
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
  /** ms that writing took */
  #took = 0
  #trouble: string | null = null
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
    const pause = Math.max(this.#times.pause, this.#took / SHARE)
    if (now - this.#changed >= pause || now - this.#waiting >= this.#times.longest) this.#write(session)
  }

  /** ms until it is to be looked at again though nobody changes anything; null: not until then */
  get next(): number | null {
    if (this.#ended) return null
    if (this.#waiting !== null) return LOOK_MS
    return this.#kept === null ? null : this.#times.longest
  }

  /** Something has happened after which there may be no other time. */
  keepNow(): void {
    if (this.#ended) return
    const session = this.#options.session()
    if (!session.dirty) return this.#clear()
    const changed = session !== this.#session || session.revision !== this.#revision
    if (changed) this.#change(session, this.#options.now())
    if (this.#waiting !== null) this.#write(session)
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

  #change(session: AutosaveSession, now: number): void {
    this.#session = session
    this.#revision = session.revision
    this.#changed = now
    this.#waiting ??= now
  }

  #write(session: AutosaveSession): void {
    const started = this.#options.now()
    const trouble = this.#attempt(session)
    const ended = this.#options.now()
    this.#took = ended - started
    if (trouble === null) {
      this.#waiting = null
      this.#kept = ended
    } else {
      // tried again later: at once would take all of the time
      this.#waiting = ended
      this.#changed = ended + this.#times.longest
    }
    this.#tell(trouble)
  }

  /** What cannot be read back is not written over what can. @returns what went wrong */
  #attempt(session: AutosaveSession): string | null {
    const { document, folder, clock } = this.#options
    try {
      const project = session.keptText()
      const readBack = parseScenarioText(project)
      if (!readBack.ok)
        return `The project could not be read back: ${problemsToText(readBack.problems, 'project').trim()}`
      const { name, path, stand } = document()
      return folder.write({ name, path, stand, savedAt: clock(), project })
    } catch (error) {
      return reason(error)
    }
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
    this.#session = null
    this.#waiting = null
    this.#tell(null)
    if (this.#kept === null) return
    this.#kept = null
    this.#options.folder.clear()
  }
}
