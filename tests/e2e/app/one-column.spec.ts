import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { inMain, resizeContent } from '../main-process'
import { openSystem, quietProject, resourceLine, showTab, temporaryFolder } from '../support'
import { cutOff, outOfReach } from './looks-support'

/** As View > Zoom In does, once or more often: all text grows with everything else. */
function zoom(app: ElectronApplication, factor: number): Promise<void> {
  return inMain(
    app,
    async ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(to),
    factor,
  )
}

const TABS = [
  'Memory',
  'GPU',
  'Background',
  'Defragmentation',
  'Laboratory',
  'Delays',
  'Notifications',
  'Findings',
] as const
const PANELS = ['rack', 'preview', 'timeline', 'tabs', 'chart']

/** Left edge, right edge, upper edge and lower edge of each panel, in px of the page. */
function panels(page: Page): Promise<{ left: number; right: number; top: number; bottom: number }[]> {
  return page.evaluate(
    (ids) =>
      ids.map((id) => {
        const { left, right, top, bottom } = (document.getElementById(id) as HTMLElement).getBoundingClientRect()
        return { left, right, top, bottom }
      }),
    PANELS,
  )
}

/** Each panel is as wide as all of them, and begins where the one before ends. */
async function expectOneColumn(page: Page): Promise<void> {
  // the page hears of its width with its next frame
  await expect(page.locator('.app')).toHaveAttribute('data-columns', '1')
  // and its panels of theirs with the next
  await expect(async () => {
    const found = await panels(page)
    for (const [index, { left, right, top, bottom }] of found.entries()) {
      expect([left, right], PANELS[index]).toEqual([found[0]?.left, found[0]?.right])
      expect(top, PANELS[index]).toBeGreaterThanOrEqual(found[index - 1]?.bottom ?? top)
      expect(bottom - top, PANELS[index]).toBeGreaterThan(100)
    }
  }).toPass({ timeout: 20_000 })
}

async function expectAllReached(page: Page): Promise<void> {
  // where it was pressed last may lie something else by now, whose tooltip would lie over others
  await page.mouse.move(0, 0)
  await expect(page.locator('.tip:not(.tip-focused)')).toHaveCount(0)
  expect(await outOfReach(page)).toEqual([])
  expect(await cutOff(page)).toEqual([])
}

for (const [what, width, height, factor] of [
  ['720 px wide', 720, 700, 1],
  ['200 % text in a window of the default size', 1440, 900, 2],
] as const)
  test(`one column, in which every control is reached by scrolling: ${what}`, async () => {
    const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`], own: true })
    for (const effect of ['Blur', 'Grayscale']) await page.getByRole('button', { name: effect, exact: true }).click()
    await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
    const before = await panels(page)
    await resizeContent(app, width, height)
    await zoom(app, factor)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(720)
    await expectOneColumn(page)
    for (const tab of TABS) {
      await showTab(page, tab)
      await expectAllReached(page)
    }
    // System is the column's last part
    const drawer = await openSystem(page)
    await expect(drawer.getByRole('heading', { name: 'System' })).toBeInViewport()
    await expectOneColumn(page)
    await expectAllReached(page)
    await drawer.getByRole('button', { name: 'Close System' }).click()
    // and back: the shares of the three columns are what they were
    await zoom(app, 1)
    await resizeContent(app, 1440, 900)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1440)
    await resizeContent(app, 1440, before.at(-1) === undefined ? 900 : await page.evaluate(() => innerHeight))
    await expect
      .poll(async () => (await panels(page)).map(({ left, right }) => [left, right]))
      .toEqual(before.map(({ left, right }) => [left, right]))
  })

test('System hides nothing that it changes, also in a window of 1024 × 700', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`, '--size=1024x700'] })
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Resident')
  const before = await panels(page)
  const drawer = await openSystem(page)
  await expectOneColumn(page)
  const { x } = (await drawer.boundingBox()) ?? { x: 0 }
  for (const { right } of await panels(page)) expect(right).toBeLessThanOrEqual(x)
  await expect(page.getByRole('tablist', { name: 'Instruments' })).toBeInViewport()
  await expectAllReached(page)
  await drawer.getByRole('button', { name: 'Close System' }).click()
  await expect.poll(() => panels(page)).toEqual(before)
})

