/** The Memory tab in a window of the default size: its views, the details below them, and the chart as a strip. */
import type { Locator, Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { quietProject } from '../support'

const effects = Array.from({ length: 14 }, (_, at) => ({
  name: `Effect ${at + 1}`,
  gpuTime: '4ms',
  resources: [{ name: 'r', size: '16MiB' }],
}))
const project = (): string => quietProject({ app: { policy: 'none', effects } })

const view = (page: Page, name: 'Map' | 'Table' | 'Paging'): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Memory view' }).getByRole('radio', { name, exact: true }).click()
const details = (page: Page): Locator => page.getByRole('region', { name: 'Selected allocation' })
const map = (page: Page): Locator => page.getByRole('application', { name: 'Residency map' })
const strip = (page: Page): Locator => page.getByRole('button', { name: 'Memory chart as a strip' })
const heightOf = async (what: Locator): Promise<number> => (await what.boundingBox())?.height ?? 0

/** The session's first frame is shown: what it brings has moved what is measured. */
function isShown(page: Page): Promise<void> {
  return expect(page.getByRole('table', { name: 'Processes' }).getByRole('row', { name: /app/ })).toBeVisible()
}

/** What scrolls up and down in the tab, each with what it scrolls in, both only where there is more than is seen. */
function nested(page: Page): Promise<string[]> {
  return page.getByRole('tabpanel').evaluate((panel) => {
    const scrolls = (element: Element): boolean =>
      element.scrollHeight > element.clientHeight + 1 &&
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)
    const inner = [...panel.querySelectorAll('*')].filter(scrolls)
    return inner
      .filter((element) => inner.some((outer) => outer !== element && outer.contains(element)))
      .map(({ className }) => String(className))
  })
}

/** Rows of the table that are seen whole. */
function wholeRows(page: Page): Promise<number> {
  return page.getByRole('grid', { name: 'Allocations' }).evaluate((grid) => {
    let scroller: Element = grid
    while (getComputedStyle(scroller).overflowY === 'visible' && scroller.parentElement !== null)
      scroller = scroller.parentElement
    const frame = scroller.getBoundingClientRect()
    const head = grid.querySelector('thead')?.getBoundingClientRect().bottom ?? frame.top
    const bottom = frame.top + scroller.clientTop + scroller.clientHeight
    return [...grid.querySelectorAll('tbody tr[data-id]')].filter((row) => {
      const { top, bottom: end } = row.getBoundingClientRect()
      return top >= head - 1 && end <= bottom + 1
    }).length
  })
}

test('map, ten rows of the table and the details of the selected one are seen without scrolling in scrolling [RS-04]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${project()}`] })
  await isShown(page)
  await expect(page.getByRole('table', { name: 'Processes' })).toBeInViewport({ ratio: 1 })
  const before = await map(page).boundingBox()
  expect(before?.height).toBeGreaterThanOrEqual(150)
  await map(page).click({ position: { x: 40, y: 60 } })
  await expect(details(page).getByRole('heading')).toHaveText(/^Effect \d+\.r$/)
  await expect(details(page).getByRole('combobox', { name: 'Residency priority' })).toBeInViewport({ ratio: 1 })
  await expect(map(page)).toBeInViewport({ ratio: 1 })
  // a selection moves no cell
  expect(await map(page).boundingBox()).toEqual(before)
  await expect(page.getByRole('list', { name: 'History, newest first' }).getByRole('button').first()).toBeInViewport()
  expect(await nested(page)).toEqual([])

  await view(page, 'Table')
  await expect(page.getByRole('grid', { name: 'Allocations' }).getByRole('row', { selected: true })).toBeVisible()
  await expect(details(page).getByRole('heading')).toBeInViewport({ ratio: 1 })
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(10)
  expect(await nested(page)).toEqual([])

  // where the memory lies again as soon as nothing is selected
  await details(page).getByRole('button', { name: 'Clear the selection' }).click()
  await expect(page.getByRole('table', { name: 'Processes' })).toBeInViewport({ ratio: 1 })
})

