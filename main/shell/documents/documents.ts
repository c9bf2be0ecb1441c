/** The project as a file: New, Open, Save, Save As, the recent ones, and the question about unsaved changes. */
import { basename, dirname } from 'node:path'
import type { CommandResult, ImportOptions, Theme } from '../../../preload/contract'
import { nodeFileSystem } from '../../files/file-system'
import { isSameFile, knownByContent } from '../../files/identity'
import type { DocumentInfo } from '../../session/frames/project-view'
import { type Scenario, shownValue } from '../../session/scenario'
import type { RecoveryStand } from '../hot-exit/recovery-file'
import { log, reason } from '../log'
import type { CaptureRead } from '../reading/capture'
import { captureTitle } from './capture-names'
import type { SaveKind } from './dialogs'
import { type DocumentFile, NO_FILE, nameOfFile } from './document-file'
import { nameOf } from './document-title'
import type { DocumentsOptions } from './documents-options'
import { type ExportCommand, exportBytes, exportName } from './export-file'
import { CANCELLED, hasChanged, notImported, unlessGivenUp, writeKnown, writeWhole } from './files'
import { type OpeningReaders, partText, readProjectOrRecording, readRecording } from './project-or-recording'
import { type NewProject, newScenarioWith } from './scenario-file'
import { tellImport } from './told-import'
import { type UnderWay, underWayText } from './under-way'

/** What a project is on disk: writing happens in one go, reading what is large beside the app. */
export class Documents {
  readonly #options: DocumentsOptions
  #file: DocumentFile
  #theme: Theme
  #asking = false
  /** what `alone` carries out, or carried out last */
  #current: Promise<unknown> = Promise.resolve()
  /** why the recording that was saved last was not written; null: it was, or nobody saved one */
  #unwritten: string | null = null
  /** folder of the last recording; null: the dialog's own choice */
  #captures: string | null = null
  /** what is being read, built or written: nothing else may begin; null: nothing */
  #underWay: UnderWay | null = null
  #isClosing = false

  constructor(options: DocumentsOptions) {
    this.#options = options
    this.#file = { path: options.path, known: options.opened ?? null }
    this.#theme = options.theme
  }

