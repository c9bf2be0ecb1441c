/** The app does as it preaches: paused, minimised or hidden it does nothing, and out of sight it gives back what it held. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ElectronApplication, Page } from '@playwright/test'
import { ownWork, traced } from '../../support/page-trace'
import { expect, launchApp, test } from '../launch'
import { inMain, menu } from '../main-process'
import { colourfulness, previewPixels, quietProject, restingPixels, shownPicture, showTab } from '../support'

/** What the page does of its own accord in so many ms. */
async function workOf(page: Page, ms: number): Promise<Record<string, number>> {
  return ownWork(await traced(page, () => new Promise((done) => setTimeout(done, ms))))
}

/** The page does nothing at all for so many ms, sooner or later. */
async function rests(page: Page, ms: number): Promise<void> {
  await expect.poll(() => workOf(page, ms), { intervals: [100], timeout: 30_000 }).toEqual({})
}

/** Messages between window and main process from now on, and the timers that wait in that. */
async function watchMain(app: ElectronApplication): Promise<() => Promise<{ messages: number; timers: string[] }>> {
  await inMain(app, async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined) throw new Error('there is no window')
    const counted = { messages: 0 }
    Object.assign(globalThis, { counted })
    const send = contents.send.bind(contents)
    contents.send = (...message) => {
      counted.messages++
      send(...message)
    }
    contents.on('ipc-message', () => counted.messages++)
  })
  return () =>
    inMain(app, async () => {
      const { counted } = globalThis as unknown as { counted: { messages: number } }
      // the timer in which this is asked has ended then
      await new Promise((done) => setImmediate(done))
      const timers = process.getActiveResourcesInfo().filter((what) => what === 'Timeout')
      return { messages: counted.messages, timers }
    })
}

/** Elements of all canvases that the page holds. */
const canvasArea = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll('canvas')].reduce((sum, { width, height }) => sum + width * height, 0),
  )

const simulation = (page: Page, name: 'Pause' | 'Run') =>
  page.getByRole('group', { name: 'Simulation' }).getByRole('button', { name })

async function show(app: ElectronApplication, shown: boolean): Promise<void> {
  await inMain(
    app,
    async ({ BrowserWindow }, on) => {
      const [window] = BrowserWindow.getAllWindows()
      if (on) window?.show()
      else window?.hide()
    },
    shown,
  )
}

/**
 * Minimises as a window manager does, by the state that it sets on the window; here is none that could be asked to.
 * Chromium and Electron see no difference: `minimize` and `restore` are theirs.
 */
async function minimise(app: ElectronApplication, on: boolean): Promise<void> {
  const id = await inMain(app, async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    return String(window?.getNativeWindowHandle().readUInt32LE(0))
  })
  const property = '_NET_WM_STATE'
  const change = on ? ['-f', property, '32a', '-set', property, '_NET_WM_STATE_HIDDEN'] : ['-remove', property]
  await promisify(execFile)('xprop', ['-id', id, ...change])
  const minimised = (): Promise<boolean | undefined> =>
    inMain(app, async ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
  await expect.poll(minimised).toBe(on)
}

