/** Carries out the commands that concern files and the window. */
import { nativeTheme } from 'electron'
import type { CommandResult, ShellCommand } from '../../preload/contract'
import type { Documents } from './documents'

/** The page is sandboxed: it may name a recent project; any other file is for the person to choose. */
export type Asker = 'page' | 'person'

export class ShellCommands {
  readonly #documents: Documents
  readonly #isRecent: (path: string) => boolean

  constructor(documents: Documents, isRecent: (path: string) => boolean) {
    this.#documents = documents
    this.#isRecent = isRecent
  }

  async carryOut(command: ShellCommand, asker: Asker): Promise<CommandResult> {
    switch (command.kind) {
      case 'newProject':
        return this.#documents.newProject()
      case 'openProject':
        return this.#open(command.path ?? null, asker)
      case 'saveProject':
        return this.#documents.save()
      case 'saveProjectAs':
        return this.#documents.saveAs()
      case 'exportFile':
        return this.#documents.exportFile(command)
      case 'setTheme':
        nativeTheme.themeSource = command.theme
        this.#documents.setTheme(command.theme)
        return { ok: true }
      default:
        return command satisfies never
    }
  }

  async #open(path: string | null, asker: Asker): Promise<CommandResult> {
    if (asker === 'person' || path === null || this.#isRecent(path)) return this.#documents.open(path)
    return { ok: false, message: `${path} is not among the recent projects. Choose it with File > Open.` }
  }
}
