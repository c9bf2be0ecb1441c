/** Files that were saved in this run of the app: each is told once, and the folder of any can be shown. */
import type { CommandResult, SavedView } from '../../preload/contract'
import { shownValue } from '../session/scenario'

/** older ones are nobody's any more */
const MOST = 64

/** The system's own file manager. */
interface FileManager {
  showItemInFolder(path: string): void
}

export class SavedFiles {
  readonly #manager: FileManager
  readonly #changed: () => void
  /** by number, the oldest first */
  readonly #paths = new Map<number, string>()
  #last: SavedView | null = null

  /** @param changed called when there is another one to tell of */
  constructor(manager: FileManager, changed: () => void) {
    this.#manager = manager
    this.#changed = changed
  }

  /** The newest, for the project's view; nothing when nothing was saved yet. */
  get last(): { saved?: SavedView } {
    return this.#last === null ? {} : { saved: this.#last }
  }

  /** @param path absolute */
  add(path: string): void {
    const id = (this.#last?.id ?? 0) + 1
    this.#paths.set(id, path)
    if (this.#paths.size > MOST) this.#paths.delete(id - MOST)
    this.#last = { id, path: shownValue(path) }
    this.#changed()
  }

  /** Only what was saved can be shown: the page names no paths. */
  show(id: number): CommandResult {
    const path = this.#paths.get(id)
    if (path === undefined)
      return { ok: false, message: `Found file ${id}; expected one that was saved since the app started.` }
    this.#manager.showItemInFolder(path)
    return { ok: true }
  }
}
