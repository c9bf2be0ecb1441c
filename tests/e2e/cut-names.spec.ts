import { expect, launchApp, test } from './launch'
import { quietProject } from './support'

const LONG = 'Restoration of a film that has been in a cellar for sixty years and was found by chance'

test('a name that is cut is read by who points at it and by who comes to it by keys [RS-09]', async () => {
  const effect = { name: LONG, resources: [{ name: 'a', size: '8MiB' }] }
  const project = quietProject({ app: { policy: 'creative-app-fixed', effects: [effect] } })
  const { page } = await launchApp({ args: [`--scenario=${project}`, '--size=1024x700'] })
  const button = page.getByRole('button', { name: LONG, exact: true })
  const shown = page.locator('.cut-name')
  await button.focus()
  await page.keyboard.press('Tab')
  await expect(button).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(button).toBeFocused()
  await expect(shown).toHaveText(LONG)
  await page.keyboard.press('Tab')
  await expect(shown).toHaveCount(0)

  await page.getByText(LONG, { exact: true }).first().hover()
  await expect(page.getByTitle(LONG).first()).toBeVisible()
  // what fits needs no more
  const process = page.getByRole('table', { name: 'Processes' }).locator('.process-title')
  await expect(process).toHaveText('app')
  expect(await process.evaluate((name) => name.scrollWidth <= name.clientWidth)).toBe(true)
})
