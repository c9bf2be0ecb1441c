import { join } from 'node:path'
import { root } from '../../scripts/lib/paths.mjs'
import { expect, launchApp, test } from './launch'
import { openSystem, resourceLine, showTab } from './support'

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
  await drawer.getByRole('button', { name: 'Recreate device' }).click()
  await expect(page.getByRole('region', { name: 'Blur effect' })).toContainText('completed0')
})
