/** The app's one window. */
import { existsSync } from 'node:fs'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { MIN_HEIGHT, MIN_WIDTH } from '../options'
import type { WindowPlace } from '../settings'
import { placeWindow } from './window-placement'

/** --ground of the renderer's theme: what is behind the page before it is painted */
const GROUND = { dark: '#121317', light: '#d9dce1' } as const

export interface WindowOptions {
  preload: string
  icon: string
  saved: WindowPlace | null
  size: { width: number; height: number } | null
  /** developer tools are for a checkout */
  checkout: boolean
}

/** Creates the window, which is not shown; nothing is loaded yet. */
export function createWindow({ preload, icon, saved, size, checkout }: WindowOptions): BrowserWindow {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id)
  const window = new BrowserWindow({
    ...placeWindow(
      saved,
      size,
      [primary, ...others].map((display) => display.workArea),
    ),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Trimline',
    backgroundColor: ground(),
    ...(existsSync(icon) ? { icon } : {}),
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      // a file dropped on the window is not shown in place of the app
      navigateOnDragDrop: false,
      autoplayPolicy: 'document-user-activation-required',
      devTools: checkout,
      // the page learns that it is hidden, and gives back what it draws with; it is sent no frames then
      backgroundThrottling: true,
      spellcheck: false,
    },
  })
  followTheme(window)
  // the title is the project's, not the page's
  window.on('page-title-updated', (event) => event.preventDefault())
  return window
}

/** Where the window is now, to be remembered. Wayland, the default there from Electron 38 on, tells only its size. */
export function placeOf(window: BrowserWindow): WindowPlace {
  const { x, y, width, height } = window.getNormalBounds()
  return { x, y, width, height, maximized: window.isMaximized(), fullScreen: window.isFullScreen() }
}

/** Brings the window to the front, for a second launch; under Wayland only when the desktop agrees. */
export function raise(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/**
 * Shows the window when it has something to show, as it was left.
 * @param mayShow when it may be seen
 * @returns done when it is shown, or is no more
 */
export function showWhenPainted(
  window: BrowserWindow,
  saved: WindowPlace | null,
  mayShow: Promise<void>,
): Promise<void> {
  const painted = new Promise<void>((done) => {
    window.once('ready-to-show', () => done())
    window.once('closed', () => done())
  })
  return Promise.all([painted, mayShow]).then(() => {
    if (window.isDestroyed()) return
    if (saved?.maximized === true) window.maximize()
    if (saved?.fullScreen === true) window.setFullScreen(true)
    window.show()
  })
}

function followTheme(window: BrowserWindow): void {
  const update = (): void => window.setBackgroundColor(ground())
  nativeTheme.on('updated', update)
  window.once('closed', () => nativeTheme.off('updated', update))
}

function ground(): string {
  return nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light
}
