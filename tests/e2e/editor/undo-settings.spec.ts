import { expect, launchApp, test } from '../launch'
import { menu } from '../main-process'
import { expectStatus, openSystem, quietProject } from '../support'

test('Undo takes back what was set, by its name: a policy, and a drag of the budget as one step', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject({ system: { budget: '1GiB' } })}`] })
  const unsaved = page.getByRole('img', { name: 'unsaved changes' })
  const policy = page.getByRole('combobox', { name: 'Policy' })
  const before = (await policy.textContent()) ?? ''
  await policy.click()
  await page.getByRole('option', { name: /^fence-lru/ }).click()
  await expect(policy).toContainText('fence-lru')
  await expect(unsaved).toBeVisible()

  const drawer = await openSystem(page)
  const box = await drawer.getByRole('slider', { name: 'Configured budget' }).boundingBox()
  if (box === null) throw new Error('found no thumb of the budget')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const by of [10, 20, 30, 40]) await page.mouse.move(x - by, y)
  await page.mouse.up()
  await expect(drawer.getByRole('textbox', { name: 'Configured budget in bytes' })).not.toHaveValue('1 GiB')

  const said = page.locator('[aria-live="polite"]')
  await menu(app, 'undo')
  await expect(said.filter({ hasText: 'Undone: Budget' })).toHaveCount(1)
  await expect(drawer.getByRole('textbox', { name: 'Configured budget in bytes' })).toHaveValue('1 GiB')
  await expectStatus(page, 'Budget', '1 GiB')
  await menu(app, 'undo')
  await expect(said.filter({ hasText: 'Undone: Policy' })).toHaveCount(1)
  await expect(policy).toHaveText(before)
  await expect(unsaved).toHaveCount(0)
  await menu(app, 'redo')
  await expect(policy).toContainText('fence-lru')
})
