/** The processes in which comparisons run (LB-03). */
import { spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import type { Runtime } from '../../../scripts/electron-runtime.mjs'
import { clock, sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { pidsOf } from '../main-process'
import { quietProject } from '../support'

/** What each run came to, by its label; empty: that comparison is not done. */
async function results(page: Page, runs: number): Promise<Map<string, readonly unknown[]>> {
  const { variants } = await sessionState(page)
  if (variants?.state !== 'done' || variants.total !== runs) return new Map()
  return new Map(variants.rows.map((row) => [row.label, [row.pageInBytes, row.localByteSeconds, row.worstPress]]))
}

test('a second comparison goes on in the processes of the first [LB-03]', async () => {
  const project = { steps: [{ at: 0, apply: 'Blur' }] }
  // in an app that has run a journey before, processes of that one's comparison may wait
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject(project)}`], own: true })
  const processes = (): Promise<number[]> => pidsOf(app, 'Utility', 'Trimline comparison')
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(100_000)
  await clock(page, 'Pause')
  expect(await processes()).toEqual([])
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await laboratory.getByRole('button', { name: 'Compare 8 runs' }).click()
  await expect.poll(async () => (await results(page, 8)).size, { timeout: 30_000 }).toBe(8)
  // in no order
  const first = new Set(await processes())
  expect(first.size).toBeGreaterThan(0)
  const before = await results(page, 8)
  await laboratory.getByRole('button', { name: 'Change' }).click()
  await laboratory.getByRole('checkbox', { name: 'submission-lru', exact: true }).uncheck()
  await laboratory.getByRole('button', { name: 'Compare 7 runs' }).click()
  await expect.poll(async () => (await results(page, 7)).size, { timeout: 30_000 }).toBe(7)
  expect(new Set(await processes())).toEqual(first)
  // what a run has left in its process does not show in the next
  for (const [label, came] of await results(page, 7)) expect(before.get(label)).toEqual(came)
})

test('V8 of the app knows the settings by which its compilers come late', () => {
  const { executable } = JSON.parse(process.env.TRIMLINE_TEST_RUNTIME ?? '') as Runtime
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const run = (code: string) => spawnSync(executable, ['-e', code], { env, encoding: 'utf8' })
  const version = run('process.stdout.write(process.versions.v8)').stdout
  /** what it says of a setting that it is given */
  const flag = (name: string) => run(`require('node:v8').setFlagsFromString('--${name}=300000')`).stderr
  expect(flag('of-no-such-name')).toContain('of-no-such-name')
  for (const name of ['invocation-count-for-turbofan', 'invocation-count-for-maglev'])
    expect(/^1[34]\./.test(version) ? flag(name) : '').toBe('')
})
