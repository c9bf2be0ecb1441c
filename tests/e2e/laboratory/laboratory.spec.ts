/** Which policy is better for what was done so far: asked and answered with what is on the screen (LB-03 to LB-07, LB-13). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { formatTime } from '../../../preload/contract'
import { clock, sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { inMain, resizeContent } from '../main-process'
import { answerDialogs, expectTime, menu, quietProject, temporaryFolder } from '../support'

/** A and B take turns; the budget has room for one and a half of them. */
const TURNS = {
  system: { localMemory: '256MiB', budget: '96MiB', evictionMode: 'eager' },
  app: {
    policy: 'fence-lru',
    effects: ['A', 'B'].map((name) => ({
      name,
      gpuTime: '1ms',
      resources: [{ name: 'r', size: '64MiB', resident: false }],
    })),
  },
  steps: ['A', 'B', 'A', 'B'].map((apply, index) => ({ at: `${(index + 1) * 100}ms`, apply })),
}

/** Chosen at first, beside `none` and `fence-lru`. */
const OTHERS = [
  'submission-lru',
  'mapping-layer-periodic',
  'driver-managed',
  'creative-app-fixed',
  'd3dx12-residency-fixed',
]

const MiB = 2 ** 20
const COMPARE = /^Compare \d+ runs?$/

const laboratoryOf = (page: Page): Locator => page.getByRole('region', { name: 'Laboratory', exact: true })

async function onlyTwoPolicies(laboratory: Locator): Promise<void> {
  for (const name of OTHERS) await laboratory.getByRole('checkbox', { name, exact: true }).uncheck()
}

async function isDone(page: Page): Promise<void> {
  await expect.poll(async () => (await sessionState(page)).variants?.state, { timeout: 30_000 }).toBe('done')
}

/** All steps are done, and time stands still: what is compared on is the same however slow the machine is. */
async function stepsAreDone(page: Page): Promise<void> {
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(500_000)
  await clock(page, 'Pause')
}

/** Everything shows that moment, and the time cursor stands at it. @param exact in seconds, to the µs */
async function wentTo(page: Page, exact: string): Promise<void> {
  const time = Math.round(Number.parseFloat(exact) * 1e6)
  expect(time).toBeGreaterThan(0)
  await expect.poll(async () => (await sessionState(page)).clock).toMatchObject({ now: time, running: false })
  await expectTime(page, time)
  await expect(page.getByRole('status', { name: 'Cursor' })).toHaveText(formatTime(time))
}

