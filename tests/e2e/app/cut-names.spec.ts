import type { Locator } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { quietProject, resourceLine } from '../support'

const LONG = 'Restoration of a film that has been in a cellar for sixty years and was found by chance'

test('a name that is cut is read by who points at it and by who comes to it by keys, over nothing else [RS-09]', async () => {
  const effect = { name: LONG, resources: [{ name: LONG, size: '8MiB' }] }
  const project = quietProject({ app: { policy: 'creative-app-fixed', effects: [effect] } })
  const { page } = await launchApp({ args: [`--scenario=${project}`, '--size=1024x700'] })
  const shown = page.locator('.cut-name')
  const tips = page.locator('.tip')
  const comeTo = async (control: Locator): Promise<void> => {
    await control.focus()
    await page.keyboard.press('Tab')
    await expect(control).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(control).toBeFocused()
  }
  // what has no tooltip of its own
  await comeTo(resourceLine(page, LONG, LONG))
  await expect(shown).toHaveText(LONG)
  await expect(tips).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(shown).toHaveCount(0)

  // what has one says the name there, once
  await comeTo(page.getByRole('button', { name: LONG, exact: true }))
  await expect(tips).toHaveCount(1)
  await expect(tips).toContainText(`Applies ${LONG}:`)

  await page.getByText(LONG, { exact: true }).first().hover()
  await expect(page.getByTitle(LONG).first()).toBeVisible()
  // what fits needs no more
  const process = page.getByRole('table', { name: 'Processes' }).locator('.process-title')
  await expect(process).toHaveText('app')
  expect(await process.evaluate((name) => name.scrollWidth <= name.clientWidth)).toBe(true)
})
