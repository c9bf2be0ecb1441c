import { expect, launchApp, test } from '../launch'
import { openSystem, quietProject, resourceLine, showTab } from '../support'

const system = { profile: 'integrated', evictionMode: 'eager' }
const app = {
  policy: 'creative-app',
  effects: [
    { name: 'Blur', gpuTime: '4ms', resources: [{ name: 'main', size: '10MiB', compressed: true }] },
    { name: 'Grayscale', gpuTime: '2ms', resources: [{ name: 'convert', size: '1MiB' }] },
  ],
}

test('an eviction from an aperture is stepped through, operation by operation [AN-02, AN-05, AN-17]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ system, app })}`] })
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Paging', exact: true }).click()
  for (const effect of ['Blur', 'Grayscale']) {
    await page.getByRole('button', { name: effect, exact: true }).click()
    await expect(page.getByRole('region', { name: `${effect} effect` })).toContainText('completed1')
  }
  const drawer = await openSystem(page)
  await expect(drawer.getByRole('region', { name: 'Device' })).toContainText('Integrated GPU')
  await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Paged out')
  await drawer.getByRole('button', { name: 'Close System' }).click()

  await page.getByRole('button', { name: 'Step through the newest eviction' }).click()
  const stepper = page.getByRole('region', { name: 'Operation step by step' })
  const next = stepper.getByRole('button', { name: 'Next operation' })
  // 10 MiB in chunks of 4 MiB: three chunks, each mapped, notified and unmapped, twice; then the eviction itself
  const position = stepper.getByRole('status', { name: 'Operation' })
  await expect(position).toHaveText('1 of 19')
  await expect(stepper).toContainText('Page-out of Blur.main')
  await expect(stepper).toContainText('Maps chunk 1 of 3')
  await next.click()
  await expect(stepper).toContainText('NOTIFY_ALLOC and NotifyEviction')
  await expect(stepper).toContainText('decompress')
  await next.press('ArrowRight')
  await expect(stepper).toContainText('Unmaps chunk 1 of 3')
  await page.keyboard.press('ArrowLeft')
  await expect(position).toHaveText('2 of 19')

  const grid = page.getByRole('grid', { name: 'Paging operations' })
  await expect(grid.getByRole('row', { selected: true })).toContainText('NotifyEviction')
  for (let operation = 3; operation <= 19; operation++) {
    await next.press('ArrowRight')
    await expect(position).toHaveText(`${operation} of 19`)
  }
  await expect(grid.getByRole('row', { selected: true })).toContainText('UNMAP_APERTURE_SEGMENT')
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await stepper.getByRole('button', { name: 'Show allocation' }).click()
  const detail = page.getByRole('region', { name: 'Selected allocation' })
  for (const flag of ['NotifyEviction', 'NotifyIoMmuUnmap', 'compressed']) await expect(detail).toContainText(flag)
  await showTab(page, 'Findings')
  // the driver did what it promised: contents are intact, nothing was touched after its unmapping [AN-04, AN-14]
  const rules = page.getByRole('region', { name: 'Findings' }).getByRole('article')
  await expect(rules).toHaveCount(1)
  await expect(rules).toHaveAccessibleName('Evicted though used since the last trim')
})
