import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/lib/paths.mjs'
import { expect, launchApp, test } from '../launch'
import { menu } from '../main-process'
import { openSystem, quietProject, resourceLine, showTab } from '../support'
import { sessionState } from './gpu-support'

test('a removed device is seen where one looks, and recreated: then everything works [RS-07]', async () => {
  const scenario = join(root, 'resources', 'scenarios', 'device-removed.json')
  const { page } = await launchApp({ args: [`--scenario=${scenario}`] })
  await page.getByRole('radio', { name: '16×' }).click()
  const banner = page.getByRole('alert').filter({ hasText: 'The device was removed' })
  await expect(banner).toContainText('DXGI_ERROR_DEVICE_HUNG', { timeout: 20_000 })
  await showTab(page, 'Findings')
  const removal = page
    .getByRole('list', { name: 'Findings' })
    .getByText('The GPU needs what is not resident, or its device is removed')
    .first()
  await expect(removal).toBeVisible()
  // until then every call fails
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(page.getByText('Recreate the device to go on').first()).toBeVisible()

  await banner.getByRole('button', { name: 'Recreate device' }).click()
  await expect(banner).toHaveCount(0)
  await expect(removal).toBeVisible()
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Resident')
  await expect(page.getByRole('region', { name: 'Blur effect' })).toContainText('completed1')

  // a device that works can be recreated too
  const drawer = await openSystem(page)
  await expect(drawer.getByRole('region', { name: 'Device' })).toContainText('The device works')
  await expect(drawer.getByRole('region', { name: 'Device' })).toContainText('aperture over system memory')
  await expect(drawer.getByRole('region', { name: 'Device' })).toContainText('take no time')
  await drawer.getByRole('button', { name: 'Recreate device' }).click()
  await expect(page.getByRole('region', { name: 'Blur effect' })).toContainText('completed0')
})

test('an effect that the new device has no memory for is shown in the rack, until it is removed [RS-07]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const rack = page.getByRole('region', { name: 'Effects', exact: true })
  await expect(rack.getByRole('region', { name: 'Blur effect' })).toBeVisible()
  const drawer = await openSystem(page)
  const faults = drawer.getByRole('region', { name: 'Faults' })
  await faults.getByRole('combobox', { name: 'What fails' }).selectOption({ label: 'Allocation fails' })
  await faults.getByRole('button', { name: 'Inject' }).click()
  const waiting = faults.getByRole('list', { name: 'Faults that wait for their calls' })
  await expect(waiting).toContainText('Allocation fails: 1 call')
  await drawer.getByRole('button', { name: 'Recreate device' }).click()
  await expect(waiting).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Close System' }).click()
  const missing = rack.getByRole('list', { name: 'Effects not created' }).getByRole('listitem')
  await expect(missing).toHaveText(/^Blur could not be created: there was no memory for it \(E_OUTOFMEMORY\)/)
  await expect(rack.getByRole('region', { name: 'Blur effect' })).toHaveCount(0)
  await missing.getByRole('button', { name: 'Remove Blur' }).click()
  await expect(missing).toHaveCount(0)
  await expect(rack.getByRole('region', { name: 'Grayscale effect' })).toBeVisible()
})

test('by hand a resource is evicted, fails to be made resident once, and is resident again [RS-01, SC-14]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ system: { evictionMode: 'eager' } })}`] })
  await resourceLine(page, 'Blur', 'main').click()
  const selected = page.getByRole('region', { name: 'Selected allocation' })
  const makeResident = selected.getByRole('button', { name: 'MakeResident' })
  await selected.getByRole('button', { name: 'Evict' }).click()
  await expect(selected).toContainText('Paged out')
  await expect(selected).toContainText(/Evicted at [\d.]+ s by hand, beside the policy/)
  const drawer = await openSystem(page)
  const faults = drawer.getByRole('region', { name: 'Faults' })
  await faults.getByRole('button', { name: 'Inject' }).click()
  await makeResident.click()
  await expect(page.getByText('Blur.main was not made resident: E_OUTOFMEMORY').first()).toBeVisible()
  await expect(faults).toContainText('Nothing is injected.')
  await makeResident.click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Resident')
})

