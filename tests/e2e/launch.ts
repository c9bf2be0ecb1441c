import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test'
import type { Runtime } from '../../scripts/electron-runtime.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { startXvfb } from '../../scripts/machine/display.mjs'
import { SHOWN } from '../../scripts/testing/failures.mjs'
import { answerMessages, asEver, isAsEver, keptMessages } from './main-process'

export interface LaunchOptions {
  /** options of the app, each as `--flag=value` */
  args?: string[]
  /** an existing folder of user data, to start again with what an earlier start left; kept afterwards */
  userData?: string
  env?: Record<string, string>
  /** with the page of questions, as a person starts it */
  startPage?: true
  /** the folder of the app, instead of this checkout */
  app?: string
  /** of this journey alone, which does to its process what no helper undoes */
  own?: true
}

export interface LaunchedApp {
  app: ElectronApplication
  /** the first window, loaded */
  page: Page
  userData: string
}

/**
 * The built app as `npm start` starts it. Where nothing but a project is asked for, it may be one that has run a journey
 * before, as starting one takes three times the processor time of opening a project in it: see `goOn`.
 */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const project = projectAlone(options)
  const before = kept
  if (project !== null && before !== null) {
    kept = null
    running.push(before)
    const page = await goOn(before, project)
    if (page !== null) return { app: before.app, page, userData: before.userData }
  }
  return startApp(options)
}

function startApp(options: LaunchOptions): Promise<LaunchedApp> {
  const text = process.env.TRIMLINE_TEST_RUNTIME
  if (text === undefined) throw new Error('found no TRIMLINE_TEST_RUNTIME; expected it from tests/e2e/global-setup.ts')
  const runtime = JSON.parse(text) as Runtime
  return launch(runtime.executable, [options.app ?? root], options)
}

/** Starts the packaged app by its executable, as a double-click does. */
export function launchPackaged(options: Omit<LaunchOptions, 'app'> = {}): Promise<LaunchedApp> {
  return launch(packagedExecutable(), [], options)
}

/** The executable that `npm run package:dir` made. */
export function packagedExecutable(): string {
  const record = join(root, 'dist', 'package-dir.json')
  if (!existsSync(record)) throw new Error('found no packaged app; make it with `npm run package:dir`')
  return (JSON.parse(readFileSync(record, 'utf8')) as { executable: string }).executable
}

/** An app that a test has started, with the user data that has to go with it. */
interface Running {
  app: ElectronApplication
  userData: string
  temporary: string | undefined
  ended: boolean
  said: string[]
  /** it was started with nothing but a project */
  plain: boolean
}

/** What the test that runs has started. */
const running: Running[] = []

/** The app that this worker's next journey goes on with; null: there is none. */
let kept: Running | null = null

const SCENARIO = '--scenario='

/** @returns path of the project that is all that is asked for; null: there is more, or none */
function projectAlone({ args = [], ...others }: LaunchOptions): string | null {
  const [only] = args
  const alone = args.length === 1 && Object.keys(others).length === 0
  return alone && only?.startsWith(SCENARIO) === true ? only.slice(SCENARIO.length) : null
}

/**
 * Opens a project as one that is dropped onto the window, in place of the one before, whose changes are given up; then the
 * page is loaded anew, so that nothing of the journey before is in it.
 * @returns the window, as if the app had been started with that project; null: it was not opened
 */
async function goOn({ app, said }: Running, project: string): Promise<Page | null> {
  said.splice(0)
  const page = await app.firstWindow()
  await page.mouse.move(0, 0)
  const field = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }))
  await field.setInputFiles(project)
  await answerMessages(app, { '': 'Don’t Save' })
  const opened = await field.evaluate(async ({ files }) => {
    localStorage.clear()
    const file = files?.[0]
    return file !== undefined && (await window.trimline.openDropped(file, 'project')).ok
  })
  await asEver(app)
  if (!opened) return null
  await page.reload()
  await untilWhole(page)
  return page
}

/** What the page loads after its first frame is there: keys that it listens for are heard. */
function untilWhole(page: Page): Promise<void> {
  return page.locator('html[data-whole]').waitFor({ state: 'attached' })
}

/**
 * As launchApp, for all tests of a worker that ask the page only for what leaves nothing in it; a fixture of the worker's
 * makes it.
 * @param use has it while the worker lives
 */