test('policies are compared: table, curves and frontier, with every number saved [LB-03] [LB-04] [LB-05] [LB-07] [LB-13]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject(TURNS)}`] })
  await stepsAreDone(page)
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = laboratoryOf(page)
  await expect(laboratory).toContainText('Nothing is compared yet.')
  await onlyTwoPolicies(laboratory)
  await laboratory.getByRole('button', { name: 'Compare 2 runs' }).click()

  const table = laboratory.getByRole('table', { name: 'Comparison of variants' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await isDone(page)
  const comparison = (await sessionState(page)).variants
  expect(comparison).toMatchObject({ state: 'done', done: 2, total: 2, message: null })
  // the same as by hand: fence-lru pages each in at each press, with none both stay
  expect(comparison?.rows.map(({ label, pageInBytes, evictions }) => [label, pageInBytes, evictions])).toEqual([
    ['none', 128 * MiB, 0],
    ['fence-lru', 256 * MiB, 3],
  ])
  await expect(table.getByRole('row').nth(1)).toContainText('✓ 128 MiB')
  const variants = laboratory.getByRole('region', { name: 'Variants', exact: true })
  await expect.poll(async () => (await variants.boundingBox())?.height).toBeGreaterThan(60)
  await expect(laboratory.getByRole('status').first()).toContainText(/^No variant is best everywhere: choose/)
  await expect(laboratory.getByRole('img', { name: /Local usage of 2 variants over time/ })).toBeVisible()
  await laboratory.getByRole('radio', { name: 'Evictions' }).click()
  await expect(laboratory.getByRole('img', { name: /Evictions of 2 variants over time/ })).toBeVisible()
  await expect(laboratory.getByRole('img', { name: /The frontier/ })).toBeVisible()

  // the one cursor goes through all curves, and says what each has there
  await laboratory.getByRole('radio', { name: 'Local usage' }).click()
  const plot = laboratory.getByRole('slider', { name: 'Cursor on the curves' })
  const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {}
  await plot.click({ position: { x: width - 2, y: height / 2 } })
  const values = laboratory.getByRole('list', { name: 'Values of the variants at that moment' }).getByRole('listitem')
  await expect(values).toHaveText(['none 128 MiB', 'fence-lru 64 MiB'])
  await page.mouse.move(0, 0)
  await expect(page.getByRole('status', { name: 'Cursor' })).toHaveText(/\d+\.\d{3,6} s/)
  await plot.press('Home')
  await expect(values).toHaveText(['none 0 B', 'fence-lru 0 B'])
  await expect(page.getByRole('status', { name: 'Cursor' })).toHaveText('0.000 s')
  await plot.press('Escape')
  await expect(page.getByRole('status', { name: 'Cursor' })).toHaveText('Following')
  // which lies above which curve is said of each
  const places = laboratory.getByRole('table', { name: 'Variants and the frontier' })
  await expect(places.getByRole('row').nth(2)).toContainText(/fence-lru.*above, /)

  const path = join(temporaryFolder(), 'variants.csv')
  await answerDialogs(app, path)
  await laboratory.getByRole('button', { name: 'Save comparison as CSV' }).click()
  await expect.poll(() => existsSync(path)).toBe(true)
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n')
  expect(lines.map((line) => Number(line.split(',')[head.split(',').indexOf('pageInBytes')]))).toEqual([
    128 * MiB,
    256 * MiB,
  ])

  // none is best everywhere: what there is to choose between can be chosen, with what it gives up
  const choices = laboratory.getByRole('list', { name: 'What there is to choose between' }).getByRole('listitem')
  expect(comparison?.advice).toMatchObject({ label: null, trade: [{ labels: ['none'] }, { labels: ['fence-lru'] }] })
  await expect(choices.nth(0)).toContainText(/^noneBest at: the least paged in.*Gives up: \d+ % more memory held/)
  await expect(choices.nth(1)).toContainText(/^fence-lruBest at: the least memory held.*Gives up: 100 % more paged in/)
  await expect(choices.nth(1)).toContainText('fence-lru is in charge now.')
  await choices.nth(0).getByRole('button', { name: 'Use none' }).click()
  await expect.poll(async () => (await sessionState(page)).system.policy).toBe('none')
  await expect(choices.nth(0)).toContainText('none is in charge now.')
})

test('from a number to its records, from two runs to where they part, and all of it as a report [LB-06] [LB-18]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject(TURNS)}`] })
  await stepsAreDone(page)
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = laboratoryOf(page)
  await onlyTwoPolicies(laboratory)
  await laboratory.getByRole('button', { name: COMPARE }).click()
  await isDone(page)
  const table = laboratory.getByRole('table', { name: 'Comparison of variants' })

  await table.getByRole('button', { name: 'Paged in of fence-lru: 256 MiB; show its records' }).click()
  await expect(laboratory).toContainText('4 records, 256 MiB together.')
  const records = laboratory.getByRole('grid', { name: 'Records that the number counts' })
  await expect(records.getByRole('row').nth(1)).toContainText(/s\s*page-in\s*A\.r\s*64 MiB/)
  // fence-lru is what this session did, and none is not
  await records.getByRole('row').nth(1).click()
  await wentTo(page, await records.getByRole('row').nth(1).getByRole('gridcell').first().innerText())
  await table.getByRole('button', { name: 'Paged in of none: ✓ 128 MiB; show its records' }).click()
  await expect(laboratory).toContainText('2 records, 128 MiB together.')
  await laboratory.getByRole('grid', { name: 'Records that the number counts' }).getByRole('row').nth(1).click()
  // that run becomes a branch, at the record's moment, and what the session did is left as it is
  await wentTo(page, await records.getByRole('row').nth(1).getByRole('gridcell').first().innerText())
  await page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: 'Branches' }).click()
  const branches = page.getByRole('list', { name: 'Branches of this run' }).getByRole('listitem')
  await expect(branches.nth(0)).toContainText(/^MainThe run as it began, .* until/)
  await expect(branches.nth(1)).toContainText(/^noneFrom Main at 0\.000\ss, .*, looked at/)
  await page.keyboard.press('Escape')
  await expect(laboratory.getByRole('button', { name: 'Open this run' })).toBeVisible()
  // every other number that stands on records leads to them too
  await table.getByRole('button', { name: /^Worst press of fence-lru: .*; show its records$/ }).click()
  await expect(records.getByRole('row').nth(1)).toContainText(/s\s*press\s*[AB]/)
  // what each adds is read at the default size; a number that is pressed while those are found takes their place
  const held = table.getByRole('button', { name: /^Memory held of fence-lru: .*; show its records$/ })
  await held.click()
  await expect(records.getByRole('columnheader', { name: 'Adds' })).toBeVisible()
  const adds = await records.getByRole('columnheader').allInnerTexts()
  const cells = records.locator(`tbody td:nth-child(${adds.indexOf('Adds') + 1})`)
  expect(await cells.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length)).toBe(0)
  await held.click()
  await table.getByRole('button', { name: 'Evictions of fence-lru: 3; show its records' }).click()
  await expect(laboratory).toContainText('3 records. Choose one')
  // headings stand on a line of their own in a narrow panel
  const heading = laboratory.getByRole('heading', { name: 'Over time' })
  const tab = page.getByRole('tabpanel', { name: 'Laboratory' })
  const isCut = async (width: string) => {
    await tab.evaluate((panel, given) => {
      panel.style.width = given
    }, width)
    return heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  }
  expect([await isCut('375px'), await isCut('')]).toEqual([false, false])
  await records.press('Home')
  await records.press('Control+c')
  await expect
    .poll(() => inMain(app, async ({ clipboard }) => clipboard.readText()))
    .toMatch(/^time_us\trecord\tof\tbytes\ttook_us\tmore\n\d+\tevict\t[AB]\.r\t67108864\t\t/)

  await laboratory.getByRole('button', { name: 'Show difference' }).click()
  await expect(laboratory).toContainText('none and fence-lru part at line')
  const resources = laboratory.getByRole('grid', { name: 'Resources in which the runs differ' })
  await expect(resources.getByRole('row').nth(1)).toContainText('A.r64 MiB · 128 MiB0 · 2')
  await resources.getByRole('button', { name: 'Resource' }).click()
  await resources.getByRole('button', { name: 'Resource' }).click()
  await expect(resources.getByRole('row').nth(1)).toContainText('B.r')
  await resources.getByRole('row').nth(1).click()
  const parting = laboratory.getByRole('button', { name: /s in fence-lru$/ }).last()
  await parting.click()
  await wentTo(page, (await parting.innerText()).replace(' in fence-lru', ''))

  const path = join(temporaryFolder(), 'report.html')
  await answerDialogs(app, path)
  await menu(app, 'saveComparison')
  await expect.poll(() => existsSync(path)).toBe(true)
  const html = readFileSync(path, 'utf8')
  expect(html).toContain('<td>none</td>')
  expect(html).toContain('They part at line')
  const other = join(temporaryFolder(), 'again.html')
  await answerDialogs(app, other)
  await laboratory.getByRole('button', { name: 'Export report…' }).click()
  await expect(page.getByText(`Saved ${other}`).first()).toBeVisible()
  expect(readFileSync(other, 'utf8')).toBe(html)
})

