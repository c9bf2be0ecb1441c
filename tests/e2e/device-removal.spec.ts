import { join } from 'node:path'
import { root } from '../../scripts/lib/paths.mjs'
import { expect, launchApp, test } from './launch'
import { openSystem, quietProject, resourceLine, showTab } from './support'

test('a removed device is seen where one looks, and recreated: then everything works [RS-07]', async () => {
  const scenario = join(root, 'resources', 'scenarios', 'device-removed.json')
  const { page } = await launchApp({ args: [`--scenario=${scenario}`] })
  await page.getByRole('radio', { name: '16×' }).click()
  const banner = page.getByRole('alert').filter({ hasText: 'The device was removed' })
  await expect(banner).toContainText('DXGI_ERROR_DEVICE_HUNG', { timeout: 20_000 })
  await showTab(page, 'Findings')
  const removal = page.getByRole('list', { name: 'Findings' }).getByText('RS-07').first()
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
  const steps = [{ at: 0, inject: { fault: 'allocation-fails' } }]
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ steps })}`] })
  const rack = page.getByRole('region', { name: 'Effects', exact: true })
  await expect(rack.getByRole('region', { name: 'Blur effect' })).toBeVisible()
  const drawer = await openSystem(page)
  await drawer.getByRole('button', { name: 'Recreate device' }).click()
  await drawer.getByRole('button', { name: 'Close System' }).click()
  const missing = rack.getByRole('list', { name: 'Effects not created' }).getByRole('listitem')
  await expect(missing).toHaveText(/^Blur could not be created: there was no memory for it \(E_OUTOFMEMORY\)/)
  await expect(rack.getByRole('region', { name: 'Blur effect' })).toHaveCount(0)
  await missing.getByRole('button', { name: 'Remove Blur' }).click()
  await expect(missing).toHaveCount(0)
  await expect(rack.getByRole('region', { name: 'Grayscale effect' })).toBeVisible()
})
