/** The life of the one window: opened, recovered, asked before it closes. The app ends with it, on every platform. */
import { app, type BrowserWindow, type WebContents } from 'electron'
import { CHANNELS, type Frame, type MenuItem } from '../../../preload/contract'
import { automated } from '../boot'
import type { SettingsFile } from '../settings'
import { now } from '../timers'
import { mayCloseAtOnce } from './close-rule'
import { recoverRenderer } from './recovery'
import { createWindow, placeOf, raise } from './window'

export interface MainWindowOptions {
  /** address of the page */
  page: string
  preload: string
  icon: string
  settings: SettingsFile
  /** an explicit size is for this run only and is not remembered */
  size: { width: number; height: number } | null
  /** nobody is there to answer a question */
  unattended: boolean
  dirty: () => boolean
  /** asks about unsaved changes */
  mayClose: () => Promise<boolean>
  crashLoop: () => Promise<'retry' | 'quit'>
  /** the page is gone or about to be replaced: no frames until the next one is ready */
  lost: () => void
  visible: (visible: boolean) => void
}

export class MainWindow {
  readonly #options: MainWindowOptions
  #window: BrowserWindow | null = null
  #title = ''
  #quitting = false
  #agreed = false

  constructor(options: MainWindowOptions) {
    this.#options = options
    app.on('before-quit', () => {
      this.#quitting = true
    })
  }

  /** null while there is no window */
  get browserWindow(): BrowserWindow | null {
    return this.#window
  }

  get contents(): WebContents | null {
    return this.#window?.webContents ?? null
  }

  open(): void {
    const { page, preload, icon, settings, size } = this.#options
    const window = createWindow({ preload, icon, size, saved: settings.value.window, checkout: !app.isPackaged })
    this.#window = window
    this.#watch(window)
    // a failure is reported by did-fail-load
    window.loadURL(page).catch(() => {})
  }

  raise(): void {
    if (this.#window !== null) raise(this.#window)
  }

  /** @returns whether there was a page to send it to */
  sendFrame(frame: Frame): boolean {
    const { contents } = this
    if (contents === null || contents.isDestroyed()) return false
    contents.send(CHANNELS.frame, frame)
    return true
  }

  sendMenu(item: MenuItem): void {
    this.contents?.send(CHANNELS.menu, item)
  }

  /** Whether anybody can see it, for the page to rest. */
  sendSeen(seen: boolean): void {
    this.contents?.send(CHANNELS.seen, seen)
  }

  /** @param dirty unsaved changes, which macOS also shows in the close button */
  showTitle(title: string, dirty: boolean): void {
    if (title === this.#title || this.#window === null) return
    this.#title = title
    this.#window.setTitle(title)
    this.#window.setDocumentEdited(dirty)
  }

  #watch(window: BrowserWindow): void {
    const { lost, visible, crashLoop } = this.#options
    recoverRenderer(window, { now, lost, loop: crashLoop, quit: () => this.#quitFromLoop() })
    window.webContents.on('did-start-navigation', (event) => {
      if (event.isMainFrame && !event.isSameDocument) lost()
    })
    window.on('show', () => visible(true))
    window.on('restore', () => visible(true))
    window.on('hide', () => visible(false))
    window.on('minimize', () => visible(false))
    window.on('close', (event) => this.#closing(event, window))
    window.on('closed', () => {
      this.#window = null
      lost()
    })
  }

  #closing(event: { preventDefault: () => void }, window: BrowserWindow): void {
    const { size, settings, unattended, dirty } = this.#options
    if (size === null) settings.update({ window: placeOf(window) })
    const state = { agreed: this.#agreed, quitting: this.#quitting, unattended, automated: automated() }
    if (mayCloseAtOnce({ dirty: dirty(), ...state })) return
    event.preventDefault()
    void this.#askAndClose(window)
  }

  /** The page is dead, but the project is not: changes are asked about as ever. */
  async #quitFromLoop(): Promise<boolean> {
    const { unattended, dirty, mayClose } = this.#options
    if (unattended) {
      app.exit(1)
      return true
    }
    if (dirty() && !(await mayClose())) return false
    this.#agreed = true
    app.quit()
    return true
  }

  async #askAndClose(window: BrowserWindow): Promise<void> {
    const quitting = this.#quitting
    this.#agreed = await this.#options.mayClose()
    if (!this.#agreed) {
      this.#quitting = false
    } else if (quitting) app.quit()
    else window.close()
  }
}
