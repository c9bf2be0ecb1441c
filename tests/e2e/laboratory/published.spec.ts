/**
 * A policy of one's own against every published one, on a recording of a real machine, with its distance from the bound, and
 * its run in Perfetto: done with what is on the screen (LB-12, LB-14, LB-17, LB-19).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { POLICY_NAMES } from '../../../preload/contract'
import { TraceProcessor } from '../../support/perfetto/trace-processor'
import { clock, sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { inMain } from '../main-process'
import { answerDialogs, expectStatus, menu, quietProject, temporaryFolder } from '../support'

const MiB = 2 ** 20

test('a policy of one’s own is compared with every published one on a recording, and its run opens in Perfetto [LB-12] [LB-14] [LB-17] [LB-19]', async () => {
  test.setTimeout(300_000)
  const { app, page } = await launchApp({ own: true, args: [`--scenario=${quietProject()}`] })
  const shot = async (name: string): Promise<void> => {
    const folder = process.env.TRIMLINE_SHOTS
    if (folder !== undefined) await page.screenshot({ path: join(folder, `published-${name}.png`) })
  }
  // the guide's second policy makes room before it is missing: it is copied into an editor, and saved
  await menu(app, 'policyGuide')
  const guide = page.getByRole('dialog', { name: 'A policy of your own in ten minutes' })
  await guide.getByRole('button', { name: 'Copy' }).nth(2).click()
  const copied = () => inMain(app, async ({ clipboard }) => clipboard.readText())
  await expect.poll(copied).toContain("name: 'largest-first'")
  const path = join(temporaryFolder(), 'largest.mjs')
  writeFileSync(path, await copied())
  await page.keyboard.press('Escape')

  await menu(app, 'example-imported/radeon-memory.json')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Radeon')
  await page.getByRole('radio', { name: '16×' }).click()
  await answerDialogs(app, path)
  const picker = page.getByRole('combobox', { name: 'Policy' })
  await picker.click()
  await page.getByRole('option', { name: /^Own policy…/ }).click()
  await expect(picker).toContainText(/largest\.mjs#/)
  await shot('own')
  const steps = page.getByRole('region', { name: 'Scenario' })
  await expect(steps).toContainText(/([\d,]+) of \1 steps/, { timeout: 60_000 })
  await clock(page, 'Pause')

  // memory is short with half a gigabyte: the recording has more than seven
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await laboratory.getByRole('button', { name: 'All Policies' }).click()
  await laboratory.getByRole('checkbox', { name: 'Budgets' }).check()
  await laboratory.getByRole('textbox', { name: 'Budgets' }).fill('512MiB')
  await shot('choice')
  await laboratory.getByRole('button', { name: `Compare ${POLICY_NAMES.length + 1} runs` }).click()
  await expect.poll(async () => (await sessionState(page)).variants?.state, { timeout: 120_000 }).toBe('done')
  await shot('compared')
  const rows = (await sessionState(page)).variants?.rows ?? []
  expect(rows.map(({ label }) => label.replace(/#.*,/, ','))).toEqual(
    [...POLICY_NAMES, 'largest.mjs'].map((name) => `${name}, 512 MiB`),
  )
  // every first use is one, and there is nothing to be had by keeping: how far a policy is from that is said of each
  const [none] = rows
  for (const row of rows.filter(({ devicesRemoved }) => devicesRemoved === 0)) {
    expect(row.bound).toBe(none?.bound)
    expect(row.timesBound).toBeCloseTo(row.localPageInBytes / row.bound, 9)
    expect(row.timesBound).toBeGreaterThanOrEqual(1)
  }
  // the own one keeps to the budget, which doing nothing does not
  const mine = rows.find(({ label }) => label.startsWith('largest.mjs#'))
  expect(mine).toMatchObject({ overBudget: 0, findingsCount: 0 })
  expect(mine?.peakLocalUsage).toBeLessThanOrEqual(512 * MiB)
  expect(none?.peakLocalUsage).toBeGreaterThan(512 * MiB)
  const table = laboratory.getByRole('table', { name: 'Comparison of variants' })
  await expect(table.getByRole('row', { name: /^largest\.mjs#/ })).toContainText(`${mine?.timesBound?.toFixed(2)} ×`)
  await table.getByRole('button', { name: /^Paged in of largest\.mjs#.*; show its records$/ }).click()
  await shot('records')
  await laboratory.getByRole('button', { name: 'Open this run' }).click()
  // of the run that is left the policy is the same
  await expectStatus(page, 'Budget', '512 MiB')
  await expect(picker).toContainText(/largest\.mjs#/)
  await shot('opened')
  const trace = join(temporaryFolder(), 'mine.pftrace')
  await answerDialogs(app, trace)
  await menu(app, 'exportPerfetto')
  await expect(page.getByText(`Saved ${trace}`).first()).toBeVisible()
  await shot('saved')
  // the saved file is that of the run that was opened
  const perfetto = await TraceProcessor.start()
  try {
    await perfetto.load(readFileSync(trace))
    expect(await perfetto.query("select name from stats where severity = 'error' and value > 0")).toEqual([])
    const count = (category: string) => perfetto.count(`select count(*) from slice where category = '${category}'`)
    expect(await count('page-in')).toBeGreaterThan(400)
    expect(await count('evict')).toBe(mine?.evictions)
    expect(await count('own-policy')).toBe(1)
    const peak = 'select max(value) from counter join counter_track on track_id = counter_track.id where name ='
    expect(await perfetto.count(`${peak} 'local usage'`)).toBe(mine?.peakLocalUsage)
    expect(await perfetto.count(`${peak} 'local budget'`)).toBe(512 * MiB)
  } finally {
    await perfetto.stop()
  }
  await app.close()
})
