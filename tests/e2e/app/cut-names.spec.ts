import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { resizeContent } from '../main-process'
import { answerDialogs, quietProject, resourceLine, showTab, temporaryFolder } from '../support'

const LONG = 'Restoration of a film that has been in a cellar for sixty years and was found by chance'

test('a name that is cut is read by who points at it and by who comes to it by keys, over nothing else [RS-09]', async () => {
  const effect = { name: LONG, resources: [{ name: LONG, size: '8MiB' }] }
  const project = quietProject({ app: { policy: 'creative-app-fixed', effects: [effect] } })
  const { page } = await launchApp({ args: [`--scenario=${project}`, '--size=1024x700'] })
  const shown = page.locator('.cut-name')
  const tips = page.locator('.tip')
  const comeTo = async (control: Locator): Promise<void> => {
    await control.focus()
    await page.keyboard.press('Tab')
    await expect(control).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(control).toBeFocused()
  }
  // what has no tooltip of its own
  await comeTo(resourceLine(page, LONG, LONG))
  await expect(shown).toHaveText(LONG)
  await expect(tips).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(shown).toHaveCount(0)

  // what has one says the name there, once
  await comeTo(page.getByRole('button', { name: LONG, exact: true }))
  await expect(tips).toHaveCount(1)
  await expect(tips).toContainText(`Applies ${LONG}:`)

  await page.getByText(LONG, { exact: true }).first().hover()
  await expect(page.getByTitle(LONG).first()).toBeVisible()
  // what fits needs no more
  const process = page.getByRole('table', { name: 'Processes' }).locator('.process-title')
  await expect(process).toHaveText('app')
  expect(await process.evaluate((name) => name.scrollWidth <= name.clientWidth)).toBe(true)
})

test('a name without a space is broken where it is told on what runs were compared [LB-03]', async () => {
  const project = join(temporaryFolder(), 'one-word.json')
  const steps = [{ at: '50ms', apply: 'Blur' }]
  writeFileSync(project, JSON.stringify({ trimline: 1, name: 'x'.repeat(120), system: {}, steps }))
  const { page } = await launchApp({ args: [`--scenario=${project}`] })
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(200_000)
  await showTab(page, 'Laboratory')
  await page.getByRole('button', { name: /^Compare \d+ runs$/ }).click()
  const told = page.getByText(/^Compared on /)
  await expect(told).toContainText('xxxx')
  expect(await told.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
})

test('of a late press and of a difference in a narrow window names are cut, and no number is [LB-06] [LB-08]', async () => {
  const names = [LONG, 'Chromatic aberration']
  const project = quietProject({
    system: { localMemory: '96MiB', budget: '96MiB', pagingBandwidth: '4GiB' },
    app: {
      policy: 'fence-lru',
      effects: names.map((name) => ({ name, gpuTime: '4ms', resources: [{ name: LONG, size: '64MiB' }] })),
    },
    steps: [...names, ...names].map((apply, index) => ({ at: `${(index + 1) * 100}ms`, apply })),
  })
  const { page } = await launchApp({ args: [`--scenario=${project}`, '--size=1024x700'] })
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(600_000)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await showTab(page, 'Delays')
  const fits = (text: Locator): Promise<boolean> =>
    text.evaluate((element) => element.scrollWidth <= element.clientWidth)
  const rows = page.getByRole('grid', { name: 'Delays, worst first' }).locator('tr[data-id]')
  await expect(rows.first()).toBeVisible()
  for (const cell of await rows.locator('.cell-late, .cell-most').all()) expect(await fits(cell)).toBe(true)
  /** px that do not fit */
  const below = (name: string): Promise<number> =>
    rows
      .locator('.delay-name', { hasText: name })
      .first()
      .evaluate((element) => element.scrollHeight - element.clientHeight)
  // in two lines, with what letters have below the second: without it an underscore looks like a space
  expect(await below('press of Chromatic aberration')).toBe(0)
  expect(await below(LONG)).toBeGreaterThan(8)
  await rows.filter({ hasText: LONG }).first().click()
  const chain = page.getByRole('region', { name: 'Chain of the delay' })
  await expect(chain.locator('.delay-title')).toContainText(LONG)
  expect(await fits(chain.locator('.delay-title'))).toBe(false)
  await expect(chain.locator('.delay-state')).toHaveText(/^: \d[\d.]* ms late$/)
  const within = async (one: Locator, other: Locator): Promise<boolean> => {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()]
    return a !== null && b !== null && a.x + a.width <= b.x + b.width
  }
  expect(await within(chain.locator('.delay-state'), chain.getByRole('heading'))).toBe(true)
  // 64 MiB at 4 GiB/s; in one line
  const took = chain.locator('.delay-time').filter({ hasText: '15.63 ms' }).first()
  const lines = (text: Locator): Promise<number> =>
    text.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
  expect(await lines(took)).toBe(1)

  await showTab(page, 'Laboratory')
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await laboratory.getByRole('button', { name: 'None of Policies' }).click()
  for (const name of ['none', 'fence-lru']) await laboratory.getByRole('checkbox', { name, exact: true }).check()
  await laboratory.getByRole('button', { name: 'Compare 2 runs' }).click()
  await laboratory.getByRole('button', { name: 'Show difference' }).click()
  const resources = laboratory.getByRole('grid', { name: 'Resources in which the runs differ' })
  await expect(resources.getByRole('row').nth(1)).toContainText(' · ')
  const numbers = resources.locator('tr[data-id]').first().getByRole('gridcell').filter({ hasText: ' · ' })
  await expect(numbers).toHaveCount(3)
  for (const cell of await numbers.all()) expect(await fits(cell)).toBe(true)
  for (const head of await resources.getByRole('columnheader').all()) expect(await fits(head)).toBe(true)

  const linesOf = (text: Locator): Promise<string[]> =>
    text.evaluate((element) => {
      const range = document.createRange()
      const node = element.firstChild as Text
      const lines = new Map<number, string>()
      for (let at = 0; at < node.data.length; at++) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { top } = range.getBoundingClientRect()
        lines.set(top, `${lines.get(top) ?? ''}${node.data[at]}`)
      }
      return [...lines.values()].map((line) => line.replaceAll('\u00a0', ' ').trim())
    })
  const frontier = laboratory.getByRole('table', { name: 'Variants and the frontier' }).getByRole('button')
  expect(await frontier.count()).toBeGreaterThan(0)
  // as in "on it, 144 MiB at 202 ms": none ends in a number, whose unit would stand in the next
  for (const number of await frontier.all())
    for (const line of await linesOf(number)) expect(line).not.toMatch(/(^|\s)[\d.]+$/)
})

