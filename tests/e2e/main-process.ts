/**
 * The one way from a journey into the app's main process.
 *
 * V8 gives up waiting for the promise of an `evaluate` when that is collected ("Resulting promise was garbage
 * collected"), although the callback was run. From the moment at which it is fulfilled until the answer is sent, three
 * microtasks later, nobody holds it: whatever the app has put between them, such as the reading of a large file, can
 * collect it. So each answer is given from a timer of its own, when no other microtask is waiting, and what is waited
 * for until then is held. The callback is async, as what it awaits may take long; tests/architecture holds that no
 * journey calls `evaluate` of an app by itself.
 *
 * It is also run from a timer: the inspector interrupts whatever is under way, so that a menu was clicked in the middle
 * of a frame being made, which then forgot what the click had changed. No person can click there.
 */
import type { ElectronApplication } from '@playwright/test'
import type * as Electron from 'electron'

type ElectronModule = typeof Electron

/** Apps whose main process a journey has changed, in ways that only it knows. */
const changed = new WeakSet<ElectronApplication>()

/** Whether whatever journeys have done to its main process is undone by `asEver`. */
export const isAsEver = (app: ElectronApplication): boolean => !changed.has(app)

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
  changed.add(app)
  return leavingNothing(app, run, given)
}

/** As `inMain`, of what another journey does not notice, as it only looks, acts on the project or is undone by `asEver`. */
function leavingNothing<Result, Given>(
  app: ElectronApplication,
  run: (electron: ElectronModule, given: Given) => Promise<Result>,
  given?: Given,
): Promise<Result> {
  return app.evaluate(answeredLater(run as Parameters<typeof answeredLater>[0]), given) as Promise<Result>
}

/** A function is sent as its text, so one that calls another is made of both their texts. */
function answeredLater(run: (electron: ElectronModule, given: unknown) => Promise<unknown>) {
  const text = `
    const awaited = (globalThis.awaitedByTests ??= new Set())
    const answer = new Promise((done, fail) => {
      const soon = (give) => (what) => setTimeout(() => {
        awaited.delete(answer)
        give(what)
      })
      setTimeout(() => (${String(run)})(electron, given).then(soon(done), soon(fail)))
    })
    awaited.add(answer)
    return answer`
  return new Function('electron', 'given', text) as (electron: ElectronModule, given: unknown) => Promise<unknown>
}

/** Chooses from the native menu, as a click there does. */
export function menu(app: ElectronApplication, id: string): Promise<void> {
  return leavingNothing(
    app,
    async ({ Menu, BrowserWindow }, item) => {
      const window = BrowserWindow.getAllWindows()[0]
      Menu.getApplicationMenu()?.getMenuItemById(item)?.click(undefined, window, window?.webContents)
    },
    id,
  )
}

/** The page is this large from now on, in px. */
export function resizeContent(app: ElectronApplication, width: number, height: number): Promise<void> {
  return inMain(app, async ({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h), [
    width,
    height,
  ] as const)
}

/** The next file dialogs answer with these paths. @param saved of what is saved */
export function answerDialogs(app: ElectronApplication, path: string, saved = path): Promise<void> {
  return leavingNothing(
    app,
    async ({ dialog }, { path, saved }) => {
      ;(globalThis as { dialogs?: typeof dialog }).dialogs ??= { ...dialog }
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: saved })
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
    },
    { path, saved },
  )
}

/** A message box that the app wanted to show. */
export interface ShownMessage {
  message: string
  detail: string
  buttons: string[]
}

/** The button to answer with, by what the message says ('' is in every message); of a list the last one stays. */
export type Answers = Record<string, string | readonly string[]>

/**
 * From now on message boxes are not shown but kept. One that no answer is given for stays open: nobody answers it.
 * What was kept before stays in the list.
 */
