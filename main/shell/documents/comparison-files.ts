/** What is compared, as files: a scenario or recording is opened to be compared on, and a comparison saved as a report. */
import { basename, dirname } from 'node:path'
import type { CommandResult, ImportOptions } from '../../../preload/contract'
import type { Laboratory } from '../../session/laboratory/laboratory'
import type { LiveSession } from '../../session/live-session'
import { shownValue } from '../../session/scenario'
import type { CaptureRead } from '../reading/capture'
import { captureTitle } from './capture-names'
import type { Dialogs } from './dialogs'
import { nameOf } from './document-title'
import type { Documents } from './documents'
import { CANCELLED, notImported, unlessGivenUp, writeWhole } from './files'
import { partText, readProjectOrRecording, readRecording } from './project-or-recording'
import type { ScenarioFile } from './scenario-file'
import { tellImport } from './told-import'

export interface ComparisonFilesOptions {
  dialogs: Pick<Dialogs, 'open' | 'imported' | 'error'>
  session: () => Pick<LiveSession, 'goOnWith' | 'markUnsaved'> & {
    laboratory: Pick<Laboratory, 'open' | 'report' | 'compared' | 'fileCompared'>
  }
  /** the project's name, one dialog at a time over all files, and what takes the project's place */
  documents: Pick<Documents, 'name' | 'alone' | 'during' | 'openScenario' | 'whereBeside'>
  /** as a project is read @returns null when the person gave up */
  read: (path: string) => Promise<ScenarioFile | null>
  /** as a recording of another program is imported @returns null when the person gave up */
  readCapture: (path: string, options: ImportOptions) => Promise<CaptureRead | null>
}

export class ComparisonFiles {
  readonly #options: ComparisonFilesOptions
  /** of the last scenario; null: the dialog's own choice */
  #folder: string | null = null

  constructor(options: ComparisonFilesOptions) {
    this.#options = options
  }

  /** Asks for a scenario or a recording, also of another program; a malformed one changes nothing. */
  open(): Promise<CommandResult> {
    const { documents, dialogs, session } = this.#options
    return documents.alone(async () => {
      const path = await dialogs.open('comparison', this.#folder)
      if (path === null) return CANCELLED
      this.#folder = dirname(path)
      const read = await readProjectOrRecording(path, basename(path), this.#options)
      if (read === null) return CANCELLED
      if (read.as === 'nothing') return read.refusal
      if (read.as === 'recording') return this.#takePart(path, {}, read.capture)
      session().laboratory.open({ title: nameOf(path), scenario: read.file.scenario })
      return { ok: true }
    })
  }

  /** What had no room in it can be compared on instead (LB-19). @param options of the part */
  async #openPart(path: string, options: ImportOptions): Promise<CommandResult> {
    const read = await readRecording(path, options, this.#options)
    if (read === null) return CANCELLED
    return read.ok ? this.#takePart(path, options, read) : notImported(path, read.message)
  }

  async #takePart(path: string, options: ImportOptions, read: CaptureRead & { ok: true }): Promise<CommandResult> {
    const { dialogs, documents, session } = this.#options
    const name = basename(path)
    const { scenario, report, next } = read
    session().laboratory.open({ title: partText(options) === '' ? name : scenario.name, scenario })
    const message = `“${shownValue(name)}” was imported, to compare on.`
    const goesOn = await tellImport(dialogs, documents, { message, name, report, more: next !== null })
    if (!goesOn || next === null) return { ok: true }
    return unlessGivenUp(await this.#openPart(path, { ...options, from: next }), { ok: true })
  }

  /** The report as one file (LB-18). */
  save(): Promise<CommandResult> {
    const { documents, session } = this.#options
    return documents.alone(async () => {
      const { laboratory } = session()
      // one that was never saved has no name that would tell a reader anything
      const text = laboratory.report(documents.name === nameOf(null) ? null : documents.name)
      if (text === null)
        return { ok: false, message: 'There is no comparison to export yet. Compare policies in the Laboratory first.' }
      // of what was compared, which is not always the project
      const name = laboratory.fileCompared === null ? documents.name : captureTitle(laboratory.fileCompared)
      const path = await documents.whereBeside('html', `${name} comparison.html`)
      return typeof path === 'string' ? writeWhole(path, text) : path
    })
  }

  /**
   * What was compared becomes the project, played to its end, so that one can go to every moment of its runs (LB-06). A file
   * can be opened again, so that nothing is asked when it is closed; a session that is over is nowhere else.
   */
  async openCompared(): Promise<CommandResult> {
    const { documents, session } = this.#options
    const compared = session().laboratory.compared()
    if ('ok' in compared) return compared
    const started = await documents.openScenario(compared.work.scenario)
    if (!started.ok) return started
    session().goOnWith(compared)
    if (compared.fileCompared === null) session().markUnsaved()
    return started
  }
}
