/** The Preview shows what the simulated GPU presented, and nothing else: read from the pixels of the real app. */
import type { Page } from '@playwright/test'
import type { SessionCommand } from '../../../preload/contract'
import { sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { previewPixels, quietProject, restingPixels, shownPicture } from '../support'

async function command(page: Page, sent: SessionCommand): Promise<void> {
  const result = await page.evaluate((one) => window.trimline.send(one), sent)
  expect(result).toMatchObject({ ok: true })
}

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

/** Two captures so far apart are the same. */
async function holdsFor(page: Page, ms: number): Promise<void> {
  const canvas = preview(page).locator('canvas')
  const [before, after] = await canvas.evaluate(async (element, apart) => {
    const copy = document.createElement('canvas')
    copy.width = 160
    copy.height = 90
    const context = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    const capture = (): string => {
      context.drawImage(element as HTMLCanvasElement, 0, 0, 160, 90)
      return context.getImageData(0, 0, 160, 90).data.join()
    }
    const first = capture()
    await new Promise((done) => setTimeout(done, apart))
    return [first, capture()]
  }, ms)
  expect(after === before, `the picture is held for ${ms} ms`).toBe(true)
}

function meanDifference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}

/** µs of simulated time: longer than any machine takes to look, at a quarter of the speed */
const HANG = 20_000_000

test('a hang freezes the picture, and what comes after it is seen [GP-24, LB-08]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await expect.poll(() => shownPicture(page)).toBe(1)
  await command(page, { kind: 'play', playing: true })
  await expect.poll(() => shownPicture(page)).toBeGreaterThan(3)
  await command(page, { kind: 'setSpeed', speed: 0.25 })
  // nothing ends it before its time
  await command(page, { kind: 'setTdr', level: 'off' })
  await command(page, { kind: 'inject', fault: 'hang', duration: HANG, engine: '3d' })
  await expect(preview(page).getByText(/stalled .* s: the GPU hangs on the 3d engine/)).toBeVisible()
  const before = await restingPixels(page)
  await holdsFor(page, 500)
  await expect(preview(page).getByText(/stalled/)).toBeVisible()
  await command(page, { kind: 'setSpeed', speed: 16 })
  await expect(preview(page).getByText(/stalled/)).toHaveCount(0)
  await expect.poll(async () => (await previewPixels(page)).join()).not.toBe(before.join())
})

