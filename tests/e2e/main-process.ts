/**
 * The one way from a journey into the app's main process.
 *
 * Playwright waits for the result of every `evaluate` as for a promise. That of a plain value is a promise that is
 * fulfilled at once and that nobody holds until the main process has run its microtasks, which in Electron is only when
 * its JavaScript has returned: a garbage collection before then takes it ("Resulting promise was garbage collected",
 * 4 % of calls while the main process is busy), although the callback was run. An async callback's promise is held by
 * the microtasks themselves. So every callback is async, the type asks for it, and tests/architecture holds that no
 * journey calls `evaluate` of an app by itself.
 */
import type { ElectronApplication } from '@playwright/test'
import type * as Electron from 'electron'

type ElectronModule = typeof Electron

/**
 * Runs an async function in the main process. It is sent as text: it knows nothing of what is around it here, and
 * what it awaits has to be held by something there (a timer, a listener), not only by itself.
 * @param given what can be sent as JSON
 */
export function inMain<Result>(
  app: ElectronApplication,
  run: (electron: ElectronModule) => Promise<Result>,
): Promise<Result>
export function inMain<Result, Given>(
  app: ElectronApplication,
  run: (electron: ElectronModule, given: Given) => Promise<Result>,
  given: Given,
): Promise<Result>
export function inMain(
  app: ElectronApplication,
  run: (electron: ElectronModule, given: unknown) => Promise<unknown>,
  given?: unknown,
): Promise<unknown> {
  return app.evaluate(run, given)
}

/** Chooses from the native menu, as a click there does. */
export function menu(app: ElectronApplication, id: string): Promise<void> {
  return inMain(
    app,
    async ({ Menu, BrowserWindow }, item) => {
      const window = BrowserWindow.getAllWindows()[0]
      Menu.getApplicationMenu()?.getMenuItemById(item)?.click(undefined, window, window?.webContents)
    },
    id,
  )
}

/** The next file dialogs answer with this path. */
export function answerDialogs(app: ElectronApplication, path: string): Promise<void> {
  return inMain(
    app,
    async ({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
    },
    path,
  )
}

/** A message box that the app wanted to show. */
export interface ShownMessage {
  message: string
  detail: string
  buttons: string[]
}

/**
 * From now on message boxes are not shown but kept, each answered at once.
 * @param response index of the button that they are answered with
 */
export function keepMessages(app: ElectronApplication, response = 0): Promise<void> {
  return inMain(
    app,
    async ({ dialog }, response) => {
      const kept: ShownMessage[] = []
      Object.assign(globalThis, { keptMessages: kept })
      dialog.showErrorBox = (message, detail) => {
        kept.push({ message, detail, buttons: [] })
      }
      dialog.showMessageBox = ((...args: unknown[]) => {
        const { message = '', detail = '', buttons = [] } = args.at(-1) as Partial<ShownMessage>
        kept.push({ message, detail, buttons })
        return Promise.resolve({ response, checkboxChecked: false })
      }) as typeof dialog.showMessageBox
    },
    response,
  )
}

/** The message boxes since `keepMessages`, oldest first. */
export function keptMessages(app: ElectronApplication): Promise<ShownMessage[]> {
  return inMain(app, async () => (globalThis as { keptMessages?: ShownMessage[] }).keptMessages ?? [])
}