test('budgets beside policies, devices on a file, and the session from a marked moment on [LB-03]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject(TURNS)}`] })
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(500_000)
  await page.getByRole('tab', { name: 'Laboratory' }).click()
  const laboratory = laboratoryOf(page)
  await onlyTwoPolicies(laboratory)
  await laboratory.getByRole('checkbox', { name: 'Budgets' }).check()
  await laboratory.getByRole('textbox', { name: 'Budgets' }).fill('lots')
  await expect(laboratory).toContainText('“lots” is not a size')
  await laboratory.getByRole('textbox', { name: 'Budgets' }).fill('96MiB, 192MiB')
  await laboratory.getByRole('button', { name: 'Compare 4 runs' }).click()
  await isDone(page)
  const labels = async (): Promise<string[] | undefined> =>
    (await sessionState(page)).variants?.rows.map(({ label }) => label)
  expect(await labels()).toEqual(['none, 96 MiB', 'none, 192 MiB', 'fence-lru, 96 MiB', 'fence-lru, 192 MiB'])

  // a third takes the place of the first
  await laboratory.getByRole('button', { name: 'Change' }).click()
  await laboratory.getByRole('checkbox', { name: 'Budgets' }).uncheck()
  await laboratory.getByRole('checkbox', { name: 'Policies' }).uncheck()
  await laboratory.getByRole('checkbox', { name: 'Devices' }).check()
  await laboratory.getByRole('checkbox', { name: 'integrated' }).check()
  await laboratory.getByRole('checkbox', { name: 'discrete, 2 GiB' }).check()
  await answerDialogs(app, quietProject({ ...TURNS, app: { ...TURNS.app, policy: 'none' } }))
  await laboratory.getByRole('button', { name: 'Open scenario to compare on' }).click()
  await expect(laboratory.getByRole('combobox', { name: 'Work' })).toHaveValue('file')
  await laboratory.getByRole('button', { name: 'Compare 2 runs' }).click()
  await expect.poll(labels).toEqual(['discrete-2gib', 'integrated'])
  await isDone(page)
  expect((await sessionState(page)).variants).toMatchObject({ branch: null, until: 1_400_000 })

  await laboratory.getByRole('button', { name: 'Change' }).click()
  await laboratory.getByRole('button', { name: 'Close scenario to compare on' }).click()
  await laboratory.getByRole('combobox', { name: 'Work' }).selectOption('here')
  await expect(laboratory).toContainText('A device cannot change under way')
  await laboratory.getByRole('checkbox', { name: 'Devices' }).uncheck()
  await laboratory.getByRole('checkbox', { name: 'Policies' }).check()
  // nothing comes any more
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(1_500_000)
  await laboratory.getByRole('button', { name: 'Compare 2 runs' }).click()
  await expect(page.getByText('Mark an earlier one in a chart').first()).toBeVisible()

  // the device of a row that is still there is used: the simulation starts again on it
  const use = laboratory.getByRole('button', { name: /^Use (integrated|discrete-2gib)$/ }).first()
  await expect(use).toHaveAttribute('title', /the simulation starts again/)
  const profile = (await use.innerText()).slice('Use '.length)
  await use.click()
  await expect.poll(async () => (await sessionState(page)).system.profile).toBe(profile)
  await expect(laboratory).toContainText(`${profile} is in charge now.`)
})