test('in a narrow window it is read whole that no effect is shown, and how many packets are kept', async () => {
  const steps = Array.from({ length: 1200 }, (_, index) => ({ at: `${index * 500}us`, apply: 'Blur' }))
  const project = quietProject({ app: { effects: [{ name: 'Blur', gpuTime: '50us' }] }, steps })
  const { page } = await launchApp({ args: [`--scenario=${project}`, '--size=1024x700'] })
  /** px by which it does not fit its own box, or is outside the one that cuts it */
  const cut = (text: Locator, within: string): Promise<number> =>
    text.evaluate((element, selector) => {
      const [own, bar] = [element, element.closest(selector) as Element].map((one) => one.getBoundingClientRect())
      const inside = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight]
      if (own === undefined || bar === undefined) throw new Error('not shown')
      return Math.max(
        0,
        ...inside,
        bar.left - own.left,
        own.right - bar.right,
        bar.top - own.top,
        own.bottom - bar.bottom,
      )
    }, within)
  await showTab(page, 'GPU')
  const kept = page.getByText(/^[1-9],\d{3}\+ packets$/)
  await expect(kept).toBeVisible({ timeout: 30_000 })
  expect(await cut(kept, '.lanes-bar')).toBe(0)
  const none = page.getByText('No effect shown', { exact: true })
  expect(await cut(none, '.preview-bar')).toBe(0)
})