export function answerMessages(app: ElectronApplication, answers: Answers): Promise<void> {
  return leavingNothing(
    app,
    async ({ dialog }, given) => {
      const global = globalThis as { keptMessages?: ShownMessage[]; dialogs?: typeof dialog }
      global.dialogs ??= { ...dialog }
      global.keptMessages ??= []
      const kept = global.keptMessages
      const left = Object.entries(given).map(([about, names]) => ({ about, names: [names].flat() }))
      dialog.showErrorBox = (message, detail) => {
        kept.push({ message, detail, buttons: [] })
      }
      dialog.showMessageBox = ((...args: unknown[]) => {
        const { message = '', detail = '', buttons = [] } = args.at(-1) as Partial<ShownMessage>
        kept.push({ message, detail, buttons })
        const answer = left.find(({ about }) => message.includes(about))
        if (answer === undefined) return new Promise(() => {})
        const name = answer.names.length > 1 ? answer.names.shift() : answer.names[0]
        const response = buttons.indexOf(name ?? '')
        if (response < 0) throw new Error(`found no button ${name} on “${message}”; expected one of ${buttons.join()}`)
        return Promise.resolve({ response, checkboxChecked: false })
      }) as typeof dialog.showMessageBox
    },
    answers,
  )
}

/**
 * From now on message boxes are not shown but kept, each answered at once.
 * @param response index of the button that they are answered with
 */
export function keepMessages(app: ElectronApplication, response = 0): Promise<void> {
  return leavingNothing(
    app,
    async ({ dialog }, response) => {
      const global = globalThis as { keptMessages?: ShownMessage[]; dialogs?: typeof dialog }
      global.dialogs ??= { ...dialog }
      const kept: ShownMessage[] = []
      global.keptMessages = kept
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

/** Dialogs are shown again, and no message is kept. */
export async function asEver(app: ElectronApplication): Promise<void> {
  await leavingNothing(app, async ({ dialog }) => {
    const global = globalThis as { keptMessages?: ShownMessage[]; dialogs?: typeof dialog }
    Object.assign(dialog, global.dialogs)
    delete global.keptMessages
  })
}

/** The message boxes since `keepMessages` or the first `answerMessages`, oldest first. */
export function keptMessages(app: ElectronApplication): Promise<ShownMessage[]> {
  return leavingNothing(app, async () => (globalThis as { keptMessages?: ShownMessage[] }).keptMessages ?? [])
}

/** What the window's title bar says. */
export function windowTitle(app: ElectronApplication): Promise<string | undefined> {
  return leavingNothing(app, async ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())
}

/** As a click on the window's close button does: a quit by a program that drives the app is not asked about. */
export function closeWindow(app: ElectronApplication): Promise<void> {
  return inMain(app, async ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
}

/** Of the processes of one kind, as Electron calls it; for Utility with this name. */
export function pidsOf(app: ElectronApplication, type: string, name = ''): Promise<number[]> {
  return inMain(
    app,
    async (electron, wanted) =>
      electron.app
        .getAppMetrics()
        .filter((metric) => metric.type === wanted.type && (metric.name ?? '').includes(wanted.name))
        .map((metric) => metric.pid),
    { type, name },
  )
}

/** The process of the window; 0: there is none now. */
export function rendererPid(app: ElectronApplication): Promise<number> {
  return inMain(app, async ({ webContents }) => {
    const contents = webContents.getAllWebContents()[0]
    return contents === undefined || contents.isCrashed() ? 0 : contents.getOSProcessId()
  })
}

/** Runs a script in the window's page, also in one that took the place of Playwright's. @returns null: none answers */
export function inPage(app: ElectronApplication, script: string): Promise<unknown> {
  return inMain(
    app,
    async ({ webContents }, code) => {
      const contents = webContents.getAllWebContents()[0]
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return null
      // a process that is just dying never answers
      const late = new Promise((resolve) => setTimeout(() => resolve(null), 2000))
      return Promise.race([contents.executeJavaScript(code).catch(() => null), late])
    },
    script,
  )
}
