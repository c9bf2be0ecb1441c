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

test('the playhead is seen where the focus is on it, and Run stands as wide as Pause', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const step = page.getByRole('button', { name: 'Step' })
  const before = await step.boundingBox()
  await page.getByRole('button', { name: 'Pause', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  expect(await step.boundingBox()).toEqual(before)

  const playhead = page.getByRole('slider', { name: 'Playhead' })
  const { x = 0, y = 0, width = 0, height = 0 } = (await playhead.boundingBox()) ?? {}
  const look = (): Promise<Buffer> => page.screenshot({ clip: { x, y, width, height } })
  await page.mouse.move(0, 0)
  const unfocused = await look()
  expect((await look()).equals(unfocused)).toBe(true)
  await playhead.focus()
  await expect.poll(async () => (await look()).equals(unfocused)).toBe(false)
})