test('in a small window Compare leads to what keeps it, Enter compares, and what is advised can be read [LB-03] [LB-07]', async () => {
  const resources = [{ name: 'r', size: '64MiB' }]
  const idle = {
    ...TURNS.system,
    localMemory: '2GiB',
    budget: '1GiB',
    periodicTrim: { interval: '200ms', idleAfter: '0s' },
  }
  const app = { policy: 'none', effects: [{ name: 'A', gpuTime: '1ms', resources }] }
  const scenario = quietProject({
    system: idle,
    app,
    steps: [
      { at: '100ms', apply: 'A' },
      { at: '150ms', idle: true },
    ],
  })
  const { app: shell, page } = await launchApp({ args: [`--scenario=${scenario}`] })
  await resizeContent(shell, 1024, 700)
  await stepsAreDone(page)
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = laboratoryOf(page)
  await laboratory.getByRole('checkbox', { name: 'Budgets' }).check()
  const reason = laboratory.getByRole('alert').filter({ hasText: 'Name at least one budget' })
  await expect(laboratory.getByText('What Compare needs first: Name at least one budget')).toBeInViewport()
  await expect(reason).toHaveCount(0)
  // it is said to be disabled
  await laboratory.getByRole('button', { name: 'Compare', exact: true }).click({ force: true })
  await expect(reason).toBeInViewport({ ratio: 0.9 })
  await laboratory.getByRole('textbox', { name: 'Budgets' }).fill('96MiB, 1GiB')
  await laboratory.getByRole('textbox', { name: 'Budgets' }).press('Enter')
  await isDone(page)
  // what is used may have a long name, also beside the records of a number
  await laboratory
    .getByRole('button', { name: /show its records$/ })
    .first()
    .click()
  const use = laboratory.locator('.button-primary', { hasText: / with a budget of / }).last()
  await expect(use).toBeVisible()
  const tab = page.getByRole('tabpanel', { name: 'Laboratory' })
  await tab.evaluate((panel) => {
    panel.style.width = '240px'
  })
  const right = async (part: Locator): Promise<number> => {
    const { x = Number.NaN, width = Number.NaN } = (await part.boundingBox()) ?? {}
    return x + width
  }
  expect(await right(use)).toBeLessThan(await right(tab))
})

