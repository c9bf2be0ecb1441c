/**
 * The simulation lives in the main process, so a renderer that died or hangs is replaced: the new one asks for a full
 * frame and shows the same state.
 */
import type { BrowserWindow } from 'electron'
import { log } from '../log'
import { CrashGuard } from './crash-guard'

export interface RecoveryOptions {
  now: () => number
  /** the renderer is gone: no frames until the next one is ready */
  lost: () => void
  /** it died three times within ten seconds */
  loop: () => Promise<'retry' | 'quit'>
  /** @returns whether the app ends; false: the person wants to stay */
  quit: () => Promise<boolean>
  /**
   * The process was ended from outside, or none can be started.
   * @returns whether the app is ending, and this was the end of its window: nothing is to be started for it
   */
  ended: () => boolean
}

/** What a page's process dies of by itself, whatever becomes of the app meanwhile. */
const FAILED: ReadonlySet<string> = new Set(['crashed', 'abnormal-exit', 'oom', 'integrity-failure', 'memory-eviction'])

/** Reloads a page whose process is gone or hangs; three times in a row it asks whether to go on. */
export function recoverRenderer(window: BrowserWindow, { now, lost, loop, quit, ended }: RecoveryOptions): void {
  const guard = new CrashGuard()
  const { webContents } = window
  const reload = (): void => {
    if (!window.isDestroyed()) webContents.reload()
  }
  const giveUp = async (): Promise<void> => {
    log('the window stopped working several times in a row')
    // whoever does not quit after all is asked again: there is nothing to go on with but the window
    while ((await loop()) === 'quit') if (await quit()) return
    guard.reset()
    reload()
  }
  webContents.on('render-process-gone', (_event, details) => {
    lost()
    log(`the window's process is gone (${details.reason}, exit code ${details.exitCode})`)
    // loading from within the event handler can take the main process down
    setImmediate(() => {
      if (!FAILED.has(details.reason) && ended()) return
      if (guard.record(now()) === 'reload') reload()
      else void giveUp()
    })
  })
  window.on('unresponsive', () => {
    // stopped in the debugger
    if (webContents.isDevToolsOpened()) return
    log('the window does not respond: its process is replaced')
    webContents.forcefullyCrashRenderer()
  })
  webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    // -3: another load took its place
    if (isMainFrame && code !== -3) log(`could not load ${url}: ${description} (${code})`)
  })
}
