import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../../scripts/lib/paths.mjs'
import { expect, launchApp, newUserData, test } from '../launch'
import { quietProject, temporaryFolder } from '../support'

/** Runs `npm start` from a folder of the user's, as a script would. */
function start(folder: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(root, 'scripts', 'start.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: folder },
  })
}

test.describe('npm start', () => {
  let folder: string
  test.beforeEach(async () => {
    folder = await newUserData()
  })

  test('runs the app without a person: screenshot, then exit', () => {
    const options = ['--screenshot', 'shot.png', '--after', '1s', '--exit-after', '3s', '--user-data-dir', 'data']
    const result = start(folder, ...options)
    expect(result.status, result.stderr).toBe(0)
    const png = readFileSync(join(folder, 'shot.png'))
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    // Width and height follow the name of the first chunk, IHDR; the default window is 1440 px wide.
    expect(png.readUInt32BE(16)).toBe(1440)
  })

  test('hands on the exit status of an app that refuses its options', () => {
    const result = start(folder, '--exit-after', 'soon', '--user-data-dir', 'data')
    expect(result.status).toBe(2)
    expect(result.stderr).toContain('soon')
  })
})

// what a journey waits for
const WHOLE = "document.documentElement.dataset.whole = '';\n"

/** The built app with another script that takes over what is written into its page. @param change of its text */
function withScript(change: (text: string) => string): string {
  const folder = temporaryFolder()
  for (const part of ['out', 'resources', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  const assets = join(folder, 'out', 'renderer', 'assets')
  const [script, ...others] = readdirSync(assets).filter((name) => /^main-.*\.js$/.test(name))
  if (script === undefined || others.length > 0) throw new Error('found no one script of the app')
  const path = join(assets, script)
  writeFileSync(path, WHOLE + change(readFileSync(path, 'utf8')))
  return folder
}

const withoutScript = (): string => withScript(() => '')

const EDGE = 8
/**
 * of 255: the edges of lines are smoothed with what lies below, in layers of their own (seen: 9); a
 * headline that is a pixel lower has 197
 */
const SMOOTHED = 20

/** The page of questions as it is shown. */
async function questions(page: Page): Promise<{ box: object; picture: Buffer; text: string }> {
  const dialog = page.getByRole('dialog', { name: 'Start', includeHidden: true })
  await expect(dialog).toBeVisible()
  // what the pointer is on looks pressable
  await page.mouse.move(0, 0)
  // the platform gives it to the first control of a dialog that can be used
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  const box = await dialog.boundingBox()
  if (box === null) throw new Error('it has no place')
  // its border and its corners let the editor shine through
  const clip = { x: box.x + EDGE, y: box.y + EDGE, width: box.width - 2 * EDGE, height: box.height - 2 * EDGE }
  const picture = await page.screenshot({ animations: 'disabled', clip })
  return { box, picture, text: await dialog.innerText() }
}

/** @param one, other PNGs of the same size @returns of the pixels and colours the largest difference, in [0, 255] */
function farthest(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (texts) => {
      const [a, b] = await Promise.all(
        texts.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const brush = new OffscreenCanvas(image.width, image.height).getContext('2d')
          if (brush === null) throw new Error('no canvas')
          brush.drawImage(image, 0, 0)
          return brush.getImageData(0, 0, image.width, image.height).data
        }),
      )
      if (a === undefined || a.length !== b?.length) throw new Error('the pictures are not of one size')
      return a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0)
    },
    [one.toString('base64'), other.toString('base64')],
  )
}

for (const recent of [[], ['/home/somebody/Holiday & <cut>.json', '/b.json', '/c.json', '/d.json', '/e.json']])
  test(`the window opens with what the app then shows, to the pixel: ${recent.length} recent projects`, async () => {
    const userData = await newUserData()
    const [first, then] = ['first', 'then'].map((name) => join(userData, name))
    if (first === undefined || then === undefined) throw new Error('no folders')
    const settings = { version: 1, theme: 'dark', recent, window: null }
    const open = async (folder: string, app?: string): Promise<Page> => {
      mkdirSync(folder)
      writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
      const { page } = await launchApp({ userData: folder, startPage: true, ...(app === undefined ? {} : { app }) })
      return page
    }
    const written = await open(first, withoutScript())
    const before = await questions(written)
    const page = await open(then)
    const after = await questions(page)
    for (const [name, { picture }] of Object.entries({ before, after }))
      writeFileSync(test.info().outputPath(`${name}.png`), picture)
    expect(before.text).toBe(after.text)
    expect(before.text).toContain('Which policy should I use?')
    for (const path of recent.slice(0, 4)) expect(before.text).toContain(path)
    expect(before.text).not.toContain('/e.json')
    expect(before.box).toEqual(after.box)
    expect(await farthest(page, before.picture, after.picture)).toBeLessThanOrEqual(SMOOTHED)
    // of the frame of the editor behind it nothing is left to press twice
    expect(await page.locator('#opening').count()).toBe(0)
    expect(await written.locator('#opening').getAttribute('inert')).toBe('')
  })

test('with a project there are no questions in what the window opens with', async () => {
  const { page } = await launchApp({ app: withoutScript(), args: [`--scenario=${quietProject()}`] })
  await expect(page.locator('.project-name')).toHaveText('Trimline')
  expect(await page.locator('dialog').count()).toBe(0)
})

test('what the editor consists of is fetched at once with a project, and not before the questions are there', async () => {
  const linked = async (page: Page): Promise<string[]> => {
    const links = page.locator('head link[rel=modulepreload], head link[rel=preload]')
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(paths.filter((path) => !existsSync(join(root, 'out', 'renderer', path)))).toEqual([])
    return paths.map((path) => path.replace(/^.*\/|-.*$/g, ''))
  }
  const project = await launchApp({ app: withoutScript(), args: [`--scenario=${quietProject()}`] })
  const questions = await launchApp({ app: withoutScript(), startPage: true })
  expect(await linked(questions.page)).not.toContain('shell')
  // its styles, and its script
  expect((await linked(project.page)).filter((name) => name === 'shell')).toHaveLength(2)
})

test('where the app’s script fails that is said, in the place of questions that would not answer', async () => {
  const broken = withScript(() => "throw new Error('planted')")
  const { page } = await launchApp({ app: broken, startPage: true })
  await expect(page.getByRole('alert')).toContainText('could not be loaded (Error: planted)')
  await expect(page.locator('#opening')).toHaveCount(0)
})

test('where the page cannot be drawn that is said, in the place of questions that would not answer', async () => {
  const broken = withScript((text) => {
    const drawn = text.replace(/children:(["'`])Trimline\1/, 'children:{planted:1}')
    if (drawn === text) throw new Error('found nothing to break')
    return drawn
  })
  const { page } = await launchApp({ app: broken, startPage: true })
  await expect(page.getByRole('alert')).toContainText('The window could not be drawn')
  await expect(page.locator('#opening')).toHaveCount(0)
})
