/** What the shell asks a person. Documents speak to the interface; only this file's class knows Electron's dialogs. */
import { existsSync } from 'node:fs'
import { basename, extname } from 'node:path'
import {
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron'
import { CAPTURE_EXTENSIONS } from '../../../preload/contract'
import { shownText, shownValue } from '../../session/scenario'

export type DialogKind =
  | 'project'
  | 'recording'
  | 'comparison'
  | 'dump'
  | 'capture'
  | 'media'
  | 'policy'
  | 'png'
  | 'csv'
  | 'html'
  | 'txt'
  | 'perfetto'

/** What can be opened. */
export type OpenKind = Extract<DialogKind, 'project' | 'comparison' | 'dump' | 'capture' | 'media' | 'policy'>

/** What is saved. */
export type SaveKind = Exclude<DialogKind, 'capture' | 'media' | 'policy'>

export interface Dialogs {
  /** @returns the chosen path, null when cancelled */
  open(kind: OpenKind, folder: string | null): Promise<string | null>
  save(kind: SaveKind, suggested: string): Promise<string | null>
  unsaved(name: string): Promise<'save' | 'discard' | 'cancel'>
  /** The window is to be closed while a file is being exported. @returns whether that is given up */
  exporting(name: string): Promise<boolean>
  /** Another program has changed the file since it was opened or saved here. */
  changed(name: string, path: string): Promise<'overwrite' | 'saveAs' | 'cancel'>
  error(message: string, detail: string): Promise<void>
  /**
   * What a recording became, and what of it was left out.
   * @param more the recording goes on after it
   * @returns `more`: that is wanted now; `save`: all that there is to say of it is wanted as a file
   */
  imported(message: string, detail: string, more: boolean): Promise<'done' | 'save' | 'more'>
}

const FILTERS = {
  project: { name: 'Trimline project or scenario', extensions: ['json', 'trimline'] },
  recording: { name: 'Trimline project or scenario', extensions: ['json', 'trimline'] },
  comparison: {
    name: 'Scenario, or recording of this or another program',
    extensions: ['json', 'trimline', ...CAPTURE_EXTENSIONS],
  },
  png: { name: 'PNG picture', extensions: ['png'] },
  dump: { name: 'D3D12MA memory dump', extensions: ['json'] },
  capture: { name: 'Recording of another program', extensions: CAPTURE_EXTENSIONS },
  policy: { name: 'ES module of a policy', extensions: ['mjs', 'js'] },
  media: {
    name: 'Picture or video',
    extensions: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'avif', 'mp4', 'm4v', 'webm', 'ogv', 'mov'],
  },
  csv: { name: 'Comma separated values', extensions: ['csv'] },
  html: { name: 'HTML document', extensions: ['html'] },
  txt: { name: 'Text', extensions: ['txt'] },
  perfetto: { name: 'Trace for Perfetto', extensions: ['pftrace', 'json'] },
} as const satisfies Record<DialogKind, unknown>

const OPEN_TITLES: Readonly<Record<OpenKind, string>> = {
  project: 'Open project',
  comparison: 'Compare on a scenario or recording',
  dump: 'Open memory dump',
  capture: 'Import recording',
  policy: 'Open own policy',
  media: 'Locate media',
}
const SAVE_TITLES: Readonly<Record<SaveKind, string>> = {
  project: 'Save project',
  recording: 'Save recording as scenario',
  comparison: 'Save scenario',
  dump: 'Save memory dump',
  png: 'Export',
  csv: 'Export',
  html: 'Export comparison',
  txt: 'Save report',
  perfetto: 'Export for Perfetto',
}

const ALL_FILES = { name: 'All files', extensions: ['*'] }

export class ElectronDialogs implements Dialogs {
  readonly #window: () => BrowserWindow | null

  constructor(
    window: () => BrowserWindow | null,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {
    this.#window = window
  }

  async open(kind: OpenKind, folder: string | null): Promise<string | null> {
    // from Electron 43 on, a dialog without a folder opens in Downloads; on Linux only newer portals heed a folder
    const options: OpenDialogOptions = {
      title: OPEN_TITLES[kind],
      properties: ['openFile'],
      filters: filters(kind),
      ...(folder === null ? {} : { defaultPath: folder }),
    }
    const parent = this.#window()
    const answer = await (parent === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options))
    return answer.canceled ? null : (answer.filePaths[0] ?? null)
  }

