/** Nothing is lost with the app: what it keeps while it runs, and what it offers of one that died. */
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { CommandResult, RecoveryView } from '../../../preload/contract'
import { readFile } from '../../files/bounded-read'
import { FileError } from '../../files/file-error'
import { nodeFileSystem } from '../../files/file-system'
import { removeLeftOvers } from '../../files/temporary'
import { type Scenario, shownValue } from '../../session/scenario'
import { nameOf } from '../documents/document-title'
import { reason } from '../log'
import type { Notices } from '../notices'
import { Autosave, type AutosaveDocument, type AutosaveOptions, type AutosaveSession } from './autosave'
import { type Recovery, type RecoveryStand, standOf } from './recovery-file'
import { type KeptAside, type LeftBehind, MOST_BYTES, type RecoveryFolder } from './recovery-folder'

export interface HotExitOptions {
  folder: Pick<
    RecoveryFolder,
    'write' | 'clear' | 'signOfLife' | 'leftBehind' | 'read' | 'adopt' | 'discard' | 'keepAside'
  >
  /** somebody is there: unsaved changes are kept */
  keeps: boolean
  /** what an app that died has left is offered */
  offers: boolean
  session: () => AutosaveSession
  document: () => AutosaveDocument
  /** asks about unsaved changes, then starts with this; unsaved, as it is and as it was called */
  replace: (scenario: Scenario, as: AutosaveDocument) => Promise<CommandResult>
  readBack: AutosaveOptions['readBack']
  notices: Pick<Notices, 'show' | 'dismiss'>
  /** there is something else to offer */
  changed: () => void
  now: () => number
  clock: () => number
  times?: AutosaveOptions['times']
}

export class HotExit {
  readonly #options: HotExitOptions
  readonly #autosave: Autosave
  #found: LeftBehind['found'] = []
  /** the file that the project belongs to */
  #path: string | null = null

  constructor(options: HotExitOptions) {
    this.#options = options
    const { folder, session, now, clock, document, readBack, times } = options
    this.#autosave = new Autosave({
      session,
      folder,
      now,
      clock,
      document,
      readBack,
      troubled: (message) => this.#troubled(message),
      times,
    })
  }

  /** The next thing to restore or discard. */
  get offer(): RecoveryView | null {
    const next = this.#found[0]
    if (next === undefined) return null
    const { id, name, path, savedAt } = next
    const shown = { name: shownValue(name), path: path === null ? null : shownValue(path) }
    return { id, ...shown, savedAt, others: this.#found.length - 1 }
  }

  /** Looks for what an app that died has left. */
  start(): void {
    if (!this.#options.offers) return
    const { found, aside } = this.#options.folder.leftBehind()
    this.#found = found
    for (const is of ['damaged', 'newer'] as const) {
      const [first, ...others] = aside.filter((each) => each.is === is)
      if (first !== undefined) this.#tellAside(first, others.length)
    }
    this.#options.changed()
  }

  /** To be called often while there are changes. @returns ms until the next look, where nothing changes; null: none */
  look(): number | null {
    if (!this.#options.keeps) return null
    this.#followFile()
    this.#autosave.look()
    return this.#autosave.next
  }

  /** Something has happened after which there may be no other time. */
  keepNow(): void {
    if (this.#options.keeps) this.#autosave.keepNow()
  }

  /** The app begins to end: the person may still be asked. */
  keepSoon(): void {
    if (this.#options.keeps) this.#autosave.keepSoon()
  }

  /**
   * The project is about to be saved.
   * @param text of its `revision`, which has been read back
   * @param revision its ordinal
   */
  keepChecked(text: string, revision: number): void {
    if (this.#options.keeps) this.#autosave.keepChecked(text, revision)
  }

  /** The app ends as it should. */
  end(): void {
    if (this.#options.keeps) this.#autosave.end()
  }

  /** What was left becomes the project, with its changes unsaved. */
  async restore(id: string): Promise<CommandResult> {
    const { folder, replace } = this.#options
    const next = this.#find(id)
    if (next === undefined) return gone()
    const taken = folder.read(id)
    if (!taken.ok) {
      this.#forget(id)
      if (taken.is === 'gone') return gone()
      this.#tellAside(folder.keepAside(id, taken))
      return {
        ok: false,
        message: `The unsaved changes of “${shownValue(next.name)}” could not be read: ${taken.message}`,
      }
    }
    const { name, path, stand } = taken.recovery
    const replaced = await replace(taken.scenario, { name, path, stand })
    if (!replaced.ok) return replaced
    // not written anew: it holds what the session begins with
    folder.adopt(id)
    this.#autosave.adopted()
    this.#forget(id)
    return { ok: true, message: restored(taken.recovery) }
  }

  async discard(id: string): Promise<CommandResult> {
    if (this.#find(id) === undefined) return gone()
    this.#options.folder.discard(id)
    this.#forget(id)
    return { ok: true }
  }

  #find(id: string): Recovery | undefined {
    return this.#found.find((found) => found.id === id)
  }

  #forget(id: string): void {
    this.#found = this.#found.filter((found) => found.id !== id)
    this.#options.changed()
  }

  /** An app that was killed while it saved may have left half of it beside the file. */
  #followFile(): void {
    const { path } = this.#options.document()
    if (path === this.#path) return
    this.#path = path
    if (path !== null) removeLeftOvers(dirname(path), nodeFileSystem)
  }

  #troubled(message: string | null): void {
    const { notices } = this.#options
    if (message === null) notices.dismiss('autosave')
    else notices.show('autosave', `Unsaved changes cannot be kept safe; save the project. ${message}`)
  }

  /** @param others that are so too, which are only counted: a word on each would leave no room for the editor */
  #tellAside({ path, is, message }: KeptAside, others = 0): void {
    const beside = others === 0 ? '' : `, and ${others} more beside it`
    const what =
      is === 'newer'
        ? 'Unsaved changes are of a newer Trimline, which will offer them when it is started.'
        : 'Unsaved changes of a Trimline that ended unexpectedly could not be read.'
    // what was wrong comes last: it can be long, and what does not fit is left out at the end
    const text = `${what} The file was kept as ${shownValue(path)}${beside}: ${message}`
    // short: the gate takes no long one when it is dismissed
    this.#options.notices.show(`damaged ${createHash('sha256').update(path).digest('hex').slice(0, 16)}`, text)
  }
}

function gone(): CommandResult {
  return { ok: false, message: 'These unsaved changes are not there any more.' }
}

/** @returns null: it is gone; text: why it is not known how it stands */
function standNow(path: string): RecoveryStand | string | null {
  try {
    return standOf(readFile(path, MOST_BYTES).bytes)
  } catch (error) {
    if (!(error instanceof FileError)) return reason(error)
    return error.code === 'ENOENT' || error.code === 'ENOTDIR' ? null : error.reason
  }
}

/** Says what was restored, and when the file has been changed since by something else. */
function restored({ name, path, stand }: Recovery): string {
  const done = `Restored the unsaved changes of “${shownValue(name)}”. They are not saved yet.`
  if (path === null || stand === null) return done
  const file = standNow(path)
  if (file === null) return `${done} ${shownValue(path)} is not there any more: Save makes it anew.`
  if (typeof file === 'string')
    return `${done} ${shownValue(path)} cannot be read: ${file}. With Save As they are kept elsewhere.`
  if (file.sha256 === stand.sha256) return done
  return `${done} ${shownValue(nameOf(path))} was changed by something else since: with Save As both are kept.`
}
