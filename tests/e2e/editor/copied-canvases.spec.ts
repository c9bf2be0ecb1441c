/** What canvases show is copied as what tables show: the row behind it, by the right button and by Ctrl+C. */
import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { clock } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { inMain } from '../main-process'
import { quietProject, resourceLine, showTab } from '../support'

/** One packet of half a second, which is easy to point at. */
const PROJECT = {
  system: { compositor: { enabled: false } },
  app: {
    policy: 'fence-lru',
    effects: [{ name: 'Long', gpuTime: '500ms', resources: [{ name: 'r', size: '64MiB' }] }],
  },
}

/** What another program that takes tables would paste. */
async function pastedTable(page: Page): Promise<string> {
  const field = await page.evaluateHandle(() => document.body.appendChild(document.createElement('textarea')))
  const html = field.evaluate(
    (element) =>
      new Promise<string>((resolve) => {
        element.addEventListener('paste', (event) => resolve(event.clipboardData?.getData('text/html') ?? ''))
        element.focus()
      }),
  )
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+v')
  const found = await html
  await field.evaluate((element) => element.remove())
  return found
}

/** @returns what copying puts into the clipboard, which is empty before */
async function copied(app: ElectronApplication, page: Page, copy: () => Promise<void>): Promise<string> {
  const text = (): Promise<string> => inMain(app, async ({ clipboard }) => clipboard.readText())
  await inMain(app, async ({ clipboard }) => clipboard.clear())
  await copy()
  await expect.poll(text).not.toBe('')
  const found = await text()
  const html = await pastedTable(page)
  for (const cell of found.split(/[\t\n]/)) expect(html).toContain(`<td>${cell}</td>`)
  return found
}

async function byMenu(page: Page, canvas: Locator, position: { x: number; y: number }): Promise<void> {
  await canvas.click({ button: 'right', position })
  await page.getByRole('menuitem', { name: 'Copy the row' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** What was asked for before is drawn, and what lies under the pointer is told. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/**
 * Right of the names of the lanes, on the 3D engine, where the pointer is on a packet: inside it, as the last frames before
 * the pause may still move its beginning.
 */
async function packetOn(page: Page, lanes: Locator): Promise<{ x: number; y: number }> {
  const { width = 0 } = (await lanes.boundingBox()) ?? {}
  let wasOn = false
  for (let x = 100; x < width; x += 20) {
    await lanes.hover({ position: { x, y: 50 } })
    await drawn(page)
    const isOn = await page.locator('.canvas-tooltip').filter({ hasText: 'Standard' }).isVisible()
    if (isOn && wasOn) return { x, y: 50 }
    wasOn = isOn
  }
  throw new Error('found no packet on the 3D engine')
}

test('a right click and Ctrl+C copy what map, chart and lanes show there, as text and as a table [DF-10]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject(PROJECT)}`] })
  await page.getByRole('button', { name: 'Long', exact: true }).click()
  await expect(resourceLine(page, 'Long', 'r')).toContainText('Resident')
  await showTab(page, 'GPU')
  await expect(page.getByRole('region', { name: 'Long effect' })).toContainText('completed1')
  await clock(page, 'Pause')

  const lanes = page.getByRole('application', { name: 'GPU lanes' })
  await lanes.press('0')
  await drawn(page)
  const place = await packetOn(page, lanes)
  const packet = await copied(app, page, () => byMenu(page, lanes, place))
  expect(packet).toMatch(/^\d+\.\d+ s\t3D\tStandard\t[^\t]*\t[^\t]*\t500 ms\t[^\t]+\tcompleted$/)
  await lanes.click({ position: place })
  expect(await copied(app, page, () => lanes.press('Control+c'))).toBe(packet)

  await showTab(page, 'Memory')
  const map = page.getByRole('application', { name: 'Residency map' })
  const { width = 0, height = 0 } = (await map.boundingBox()) ?? {}
  const allocation = await copied(app, page, () => byMenu(page, map, { x: width / 2, y: height / 2 }))
  expect(allocation).toMatch(/^Long\.r\tLong\t64 MiB\tResident\tLocal\tNormal\t1\t/)
  await map.click({ position: { x: width / 2, y: height / 2 } })
  expect(await copied(app, page, () => map.press('Control+c'))).toBe(allocation)
  // as its row in the table
  await page.getByRole('radio', { name: 'Table', exact: true }).click()
  const row = page.getByRole('grid', { name: 'Allocations' }).getByRole('row', { name: /Long\.r/ })
  expect(await copied(app, page, () => byMenu(page, row, { x: 10, y: 10 }))).toBe(allocation)

  const chart = page.getByRole('slider', { name: 'Marked moment' })
  // from the start on, however long the machine has taken until here
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  await expect(chart).toHaveAttribute('aria-valuemin', '0')
  const reading = await copied(app, page, () => byMenu(page, chart, { x: 2, y: 20 }))
  expect(reading).toMatch(/^Time\tUsage\tResident\t.*\tBudget\tCapacity\n0\.\d+ s\t64 MiB\t64 MiB\t/)
  await chart.press('Home')
  expect(await copied(app, page, () => chart.press('Control+c'))).toMatch(/^Time\tUsage\t.*\n0\.0+ s\t64 MiB\t/)
})
