/** What is compared, as files: a scenario or recording is opened to be compared on, and a comparison saved as a report. */
import { basename, dirname } from 'node:path'
import type { CommandResult } from '../../../preload/contract'
import type { LiveSession } from '../../session/live-session'
import type { Dialogs } from './dialogs'
import { nameOf } from './document-title'
import { CANCELLED, writeWhole } from './files'
import type { ScenarioFile } from './scenario-file'

export interface ComparisonFilesOptions {
  dialogs: Pick<Dialogs, 'open' | 'save'>
  session: () => Pick<LiveSession, 'comparisonText' | 'openComparisonInput'>
  /** the project's name */
  name: () => string
  /** one dialog at a time, over all files */
  alone: (run: () => Promise<CommandResult>) => Promise<CommandResult>
  /** as a project is read @returns null when the person gave up */
  read: (path: string) => Promise<ScenarioFile | null>
}

export class ComparisonFiles {
  readonly #options: ComparisonFilesOptions
  /** of the last scenario; null: the dialog's own choice */
  #folder: string | null = null

  constructor(options: ComparisonFilesOptions) {
    this.#options = options
  }

  /** Asks for a scenario; a malformed one changes nothing. */
  open(): Promise<CommandResult> {
    const { alone, dialogs, read, session } = this.#options
    return alone(async () => {
      const path = await dialogs.open('comparison', this.#folder)
      if (path === null) return CANCELLED
      this.#folder = dirname(path)
      const file = await read(path)
      if (file === null) return CANCELLED
      if (!file.ok) return { ok: false, message: `Could not open ${basename(path)}.\n${file.message}` }
      session().openComparisonInput({ title: nameOf(path), scenario: file.scenario })
      return { ok: true }
    })
  }

  /** The report as one file (LB-18). */
  save(): Promise<CommandResult> {
    const { alone, dialogs, name, session } = this.#options
    return alone(async () => {
      const text = session().comparisonText()
      if (text === null)
        return { ok: false, message: 'There is no comparison to export yet. Compare policies in the Laboratory first.' }
      const path = await dialogs.save('html', `${name()} comparison.html`)
      return path === null ? CANCELLED : writeWhole(path, text)
    })
  }
}