test('while the simulation is paused and nobody touches anything, nothing happens: no timer, no frame, no message', async () => {
  // in one that has compared before, its processes wait for a minute for the next comparison
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`], own: true })
  await expect.poll(() => shownPicture(page)).toBe(1)
  // the clip plays and work is under way: a pause is one all the same
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => shownPicture(page)).toBeGreaterThan(3)
  for (const tab of ['Memory', 'GPU', 'Background'] as const) {
    await showTab(page, tab)
    if (tab === 'Memory') await simulation(page, 'Pause').click()
    await rests(page, 3_000)
  }
  const counted = await watchMain(app)
  // an unsaved change is kept safe, and what keeps it says twice a minute that it lives
  await expect.poll(counted, { timeout: 15_000 }).toMatchObject({ timers: ['Timeout'] })
  await menu(app, 'save')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toHaveCount(0)
  await expect.poll(async () => (await counted()).timers).toEqual([])
  // what the page says of the last frame may still be on its way; sooner or later nothing is
  const within = async (ms: number) => {
    const before = await counted()
    const work = await workOf(page, ms)
    const { messages, timers } = await counted()
    return { work, messages: messages - before.messages, timers }
  }
  const nothing = { work: {}, messages: 0, timers: [] }
  await expect.poll(() => within(3_000), { intervals: [100], timeout: 30_000 }).toEqual(nothing)
  const { messages } = await counted()
  // and goes on at once
  const held = await shownPicture(page)
  await simulation(page, 'Run').click()
  await expect.poll(() => shownPicture(page)).toBeGreaterThan(held)
  expect((await counted()).messages).toBeGreaterThan(messages)
})

for (const [how, hide] of [
  ['hidden', (app: ElectronApplication, on: boolean) => show(app, !on)],
  ['minimised', minimise],
] as const)
  test(`a ${how} window draws nothing and asks for nothing, and shows what is by the time it is seen again`, async () => {
    const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
    await expect.poll(() => shownPicture(page)).toBe(1)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => shownPicture(page)).toBeGreaterThan(5)
    await expect.poll(async () => (await workOf(page, 500)).FireAnimationFrame).toBeGreaterThan(5)
    const counted = await watchMain(app)
    await hide(app, true)
    await rests(page, 2_000)
    const held = await shownPicture(page)
    const { messages } = await counted()
    await rests(page, 2_000)
    expect((await counted()).messages).toBe(messages)
    expect(await shownPicture(page)).toBe(held)
    await hide(app, false)
    // the simulation went on: what it has shown since is skipped
    await expect.poll(() => shownPicture(page)).toBeGreaterThan(held + 40)
  })

for (const [how, hide] of [
  ['hidden', (app: ElectronApplication, on: boolean) => show(app, !on)],
  ['minimised', minimise],
] as const)
  test(`a ${how} window gives back what it draws with, and is as it was when it is seen again`, async () => {
    const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
    await expect.poll(() => shownPicture(page)).toBe(1)
    // a picture of the user's, whose pixels nobody else has
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1280, 720)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      for (let i = 0; i < 16; i++) {
        context.fillStyle = `hsl(${i * 22} 80% 50%)`
        context.fillRect(i * 80, 0, 80, 720)
      }
      const given = new DataTransfer()
      given.items.add(new File([await canvas.convertToBlob()], 'stripes.png', { type: 'image/png' }))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: given, cancelable: true }))
    })
    await expect(page.getByRole('region', { name: 'Media' })).toContainText('stripes')
    await page.getByRole('button', { name: 'Blur', exact: true }).click()
    await expect.poll(() => shownPicture(page)).toBeGreaterThan(1)
    // it lies behind what was there
    const shown = await shownPicture(page)
    await page.keyboard.press('End')
    await expect.poll(() => shownPicture(page)).toBeGreaterThan(shown)
    // the stripes, as loud as they are
    await expect.poll(async () => colourfulness(await previewPixels(page))).toBeGreaterThan(120)
    await showTab(page, 'GPU')
    await simulation(page, 'Pause').click()
    const run = simulation(page, 'Run')
    await run.focus()
    const picture = await restingPixels(page)
    expect(colourfulness(picture)).toBeGreaterThan(120)
    // what is drawn at a pace of its own has caught up with the pause: nothing is due within longer than the longest of them
    await rests(page, 3_000)
    const text = await page.locator('main').innerText()
    const area = await canvasArea(page)
    expect(area).toBeGreaterThan(100_000)
    const content = page.locator('.tab-content:visible')
    const scrolled = await content.evaluate((element) => {
      element.scrollTop = 60
      return element.scrollTop
    })

    await hide(app, true)
    await expect.poll(() => canvasArea(page)).toBeLessThan(1_000)
    await rests(page, 1_000)
    await hide(app, false)

    await expect.poll(() => canvasArea(page)).toBe(area)
    await expect.poll(async () => (await restingPixels(page)).join()).toBe(picture.join())
    await expect.poll(() => page.locator('main').innerText()).toBe(text)
    await expect(run).toBeFocused()
    expect(await content.evaluate((element) => element.scrollTop)).toBe(scrolled)
    // and lives
    await run.click()
    await expect(simulation(page, 'Pause')).toBeVisible()
    const before = await shownPicture(page)
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => shownPicture(page)).toBeGreaterThan(before)
  })
