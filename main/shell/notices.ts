/** What the app itself has to say to the person: kept until it is dismissed or has passed, over reloads of the page. */
import type { NoticeView } from '../../preload/contract'
import { shownText } from '../session/scenario'
import type { SettingsFile } from './settings'

export class Notices {
  readonly #changed: () => void
  readonly #shown = new Map<string, string>()

  /** @param changed called when there is something else to show */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  get shown(): NoticeView[] {
    return [...this.#shown].map(([id, text]) => ({ id, text }))
  }

  /** @param id what it is about: a later one about the same takes its place */
  show(id: string, text: string): void {
    this.#shown.delete(id)
    // it can repeat what stands in a file
    this.#shown.set(id, shownText(text))
    this.#changed()
  }

  /** What is not remembered, and what of it could not be used, is said once. */
  tellTroubles({ forgetful, settings }: { forgetful: string | null; settings: Pick<SettingsFile, 'watch'> }): void {
    if (forgetful !== null) this.show('data folder', forgetful)
    settings.watch(({ about, text }) => {
      if (text === null) this.dismiss(`settings ${about}`)
      else this.show(`settings ${about}`, text)
    })
  }

  /** Dismissed, or it does not hold any more; does nothing when it is not shown. */
  dismiss(id: string): void {
    if (this.#shown.delete(id)) this.#changed()
  }
}
