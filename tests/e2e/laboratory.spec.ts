/** Which policy is better for what was done so far: asked and answered with what is on the screen (LB-03 to LB-07, LB-13). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionState } from './gpu-support'
import { expect, launchApp, test } from './launch'
import { answerDialogs, quietProject, temporaryFolder } from './support'

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

test('policies are compared, and the one that is advised is put in charge [LB-03] [LB-04] [LB-05] [LB-07] [LB-13]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject(TURNS)}`] })
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(500_000)
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await expect(laboratory).toContainText('Nothing is compared yet.')

  // two policies of the seven that are chosen
  for (const name of OTHERS) await laboratory.getByRole('checkbox', { name, exact: true }).uncheck()
  await laboratory.getByRole('textbox', { name: 'Budgets' }).fill('lots')
  await expect(laboratory).toContainText('“lots” is not a size')
  await laboratory.getByRole('textbox', { name: 'Budgets' }).fill('')
  await laboratory.getByRole('button', { name: 'Compare policies', exact: true }).click()

  const table = laboratory.getByRole('table', { name: 'Comparison of variants' })
  await expect(table.getByRole('row')).toHaveCount(3)
  const comparison = (await sessionState(page)).variants
  expect(comparison).toMatchObject({ state: 'done', done: 2, total: 2, message: null })
  const MiB = 2 ** 20
  // the same as by hand: fence-lru pages each in at each press, with none both stay
  expect(comparison?.rows.map(({ label, pageInBytes, evictions }) => [label, pageInBytes, evictions])).toEqual([
    ['none', 128 * MiB, 0],
    ['fence-lru', 256 * MiB, 3],
  ])
  await expect(table.getByRole('row').nth(1)).toContainText('✓ 128 MiB')
  expect((await laboratory.getByRole('region', { name: 'Variants' }).boundingBox())?.height).toBeGreaterThan(60)
  await expect(laboratory.getByRole('status')).toContainText(comparison?.advice?.text ?? 'no advice')
  await expect(laboratory.getByRole('img', { name: /Local usage of 2 variants over time/ })).toBeVisible()
  await laboratory.getByRole('radio', { name: 'Evictions' }).click()
  await expect(laboratory.getByRole('img', { name: /Evictions of 2 variants over time/ })).toBeVisible()
  await expect(laboratory.getByRole('img', { name: /The frontier/ })).toBeVisible()

  const path = join(temporaryFolder(), 'variants.csv')
  await answerDialogs(app, path)
  await laboratory.getByRole('button', { name: 'Save comparison as CSV' }).click()
  await expect.poll(() => existsSync(path)).toBe(true)
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n')
  expect(lines.map((line) => Number(line.split(',')[head.split(',').indexOf('pageInBytes')]))).toEqual([
    128 * MiB,
    256 * MiB,
  ])
})

test('where one policy is better the advice is taken with a press [LB-07]', async () => {
  // with room for one and a half, what nobody lets go of is paged out under pressure, and work waits for it
  const system = { ...TURNS.system, localMemory: '96MiB', pagingBandwidth: '1GiB' }
  const scenario = quietProject({ ...TURNS, system, app: { ...TURNS.app, policy: 'none' } })
  const { page } = await launchApp({ args: [`--scenario=${scenario}`] })
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(500_000)
  await page.getByRole('tab', { name: 'Laboratory' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  for (const name of OTHERS) await laboratory.getByRole('checkbox', { name, exact: true }).uncheck()
  await laboratory.getByRole('button', { name: 'Compare policies', exact: true }).click()
  await expect.poll(async () => (await sessionState(page)).variants?.state).toBe('done')
  const { variants, system: before } = await sessionState(page)
  expect(before.policy).toBe('none')
  expect(variants?.advice).toMatchObject({ label: 'fence-lru' })
  await laboratory.getByRole('button', { name: 'Use fence-lru' }).click()
  await expect.poll(async () => (await sessionState(page)).system.policy).toBe('fence-lru')
  await expect(laboratory).toContainText('fence-lru is in charge now.')
})