test('recreating many resources shows how far it is, and Undo and Save work as before [RS-07]', async () => {
  const count = 60_000
  const resources = Array.from({ length: count }, (_, index) => ({ name: `r${index}`, size: 65_536 }))
  const effects = [{ name: 'Many', resources }, { name: 'Sepia' }]
  const system = { localMemory: '12GiB' }
  const path = quietProject({ system, app: { effects } })
  const { app, page } = await launchApp({ args: [`--scenario=${path}`] })
  const rack = page.getByRole('region', { name: 'Effects', exact: true })
  await expect(rack.getByRole('region', { name: 'Many effect' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Sepia', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Effects on the clip' })).toContainText('Sepia')
  // every text that a frame of the window has shown
  await page.evaluate(() => {
    const seen = new Set<string>()
    const look = (): void => {
      const text = document.querySelector('[aria-label="Recreating the device"]')?.textContent
      if (text) seen.add(text)
      requestAnimationFrame(look)
    }
    Object.assign(window, { seen })
    look()
  })
  const drawer = await openSystem(page)
  await drawer.getByRole('button', { name: 'Recreate device' }).click()
  const progress = page.getByRole('region', { name: 'Recreating the device' })
  const seen = () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  // it has begun, and is over
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(0)
  await expect(progress).toHaveCount(0, { timeout: 60_000 })
  const shown = await seen()
  const steps = shown.map((text) => {
    const [, done = '', total = ''] = /^recreating ([\d,]+) of ([\d,]+) resources$/.exec(text) ?? []
    return { done: Number(done.replaceAll(',', '')), total: Number(total.replaceAll(',', '')) }
  })
  const between = steps.filter(({ done, total }) => done > 0 && done < total)
  expect(between.length, shown.join('; ')).toBeGreaterThan(1)
  for (const [i, { done, total }] of between.entries()) {
    expect(total).toBeGreaterThanOrEqual(count)
    expect(done).toBeGreaterThan(between[i - 1]?.done ?? 0)
  }

  await drawer.getByRole('button', { name: 'Close System' }).click()
  const onClip = page.getByRole('list', { name: 'Effects on the clip' })
  await expect(onClip).toContainText('Sepia')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(onClip.getByText('Sepia')).toHaveCount(0)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(onClip).toContainText('Sepia')
  await menu(app, 'save')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toHaveCount(0)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ steps: [{ apply: 'Sepia' }] })
})

test('File > New asks for device and policy, and the simulation starts again with them', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await menu(app, 'new')
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await expect(dialog).toContainText('The simulation restarts')
  await dialog.getByLabel('Device profile').selectOption('discrete-8gib')
  await dialog.getByLabel('Policy of the app').selectOption('fence-lru')
  await dialog.getByRole('textbox', { name: 'Local memory' }).fill('many')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toContainText('“many” is not a size')
  await dialog.getByRole('textbox', { name: 'Local memory' }).fill('3GiB')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toHaveCount(0)
  const drawer = await openSystem(page)
  await expect(drawer.getByLabel('Device profile')).toHaveValue('discrete-8gib')
  await expect(drawer.getByRole('textbox', { name: 'Local memory' })).toHaveValue('3 GiB')
  await expect(page.getByRole('combobox', { name: 'Policy' })).toContainText('fence-lru')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Untitled')
  // Cancel leaves what there is
  await menu(app, 'new')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(drawer.getByLabel('Device profile')).toHaveValue('discrete-8gib')
})

test('Device settings puts all of a device into effect by one restart, and says what cannot be', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await menu(app, 'deviceSettings')
  const dialog = page.getByRole('dialog', { name: 'Device settings' })
  await dialog.getByRole('textbox', { name: 'Displays' }).fill('60 Hz')
  await dialog.getByRole('button', { name: 'Restart with these' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Displays' })).toBeFocused()
  await expect(dialog.getByRole('alert')).toContainText('Found “60 Hz”, expected numbers')
  await dialog.getByRole('textbox', { name: 'Displays' }).fill('60, 144, 24')
  // what only the whole of them can tell is told by its name, too
  await dialog.getByRole('textbox', { name: 'Context allocation' }).fill('5 KiB')
  await dialog.getByRole('button', { name: 'Restart with these' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^Context allocation: found 5120; .*\nEnter another value\.$/)
  await dialog.getByRole('textbox', { name: 'Context allocation' }).fill('4 KiB')
  await dialog.getByRole('textbox', { name: 'Hardware queue' }).fill('4')
  await dialog.getByRole('combobox', { name: 'WDDM version' }).selectOption('2.9')
  await dialog.getByRole('button', { name: 'Restart with these' }).click()
  await expect(dialog).toHaveCount(0)
  // three displays have blanks of their own, and a longer queue has more places
  await showTab(page, 'GPU')
  const gpu = page.getByRole('tabpanel', { name: 'GPU' })
  for (const rate of [60, 144, 24]) await expect(gpu.getByText(`Blanks, ${rate} Hz`)).toBeVisible()
  const drawer = await openSystem(page)
  await expect(drawer).toContainText('Emulates WDDM 2.9')
  await drawer.getByRole('button', { name: 'All settings…' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Displays' })).toHaveValue('60, 144, 24')
  await expect(dialog.getByRole('textbox', { name: 'Hardware queue' })).toHaveValue('4')
  // nothing was changed: nothing restarts
  const before = (await sessionState(page)).clock.now
  await dialog.getByRole('button', { name: 'Restart with these' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await sessionState(page)).clock.now).toBeGreaterThan(before)
})

test('caps that do not go together are said, and mended where it is said [GP-02]', async () => {
  const system = { driver: { schedulingCaps: ['PreemptionAware'] } }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ system })}`] })
  const banner = page.getByRole('alert').filter({ hasText: 'The adapter was not initialised' })
  await expect(banner).toContainText('PreemptionAware is set without MultiEngineAware')
  await banner.getByRole('button', { name: 'Device settings…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Device settings' })
  const caps = dialog.getByRole('group', { name: 'DXGK_VIDSCHCAPS' })
  await expect(caps.getByRole('checkbox', { name: 'PreemptionAware' })).toBeChecked()
  await caps.getByRole('checkbox', { name: 'MultiEngineAware' }).check()
  await dialog.getByRole('button', { name: 'Restart with these' }).click()
  await expect(banner).toHaveCount(0)
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Resident')
})
