import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { VariantComparisonView } from '../../../preload/contract'
import { expect, launchApp, test } from '../launch'
import { answerDialogs, menu, quietProject, showTab, temporaryFolder } from '../support'
import {
  applyAll,
  framesUnderWay,
  openGpu,
  sessionState,
  shownDuration,
  shownNumber,
  submitLongPacket,
} from './gpu-support'

/** µs between two of 60 vertical blanks a second */
const FRAME = 16_667

/** A long packet at this granularity. */
async function submitAt(page: Page, settings: Locator, granularity: string): Promise<void> {
  await settings.getByLabel('Graphics granularity').selectOption({ label: granularity })
  await submitLongPacket(page, settings)
}

test('the finer the granularity, the sooner a long packet gives way [GP-06, GP-09, GP-28]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const settings = await openGpu(page, '1×')

  await submitAt(page, settings, 'Pixel')
  await expect(shownNumber(page, 'Preemptions')).not.toHaveText('0')
  // 5 µs until the request is there, a pixel, and 40 µs for the context
  await expect.poll(() => shownDuration(page, 'Worst preemption')).toBeLessThan(100)
  await expect(shownNumber(page, 'Missed')).toHaveText('0')
  const fine = (await sessionState(page)).gpu
  expect(fine).toMatchObject({ graphics: 'pixel', missedVerticalBlanks: 0 })
  expect(fine.worstPreemption).toBeLessThan(100)
  expect(fine.worstCompositorLatency).toBeLessThan(FRAME)

  await submitAt(page, settings, 'None')
  await expect.poll(() => shownDuration(page, 'Worst preemption')).toBeGreaterThan(3 * FRAME)
  await expect.poll(() => shownDuration(page, 'Worst latency')).toBeGreaterThan(3 * FRAME)
  await expect(shownNumber(page, 'Missed')).not.toHaveText('0')
  const coarse = (await sessionState(page)).gpu
  expect(coarse.graphics).toBe('none')
  expect(coarse.worstPreemption).toBeGreaterThan(3 * FRAME)
  expect(coarse.missedVerticalBlanks).toBeGreaterThan(2)

  // numbers are of one run: the next begins without them, with the granularity as it was set last; its first frame may be
  // under way when a vertical blank comes, and be waited for
  await menu(app, 'restart')
  await expect(shownNumber(page, 'Worst preemption')).toHaveText(/^(none yet|\d+ µs)$/)
  await expect(shownNumber(page, 'Missed')).toHaveText('0')
  await expect(settings.getByLabel('Graphics granularity')).toHaveValue('none')
  await settings.getByLabel('Graphics granularity').selectOption({ label: 'Pixel' })
  await menu(app, 'restart')
  await expect(settings.getByLabel('Graphics granularity')).toHaveValue('pixel')
  await submitAt(page, settings, 'Pixel')
  await expect.poll(() => shownDuration(page, 'Worst preemption')).toBeLessThan(100)
  expect((await sessionState(page)).gpu.missedVerticalBlanks).toBe(0)
})

test('a packet by hand is in nobody’s context that the system has itself, but the app’s [GP-09, SC-08]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const settings = await openGpu(page, '16×')
  await settings.getByLabel('Context').fill('dwm')
  await settings.getByRole('button', { name: 'Submit packet' }).click()
  await expect(settings.getByRole('alert')).toHaveText(
    '"dwm" is the compositor, which presents by itself. Give the context another name.',
  )
  await settings.getByLabel('Context').fill('game')
  await expect(settings.getByRole('alert')).toHaveCount(0)
  await submitLongPacket(page, settings)
})

