import { expect, launchApp, test } from '../launch'
import { inMain } from '../main-process'
import { notifications, quietProject, resourceLine, showTab } from '../support'

test('what is still empty offers a button that fills it [BP-26, DF-01, TN-17]', async () => {
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
})

test('while nothing was late, Delays offers to play beside a long packet [LB-08]', async () => {
  // without a press before it: one in some 1,700 is so near a vertical blank that a switch of contexts makes it late
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
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

test('the right button offers what an effect and an allocation can do, where they are', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const menu = page.getByRole('menu', { name: 'Menu of the row' })
  const blur = page.getByRole('region', { name: 'Blur effect' })
  await blur.click({ button: 'right', position: { x: 150, y: 60 } })
  await menu.getByRole('menuitem', { name: 'Apply Blur' }).click()
  await expect(blur.getByRole('button', { name: 'Hide Blur' })).toBeVisible()
  await blur.click({ button: 'right', position: { x: 150, y: 60 } })
  await menu.getByRole('menuitem', { name: 'Hide Blur' }).click()
  await expect(blur.getByRole('button', { name: 'Show Blur' })).toBeVisible()

  await resourceLine(page, 'Blur', 'main').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Show in the table' }).click()
  const row = page.getByRole('grid', { name: 'Allocations' }).getByRole('row', { name: /Blur\.main/ })
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await row.click({ button: 'right' })
  await expect(menu.getByRole('menuitem', { name: 'Show in the table' })).toHaveCount(0)
  await menu.getByRole('menuitem', { name: 'Show in the map' }).click()

  // also of the cell that is pointed at
  const map = page.getByRole('application', { name: 'Residency map' })
  await map.click({ button: 'right', position: { x: 40, y: 60 } })
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Show in the table',
    'Use Blur.main',
    'MakeResident of Blur.main',
    'MakeResident of Blur.main with DENY_OVERBUDGET',
    'Evict Blur.main',
    'Discard contents of Blur.main',
    'Copy the row',
  ])
  await page.keyboard.press('Escape')
  // the head of a group is no cell, whatever is selected
  await map.click({ button: 'right', position: { x: 40, y: 6 } })
  await expect(menu).toHaveCount(0)
  await map.click({ button: 'right', position: { x: 40, y: 60 } })
  await menu.getByRole('menuitem', { name: 'Show in the table' }).click()
  await expect(row).toBeVisible()
})