  async save(kind: SaveKind, suggested: string): Promise<string | null> {
    const options: SaveDialogOptions = {
      title: SAVE_TITLES[kind],
      defaultPath: suggested,
      filters: filters(kind),
      // GTK's own dialog replaces what is there without a word unless it is told to ask; others ask anyway
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    }
    const parent = this.#window()
    const answer = await (parent === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(parent, options))
    if (answer.canceled || answer.filePath === '') return null
    const path = withEnding(answer.filePath, kind, this.platform)
    // its dialog has asked about the name without the ending
    const isAsked = path === answer.filePath || !existsSync(path) || (await this.#replaces(path))
    return isAsked ? path : null
  }

  async #replaces(path: string): Promise<boolean> {
    const response = await this.#message({
      type: 'warning',
      message: `Replace “${shownValue(basename(path))}”?`,
      detail: `${path} is there already. Its content is lost if you replace it.`,
      buttons: ['Replace', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    })
    return response === 0
  }

  async unsaved(name: string): Promise<'save' | 'discard' | 'cancel'> {
    const response = await this.#message({
      type: 'warning',
      message: `Save the changes to “${shownValue(name)}”?`,
      detail: 'They are lost if you do not save them.',
      buttons: ['Save', 'Don’t Save', 'Cancel'],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    })
    return (['save', 'discard', 'cancel'] as const)[response] ?? 'cancel'
  }

  async exporting(name: string): Promise<boolean> {
    const response = await this.#message({
      type: 'warning',
      message: `“${shownValue(name)}” is still being exported.`,
      detail: 'It is not written if you close Trimline now.',
      buttons: ['Keep Exporting', 'Close Without It'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return response === 1
  }

  async changed(name: string, path: string): Promise<'overwrite' | 'saveAs' | 'cancel'> {
    const response = await this.#message({
      type: 'warning',
      message: `Another program has changed “${name}”.`,
      detail: `${path} is not as it was when it was opened or saved here. Saving replaces what the other program wrote.`,
      buttons: ['Save Anyway', 'Save As…', 'Cancel'],
      defaultId: 1,
      cancelId: 2,
      noLink: true,
    })
    return (['overwrite', 'saveAs', 'cancel'] as const)[response] ?? 'cancel'
  }

  async error(message: string, detail: string): Promise<void> {
    await this.#message({ type: 'error', message, detail, buttons: ['OK'], noLink: true })
  }

  async imported(message: string, detail: string, more: boolean): Promise<'done' | 'save' | 'more'> {
    const buttons = ['OK', 'Save Report…', ...(more ? ['Import What Follows'] : [])]
    const asked = { type: 'info', message, detail, buttons, defaultId: 0, cancelId: 0, noLink: true } as const
    return (['done', 'save', 'more'] as const)[await this.#message(asked)] ?? 'done'
  }

  /** The window failed three times in a row. */
  async crashLoop(): Promise<'retry' | 'quit'> {
    const response = await this.#message({
      type: 'error',
      message: 'The window stopped working several times.',
      detail: 'The simulation is unharmed. Try again to show it, or quit Trimline.',
      buttons: ['Try Again', 'Quit'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    return response === 0 ? 'retry' : 'quit'
  }

  async #message(options: MessageBoxOptions): Promise<number> {
    const parent = this.#window()
    const shown = {
      ...options,
      message: shownText(options.message),
      ...(options.detail === undefined ? {} : { detail: shownText(options.detail) }),
    }
    const { response } = await (parent === null ? dialog.showMessageBox(shown) : dialog.showMessageBox(parent, shown))
    return response
  }
}

/**
 * The name with its kind's ending, where it was typed without one and the dialog leaves it so, as GTK's does: what has none
 * is not among what Open offers. What follows the dot of "v1.2" is none; one that is there was chosen as it is.
 */
function withEnding(path: string, kind: SaveKind, platform: NodeJS.Platform): string {
  if (platform !== 'linux' || /^\.[a-z][\w-]*$/i.test(extname(path)) || existsSync(path)) return path
  return `${path.replace(/\.$/, '')}.${FILTERS[kind].extensions[0]}`
}

function filters(kind: DialogKind): { name: string; extensions: string[] }[] {
  return [{ name: FILTERS[kind].name, extensions: [...FILTERS[kind].extensions] }, ALL_FILES]
}
