import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Locator, type Page } from '@playwright/test'
import type { LaunchedApp } from './launch'

/** Ends the app as a power cut does. */
export async function killApp({ app }: Pick<LaunchedApp, 'app'>): Promise<void> {
  const { pid } = app.process()
  if (pid === undefined) throw new Error('the app has no process')
  const gone = app.waitForEvent('close')
  process.kill(pid, 'SIGKILL')
  await gone
}

/** Names of the files that keep unsaved changes. */
export function recoveryFiles(userData: string): string[] {
  const folder = join(userData, 'recovery')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

/** The project that the app's only recovery file holds, as text. */
export function keptProject(userData: string): string {
  const [name] = recoveryFiles(userData)
  if (name === undefined) return ''
  return (JSON.parse(readFileSync(join(userData, 'recovery', name), 'utf8')) as { project: string }).project
}

/** Waits until the recovery file has what was done last. */
export async function untilKept(userData: string, text: string): Promise<void> {
  await expect.poll(() => keptProject(userData), { timeout: 15_000 }).toContain(text)
}

export function offer(page: Page): Locator {
  return page.getByRole('alert', { name: 'Unsaved changes' })
}

/** Of the processes of one kind, as Electron calls it; for Utility with this name. */
export function pidsOf(app: ElectronApplication, type: string, name = ''): Promise<number[]> {
  return inMain(() =>
    app.evaluate(
      (electron, wanted) =>
        electron.app
          .getAppMetrics()
          .filter((metric) => metric.type === wanted.type && (metric.name ?? '').includes(wanted.name))
          .map((metric) => metric.pid),
      { type, name },
    ),
  )
}

/** V8 may collect the promise of an answer that it has not given yet: a question that changes nothing is asked again. */
export async function inMain<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === 5 || !String(error).includes('garbage collected')) throw error
    }
  }
}

/** The process of the window; 0: there is none now. */
export function rendererPid(app: ElectronApplication): Promise<number> {
  return inMain(() =>
    app.evaluate(({ webContents }) => {
      const contents = webContents.getAllWebContents()[0]
      return contents === undefined || contents.isCrashed() ? 0 : contents.getOSProcessId()
    }),
  )
}

/** What the window shows as text, '' while it shows nothing; Playwright's page dies with the process. */
export function shownText(app: ElectronApplication): Promise<string> {
  return inMain(() =>
    app.evaluate(async ({ webContents }) => {
      const contents = webContents.getAllWebContents()[0]
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return ''
      // a process that is just dying never answers
      const soon = new Promise<string>((resolve) => setTimeout(() => resolve(''), 500))
      return Promise.race([contents.executeJavaScript('document.body.innerText') as Promise<string>, soon])
    }),
  )
}

interface Asked {
  asked: string[]
  answers: Record<string, string>
}

/** From now on message boxes are answered by the button of this name for what they say, and recorded. */
export function answerMessages(app: ElectronApplication, answers: Record<string, string>): Promise<void> {
  return inMain(() =>
    app.evaluate(({ dialog }, given) => {
      const global = globalThis as unknown as { messages?: Asked }
      const asked = global.messages?.asked ?? []
      global.messages = { asked, answers: given }
      dialog.showMessageBox = ((...args: unknown[]) => {
        const { message, buttons } = args.at(-1) as { message: string; buttons: string[] }
        asked.push(message)
        const about = Object.keys(given).find((text) => message.includes(text))
        // left open: nobody answers
        if (about === undefined) return new Promise(() => {})
        return Promise.resolve({ response: buttons.indexOf(given[about] ?? ''), checkboxChecked: false })
      }) as typeof dialog.showMessageBox
    }, answers),
  )
}

export function askedMessages(app: ElectronApplication): Promise<string[]> {
  return inMain(() => app.evaluate(() => (globalThis as unknown as { messages?: Asked }).messages?.asked ?? []))
}