test('a packet waits on the GPU for a fence until another one signals it [GP-03, GP-21, GP-22]', async () => {
  const system = { compositor: { enabled: false } }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ system })}`] })
  const settings = await openGpu(page, '1×')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Packets' }).getByRole('button')
  /** Packets of a context that have ended, waits not among them. */
  const completed = async (context: string): Promise<number> => {
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    return rows.filter({ hasText: new RegExp(`Standard.*${context}.*completed`) }).count()
  }
  const submit = settings.getByRole('button', { name: 'Submit packet' })
  await settings.getByLabel('Engine').selectOption({ label: 'Compute' })
  await settings.getByLabel('GPU time', { exact: true }).fill('5 ms')
  await settings.getByLabel('Context').fill('waiter')
  await settings.getByRole('button', { name: 'More about the packet' }).press('Enter')
  const used = settings.getByLabel('Resources it uses')
  await used.fill('Blur')
  await used.press('Enter')
  await expect(settings.getByRole('alert')).toHaveText(
    'Found “Blur”, expected the full name of a resource, as Memory calls it.',
  )
  await used.fill('Blur.main')
  await used.press('Enter')
  await expect(settings.getByRole('list', { name: 'Used by the packet' })).toHaveText('Blur.main')
  await settings.getByLabel('Wait for fence', { exact: true }).fill('ready')
  await submit.click()
  await expect(settings.getByLabel('Wait for fence to have value')).toBeFocused()
  await settings.getByLabel('Wait for fence to have value').fill('2')
  await settings.getByRole('checkbox', { name: 'driver asks for no preemption' }).check()
  await submit.click()
  await expect(settings.getByRole('alert')).toHaveCount(0)
  // a packet that signals less is not what it waits for
  await settings.getByLabel('Engine').selectOption({ label: 'Copy' })
  await settings.getByLabel('Context').fill('signaller')
  await settings.getByLabel('Wait for fence', { exact: true }).fill('')
  await settings.getByLabel('Wait for fence to have value').fill('')
  await settings.getByLabel('Signal fence', { exact: true }).fill('ready')
  for (const [index, value] of ['1', '2'].entries()) {
    expect(await completed('waiter')).toBe(0)
    await settings.getByLabel('Signal fence with value').fill(value)
    await submit.click()
    await expect.poll(() => completed('signaller')).toBe(index + 1)
  }
  await expect.poll(() => completed('waiter')).toBe(1)
})

test('the time of a packet is that of its parts, and each names what it uses [GP-17]', async () => {
  const system = { compositor: { enabled: false } }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ system })}`] })
  const settings = await openGpu(page, '1×')
  await settings.getByLabel('Context').fill('renderer')
  await settings.getByRole('button', { name: 'More about the packet' }).click()
  const add = settings.getByRole('button', { name: 'Add part' })
  await add.click()
  await expect(settings.getByLabel('Part 1 GPU time')).toHaveValue('100 ms')
  await settings.getByLabel('Part 1 GPU time').fill('20 ms')
  await settings.getByLabel('Part 1 resources').fill('Blur.main')
  await add.click()
  await settings.getByLabel('Part 2 GPU time').fill('30 ms')
  await settings.getByLabel('Part 2 resources').fill('Blur.temp')
  await expect(settings.getByRole('status', { name: 'GPU time' })).toHaveText('50 ms')
  await settings.getByRole('button', { name: 'Submit packet' }).click()
  await expect(settings.getByRole('alert')).toHaveCount(0)
  await expect.poll(async () => (await sessionState(page)).gpu.engines[0]?.busy).toBeGreaterThanOrEqual(50_000)
  // the names may have to be looked up in Memory: what is filled in waits
  await showTab(page, 'Memory')
  await showTab(page, 'GPU')
  await expect(settings.getByLabel('Part 1 GPU time')).toHaveValue('20 ms')
  await expect(settings.getByLabel('Part 2 resources')).toHaveValue('Blur.temp')
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Packets' }).getByRole('button')
  await rows
    .filter({ hasText: /renderer.*completed/ })
    .first()
    .click()
  const packet = page.getByRole('region', { name: 'Selected packet' })
  await expect(packet).toContainText('2: Blur.main, Blur.temp')
})

