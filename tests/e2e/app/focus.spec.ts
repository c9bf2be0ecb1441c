/** Whoever comes by keys goes on where he was: a control that goes with its own press does not take the focus with it. */
import { expect, launchApp, test } from '../launch'
import { quietProject } from '../support'

test('an effect removed by a key, and a policy taken from the Laboratory, leave the focus beside them', async () => {
  const project = quietProject({ app: { policy: 'none' } })
  const { page } = await launchApp({ args: [`--scenario=${project}`] })
  const focused = page.locator(':focus')
  await page.getByRole('button', { name: 'Remove Grayscale' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Grayscale', exact: true })).toHaveCount(0)
  await expect(focused).toContainText('Blur')
  await page.keyboard.press('Tab')
  await expect(focused).toHaveRole('button')

  // nothing was pressed yet, and somebody was away
  await page.getByRole('button', { name: 'Simulate idle' }).click()
  await page.getByRole('radio', { name: '16×' }).click()
  await expect(page.getByRole('tab', { name: 'Notifications' })).toHaveAccessibleDescription(/^[3-9] entries/)
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await laboratory.getByRole('button', { name: /^Compare \d+ runs$/ }).click()
  await expect(laboratory.getByText(/^No effect was used in this work/)).toBeVisible()
  const use = laboratory.getByRole('button', { name: /^Use / }).first()
  await use.focus()
  await page.keyboard.press('Enter')
  await expect(laboratory.getByText(/is in charge now/)).toBeVisible()
  await expect(laboratory.locator(':focus')).toHaveCount(1)
})
