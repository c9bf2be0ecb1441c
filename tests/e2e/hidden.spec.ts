/** The app does as it preaches: hidden it draws nothing, polls nothing, and gives back what it held for that. */
import type { Page } from '@playwright/test'
import { expect, launchApp, test } from './launch'
import { inMain } from './main-process'
import { quietProject } from './support'

/** ms of work of the page's main thread in so many ms, by the browser's own account. */
async function worked(page: Page, ms: number): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const taken = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const before = await taken()
  const until = Date.now() + ms
  await expect.poll(() => Date.now(), { intervals: [ms / 4] }).toBeGreaterThan(until)
  const after = await taken()
  await session.detach()
  return after - before
}

test('while the simulation is paused and nobody touches anything, the page rests', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const canvas = page.getByRole('region', { name: 'Preview' }).locator('canvas')
  await expect.poll(() => canvas.evaluate((element) => Number(element.dataset.picture ?? 0))).toBe(1)
  await page.getByRole('group', { name: 'Simulation' }).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => worked(page, 2_000), { intervals: [100] }).toBeLessThan(20)
})

test('a hidden window draws nothing and asks for nothing, and shows what is by the time it is seen again', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const canvas = page.getByRole('region', { name: 'Preview' }).locator('canvas')
  const picture = (): Promise<number> => canvas.evaluate((element) => Number(element.dataset.picture ?? 0))
  await expect.poll(picture).toBe(1)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(picture).toBeGreaterThan(5)
  const seen = await worked(page, 2_000)
  await inMain(app, async ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  const held = await picture()
  const hidden = await worked(page, 2_000)
  expect(hidden).toBeLessThan(40)
  expect(hidden).toBeLessThan(seen / 10)
  expect(await picture()).toBe(held)
  await inMain(app, async ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show())
  // the simulation went on: what it has shown since is skipped
  await expect.poll(picture).toBeGreaterThan(held + 40)
})