test('Play sends decode, effects and present through the engines until it is paused [GP-27]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await applyAll(page, ['Blur'])
  await openGpu(page, '1×')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Packets' }).getByRole('button')
  await expect(rows.filter({ hasText: 'decode' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(rows.filter({ hasText: /Video decode.*Standard.*decode.*completed/ }).first()).toBeVisible()
  await expect(rows.filter({ hasText: /3D.*Standard.*Blur.*completed/ }).first()).toBeVisible()
  await expect(rows.filter({ hasText: /3D.*Present.*app.*completed/ }).first()).toBeVisible()
  await expect(shownNumber(page, 'Frames played')).not.toHaveText('0')
  expect((await sessionState(page)).gpu.playing).toBe(true)

  await page.getByRole('button', { name: 'Pause clip' }).click()
  await expect.poll(async () => (await sessionState(page)).gpu.playing).toBe(false)
  await expect.poll(() => framesUnderWay(page)).toBe(0)
  // the last one is shown at a vertical blank
  const blanks = async (): Promise<number> => (await sessionState(page)).gpu.verticalBlanks
  await expect.poll(blanks).toBeGreaterThan((await blanks()) + 2)
  const stopped = (await sessionState(page)).gpu
  expect(stopped.framesPlayed).toBeGreaterThan(0)
  await expect.poll(blanks).toBeGreaterThan(stopped.verticalBlanks + 30)
  const later = (await sessionState(page)).gpu
  expect([later.framesPlayed, later.framesDropped]).toEqual([stopped.framesPlayed, stopped.framesDropped])
  await expect(shownNumber(page, 'Frames played')).toHaveText(String(stopped.framesPlayed))
})

/** Work for a comparison that takes its time: many vertical blanks, and an effect that is longer than a frame. */
async function playForLong(page: Page): Promise<void> {
  await applyAll(page, ['Blur'])
  await openGpu(page, '16×')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(async () => (await sessionState(page)).clock.now, { timeout: 30_000 }).toBeGreaterThan(60_000_000)
  await page.getByRole('button', { name: 'Pause clip' }).click()
}

test('Compare runs the same work under every granularity, can be cancelled, and is saved as CSV [GP-28, SC-06]', async () => {
  test.setTimeout(180_000)
  const system = { refreshRate: 240 }
  const effects = [{ name: 'Blur', gpuTime: '20ms', resources: [{ name: 'main', size: '1MiB', resident: true }] }]
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ system, app: { effects } })}`] })
  await playForLong(page)
  await page.getByRole('button', { name: 'Compare models…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await expect(laboratory.getByRole('checkbox', { name: 'Preemption models' })).toBeChecked()
  const compare = laboratory.getByRole('button', { name: 'Compare 7 runs' })

  await compare.click()
  await expect(laboratory.getByRole('progressbar')).toBeVisible()
  await laboratory.getByRole('button', { name: 'Cancel' }).click()
  await expect(laboratory.getByText(/Cancelled after \d of 7 runs/)).toBeVisible()
  expect((await sessionState(page)).variants?.state).toBe('cancelled')

  await compare.click()
  // meanwhile the window answers
  await page.getByRole('tab', { name: 'Findings' }).click()
  await expect(page.getByRole('region', { name: 'Findings' })).toBeVisible()
  await menu(app, 'laboratory')
  const table = laboratory.getByRole('table', { name: 'Comparison of variants' })
  await expect.poll(async () => (await sessionState(page)).variants?.state, { timeout: 90_000 }).toBe('done')
  await expect(laboratory.getByRole('progressbar')).toHaveCount(0)
  await expect(table.getByRole('row')).toHaveCount(1 + 7)
  await expect(table.getByRole('row').nth(1)).toContainText('win7')
  await expect(table.getByRole('columnheader', { name: 'Missed blanks' })).toBeAttached()
  const done = (await sessionState(page)).variants
  expect(done).toMatchObject({ state: 'done', done: 7, total: 7, message: null })
  const latencies = latenciesOf(done)
  // coarse to fine: never worse, and much better at the end
  for (const [index, latency] of latencies.entries()) expect(latency).toBeLessThanOrEqual(latencies[index - 1] ?? 1e9)
  expect(latencies[0]).toBeGreaterThan(10 * (latencies.at(-2) ?? Number.NaN))

  const path = join(temporaryFolder(), 'comparison.csv')
  await answerDialogs(app, path)
  await laboratory.getByRole('button', { name: 'Save comparison as CSV' }).click()
  await expect.poll(() => existsSync(path)).toBe(true)
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n')
  const column = head.split(',').indexOf('worstCompositorLatency')
  expect(lines.map((line) => Number(line.split(',')[column]))).toEqual(
    done?.rows.map(({ worstCompositorLatency }) => worstCompositorLatency),
  )
})

/** Worst compositor latency of the Windows 8 model, coarse to fine, in µs. */
function latenciesOf(comparison: VariantComparisonView | null): number[] {
  const rows = comparison?.rows.filter(({ variant }) => variant.preemption?.model === 'win8') ?? []
  expect(rows.map(({ variant }) => variant.preemption?.graphics)).toEqual([
    'none',
    'dma-buffer',
    'primitive',
    'triangle',
    'pixel',
    'shader',
  ])
  return rows.map(({ worstCompositorLatency }) => worstCompositorLatency ?? Number.NaN)
}
