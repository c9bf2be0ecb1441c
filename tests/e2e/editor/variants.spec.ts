import type { Page } from '@playwright/test'
import { BUILT_IN_EFFECTS, builtInEffect } from '../../../main/editor/effects/catalogue'
import { graded } from '../../../renderer/editor/preview/colour-tables'
import { clock, sessionState } from '../instruments/gpu-support'
import { expect, launchApp, shareApp, test } from '../launch'
import { inMain } from '../main-process'
import { colourfulness, previewPixels, quietProject, restingPixels, sharpness, shownPicture } from '../support'
import { BYTES, compare, prepare } from './differential/draw'
import { casesOf } from './differential/effects'

const [SETS, SEED] = [6, 20]

/** One page for the comparisons of a worker, which draw beside the app; its clock stands still, as it has no part in them. */
const drawing = test.extend<object, { drawn: Page }>({
  drawn: [
    async ({ ownDisplay: _ }, use) => {
      await shareApp({ args: [`--scenario=${quietProject()}`] }, async ({ page }) => {
        await clock(page, 'Pause')
        await prepare(page, BYTES)
        await use(page)
      })
    },
    { scope: 'worker' },
  ],
})

for (const effect of [...BUILT_IN_EFFECTS, builtInEffect('Of no name')]) {
  drawing(
    `every variant of ${effect.name} gives the pixels of its general shader, byte for byte [BP-25]`,
    async ({ drawn }) => {
      const outcomes = await compare(drawn, casesOf(effect, SETS, SEED))
      expect(outcomes.length).toBeGreaterThanOrEqual(effect.passes.length)
      // a black picture would be equal to any other
      expect(Math.max(...outcomes.map(({ values }) => values))).toBeGreaterThan(8)
      expect(outcomes.filter(({ different, problem }) => different > 0 || problem !== null)).toEqual([])
    },
  )
}

test('the Preview uses a variant and measures it, and the picture stays what it was [BP-25, BP-26, BP-31]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect.poll(() => shownPicture(page)).toBe(1)
  // not the coarse one that is shown first, which is less so
  const sharp = await restingPixels(page)
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect.poll(() => shownPicture(page)).toBe(2)
  const general = await restingPixels(page)
  expect(sharpness(general)).toBeLessThan(sharpness(sharp) * 0.8)

  await page.getByText('16×', { exact: true }).click()
  await preview.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('tab', { name: 'Background' }).click()
  await page.getByText('Shaders', { exact: true }).first().click()
  const panel = page.getByRole('tabpanel', { name: 'Background' })
  await expect(panel.getByText(/variant \d in use/).first()).toBeVisible({ timeout: 30_000 })
  await preview.getByRole('button', { name: 'Pause clip' }).click()
  await preview.getByRole('button', { name: 'To start' }).click()
  // the variant that is bound now was compared on this GPU, byte by byte
  await expect(panel.getByText('identical ✓').first()).toBeVisible({ timeout: 30_000 })
  await expect(panel.getByText(/^differ:/)).toHaveCount(0)
  // general shader and variant have both been measured on this GPU
  await expect(panel.getByText('not measured')).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(async () => (await previewPixels(page)).join() === general.join(), { timeout: 15_000 }).toBe(true)
})

test('Colour grade shows what its table says of every colour of the picture', async () => {
  const app = { effects: [{ name: 'Colour grade', gpuTime: '1ms', resources: [{ name: 'table', size: '64KiB' }] }] }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app })}`] })
  await expect.poll(async () => colourfulness(await previewPixels(page))).toBeGreaterThan(20)
  const before = await restingPixels(page)
  await page.getByRole('button', { name: 'Colour grade', exact: true }).click()
  await expect.poll(async () => (await previewPixels(page)).join() !== before.join()).toBe(true)
  const shown = await restingPixels(page)

  const byte = (value: number) => Math.min(1, Math.max(0, value)) * 255
  const expected = before.flatMap((_, at) => {
    if (at % 4 > 0) return []
    const [red, green, blue] = [0, 1, 2].map((channel) => (before[at + channel] ?? 0) / 255)
    return [...graded('teal and orange', [red ?? 0, green ?? 0, blue ?? 0]).map(byte), 255]
  })
  const apart = (other: readonly number[]) =>
    shown.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / shown.length
  // between the points of the table, and where the small copy of the picture mixes colours, it is not the same
  expect(apart(expected)).toBeLessThan(2)
  expect(apart(before)).toBeGreaterThan(8)
})

test('a variant whose pixels differ on this GPU is told, and the Preview draws with the general shader [BP-25]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect.poll(async () => colourfulness(await previewPixels(page))).toBeLessThan(2)
  const gray = await restingPixels(page)
  await clock(page, 'Pause')

  // what no driver of ours makes: a frame with a variant that forgets half of the light
  const { clock: stopped, pipelines } = await sessionState(page)
  const wrong = pipelines.map((pipeline) => ({
    ...pipeline,
    variants: [
      {
        id: 1,
        constants: {},
        folded: [],
        kept: [],
        source: pipeline.source.replace(
          'void main() {',
          'void main() {\n  outColor = vec4(0.2, 0.9, 0.1, 1.0); return;',
        ),
        installedAt: 0,
        hits: 0,
        branchesRemoved: 0,
        loopsUnrolled: 0,
        operations: 10,
        matches: true,
      },
    ],
    usable: [1],
  }))
  await inMain(
    app,
    async ({ BrowserWindow }, frame) => {
      for (const { webContents } of BrowserWindow.getAllWindows()) webContents.send('trimline:frame', frame)
    },
    { seq: 1_000_000, full: false, clock: stopped, pipelines: wrong },
  )
  await expect(page.getByText(/^Variant 1 of Grayscale\/convert does not give the pixels/)).toBeVisible({
    timeout: 20_000,
  })
  await page.getByRole('tab', { name: 'Background' }).click()
  await page.getByText('Shaders', { exact: true }).first().click()
  const pso = page.getByRole('region', { name: 'PSO Grayscale/convert' })
  await expect(pso.getByText(/^differ: [\d,]+ of 230,400 bytes/)).toBeVisible()
  await expect.poll(async () => (await previewPixels(page)).join() === gray.join(), { timeout: 15_000 }).toBe(true)
})
