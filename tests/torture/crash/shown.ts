/** What the app shows and has, looked at through its main process: a page that was killed takes Playwright's with it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import type { Command, CommandResult } from '../../../preload/contract'
import { answerMessages, inPage, keptMessages } from '../../e2e/main-process'

export { pidsOf, rendererPid } from '../../e2e/main-process'

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

/** The budget in the status bar, in bytes: its text has a tenth of a MiB only. NaN while nothing is shown. */
export async function budgetShown(app: ElectronApplication): Promise<number> {
  const title = await inPage(app, `document.querySelector('footer output[aria-label="Budget"]')?.title`)
  return typeof title === 'string' ? Number(title.replace(/\D/g, '')) : Number.NaN
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

/** A window that cannot be had back is tried again. */
export function tryAgain(app: ElectronApplication): Promise<void> {
  return answerMessages(app, { 'stopped working': 'Try Again' })
}

export async function askedToTryAgain(app: ElectronApplication): Promise<number> {
  return (await keptMessages(app)).length
}

/** The project that the app keeps, as text; '' when it keeps none. */
export function keptProject(userData: string): string {
  const folder = join(userData, 'recovery')
  const [name] = readdirSync(folder)
  return name === undefined ? '' : (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { project: string }).project
}