  get name(): string {
    return nameOfFile(this.#file)
  }

  get path(): string | null {
    return this.#file.path
  }

  /** What is kept of it beside the project itself: also how its file stood when it was read or written last. */
  get identity(): { name: string; path: string | null; stand: RecoveryStand | null } {
    const { path, known } = this.#file
    const stand = known === null ? null : { size: known.size, sha256: known.hash }
    return { name: this.name, path, stand }
  }

  /** Something is being saved or exported: until then the app does not end unasked. */
  get isWriting(): boolean {
    return this.#underWay !== null && this.#underWay.done !== 'opened'
  }

  get info(): DocumentInfo {
    return this.#infoOf(this.#file, false)
  }

  /** @param chosen of its device and its policy [the default project's] */
  newProject(chosen: NewProject = {}): Promise<CommandResult> {
    return this.alone(async () => {
      const made = newScenarioWith(chosen)
      if ('problem' in made) return { ok: false, message: made.problem }
      if (!(await this.#mayReplace())) return CANCELLED
      return this.#start(made.scenario, NO_FILE)
    })
  }

  /**
   * A copy of what ships with the app, which has no file yet: nobody saves over it.
   * @param title what it is called until it is saved
   */
  openExample(path: string, title: string): Promise<CommandResult> {
    return this.alone(async () => {
      const file = await this.during(title, this.#options.read(path))
      if (file === null) return CANCELLED
      if (!file.ok) return { ok: false, message: `Could not open “${title}”.\n${file.message}` }
      if (!(await this.#mayReplace())) return CANCELLED
      return this.#start(file.scenario, { ...NO_FILE, title })
    })
  }

  /** A recording of another program is imported: nobody has to know which of the two a file is for. @param path null: ask for it */
  open(path: string | null): Promise<CommandResult> {
    return this.alone(async () => {
      const { dialogs } = this.#options
      const chosen = path ?? (await dialogs.open('project', this.path === null ? null : dirname(this.path)))
      return chosen === null ? CANCELLED : this.#openFile(chosen)
    })
  }

  /** @param answered the project's revision for which it has been asked what becomes of its changes; null: none */
  async #openFile(path: string, answered: number | null = null): Promise<CommandResult> {
    const { own } = this.#options
    const read = await readProjectOrRecording(path, nameOf(path), this.#readers)
    if (read === null) return CANCELLED
    if (read.as === 'recording') return this.#startPart(path, {}, read.capture)
    if (read.as === 'nothing') {
      this.#options.settings.removeRecent(path)
      this.publish()
      return read.refusal
    }
    if (own().revision !== answered && !(await this.#mayReplace())) return CANCELLED
    // it may be the very file that the changes were just saved to
    if (hasChanged(path, read.file.identity)) return this.#openFile(path, own().revision)
    this.#remember(path)
    return this.#start(read.file.scenario, { path, known: read.file.identity })
  }

  /**
   * A recording of another program becomes a project that has no file yet.
   * @param path the recording; null: ask for it
   * @param options what is wanted of it, and how
   */
  importCapture(path: string | null, options: ImportOptions = {}): Promise<CommandResult> {
    return this.alone(async () => {
      const chosen = path ?? (await this.#options.dialogs.open('capture', this.#captures))
      if (chosen === null) return CANCELLED
      this.#captures = dirname(chosen)
      return this.#importPart(chosen, options)
    })
  }

  /** What had no room in it can become a project of its own. @param options of the part */
  async #importPart(path: string, options: ImportOptions): Promise<CommandResult> {
    const read = await readRecording(path, options, this.#readers)
    if (read === null) return CANCELLED
    return read.ok ? this.#startPart(path, options, read) : notImported(path, read.message)
  }

  get #readers(): OpeningReaders {
    const { read, readCapture } = this.#options
    return { documents: this, read, readCapture }
  }

  async #startPart(
    path: string,
    options: ImportOptions,
    { scenario, report, next }: CaptureRead & { ok: true },
  ): Promise<CommandResult> {
    const { dialogs, session } = this.#options
    if (!(await this.#mayReplace())) return CANCELLED
    const called = captureTitle(path)
    // parts are told apart by when they are, and none is proposed to be saved over another
    const title = `${called}${partText(options)}`
    const started = await this.#start(scenario, { ...NO_FILE, title })
    if (!started.ok) return started
    session().markUnsaved()
    const name = basename(path)
    const message = `“${shownValue(name)}” was imported.`
    const goesOn = await tellImport(dialogs, this, { message, name, report, more: next !== null })
    if (!goesOn || next === null) return started
    return unlessGivenUp(await this.#importPart(path, { ...options, from: next }), started)
  }

  /** What is there already, and is of no file, becomes the project. */
  openScenario(scenario: Scenario): Promise<CommandResult> {
    return this.alone(async () => ((await this.#mayReplace()) ? this.#start(scenario, NO_FILE) : CANCELLED))
  }

  /**
   * Goes on with a project that was never saved like this.
   * @param as `name`: what it was called, which is the file's name where it has one; `stand`: of that file, when the project
   * was read from it or saved to it; null: nothing is known of it
   * @returns cancelled when the person wants to keep what is there now
   */
  replace(scenario: Scenario, { name, path, stand }: Documents['identity']): Promise<CommandResult> {
    return this.alone(async () => {
      if (!(await this.#mayReplace())) return CANCELLED
      const known = stand === null ? null : knownByContent(stand.size, stand.sha256)
      const started = await this.#start(scenario, { path, known, title: name })
      if (started.ok) this.#options.session().markUnsaved()
      return started
    })
  }

  save(): Promise<CommandResult> {
    return this.alone(() => this.#save(this.path))
  }

  saveAs(): Promise<CommandResult> {
    return this.alone(() => this.#save(null))
  }

  /** The recording is a file of its own: the project stays as it is, saved or not (SC-12). */
  saveRecording(): Promise<CommandResult> {
    return this.alone(async () => {
      const path = await this.whereBeside('recording', `${this.name} recording.json`)
      if (typeof path !== 'string') return path
      const text = this.#options.session().toRecordingText()
      const unreadable = await this.#readBack(basename(path), text, 'recording')
      const saved = unreadable === null ? writeWhole(path, text) : { ok: false as const, message: unreadable }
      this.#unwritten = saved.ok ? null : saved.message
      return saved
    })
  }

  /** The whole of the run so far (LB-17): run again beside the app, as a run is the same each time. */
  exportPerfetto(): Promise<CommandResult> {
    return this.alone(async () => {
      const { session, writeTrace } = this.#options
      const path = await this.whereBeside('perfetto', `${this.name}.pftrace`)
      if (typeof path !== 'string') return path
      const writing = writeTrace(path, session().toRecordingText())
      const result = (await this.during(basename(path), writing, 'exported')) ?? CANCELLED
      return result.ok ? { ...result, saved: path } : result
    })
  }

  /**
   * What is being opened is given up first: it holds nothing that is not in its file. What is being saved is waited for, and
   * about what is being exported the person is asked.
   * @returns false when the person wants to stay, or saving failed (which has been shown)
   */
  async mayClose(): Promise<boolean> {
    if (this.#isClosing) return false
    this.#isClosing = true
    try {
      if (this.#underWay !== null) {
        const asked = this.#underWay
        if (asked.done === 'exported' && !(await this.#options.dialogs.exporting(asked.title))) return false
        // it may be over by now
        if (this.#underWay === asked && asked.done !== 'saved') this.#options.giveUp?.()
        this.#unwritten = null
        await this.#current
        // of the project it is asked below; why a recording was not saved nobody would see
        if (this.#unwritten !== null) {
          await this.#options.dialogs.error('The recording was not saved.', this.#unwritten)
          return false
        }
      }
      await this.#options.left?.()
      if (this.#asking) return false
      return (await this.alone(async () => ((await this.#mayReplace()) ? { ok: true } : CANCELLED))).ok
    } finally {
      this.#isClosing = false
    }
  }

  setTheme(theme: Theme): void {
    this.#theme = theme
    this.#options.settings.update({ theme })
    this.publish()
  }

  clearRecent(): void {
    this.#options.settings.update({ recent: [] })
    this.publish()
  }

  exportFile(command: ExportCommand): Promise<CommandResult> {
    return this.alone(async () => {
      const content = exportBytes(command)
      if (!content.ok) return content
      const path = await this.whereBeside(command.format, exportName(command))
      return typeof path === 'string' ? writeWhole(path, content.bytes) : path
    })
  }

  /**
   * Asks where to write what is not the project: over the project's own file it would be lost, and nobody would be asked when
   * it is closed (SC-12).
   * @returns the chosen path, or why nothing is written
   */
  async whereBeside(kind: Exclude<SaveKind, 'project'>, suggested: string): Promise<string | CommandResult> {
    const path = await this.#options.dialogs.save(kind, suggested)
    if (path === null) return CANCELLED
    if (this.path === null || !isSameFile(path, this.path, nodeFileSystem)) return path
    return { ok: false, message: `${shownValue(path)} has the project that is open. Give another name.` }
  }

  /** One dialog at a time: a second question could contradict the first. Nor may what is being opened be overtaken. */
  async alone(run: () => Promise<CommandResult>): Promise<CommandResult> {
    if (this.#underWay !== null) return { ok: false, message: underWayText(this.#underWay) }
    if (this.#asking) return { ok: false, message: 'A dialog is open. Answer it first.' }
    this.#asking = true
    const running = run()
    this.#current = running.catch(() => {})
    try {
      return await running
    } finally {
      this.#asking = false
    }
  }

  async #mayReplace(): Promise<boolean> {
    const { dialogs, own } = this.#options
    // what was changed while it was saved is asked about too
    while (own().dirty) {
      const answer = await dialogs.unsaved(this.name)
      if (answer !== 'save') return answer === 'discard'
      const saved = await this.#save(this.path)
      if (!saved.ok && saved.cancelled !== true) await dialogs.error('The project was not saved.', saved.message)
      if (!saved.ok) return false
    }
    return true
  }

  async #save(path: string | null): Promise<CommandResult> {
    const { dialogs, own } = this.#options
    const chosen = path ?? (await dialogs.save('project', this.path ?? `${this.name}.json`))
    if (chosen === null) return CANCELLED
    const project = own()
    const text = project.toScenarioText()
    // the person may go on with it while it is read back
    const { revision } = project
    const unreadable = await this.#readBack(this.name, text, 'project')
    if (unreadable !== null) return { ok: false, message: unreadable }
    if (path !== null && this.#changedByOthers(path)) {
      const answer = await dialogs.changed(this.name, path)
      if (answer === 'cancel') return CANCELLED
      if (answer === 'saveAs') return this.#save(null)
    }
    this.#options.saving?.(text, revision)
    const { ok, message, identity } = writeKnown(chosen, text)
    // in place, but not confirmed by the disk: it is ours all the same
    if (identity !== undefined && (ok || chosen === this.path)) this.#file = { ...this.#file, known: identity }
    if (!ok) return { ok, message }
    project.markSaved(revision)
    this.#file = { ...this.#file, path: chosen }
    this.#remember(chosen)
    this.publish()
    this.#options.saved?.()
    return { ok, message, saved: chosen }
  }

  /** @param title what the text is of, for what else is asked for meanwhile */
  #readBack(title: string, text: string, what: string): Promise<string | null> {
    return this.during(title, this.#options.readBack(text, what), 'saved')
  }

  /** A file that is gone is written again: nothing is lost by that. */
  #changedByOthers(path: string): boolean {
    const { known } = this.#file
    return known !== null && path === this.#file.path && hasChanged(path, known)
  }

  async #start(scenario: Scenario, file: DocumentFile): Promise<CommandResult> {
    const info = this.#infoOf(file, true)
    const started = await this.during(info.title, this.#options.start(scenario, info))
    if (!started) {
      this.publish()
      return CANCELLED
    }
    this.#file = file
    this.#options.started?.()
    return { ok: true }
  }

  /** @param replaced another project is about to take the place of what is shown */
  #infoOf(file: DocumentFile, replaced: boolean): DocumentInfo {
    return {
      title: nameOfFile(file),
      path: file.path,
      recent: [...this.#options.settings.value.recent],
      theme: this.#theme,
      ...this.#options.beside?.(replaced),
    }
  }

  /** @param work on what is called `title`, which the person may give up, unless it is being saved */
  async during<Result>(title: string, work: Promise<Result>, done: UnderWay['done'] = 'opened'): Promise<Result> {
    this.#underWay = { title, done }
    return work.finally(() => {
      this.#underWay = null
    })
  }

  #remember(path: string): void {
    this.#options.settings.addRecent(path)
    try {
      this.#options.remember(path)
    } catch (error) {
      // the desktop's list is a convenience: what was opened or saved is
      log(`the desktop does not remember ${path}: ${reason(error)}`)
    }
  }

  /** Tells the page what has changed beside the project. */
  publish(): void {
    this.#options.session().setDocument(this.info)
  }
}
