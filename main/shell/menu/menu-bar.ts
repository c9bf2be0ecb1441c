/** The native menu bar: built again when what it shows changes, and carried out. */
import { shell as desktop, Menu, type WebContents } from 'electron'
import type { CommandResult, Frame, MenuItem, SessionCommand, ShellCommand } from '../../../preload/contract'
import { log, reason, stack } from '../log'
import { buildMenu, type MenuActions } from './menu'
import { INITIAL_MENU, type MenuModel, withFrame } from './menu-model'
import { isEditingText } from './text-focus'

export interface MenuBarOptions {
  checkout: boolean
  contents: () => WebContents | null
  session: (command: SessionCommand) => CommandResult
  shell: (command: ShellCommand) => Promise<CommandResult>
  renderer: (item: MenuItem) => void
  clearRecent: () => void
  /** nobody waits for the result of a menu item, so a failure is shown */
  failed: (message: string) => void
}

export class MenuBar {
  readonly #options: MenuBarOptions
  readonly #actions: MenuActions
  #model: MenuModel = INITIAL_MENU

  constructor(options: MenuBarOptions) {
    this.#options = options
    this.#actions = {
      session: (command) => void this.#report(async () => options.session(command)),
      shell: (command) => this.execute(command),
      renderer: options.renderer,
      undo: () => void this.#report(() => this.#undo('undo')),
      redo: () => void this.#report(() => this.#undo('redo')),
      clearRecent: options.clearRecent,
    }
  }

  show(): void {
    const { checkout } = this.#options
    const template = buildMenu(this.#model, this.#actions, { platform: process.platform, checkout })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  update(frame: Frame): void {
    const model = withFrame(this.#model, frame)
    if (model === this.#model) return
    this.#model = model
    this.show()
  }

  execute(command: ShellCommand): void {
    void this.#report(() => this.#options.shell(command))
  }

  async #report(run: () => Promise<CommandResult>): Promise<void> {
    try {
      const result = await run()
      if (result.ok || result.cancelled === true) return
      log(`a menu item was refused: ${result.message}`)
      this.#options.failed(result.message)
    } catch (error) {
      log(`a menu item failed: ${stack(error)}`)
      this.#options.failed(reason(error))
    }
  }

  /** In a text field it is the text that is undone. */
  async #undo(kind: 'undo' | 'redo'): Promise<CommandResult> {
    const contents = this.#options.contents()
    if (contents !== null && (await isEditingText(contents))) {
      contents[kind]()
      return { ok: true }
    }
    // behind the start page nobody sees what would be undone; the page says what was, or why nothing
    if (this.#model.atStartPage) desktop.beep()
    else this.#options.renderer(kind)
    return { ok: true }
  }
}