test('the chart shrinks to a strip and the details to what they are given, and both stay so', async () => {
  const { page } = await launchApp({ args: [`--scenario=${project()}`] })
  await isShown(page)
  const chart = page.getByRole('region', { name: 'Memory chart' })
  const wide = { chart: await heightOf(chart), map: await heightOf(map(page)) }
  await strip(page).click()
  await expect(strip(page)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => heightOf(chart)).toBeLessThanOrEqual(44)
  await expect.poll(() => heightOf(map(page))).toBeGreaterThan(wide.map + 50)
  // it still answers: a moment is marked in it, and what there was is said above it
  const moment = chart.getByRole('slider', { name: 'Marked moment' })
  await moment.hover({ position: { x: 3, y: 10 } })
  const tip = page.locator('.chart-tip')
  await expect(tip).toContainText('Usage')
  await expect(tip).toBeInViewport({ ratio: 1 })
  await moment.click({ position: { x: 3, y: 10 } })
  await expect(moment).toHaveAttribute('aria-valuetext', /usage/)

  const edge = page.getByRole('separator', { name: 'Height of the details' })
  const low = await heightOf(map(page))
  await edge.press('ArrowUp')
  await expect.poll(() => heightOf(map(page))).toBeLessThan(low)
  const chosen = await heightOf(map(page))
  await view(page, 'Paging')
  await view(page, 'Map')
  await expect.poll(() => heightOf(map(page))).toBe(chosen)
  await page.reload()
  await expect(strip(page)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => heightOf(map(page))).toBe(chosen)

  await strip(page).click()
  await expect(strip(page)).toHaveAttribute('aria-pressed', 'false')
  // as high as before, also after the page was loaded anew
  await expect.poll(async () => Math.abs((await heightOf(chart)) - wide.chart)).toBeLessThanOrEqual(2)
  // its edge does the same, by keys
  await page.getByRole('separator', { name: 'Height of the memory chart' }).press('End')
  await expect(strip(page)).toHaveAttribute('aria-pressed', 'true')
})

test('resources of no effect are made, used as a set with what is placed, and freed [SC-13, RS-15]', async () => {
  const app = { policy: 'fence-lru', allocation: 'placed', effects: [{ ...effects[0], name: 'Blur' }] }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app })}`] })
  await isShown(page)
  await page.getByRole('button', { name: 'Resources by hand' }).click()
  const create = page.getByRole('group', { name: 'A committed resource of no effect' })
  // what is unfolded comes into sight, however low the details are
  await expect(create.getByLabel('Size')).toBeInViewport({ ratio: 1 })
  await create.getByLabel('Size').fill('32 MiB')
  await create.getByRole('button', { name: 'Create' }).click()
  await expect(create.getByLabel('Name')).toHaveValue('Loose 2')
  const set = page.getByRole('group', { name: 'Work that uses a set' })
  const resource = set.getByLabel('Resource', { exact: true })
  await resource.fill('DEFAULT')
  await set.getByRole('button', { name: 'Use the set' }).click()
  // what is in a heap is used, not the heap
  await expect(resource).toBeFocused()
  await expect(set.getByRole('alert')).toHaveText(/“DEFAULT”, expected the full name of a resource/)
  await resource.fill('Blur.r')
  await resource.press('Enter')
  await resource.fill('Loose')
  await set.getByLabel('Engine').selectOption('Compute')
  await set.getByRole('button', { name: 'Use the set' }).click()
  await expect(set.getByRole('list', { name: 'Used by the set' }).getByRole('listitem')).toHaveText(['Blur.r', 'Loose'])
  await view(page, 'Table')
  const row = page.getByRole('row', { name: /^Loose/ })
  await expect(row).toContainText('Resident')
  await row.click()
  await details(page).getByRole('button', { name: 'Free' }).click()
  await expect(row).toHaveCount(0)
  // the set is as it was before the details showed something selected
  await expect(set.getByRole('list', { name: 'Used by the set' }).getByRole('listitem')).toHaveText(['Blur.r', 'Loose'])
  // what was freed is no resource any more, which is said in sight
  await set.getByRole('button', { name: 'Use the set' }).click()
  await expect(set.getByRole('alert')).toHaveText('There is no resource "Loose" that the work could use.')
  await expect(set.getByRole('alert')).toBeInViewport({ ratio: 1 })
})
