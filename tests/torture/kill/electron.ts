/** The built app under a program's hands, with the display and the runtime that it needs. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'

export interface Machine {
  executable: string
  root: string
  stop: () => Promise<void>
}

export interface Started {
  app: ElectronApplication
  page: Page
}

/** Prepares the machine and builds the app where it is stale. */
export async function prepare(root: string): Promise<Machine> {
  const load = (path: string): Promise<unknown> => import(/* @vite-ignore */ pathToFileURL(join(root, path)).href)
  const { prepareForTests } = (await load(
    'scripts/machine/prepare.mjs',
  )) as typeof import('../../../scripts/machine/prepare.mjs')
  const { buildIfStale } = (await load('scripts/build.mjs')) as typeof import('../../../scripts/build.mjs')
  const machine = await prepareForTests()
  await buildIfStale()
  return { executable: machine.runtime.executable, root, stop: machine.stop }
}

export function newUserData(): string {
  return mkdtempSync(join(tmpdir(), 'trimline-torture-'))
}

export async function start({ executable, root }: Machine, userData: string, args: string[] = []): Promise<Started> {
  const app = await _electron.launch({
    executablePath: executable,
    args: [root, `--user-data-dir=${userData}`, '--start-page=no', ...args],
    timeout: 60_000,
  })
  const page = await app.firstWindow()
  await page.locator('html[data-whole]').waitFor({ state: 'attached' })
  return { app, page }
}

/** Ends the app as a power cut does. */
export async function kill({ app }: Started): Promise<void> {
  const { pid } = app.process()
  const gone = app.waitForEvent('close')
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  await gone
}

export function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

/** Calls until it is as expected. @returns false when that has not come about within `ms`; a call that throws counts as no */
export async function until(ms: number, check: () => Promise<boolean> | boolean): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await wait(100)) {
    try {
      if (await check()) return true
    } catch {
      // what is looked at may just be gone
    }
  }
  return false
}