export async function shareApp(options: LaunchOptions, use: (launched: LaunchedApp) => Promise<void>): Promise<void> {
  const launched = await startApp(options)
  // it outlives the test that begins with it
  const own = running.splice(
    running.findIndex(({ app }) => app === launched.app),
    1,
  )
  try {
    await use(launched)
  } finally {
    await closeAll(own)
  }
}

const USER_DATA = join(tmpdir(), 'trimline-e2e-')

async function launch(executable: string, first: string[], options: LaunchOptions): Promise<LaunchedApp> {
  const userData = options.userData ?? (await mkdtemp(USER_DATA))
  const app = await _electron.launch({
    executablePath: executable,
    args: [
      ...first,
      `--user-data-dir=${userData}`,
      ...(options.startPage === true ? [] : ['--start-page=no']),
      ...(options.args ?? []),
    ],
    env: { ...environment(), ...options.env },
  })
  const entry: Running = {
    app,
    userData,
    temporary: options.userData === undefined ? userData : undefined,
    ended: false,
    said: [],
    plain: projectAlone(options) !== null,
  }
  app.on('close', () => {
    entry.ended = true
  })
  app.process().stderr?.on('data', (text: Buffer) => entry.said.push(text.toString()))
  running.push(entry)
  const page = await app.firstWindow()
  await untilWhole(page)
  return { app, page, userData }
}

/** Of tests, until what they have started has ended: an app that lives writes into its folder. */
const userDataFolders: string[] = []

/** A folder for an app that a test starts more than once; it goes when the test and its apps have ended. */
export async function newUserData(): Promise<string> {
  const folder = await mkdtemp(USER_DATA)
  userDataFolders.push(folder)
  return folder
}

function environment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => name !== 'ELECTRON_RUN_AS_NODE')
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** What the apps that are still running say and show, for whoever reads why a journey failed. */
async function described(): Promise<string> {
  const texts = running.map(async ({ app, ended, said }) => {
    const shown = ended ? 'the app has ended' : await shownBy(app)
    return `the app said\n${said.join('')}\nand showed\n${shown}\n`
  })
  return (await Promise.all(texts)).join('')
}

async function shownBy(app: ElectronApplication): Promise<string> {
  try {
    const texts = app.windows().map((page) => page.locator('body').innerText({ timeout: 2000 }))
    return [JSON.stringify(await keptMessages(app)), ...(await Promise.all(texts))].join('\n')
  } catch (error) {
    return String(error)
  }
}

/** Ends whatever is still running; an app that does not end within 5 s is killed. */
async function closeAll(apps: Running[]): Promise<void> {
  for (const { app, temporary, ended } of apps.splice(0)) {
    if (!ended) await close(app)
    if (temporary !== undefined) await remove(temporary)
  }
}

/** Ends what the test has started, but for one app that the next can go on with. */
async function endAll(passed: boolean): Promise<void> {
  const index =
    passed && kept === null ? running.findIndex(({ app, plain, ended }) => plain && !ended && isAsEver(app)) : -1
  if (index >= 0) kept = running.splice(index, 1)[0] ?? null
  await closeAll(running)
  for (const folder of userDataFolders.splice(0)) await remove(folder)
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function close(app: ElectronApplication): Promise<void> {
  const launched = app.process()
  // one that has ended meanwhile is no error
  const kill = setTimeout(() => launched.kill('SIGKILL'), 5000)
  await app.close()
  clearTimeout(kill)
}

/** Playwright's test, with a display for each worker, and every launched app ended after each test. */
export const test = base.extend<{ endApps: undefined }, { ownDisplay: undefined }>({
  // journeys move the mouse and wait for idleness: two on one display would disturb each other
  ownDisplay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
    async ({}, use, { parallelIndex }) => {
      const display = parallelIndex === 0 ? undefined : await startXvfb()
      if (display !== undefined) process.env.DISPLAY = process.env.TRIMLINE_XVFB = display.display
      await use(undefined)
      if (kept !== null) await closeAll([kept])
      await display?.stop()
    },
    { auto: true, scope: 'worker' },
  ],
  endApps: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
    async ({}, use, info) => {
      await use(undefined)
      const passed = info.status === info.expectedStatus
      if (!passed) await info.attach(SHOWN, { body: await described(), contentType: 'text/plain' })
      await endAll(passed)
    },
    { auto: true },
  ],
})
export { expect } from '@playwright/test'

/**
 * Real input, unlike Playwright's own: it resets the idle time of the operating system.
 * @example await xdo('mousemove', '--', '20', '20')
 */
export async function xdo(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('xdotool', args)
  return stdout
}
