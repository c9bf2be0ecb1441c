import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Locator, type Page } from '@playwright/test'
import type { LaunchedApp } from '../launch'
import { inPage, keptMessages } from '../main-process'

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
  // what is still being written has another name: it would be gone with an app that is killed then
  const name = recoveryFiles(userData).find((file) => file.endsWith('.json'))
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

/** What the window shows as text, '' while it shows nothing; Playwright's page dies with the process. */
export async function shownText(app: ElectronApplication): Promise<string> {
  return String((await inPage(app, 'document.body.innerText')) ?? '')
}

/** What message boxes have said since they were first answered. */
export async function askedMessages(app: ElectronApplication): Promise<string[]> {
  return (await keptMessages(app)).map(({ message }) => message)
}