test('where frames are dropped, as many pictures are seen as were presented', async () => {
  const effects = [{ name: 'Slow', gpuTime: '300ms', resources: [{ name: 'r', size: '1MiB', resident: true }] }]
  // a frame every 50 ms at most, longer than one of the clip: no two show the same of it
  const system = { refreshRate: 40 }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ system, app: { effects } })}`] })
  await expect.poll(() => shownPicture(page)).toBe(1)
  await command(page, { kind: 'applyEffect', effect: 'Slow' })
  await expect.poll(() => shownPicture(page)).toBe(2)
  await restingPixels(page)
  await command(page, { kind: 'pause' })
  const before = await sessionState(page)
  // every animation frame: which picture, how large, and its pixels
  await page.evaluate(() => {
    const canvas = document.querySelector('.preview-canvas') as HTMLCanvasElement
    const seen: { picture: string; width: number; pixels: string }[] = []
    const copy = document.createElement('canvas')
    copy.width = 80
    copy.height = 45
    const context = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    const look = (): void => {
      context.drawImage(canvas, 0, 0, 80, 45)
      const pixels = context.getImageData(0, 0, 80, 45).data.join()
      const last = seen.at(-1)
      const picture = canvas.dataset.picture ?? ''
      if (last?.pixels !== pixels || last.picture !== picture) seen.push({ picture, width: canvas.width, pixels })
      if (!document.body.dataset.looked) requestAnimationFrame(look)
    }
    ;(window as unknown as { seen: typeof seen }).seen = seen
    look()
  })
  // presents come 1.2 s of the wall clock apart: a machine that is busy draws each of them, too
  await command(page, { kind: 'setSpeed', speed: 0.25 })
  await command(page, { kind: 'play', playing: true })
  await command(page, { kind: 'run' })
  const played = async (): Promise<number> => (await sessionState(page)).gpu.framesPlayed - before.gpu.framesPlayed
  await expect.poll(played, { intervals: [1_000] }).toBeGreaterThan(5)
  await command(page, { kind: 'pause' })
  const after = await sessionState(page)
  const presents = after.gpu.framesPlayed - before.gpu.framesPlayed
  await expect.poll(() => shownPicture(page)).toBe(2 + presents)
  const seen = await page.evaluate(() => {
    document.body.dataset.looked = 'yes'
    return (window as unknown as { seen: { picture: string; width: number; pixels: string }[] }).seen
  })
  expect(presents).toBeGreaterThan(5)
  expect(after.gpu.framesDropped - before.gpu.framesDropped).toBeGreaterThan(20)
  // the first is of before
  expect(new Set(seen.map(({ picture }) => picture)).size - 1).toBe(presents)
  for (const [i, now] of seen.entries()) {
    const last = seen[i - 1]
    if (last === undefined) continue
    if (last.picture === now.picture)
      expect(now.width, `picture ${now.picture} only becomes finer`).not.toBe(last.width)
    else expect(now.pixels === last.pixels, `pictures ${last.picture} and ${now.picture} differ`).toBe(false)
  }
})

test('a pause holds the picture, scrubbing renders when it goes on, a removed device greys it and is recovered [RS-07]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await expect.poll(() => shownPicture(page)).toBe(1)
  const first = await restingPixels(page)
  await page.getByRole('group', { name: 'Simulation' }).getByRole('button', { name: 'Pause' }).click()
  for (let second = 0; second < 5; second++) await page.keyboard.press('Shift+ArrowRight')
  await expect(preview(page).getByText('Simulation paused: nothing is presented until it runs')).toBeVisible()
  await holdsFor(page, 500)
  expect(await previewPixels(page)).toEqual(first)
  await page.getByRole('group', { name: 'Simulation' }).getByRole('button', { name: 'Run' }).click()
  // the first step and, when that is over, the newest: those between are never rendered
  await expect.poll(() => shownPicture(page)).toBe(3)
  const last = await restingPixels(page)
  await command(page, { kind: 'setSpeed', speed: 4 })
  await command(page, { kind: 'inject', fault: 'hang', engine: '3d' })
  await expect(preview(page).getByText('Nothing is presented: the device was removed')).toBeVisible({ timeout: 15_000 })
  await preview(page).getByText('Why?').click()
  await expect(preview(page).getByText(/the picture stays until the app has a new device/)).toBeVisible()
  const recreate = page.getByRole('alert').getByRole('button', { name: 'Recreate device' })
  await expect(recreate).toBeVisible()
  // the banner has given the canvas another size, at which the picture is drawn once more
  await restingPixels(page)
  const held = await shownPicture(page)
  await page.keyboard.press('Home')
  await holdsFor(page, 300)
  expect(await shownPicture(page)).toBe(held)
  await recreate.click()
  await expect.poll(() => shownPicture(page)).toBeGreaterThan(held)
  // the first frame again; the banner that has come and gone may have left the canvas another size
  await expect.poll(async () => meanDifference(await restingPixels(page), first)).toBeLessThan(100)
  expect(meanDifference(last, first)).toBeGreaterThan(2)
})

test('a picture looks the same at whatever size it is computed: lengths are the clip’s', async () => {
  const effects = [{ name: 'Blur', constants: { radius: 24, sigma: 12, steps: 12 } }, { name: 'Film grain' }]
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app: { effects } })}`] })
  await expect.poll(() => shownPicture(page)).toBe(1)
  await command(page, { kind: 'applyEffect', effect: 'Blur' })
  await expect.poll(() => shownPicture(page)).toBe(2)
  await restingPixels(page)
  // the next picture is drawn coarsely first
  const coarse = await preview(page)
    .locator('canvas')
    .evaluate(async (element) => {
      const canvas = element as HTMLCanvasElement
      const { picture } = canvas.dataset
      const full = canvas.width
      void window.trimline.send({ kind: 'seek', position: 5_000_000 })
      while (canvas.dataset.picture === picture || canvas.width === full)
        await new Promise((done) => requestAnimationFrame(done))
      // a quarter of the width is the coarsest: both are looked at in a size that either has
      const coarsely = (): number[] => {
        const copy = document.createElement('canvas')
        copy.width = 80
        copy.height = 45
        const context = copy.getContext('2d') as CanvasRenderingContext2D
        context.imageSmoothingQuality = 'high'
        context.drawImage(canvas, 0, 0, 80, 45)
        return [...context.getImageData(0, 0, 80, 45).data]
      }
      const first = { width: canvas.width, full, pixels: coarsely() }
      while (canvas.width < full) await new Promise((done) => requestAnimationFrame(done))
      return { ...first, fine: coarsely() }
    })
  expect(coarse.width).toBeLessThan(coarse.full)
  // where lengths are those of the picture: 5.4 at half the width, 10.7 at a quarter; the clip's own edges: 1.0 and 2.1
  expect(meanDifference(coarse.pixels, coarse.fine)).toBeLessThan(3)
})

test('where no clip lies the picture is black, of whatever size it is drawn anew', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await expect.poll(() => shownPicture(page)).toBe(1)
  await page.getByRole('button', { name: /^Harbour at dusk, .* to / }).focus()
  await page.keyboard.press('Delete')
  const isBlack = (value: number, i: number): boolean => value === (i % 4 === 3 ? 255 : 0)
  await expect.poll(async () => (await restingPixels(page)).every(isBlack)).toBe(true)
  await page.getByRole('separator', { name: 'Width of Effects' }).press('ArrowRight')
  await page.getByRole('separator', { name: 'Width of Effects' }).press('ArrowRight')
  expect((await restingPixels(page)).every(isBlack)).toBe(true)
})
