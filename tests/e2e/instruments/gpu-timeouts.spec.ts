import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { answerDialogs, expectTime, menu, quietProject, temporaryFolder } from '../support'
import { applyAll, openGpu, sessionState, shownNumber, submitLongPacket } from './gpu-support'

const EFFECTS = ['Blur', 'Grayscale']

const alertOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

/** Saves the project under this name, and gives the file's text. */
async function savedProject(app: ElectronApplication, page: Page, name: string): Promise<string> {
  const path = join(temporaryFolder(), `${name}.json`)
  await answerDialogs(app, path)
  await menu(app, 'saveAs')
  // the name may be that of before, and nothing unsaved
  await expect.poll(() => existsSync(path)).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toHaveCount(0)
  return readFileSync(path, 'utf8')
}

/** Title, effects, those on the clip, and that nothing waits to be saved, in the window and in the session. */
async function expectIntact(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Effects on the clip' }).getByRole('listitem')).toHaveText(EFFECTS)
  const { project } = await sessionState(page)
  expect(project).toMatchObject({ title, dirty: false, stack: EFFECTS })
}

test('a GPU that hangs is reset, the device recreated, and the project is as it was [GP-23, GP-25, RS-07]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await applyAll(page, EFFECTS)
  const saved = await savedProject(app, page, 'my cut')
  const settings = await openGpu(page, '16×')
  await settings.getByRole('button', { name: 'Hang until reset' }).click()
  const banner = alertOf(page, 'The device was removed')
  await expect(banner).toContainText('DXGI_ERROR_DEVICE_HUNG')
  // counted from the present that asked for the engine, not from when the packet had run too long
  await expect(banner).toContainText('was asked to preempt for dwm and did not for 2 s')
  await expect(shownNumber(page, 'Engine resets')).toHaveText('1')
  const hung = await sessionState(page)
  expect(hung.removed).toBe('DXGI_ERROR_DEVICE_HUNG')
  expect(hung.marks.filter((kind) => kind === 'timeout' || kind.endsWith('reset'))).toEqual(['timeout', 'engine-reset'])
  expect(hung.gpu).toMatchObject({ engineResets: 1, adapterResets: 0, bugCheck: null, blocked: false })
  // only the app's device: what another app submits runs
  await submitLongPacket(page, settings)

  await banner.getByRole('button', { name: 'Recreate device' }).click()
  await expect(banner).toHaveCount(0)
  // they are on the clip still; pressed again, they run on the new device
  const onClip = page.getByRole('list', { name: 'Effects on the clip' }).getByRole('listitem')
  await expect(onClip).toHaveText(EFFECTS)
  // the new device renders the picture that was there, and then the presses
  for (const effect of EFFECTS) await page.getByRole('button', { name: effect, exact: true }).click()
  await expect(page.getByRole('region', { name: 'Blur effect' })).toContainText('completed2')
  await expectIntact(page, 'my cut')
  expect((await sessionState(page)).removed).toBeNull()
  expect(await savedProject(app, page, 'my cut')).toBe(saved)
})

test('a hang of 3 s is sat out by the Windows 8 model, and ends in a reset in the other [GP-08, GP-23]', async () => {
  // the desktop's request would count from 1 s before the end of the hang at the latest
  const system = { compositor: { enabled: false } }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ system })}`] })
  const settings = await openGpu(page, '16×')
  const hang = settings.getByRole('button', { name: 'Hang the GPU for 3 s' })
  await hang.click()
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  // it waited behind the packet that hung
  await expect(page.getByRole('region', { name: 'Blur effect' })).toContainText('completed1')
  await expect(shownNumber(page, 'Engine resets')).toHaveText('0')
  await expect(alertOf(page, 'The device was removed')).toHaveCount(0)
  const recovered = await sessionState(page)
  expect(recovered.marks.filter((kind) => kind !== 'missed-vertical-blank')).toEqual(['timeout'])
  expect(recovered).toMatchObject({ removed: null, gpu: { model: 'win8', engineResets: 0 } })

  await settings.getByLabel('Preemption model').selectOption({ label: 'Windows 7' })
  await hang.click()
  await expect(alertOf(page, 'The device was removed')).toContainText('DXGI_ERROR_DEVICE_HUNG')
  // a Windows 7 driver has no engine reset
  await expect(shownNumber(page, 'Adapter resets')).toHaveText('1')
  const reset = await sessionState(page)
  const marks = reset.marks.filter((kind) => kind !== 'missed-vertical-blank')
  expect(marks).toEqual(['timeout', 'timeout', 'adapter-reset'])
  const gpu = { model: 'win7', engineResets: 0, adapterResets: 1 }
  expect(reset).toMatchObject({ removed: 'DXGI_ERROR_DEVICE_HUNG', gpu })
})

test('adapter resets beyond the limit stop the system; restarted, the project is as it was [GP-24, GP-25]', async () => {
  // two within ten hours, so that the pace of this test does not matter
  const system = { tdr: { delay: '50ms', limitCount: 2, limitTime: '10h' } }
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ system })}`] })
  await applyAll(page, EFFECTS)
  const saved = await savedProject(app, page, 'my cut')
  const settings = await openGpu(page, '1×')
  const hangForGood = async (): Promise<void> => {
    await settings.getByRole('button', { name: 'Fail the next reset' }).click()
    await settings.getByRole('button', { name: 'Hang until reset' }).click()
  }
  for (const count of [1, 2]) {
    await hangForGood()
    const banner = alertOf(page, 'The device was removed')
    await expect(banner).toContainText('the adapter was reset')
    await expect(shownNumber(page, 'Adapter resets')).toHaveText(String(count))
    expect((await sessionState(page)).gpu).toMatchObject({ engineResets: 0, adapterResets: count, bugCheck: null })
    await banner.getByRole('button', { name: 'Recreate device' }).click()
    await expect(banner).toHaveCount(0)
  }
  await hangForGood()
  const stopped = alertOf(page, 'The simulated system stopped: bug check 0x116')
  await expect(stopped).toContainText('at most 2 are allowed')
  const { clock, gpu } = await sessionState(page)
  expect(gpu.bugCheck).toMatchObject({ code: 0x116 })
  await expectTime(page, clock.now)
  await page.getByRole('tab', { name: 'Findings' }).click()
  await expect(page.getByRole('region', { name: 'Findings' })).toBeVisible()
  expect((await sessionState(page)).clock.now).toBe(clock.now)
  await expectTime(page, clock.now)

  await stopped.getByRole('button', { name: 'Restart simulation' }).click()
  await expect(stopped).toHaveCount(0)
  await expectIntact(page, 'my cut')
  const again = await sessionState(page)
  expect(again).toMatchObject({ removed: null, gpu: { bugCheck: null, adapterResets: 0 } })
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(again.clock.now)
  expect(await savedProject(app, page, 'my cut')).toBe(saved)
})
