import { expect, launchApp, test } from '../launch'
import { expectStatus, notifications, openSystem, quietProject, resourceLine, setSize, showTab } from '../support'

test('lowering the budget sends TRIM_TO_BUDGET with the excess, and the app evicts [TN-24, TN-31]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  for (const effect of ['Blur', 'Grayscale']) await page.getByRole('button', { name: effect, exact: true }).click()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  await showTab(page, 'Notifications')
  const drawer = await openSystem(page)
  // resident: 64 + 64 MiB + 64 KiB of Blur, 32 MiB + 64 KiB of Grayscale: 160.125 MiB, so 60.125 over 100
  await setSize(drawer, 'Budget', '100MiB')
  const entry = notifications(page, 'TRIM_TO_BUDGET').first()
  await expect(entry).toContainText('60.13 MiB to trim')
  await expect(entry).toContainText('evicted 1 allocation, 64 MiB')
  await expectStatus(page, 'Budget', '100 MiB')
  // Blur.main alone frees enough; Blur.temp stays
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Evictable')
  await expect(resourceLine(page, 'Blur', 'temp')).toContainText('Resident')
  await expect(notifications(page, 'TRIM_TO_BUDGET')).toHaveCount(1)
})

test('another process that needs memory lowers the budget [RS-09]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const drawer = await openSystem(page)
  // 90 % of 2 GiB is 1843.2 MiB; less 1500 MiB, down to 64 KiB: 343.1875 MiB
  await setSize(drawer, 'Other process', '1500MiB')
  await expectStatus(page, 'Budget', '343.2 MiB')
})

test('a combination that never occurs is refused with the reason [TN-03]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const drawer = await openSystem(page)
  await drawer.getByRole('checkbox', { name: 'RESTART_PERIODIC_TRIM' }).check()
  await drawer.getByRole('button', { name: 'Send combination' }).click()
  await expect(drawer).toContainText('never')
  await showTab(page, 'Notifications')
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('the budget is set from the toolbar, with System closed, and the app follows [TN-24, RS-09]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  for (const effect of ['Blur', 'Grayscale']) await page.getByRole('button', { name: effect, exact: true }).click()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  await showTab(page, 'Notifications')
  const button = page.getByRole('banner').getByRole('button', { name: /^Budget / })
  await expect(button).toHaveAccessibleName('Budget 1.8 GiB')
  await button.click()
  const popover = page.getByRole('dialog', { name: 'Budget' })
  await setSize(popover, 'Budget', '100MiB')
  await expect(popover).toContainText('Budget 100 MiB of 2 GiB local memory')
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
  await expect(button).toHaveAccessibleName('Budget 100 MiB')
  await expectStatus(page, 'Budget', '100 MiB')
  await expect(notifications(page, 'TRIM_TO_BUDGET').first()).toContainText('60.13 MiB to trim')
  // what the button says of itself, as it has the focus again, keeps nobody from pressing what lies below
  const tip = page.locator('.tip').filter({ hasText: 'How much local memory the app may use' })
  await expect(tip).toBeVisible()
  const below = page.getByRole('tab', { name: 'Delays' })
  // it is there before it is where it belongs
  const liesOver = async (): Promise<boolean> => {
    const [over, under] = [await tip.boundingBox(), await below.boundingBox()]
    if (over === null || under === null) throw new Error('one of them is not there')
    return under.y < over.y + over.height && under.x + under.width > over.x
  }
  await expect.poll(liesOver).toBe(true)
  await below.click()
  await expect(page.getByRole('tabpanel', { name: 'Delays' })).toBeVisible()
  await expect(tip).toBeHidden()
})
