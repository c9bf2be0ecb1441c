/** What a person sees when files are not as expected: a full disk, other programs, damaged settings, a second start. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { root } from '../../../scripts/lib/paths.mjs'
import { expect, launchApp, newUserData, test } from '../launch'
import { keepMessages, keptMessages, windowTitle } from '../main-process'
import { answerDialogs, menu, quietProject, temporaryFolder } from '../support'

/** All that message boxes have said since `keepMessages`. */
const asked = async (app: ElectronApplication): Promise<string> => JSON.stringify(await keptMessages(app))

const unsaved = (page: Page) => page.getByRole('img', { name: 'unsaved changes' })

/** Bytes that the main process may write to one file, as on a disk that is nearly full. */
function limitFiles(app: ElectronApplication, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${app.process().pid}`, `--fsize=${bytes}:`])
}

/** As a script would start it, from a folder of its own. */
function start(...args: string[]) {
  const env = { ...process.env, INIT_CWD: temporaryFolder() }
  return spawnSync(process.execPath, [join(root, 'scripts', 'start.mjs'), ...args], {
    encoding: 'utf8',
    env,
    timeout: 25_000,
  })
}

test('a disk that fills while a project is saved: the old file is as it was, and the app says why and what to do', async () => {
  const path = quietProject()
  const before = readFileSync(path, 'utf8')
  const { app, page } = await launchApp({ own: true, args: [`--scenario=${path}`] })
  await page.getByRole('button', { name: 'Remove Grayscale' }).click()
  await expect(unsaved(page)).toBeVisible()
  await keepMessages(app)
  limitFiles(app, 100)
  await menu(app, 'save')
  await expect.poll(() => asked(app)).toContain('file too large (EFBIG)')
  limitFiles(app, 'unlimited')
  expect(await asked(app)).toContain('What was there before is unchanged.')
  expect(await asked(app)).toContain('choose another place to save to.')
  expect(readFileSync(path, 'utf8')).toBe(before)
  expect(readdirSync(join(path, '..'))).toEqual(['quiet.json'])
  await expect(unsaved(page)).toBeVisible()
  await menu(app, 'save')
  await expect(unsaved(page)).toHaveCount(0)
  expect(readFileSync(path, 'utf8')).not.toBe(before)
})

test('a project that another program has changed is not saved over without asking', async () => {
  const path = quietProject()
  const { app, page } = await launchApp({ args: [`--scenario=${path}`] })
  await page.getByRole('button', { name: 'Remove Grayscale' }).click()
  await expect(unsaved(page)).toBeVisible()
  const theirs = readFileSync(path, 'utf8').replace('quiet', 'theirs')
  writeFileSync(path, theirs)
  await keepMessages(app, 2)
  await menu(app, 'save')
  await expect.poll(() => asked(app)).toContain('Another program has changed “quiet”.')
  expect(await asked(app)).toContain('["Save Anyway","Save As…","Cancel"]')
  expect(readFileSync(path, 'utf8')).toBe(theirs)
  await expect(unsaved(page)).toBeVisible()
  // Save As: theirs stays, and the project goes on in a file of its own
  const ours = join(temporaryFolder(), 'ours.json')
  await answerDialogs(app, ours)
  await keepMessages(app, 1)
  await menu(app, 'save')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ours')
  expect(readFileSync(path, 'utf8')).toBe(theirs)
  expect(existsSync(ours)).toBe(true)
  // Save Anyway
  await expect(unsaved(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove Blur' }).click()
  await expect(unsaved(page)).toBeVisible()
  writeFileSync(ours, theirs)
  await keepMessages(app)
  await menu(app, 'save')
  await expect(unsaved(page)).toHaveCount(0)
  expect(readFileSync(ours, 'utf8')).not.toBe(theirs)
})

test('damaged settings begin anew, are kept, and that is said once', async () => {
  const userData = await newUserData()
  const settings = join(userData, 'settings.json')
  writeFileSync(settings, '{"version": 1, "theme": "plaid"}')
  const first = await launchApp({ userData, args: [`--scenario=${quietProject()}`] })
  const notice = first.page.getByRole('alert', { name: 'Notice' })
  await expect(notice).toContainText('The settings could not be used, and begin anew')
  await expect(notice).toContainText('settings.json.damaged-1')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  await first.app.close()
  expect(readFileSync(`${settings}.damaged-1`, 'utf8')).toBe('{"version": 1, "theme": "plaid"}')
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toMatchObject({ version: 1, theme: 'system' })
  const second = await launchApp({ userData, args: [`--scenario=${quietProject()}`] })
  await expect(second.page.getByRole('heading', { level: 1 })).toContainText('quiet')
  await expect(second.page.getByRole('alert', { name: 'Notice' })).toHaveCount(0)
  await second.app.close()
})

test('a second start with the same data folder hands its file over and ends, saying so', async () => {
  const userData = await newUserData()
  const { app } = await launchApp({ userData, args: [`--scenario=${quietProject()}`] })
  const other = join(temporaryFolder(), 'handed over.json')
  writeFileSync(other, JSON.stringify({ trimline: 1, name: 'handed over' }))
  const second = start('--user-data-dir', userData, '--scenario', other)
  expect(second.status, second.stderr).toBe(0)
  expect(second.stderr).toContain(`Trimline is already running: ${other} is opened there`)
  await expect.poll(() => windowTitle(app)).toContain('handed over')
  const unattended = start('--user-data-dir', userData, '--exit-after', '1s')
  expect(unattended.status).toBe(1)
  expect(unattended.stderr).toContain('give this run a folder of its own with --user-data-dir=DIR')
  await app.close()
})

test('a data folder that cannot be used: with nobody there it is refused in words, else the app runs and says so', async () => {
  const file = join(temporaryFolder(), 'a file')
  writeFileSync(file, 'not a folder')
  for (const folder of [file, '/proc/trimline', '/dev/null']) {
    const { status, stderr } = start('--user-data-dir', folder, '--exit-after', '2s')
    expect([folder, status], stderr).toEqual([folder, 2])
    expect(stderr).toContain(`The data folder ${folder} cannot be used: `)
    expect(stderr).not.toMatch(/\n {4}at /)
  }
  const { app, page } = await launchApp({ userData: file, args: [`--scenario=${quietProject()}`] })
  await expect(page.getByRole('alert', { name: 'Notice' })).toContainText('Nothing is remembered after this run.')
  await app.close()
  expect(readFileSync(file, 'utf8')).toBe('not a folder')
})

test('a pipe, a device and a file without end are refused, and the app goes on', async () => {
  const pipe = join(temporaryFolder(), 'pipe.json')
  execFileSync('mkfifo', [pipe])
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  for (const [path, words] of [
    [pipe, 'found a named pipe; expected a file'],
    ['/dev/zero', 'found a device; expected a file'],
  ] as const) {
    await answerDialogs(app, path)
    await keepMessages(app)
    await menu(app, 'open')
    await expect.poll(() => asked(app)).toContain(words)
  }
  await page.getByRole('button', { name: 'Remove Grayscale' }).click()
  await expect(unsaved(page)).toBeVisible()
})