test('which policy for my app: asked and answered with what is on the screen [LB-07]', async () => {
  // with room for one and a half, what nobody lets go of is paged out under pressure, and work waits for it
  const system = { ...TURNS.system, localMemory: '96MiB', pagingBandwidth: '1GiB' }
  const scenario = quietProject({ ...TURNS, system, app: { ...TURNS.app, policy: 'none' } })
  const { page } = await launchApp({ args: [`--scenario=${scenario}`] })
  await stepsAreDone(page)
  const began = Date.now()
  await page.getByRole('combobox', { name: 'Policy' }).click()
  // in sight, however many policies there are
  await expect(page.getByRole('option', { name: /^Compare policies…/ })).toBeInViewport({ ratio: 1 })
  await page.getByRole('option', { name: /^Compare policies…/ }).click()
  const laboratory = laboratoryOf(page)
  await laboratory.getByRole('button', { name: COMPARE }).click()
  const advice = laboratory.getByRole('region', { name: 'Advice' })
  await expect(advice).toBeVisible({ timeout: 30_000 })
  const { variants, system: before } = await sessionState(page)
  expect(before.policy).toBe('none')
  expect(variants?.rows.map(({ label }) => label)).toContain('none')
  const label = variants?.advice?.label
  expect(label).toBeTruthy()
  // the sentence and its button are in sight, without scrolling
  const bottom = async (part: Locator): Promise<number> => {
    const { y = Number.NaN, height = Number.NaN } = (await part.boundingBox()) ?? {}
    return y + height
  }
  await expect.poll(async () => (await bottom(laboratory)) - (await bottom(advice))).toBeGreaterThan(0)
  await advice.getByRole('button', { name: `Use ${label}` }).click()
  await expect.poll(async () => (await sessionState(page)).system.policy).toBe(label)
  await expect(laboratory).toContainText(`${label} is in charge now.`)
  expect(Date.now() - began).toBeLessThan(60_000)
})

test('every number of the answer leads to its records, also of a file, whose runs open in the place of the session [LB-04] [LB-06]', async () => {
  const { app, page } = await launchApp()
  await page.getByRole('tab', { name: 'Laboratory' }).click()
  const laboratory = laboratoryOf(page)
  await onlyTwoPolicies(laboratory)
  await laboratory.getByRole('checkbox', { name: 'creative-app-fixed', exact: true }).uncheck()
  await answerDialogs(app, quietProject(TURNS))
  await laboratory.getByRole('button', { name: 'Open scenario to compare on' }).click()
  // until it has been read the session is what is compared
  await expect(laboratory.getByRole('combobox', { name: 'Work' })).toHaveValue('file')
  await laboratory.getByRole('button', { name: COMPARE }).click()
  await isDone(page)
  const table = laboratory.getByRole('table', { name: 'Comparison of variants' })
  const records = laboratory.getByRole('grid', { name: 'Records that the number counts' })
  await expect(table.getByRole('row')).toHaveCount(3)
  // no number but none stands there without its records
  const plain = table.getByRole('cell').filter({ hasNot: page.getByRole('button'), hasText: /[1-9]/ })
  await expect(plain).toHaveCount(0)
  await table.getByRole('button', { name: /^Memory held of fence-lru: / }).click()
  await expect(laboratory).toContainText(
    /intervals, [\d.]+ [MG]iB·s together\. Each adds its size × how long it lasted/,
  )
  await expect(records.getByRole('row').nth(1)).toContainText('usage')
  const reasons = laboratory.getByRole('list', { name: 'What the advice rests on' })
  await expect(reasons.getByRole('button').first()).toBeVisible()
  await laboratory.getByRole('button', { name: /^Of the bound of fence-lru: / }).click()
  await laboratory.getByRole('button', { name: /^Bound of fence-lru: / }).click()
  await expect(records.getByRole('row').nth(1)).toContainText('first use')

  await laboratory.getByRole('button', { name: /^Evictions of fence-lru: 3; show its records$/ }).click()
  const moment = records.getByRole('row').nth(1)
  await expect(moment).toContainText('evict')
  const time = await moment.getByRole('gridcell').first().innerText()
  await laboratory.getByRole('button', { name: 'Open this run' }).click()
  await wentTo(page, time)
  // the comparison is there as before, and is of the session now
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect.poll(async () => (await sessionState(page)).variants).toMatchObject({ branch: 1, state: 'done' })
  // it can be had again from its file: closing it asks nothing
  expect((await sessionState(page)).project.dirty).toBe(false)
  await table.getByRole('button', { name: 'Paged in of none: ✓ 128 MiB; show its records' }).click()
  await expect(records.getByRole('row').nth(1)).toContainText('page-in')
  await laboratory.getByRole('button', { name: 'Open this run' }).click()
  await wentTo(page, await records.getByRole('row').nth(1).getByRole('gridcell').first().innerText())
  // who changes the project there makes a branch that is nowhere else
  expect((await sessionState(page)).project.dirty).toBe(false)
  await laboratory.getByRole('button', { name: 'Use fence-lru' }).click()
  await expect.poll(async () => (await sessionState(page)).project.dirty).toBe(true)
})
