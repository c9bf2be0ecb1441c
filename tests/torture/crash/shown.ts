/** What the app shows and has, looked at through its main process: a page that was killed takes Playwright's with it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import type { Command, CommandResult } from '../../../preload/contract'

/** V8 may collect the promise of an answer that it has not given yet: what changes nothing is asked again. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === 5 || !String(error).includes('garbage collected')) throw error
    }
  }
}

/** Runs a script in the page. @returns null while there is no page that answers */
function inPage(app: ElectronApplication, script: string): Promise<unknown> {
  return again(() =>
    app.evaluate(async ({ webContents }, code) => {
      const contents = webContents.getAllWebContents()[0]
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return null
      // a process that is just dying never answers
      const late = new Promise((resolve) => setTimeout(() => resolve(null), 2000))
      return Promise.race([contents.executeJavaScript(code).catch(() => null), late])
    }, script),
  )
}

/** @returns null when the page died before the answer: whether it was carried out is not known */
export async function send(app: ElectronApplication, command: Command): Promise<CommandResult | null> {
  return (await inPage(app, `window.trimline.send(${JSON.stringify(command)})`)) as CommandResult | null
}

/** Text of what does not change while the simulation is paused; '' while nothing is shown. */
export async function shown(app: ElectronApplication): Promise<string> {
  const parts = `['h1', 'footer', '[aria-label="Effects"]', '[aria-label="Effects on the clip"]']`
  const text = await inPage(
    app,
    `${parts}.map((part) => document.querySelector(part)?.innerText ?? '').join('\\n').replace(/\\s+/g, ' ').trim()`,
  )
  return typeof text === 'string' ? text : ''
}

export async function wholeText(app: ElectronApplication): Promise<string> {
  const text = await inPage(app, 'document.body.innerText')
  return typeof text === 'string' ? text : ''
}

/** Why the Preview has no picture, null when it has one, '' while nothing is shown. */
export async function previewProblem(app: ElectronApplication): Promise<string | null> {
  const answer = await inPage(
    app,
    `document.querySelector('.preview-canvas') === null ? '' : (document.querySelector('.preview-problem')?.textContent ?? 'none')`,
  )
  if (typeof answer !== 'string') return ''
  return answer === 'none' ? null : answer
}

export function rendererPid(app: ElectronApplication): Promise<number> {
  return again(() =>
    app.evaluate(({ webContents }) => {
      const contents = webContents.getAllWebContents()[0]
      return contents === undefined || contents.isCrashed() ? 0 : contents.getOSProcessId()
    }),
  )
}

/** Processes of one kind, as Electron calls it. */
export function pidsOf(app: ElectronApplication, type: string, name = ''): Promise<number[]> {
  return again(() =>
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

/** A window that cannot be had back is tried again; how often that was asked is counted. */
export function tryAgain(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ dialog }) => {
    const counter = globalThis as unknown as { asked?: number }
    counter.asked = 0
    dialog.showMessageBox = ((...args: unknown[]) => {
      const { buttons } = args.at(-1) as { buttons: string[] }
      counter.asked = (counter.asked ?? 0) + 1
      return Promise.resolve({ response: Math.max(0, buttons.indexOf('Try Again')), checkboxChecked: false })
    }) as typeof dialog.showMessageBox
  })
}

export function askedToTryAgain(app: ElectronApplication): Promise<number> {
  return again(() => app.evaluate(() => (globalThis as unknown as { asked?: number }).asked ?? 0))
}

/** The project that the app keeps, as text; '' when it keeps none. */
export function keptProject(userData: string): string {
  const folder = join(userData, 'recovery')
  const [name] = readdirSync(folder)
  return name === undefined ? '' : (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { project: string }).project
}
