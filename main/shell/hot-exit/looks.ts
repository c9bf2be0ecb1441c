/** When to look for what is to be kept: soon after a change, and as long as one waits. Otherwise there is no timer at all. */
import { type AutosaveSession, LOOK_MS } from './autosave'

export interface LooksOptions {
  session: () => Pick<AutosaveSession, 'dirty' | 'revision'>
  /** @returns ms until it is to be done again though nothing changes; null: not until then */
  look: () => number | null
  /** @returns what takes it back */
  after: (ms: number, run: () => void) => () => void
}

export class Looks {
  readonly #options: LooksOptions
  #session: object | null = null
  #dirty = false
  #revision = -1
  #cancel: (() => void) | null = null
  /** the look that is to come is one of a change, and not far away */
  #isSoon = false

  constructor(options: LooksOptions) {
    this.#options = options
  }

  /** To be called whenever something may have changed; costs nothing where nothing has. */
  follow(): void {
    const session = this.#options.session()
    const { dirty, revision } = session
    if (session === this.#session && dirty === this.#dirty && revision === this.#revision) return
    this.#session = session
    this.#dirty = dirty
    this.#revision = revision
    if (!this.#isSoon) this.#wait(LOOK_MS)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#isSoon = false
  }

  #wait(ms: number): void {
    this.stop()
    this.#isSoon = ms <= LOOK_MS
    this.#cancel = this.#options.after(ms, () => {
      this.#cancel = null
      this.#isSoon = false
      const next = this.#options.look()
      if (next !== null) this.#wait(next)
    })
  }
}
