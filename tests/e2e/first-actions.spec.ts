import { expect, launchApp, test } from './launch'
import { inMain } from './main-process'
import { notifications, quietProject, resourceLine, showTab } from './support'

test('what is still empty offers a button that fills it [LB-08, BP-26, DF-01, TN-17]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })

  await showTab(page, 'Notifications')
  await page.getByRole('button', { name: 'Send a periodic trim' }).click()
  await expect(notifications(page, 'PERIODIC_TRIM')).toHaveCount(1)

  await showTab(page, 'Background')
  const background = page.getByRole('tabpanel', { name: 'Background' })
  await background.getByRole('button', { name: 'Apply the first effect' }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Resident')
  await expect(background.getByRole('button', { name: 'Apply the first effect' })).toHaveCount(0)

  await showTab(page, 'Defragmentation')
  await page.getByRole('button', { name: 'Import a clip of footage' }).click()
  await expect(page.getByRole('list', { name: 'Clips' })).toContainText('Web')
  await expect(page.getByText('No heap yet.')).toHaveCount(0)

  await showTab(page, 'Delays')
  await page.getByRole('button', { name: 'Play beside a long packet' }).click()
  await expect(page.getByRole('region', { name: 'All delays' })).toBeVisible()
})

test('the right button copies a row of any table or list, and what is selected [DF-10]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const clipboard = () => inMain(app, async ({ clipboard }) => clipboard.readText())
  const menu = page.getByRole('menu', { name: 'Menu of the row' })

  await page.getByRole('radio', { name: 'Table', exact: true }).click()
  const row = page.getByRole('grid', { name: 'Allocations' }).getByRole('row', { name: /Blur\.main/ })
  await row.click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Copy the row' }).click()
  await expect.poll(clipboard).toMatch(/Blur\.main.*\t64 MiB/)
  await expect(menu).toBeHidden()

  const processes = page.getByRole('table', { name: 'Processes' })
  await processes.getByRole('row', { name: /app/ }).click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Copy the row' }).click()
  await expect.poll(clipboard).toMatch(/^app/)
})
