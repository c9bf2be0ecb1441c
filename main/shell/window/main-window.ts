/**
 * The life of the one window: opened, recovered, asked before it closes. The app ends with it, on every platform. It is
 * there before the application that owns it (main/index.ts): until then there is nothing to lose.
 */
import { app, type BrowserWindow, type WebContents } from 'electron'
import type { Frame, MenuItem } from '../../../preload/contract'
// not of the whole: this is read before the window opens
import { CHANNELS } from '../../../preload/contract/api'
import { automated } from '../boot'
import { log } from '../log'
import type { SettingsFile } from '../settings'
import { now } from '../timers'
import { mayCloseAtOnce } from './close-rule'
import { recoverRenderer } from './recovery'
import { createWindow, placeOf, raise, showWhenPainted } from './window'

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
}

/** Whose window it is. */
export interface WindowOwner {
  dirty: () => boolean
  /** something is written that `mayClose` waits for */
  saving: () => boolean
  /** asks about unsaved changes */
  mayClose: () => Promise<boolean>
  crashLoop: () => Promise<'retry' | 'quit'>
  /** the page is gone or about to be replaced: no frames until the next one is ready */
  lost: () => void
  visible: (visible: boolean) => void
}

export class MainWindow {
  readonly #options: MainWindowOptions
  /** whose it will be */
  readonly #owned: Promise<WindowOwner>
  #own: (owner: WindowOwner) => void = () => {}
  #owner: WindowOwner | null = null
  #window: BrowserWindow | null = null
  #visible = true
  readonly #mayShow: Promise<void>
  #allow: () => void = () => {}
  #title = ''
  #quitting = false
  #agreed = false

  constructor(options: MainWindowOptions) {
    this.#options = options
    this.#owned = new Promise((own) => {
      this.#own = own
    })
    this.#mayShow = new Promise((allow) => {
      this.#allow = allow
    })
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

  /** @param shown as soon as there is something to see; else not before `allowShow` is called */
  open(shown: boolean): void {
    const { page, preload, icon, settings, size } = this.#options
    const saved = settings.value.window
    const window = createWindow({ preload, icon, size, saved, checkout: !app.isPackaged })
    this.#window = window
    this.#watch(window)
    // a failure is reported by did-fail-load
    window.loadURL(page).catch(() => {})
    if (shown) this.allowShow()
    void showWhenPainted(window, size === null ? saved : null, this.#mayShow)
  }

  /** It may be seen from now on. */
  allowShow(): void {
    this.#allow()
  }

  /** What happens to it from now on is its owner's matter, and whether it is seen. */
  belongTo(owner: WindowOwner): void {
    this.#owner = owner
    this.#own(owner)
    if (!this.#visible) owner.visible(false)
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
    const loop = async (): Promise<'retry' | 'quit'> => (await this.#owned).crashLoop()
    recoverRenderer(window, {
      now,
      lost: () => this.#lost(),
      loop,
      quit: () => this.#quitFromLoop(),
      ended: () => this.#endedWithPage(window),
    })
    window.webContents.on('did-start-navigation', (event) => {
      if (event.isMainFrame && !event.isSameDocument) this.#lost()
    })
    window.on('show', () => this.#seen(true))
    window.on('restore', () => this.#seen(true))
    window.on('hide', () => this.#seen(false))
    window.on('minimize', () => this.#seen(false))
    window.on('close', (event) => this.#closing(event, window))
    window.on('closed', () => {
      this.#window = null
      this.#lost()
    })
  }

  #lost(): void {
    this.#owner?.lost()
  }

  #seen(visible: boolean): void {
    this.#visible = visible
    this.#owner?.visible(visible)
  }

  /** Without an owner nothing was changed. */
  #dirty(): boolean {
    return this.#owner?.dirty() ?? false
  }

  #saving(): boolean {
    return this.#owner?.saving() ?? false
  }

  #closing(event: { preventDefault: () => void }, window: BrowserWindow): void {
    const { size, settings, unattended } = this.#options
    if (size === null) settings.update({ window: placeOf(window) })
    const state = { agreed: this.#agreed, quitting: this.#quitting, unattended, automated: automated() }
    if (mayCloseAtOnce({ dirty: this.#dirty(), saving: this.#saving(), ...state })) return
    event.preventDefault()
    void this.#askAndClose(window)
  }

  /** The page is dead, but the project is not: changes are asked about as ever. */
  async #quitFromLoop(): Promise<boolean> {
    if (this.#options.unattended) {
      app.exit(1)
      return true
    }
    if ((this.#dirty() || this.#saving()) && !(await this.#mayClose())) return false
    this.#agreed = true
    app.quit()
    return true
  }

  /**
   * Its process was ended while the app quits: whoever ended the one has told the other to end (a terminal that is closed,
   * a session that is logged out of, end a whole group). Then none can be started that would show a window, and the
   * window would wait for it; nobody is there to answer either, so that unsaved changes are kept for the next start.
   */
  #endedWithPage(window: BrowserWindow): boolean {
    if (!this.#quitting) return false
    if (this.#dirty() && !this.#agreed) {
      log('the app was ended with its window: unsaved changes are kept, and offered at the next start')
      app.exit(1)
    } else if (!window.isDestroyed()) window.destroy()
    return true
  }

  async #askAndClose(window: BrowserWindow): Promise<void> {
    const quitting = this.#quitting
    this.#agreed = await this.#mayClose()
    if (!this.#agreed) {
      this.#quitting = false
    } else if (quitting) app.quit()
    else window.close()
  }

  async #mayClose(): Promise<boolean> {
    return (await this.#owned).mayClose()
  }
}