test('why a resource was out is read in the width of the panel, also of a name without a gap [LB-09]', async () => {
  const name = 'W'.repeat(120)
  const project = quietProject({
    app: {
      policy: 'fence-lru',
      effects: [{ name, gpuTime: '4ms', resources: [{ name, size: '128MiB', resident: false }] }],
    },
    steps: [{ at: '100ms', apply: name }],
  })
  const { page } = await launchApp({ args: [`--scenario=${project}`] })
  await page.getByRole('contentinfo').getByRole('button', { name: 'Shown late' }).click()
  await page.getByRole('grid', { name: 'Delays, worst first' }).locator('tr[data-id]').first().click()
  const segments = page.getByRole('list', { name: 'Segments of the chain' })
  await expect(segments).toContainText('was out: never resident before')
  expect(await segments.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
})

test('of an import that has ended in a narrow window its name and its button are in sight [LB-19]', async () => {
  const path = join(temporaryFolder(), 'imported.json')
  const derived = ['gpuTime: guessed']
  writeFileSync(path, JSON.stringify({ trimline: 1, name: LONG, derived, steps: [{ at: '5ms', apply: 'Blur' }] }))
  const { page } = await launchApp({ args: [`--scenario=${path}`, '--size=720x700'] })
  const banner = page.getByRole('region', { name: 'Scenario' })
  const again = banner.getByRole('button', { name: 'Play again' })
  await expect(again).toBeVisible()
  const { x, width } = (await again.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(720)
  expect((await banner.getByText(LONG).boundingBox())!.width).toBeGreaterThan(100)
})

for (const size of ['1440x900', '1024x700'])
  test(`of the records of a comparison at ${size} no number is cut, also after a minute [LB-04] [LB-06]`, async () => {
    const project = quietProject({
      system: { localMemory: '256MiB', budget: '96MiB' },
      app: {
        policy: 'fence-lru',
        effects: ['A', 'B'].map((name) => ({
          name,
          gpuTime: '1ms',
          resources: [{ name: LONG, size: '64MiB', resident: false }],
        })),
      },
      steps: ['A', 'B', 'A'].map((apply, index) => ({ at: `${61 + index}.123456s`, apply })),
    })
    const { app, page } = await launchApp({ args: [`--size=${size}`] })
    await showTab(page, 'Laboratory')
    const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
    await answerDialogs(app, project)
    await laboratory.getByRole('button', { name: 'Open scenario to compare on' }).click()
    // until it has been read the session is what is compared
    await expect(laboratory.getByRole('combobox', { name: 'Work' })).toHaveValue('file')
    await laboratory.getByRole('button', { name: /^Compare \d+ runs$/ }).click()
    const table = laboratory.getByRole('table', { name: 'Comparison of variants' })
    const records = laboratory.getByRole('grid', { name: 'Records that the number counts' })
    // with a size, with a time of its own, with what each adds, and with how long it took
    for (const number of ['Paged in', 'Worst press', 'Memory held', 'Waited for paging']) {
      await table.getByRole('button', { name: new RegExp(`^${number} of fence-lru: `) }).click()
      await expect(laboratory.getByRole('heading', { name: `${number} of fence-lru` })).toBeVisible()
      await expect(records.getByRole('gridcell').first()).toHaveText(/^1:0\d\.\d{6}$/)
      const numbers = records.getByRole('gridcell').filter({ hasText: /^(1:0[\d.]+|[\d.]+ (ms|s|[KMG]iB|[KMG]iB·s))$/ })
      expect(await numbers.count()).toBeGreaterThan(1)
      const cut = numbers.evaluateAll((all) =>
        all.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
      )
      expect(await cut).toEqual([])
    }
  })

test('over budget and after a long run the numbers of memory and of the status bar are whole at every size [RS-08] [SC-11]', async () => {
  const churn = [10, 20].flatMap((at) => [
    { at: `${at}ms`, allocate: { name: 'small', size: '256B', count: 18_000 } },
    { at: `${at + 5}ms`, free: { name: 'small' } },
  ])
  const project = quietProject({
    system: { localMemory: '384MiB', budget: '96MiB' },
    app: {
      policy: 'none',
      effects: ['A', 'B'].map((name) => ({ name, gpuTime: '4ms', resources: [{ name: 'r', size: '165MiB' }] })),
    },
    steps: [
      { at: '1ms', otherProcess: { name: 'game', usage: '192MiB', foreground: true } },
      ...churn,
      { at: '100ms', apply: 'A' },
      { at: '200ms', apply: 'B' },
    ],
  })
  const { app, page } = await launchApp({ args: [`--scenario=${project}`] })
  const bar = page.getByRole('contentinfo')
  // more records than the live trace keeps
  await expect(bar.getByLabel('Trace records no longer kept')).toHaveText(/^last \d\d,\d{3}$/)
  await expect(bar.getByLabel('Shown late', { exact: true })).not.toHaveText('0')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  // its digits are all there only now
  await expect(bar.getByLabel('Simulated time')).toHaveText(/^\d+\.(\d{3}|\d{6}) s$/)
  await expect(bar).toContainText('Over')
  const tab = page.getByRole('tabpanel', { name: 'Memory' })
  await expect(tab.locator('.segment-head').first()).toContainText('paged out')
  for (const width of [1440, 1280, 1024]) {
    await resizeContent(app, width, 760)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    const parts = await bar.locator('button, output, .status-over').evaluateAll((all) =>
      all.map((part) => {
        const { left, right } = part.getBoundingClientRect()
        return { left, right, cut: part.tagName === 'OUTPUT' && part.scrollWidth > part.clientWidth, end: innerWidth }
      }),
    )
    parts.forEach(({ left, right, cut, end }, at) => {
      expect(cut).toBe(false)
      expect(left).toBeGreaterThanOrEqual(parts[at - 1]?.right ?? 0)
      expect(right).toBeLessThanOrEqual(end)
    })
    // nor in the tab: what was paged out and the segment's size were beyond its edge
    const outside = await tab.locator('.segment-head > span').evaluateAll((all) => {
      const edge = document.querySelector('.segment-track')?.getBoundingClientRect().right ?? 0
      return all.filter((one) => one.getBoundingClientRect().right > edge + 1).map(({ textContent }) => textContent)
    })
    expect(outside).toEqual([])
  }
})

test('the status bar of an app over its budget has whole names, at 1024 px and at 150 % text [RS-09]', async () => {
  const project = quietProject({
    system: { localMemory: '256MiB', budget: '96MiB' },
    app: { policy: 'none', effects: [{ name: 'A', resources: [{ name: 'r', size: '128MiB' }] }] },
    steps: [{ at: 0, apply: 'A' }],
  })
  const { app, page } = await launchApp({ args: [`--scenario=${project}`], own: true })
  const status = page.getByRole('contentinfo')
  const cut = (): Promise<string[]> =>
    status
      .locator('.status-item > *')
      .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.innerHTML))
  for (const width of [1024, 960, 901]) {
    await resizeContent(app, width, 700)
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    await expect(status.getByText('Over by')).toBeVisible()
    await expect.poll(cut, { message: `${width} px` }).toEqual([])
  }
})
