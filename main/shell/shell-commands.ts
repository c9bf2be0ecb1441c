/** Carries out the commands that concern files and the window. */
import type { CommandResult, ShellCommand, Theme } from '../../preload/contract'
import type { ComparisonFiles } from './documents/comparison-files'
import type { Documents } from './documents/documents'
import type { DumpFiles } from './documents/dump-files'
import type { PolicyFiles } from './documents/policy-files'
import type { NewProject } from './documents/scenario-file'
import type { Guide } from './guide/guide'
import type { HotExit } from './hot-exit/hot-exit'
import type { MediaFiles } from './media/media-files'
import type { Notices } from './notices'
import type { SavedFiles } from './saved-files'

/** The page is sandboxed: it may name a recent project; any other file is for the person to choose. */
export type Asker = 'page' | 'person'

type ImportCommand = Extract<ShellCommand, { kind: 'importCapture' }>

export interface ShellCommandsOptions {
  documents: Pick<
    Documents,
    | 'newProject'
    | 'open'
    | 'importCapture'
    | 'save'
    | 'saveAs'
    | 'saveRecording'
    | 'exportPerfetto'
    | 'exportFile'
    | 'setTheme'
  >
  dumps: Pick<DumpFiles, 'save' | 'open'>
  comparisons: Pick<ComparisonFiles, 'save' | 'open' | 'openCompared'>
  policies: Pick<PolicyFiles, 'open' | 'reload'>
  media: Pick<MediaFiles, 'take' | 'open' | 'locate'>
  hotExit: Pick<HotExit, 'restore' | 'discard'>
  notices: Pick<Notices, 'dismiss'>
  saved: Pick<SavedFiles, 'add' | 'show'>
  guide: Pick<Guide, 'show' | 'setStartPage' | 'openExample' | 'openLesson' | 'leaveLesson'>
  isRecent: (path: string) => boolean
  /** makes the window and its page dark or light */
  showTheme: (theme: Theme) => void
}

export class ShellCommands {
  readonly #options: ShellCommandsOptions

  constructor(options: ShellCommandsOptions) {
    this.#options = options
  }

  /** What was saved, whoever asked for it, is told. */
  async execute(command: ShellCommand, asker: Asker): Promise<CommandResult> {
    const result = await this.#dispatch(command, asker)
    if (result.ok && result.saved !== undefined) this.#options.saved.add(result.saved)
    return result
  }

  async #dispatch(command: ShellCommand, asker: Asker): Promise<CommandResult> {
    const { documents, dumps, showTheme } = this.#options
    switch (command.kind) {
      case 'newProject':
        return documents.newProject(chosenOf(command))
      case 'openProject':
        return this.#open(command.path ?? null, asker)
      case 'saveProject':
        return documents.save()
      case 'saveProjectAs':
        return documents.saveAs()
      case 'saveRecording':
        return documents.saveRecording()
      case 'exportPerfetto':
        return documents.exportPerfetto()
      case 'saveDump':
        return dumps.save()
      case 'openDump':
        return this.#openDump(command.path ?? null, asker)
      case 'openComparisonInput':
        return this.#options.comparisons.open()
      case 'saveComparison':
        return this.#options.comparisons.save()
      case 'openCompared':
        return this.#options.comparisons.openCompared()
      case 'openPolicy':
        return this.#options.policies.open()
      case 'reloadPolicy':
        return this.#options.policies.reload()
      case 'importCapture':
        return this.#importCapture(command, asker)
      case 'importMedia':
        if (asker === 'person') return this.#options.media.take(command)
        return { ok: false, message: `${command.path} is for a person to drop onto the window.` }
      case 'openMedia':
        return this.#options.media.open(command.clip)
      case 'locateMedia':
        return this.#options.media.locate(command.clip)
      case 'restoreRecovery':
        return this.#options.hotExit.restore(command.id)
      case 'discardRecovery':
        return this.#options.hotExit.discard(command.id)
      case 'dismissNotice':
        this.#options.notices.dismiss(command.id)
        return { ok: true }
      case 'showSaved':
        return this.#options.saved.show(command.id)
      case 'showStart':
        return this.#options.guide.show(command.open)
      case 'setStartPage':
        return this.#options.guide.setStartPage(command.atStart)
      case 'openExample':
        return this.#options.guide.openExample(command.file)
      case 'openLesson':
        return this.#options.guide.openLesson(command.lesson)
      case 'leaveLesson':
        return this.#options.guide.leaveLesson()
      case 'exportFile':
        return documents.exportFile(command)
      case 'setTheme':
        showTheme(command.theme)
        documents.setTheme(command.theme)
        return { ok: true }
      default:
        return command satisfies never
    }
  }

  async #open(path: string | null, asker: Asker): Promise<CommandResult> {
    if (asker === 'person' || path === null || this.#options.isRecent(path)) return this.#options.documents.open(path)
    return { ok: false, message: `${path} is not among the recent projects. Choose it with File > Open.` }
  }

  async #importCapture({ path, options }: ImportCommand, asker: Asker): Promise<CommandResult> {
    if (asker === 'person' || path === undefined) return this.#options.documents.importCapture(path ?? null, options)
    return { ok: false, message: `${path} is for a person to choose, with File > Import Recording.` }
  }

  async #openDump(path: string | null, asker: Asker): Promise<CommandResult> {
    if (asker === 'person' || path === null) return this.#options.dumps.open(path)
    return { ok: false, message: `${path} is for a person to choose, with File > Open Memory Dump.` }
  }
}

function chosenOf({ kind: _, ...chosen }: Extract<ShellCommand, { kind: 'newProject' }>): NewProject {
  return chosen
}
