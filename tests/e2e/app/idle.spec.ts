import { expect, launchApp, test, xdo } from '../launch'
import { notifications, openSystem, quietProject, resourceLine, showTab } from '../support'

test('real idleness brings PERIODIC_TRIM, real input brings RESTART_PERIODIC_TRIM [TN-21, TN-22, TN-23]', async () => {
  await xdo('mousemove', '--', '30', '30')
  const { page } = await launchApp({
    args: [`--scenario=${quietProject({ system: { periodicTrim: { idleAfter: '3s' } } })}`],
  })
  await showTab(page, 'Notifications')
  const indicator = page.getByRole('region', { name: 'OS idle' })
  // before the session's first frame nobody is idle, whatever was until then
  await expect(page.getByRole('heading', { level: 1 })).toContainText('quiet')
  // while the app started, or the tab was opened, nobody has touched anything: a hand that moves is no longer idle
  let x = 60
  const moved = async (): Promise<string> => {
    await xdo('mousemove', '--', String(x++), '60')
    return indicator.innerText()
  }
  await expect.poll(moved).toContain('no')
  const before = await notifications(page, 'PERIODIC_TRIM').count()

  await expect(indicator).toContainText('yes', { timeout: 15_000 })
  await expect(notifications(page, 'PERIODIC_TRIM')).toHaveCount(before + 1)

  const restarts = await notifications(page, 'RESTART_PERIODIC_TRIM').count()
  await xdo('mousemove', '--', '90', '90')
  await expect(indicator).toContainText('no')
  await expect(notifications(page, 'RESTART_PERIODIC_TRIM')).toHaveCount(restarts + 1)
})

test('Simulate idle does the same by hand, in System and in the toolbar [TN-21]', async () => {
  const project = quietProject({
    system: { periodicTrim: { idleAfter: '10h', interval: '1h' } },
    app: { policy: 'creative-app-fixed' },
  })
  const { page } = await launchApp({ args: [`--scenario=${project}`] })
  await showTab(page, 'Notifications')
  const drawer = await openSystem(page)
  await drawer.getByRole('switch', { name: 'Simulate idle' }).click()
  await expect(notifications(page, 'PERIODIC_TRIM')).toHaveCount(1)
  await drawer.getByRole('switch', { name: 'Simulate idle' }).click()
  await expect(notifications(page, 'RESTART_PERIODIC_TRIM')).toHaveCount(1)

  // the indicator itself does it too, and moving the mouse over what is to be looked at ends nothing
  const indicator = page.getByRole('region', { name: 'OS idle' })
  const simulate = indicator.getByRole('button', { name: 'Simulate idle' })
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Resident')
  await simulate.click()
  await expect(simulate).toHaveAttribute('aria-pressed', 'true')
  await expect(notifications(page, 'PERIODIC_TRIM')).toHaveCount(2)
  // what the ring counts to is said: that trim has spared what was used in the period before, the next takes it
  await expect(simulate).toHaveAccessibleDescription(/^A trim now would evict 3 allocations, 128\.1 MiB/)
  // a tooltip that a press has closed opens for a pointer that comes anew
  await indicator.getByRole('button', { name: 'OS idle' }).hover()
  await simulate.hover()
  await expect(page.getByRole('tooltip')).toContainText('A trim now would evict 3 allocations, 128.1 MiB')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Evictable' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expect(indicator).toContainText('yes')
  await expect(drawer.getByRole('switch', { name: 'Simulate idle' })).toBeChecked()
  await simulate.click()
  await expect(notifications(page, 'RESTART_PERIODIC_TRIM')).toHaveCount(2)
})

test('the session is locked and the system suspended by hand, in System [TN-21] [TN-23]', async () => {
  const project = quietProject({ system: { periodicTrim: { idleAfter: '10h', interval: '1h' } } })
  const { page } = await launchApp({ args: [`--scenario=${project}`] })
  await showTab(page, 'Notifications')
  const drawer = await openSystem(page)
  const indicator = page.getByRole('region', { name: 'OS idle' })
  await drawer.getByRole('switch', { name: 'Session locked' }).click()
  await expect(indicator).toContainText('locked')
  await drawer.getByRole('switch', { name: 'Suspended' }).click()
  await expect(indicator).toContainText('suspended')
  await expect(drawer.getByRole('switch', { name: 'Session locked' })).toBeChecked()
  await expect(notifications(page, 'RESTART_PERIODIC_TRIM')).toHaveCount(0)
  await drawer.getByRole('switch', { name: 'Suspended' }).click()
  await expect(notifications(page, 'RESTART_PERIODIC_TRIM')).toHaveCount(1)
  await drawer.getByRole('switch', { name: 'Session locked' }).click()
  await expect(notifications(page, 'RESTART_PERIODIC_TRIM')).toHaveCount(2)
  await expect(indicator).not.toContainText('locked')
})