test('at any width beside one column nothing sticks out of the window, and nothing is cut off', async () => {
  const longest = { policy: 'd3dx12-residency-fixed' }
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ app: longest })}`], own: true })
  // with the mark of unsaved changes
  for (const effect of ['Blur', 'Grayscale']) await page.getByRole('button', { name: effect, exact: true }).click()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  await expect(page.locator('.preview-effects')).toContainText('Grayscale')
  for (let width = 901; width <= 1601; width += 20) {
    await resizeContent(app, width, 700)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    await expect(page.locator('.app')).not.toHaveAttribute('data-columns', '1')
    await expect.poll(() => cutOff(page), { message: `${width} px` }).toEqual([])
    // nor does one group of the toolbar lie on the next
    const wider = await page
      .locator('.toolbar > *, .project-title')
      .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className))
    expect(wider, `${width} px`).toEqual([])
    // nor are there effects on the clip that only a part of a word tells of; either length is rounded
    const effects = await page
      .locator('.preview-effects')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(effects, `${width} px`).toBeLessThanOrEqual(1)
  }
})

test('what stands beside the policy stays where it is, whichever is chosen', async () => {
  const { app, page } = await launchApp({
    args: [`--scenario=${quietProject({ app: { policy: 'none' } })}`],
    own: true,
  })
  for (const width of [1440, 1340, 1024]) {
    await resizeContent(app, width, 700)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    const places: object[] = []
    for (const policy of ['translation-layer-fixed', 'creative-app-fixed', 'none']) {
      await page.getByRole('combobox', { name: 'Policy' }).click()
      await page.getByRole('option', { name: policy }).first().click()
      await expect(page.locator('.combobox-value')).toHaveText(policy)
      places.push((await page.getByRole('button', { name: 'Compare policies…' }).boundingBox()) ?? {})
    }
    expect(places[1], `${width} px`).toEqual(places[0])
    expect(places[2], `${width} px`).toEqual(places[0])
  }
})

/** What the toolbar says of idleness where that is long: after minutes without input, and where trims are due. */
const IDLENESS = ['input 59 min ago · no trim due', 'input 59 min ago · trim in 599.9 s']

/** How the project's name stands in the toolbar. @param said what stands for what is said of idleness meanwhile */
function shape(page: Page, said?: string): Promise<{ isWhole: boolean; width: number; height: number }> {
  return page.evaluate((text) => {
    const title = document.querySelector('.project-title') as HTMLElement
    const detail = document.querySelector('.idle-detail') as HTMLElement
    const was = [...detail.childNodes]
    if (text !== undefined) detail.replaceChildren(text)
    const found = {
      isWhole: title.scrollHeight <= title.clientHeight,
      width: title.getBoundingClientRect().width,
      height: title.clientHeight,
    }
    detail.replaceChildren(...was)
    return found
  }, said)
}

test('a long name of a project is read on two lines, and takes no room from what stands beside it', async () => {
  const quiet = quietProject({ app: { policy: 'creative-app-fixed' } })
  for (const [name, isWhole] of [
    ['Harbour trailer', true],
    ['A documentary about the harbour of the city, its third version', false],
  ] as const) {
    const path = join(temporaryFolder(), `${name}.json`)
    copyFileSync(quiet, path)
    const { app, page } = await launchApp({ args: [`--scenario=${path}`], own: true })
    await page.getByRole('button', { name: 'Blur', exact: true }).click()
    await expect(page.getByRole('img', { name: 'unsaved changes' })).toBeVisible()
    await expect(page.locator('.project-name')).toHaveAttribute('title', new RegExp(`^${name}\n`))
    for (const width of [1300, 1400, 1410, 1440, 1600, 1800, 1821, 1900]) {
      await resizeContent(app, width, 700)
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      const cut = await page
        .locator('.combobox-value, .idle-detail')
        .evaluateAll((parts) =>
          parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className),
        )
      expect(cut, `${width} px`).toEqual([])
      const shown = await shape(page)
      expect(shown.isWhole, `${width} px`).toBe(isWhole || width > 1440)
      // two lines, and no third that sticks out of the toolbar
      expect(shown.height).toBeLessThan(36)
      // nor does it give way to what is said of idleness, however long that is
      for (const said of IDLENESS) expect(await shape(page, said), `${width} px: ${said}`).toEqual(shown)
    }
  }
})
