import { expect, launchApp, test } from './launch'
import { cutOff, violations } from './looks-support'
import { openSystem, quietProject, resourceLine, showTab } from './support'

for (const theme of ['dark', 'light'])
  for (const size of ['1440x900', '1024x700'])
    test(`no axe violation and nothing cut off: ${theme}, ${size}`, async () => {
      const { page } = await launchApp({ args: [`--scenario=${quietProject()}`, `--theme=${theme}`, `--size=${size}`] })
      for (const effect of ['Blur', 'Grayscale']) await page.getByRole('button', { name: effect, exact: true }).click()
      await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
      await resourceLine(page, 'Blur', 'main').click()
      for (const tab of [
        'Memory',
        'GPU',
        'Background',
        'Defragmentation',
        'Delays',
        'Notifications',
        'Findings',
      ] as const) {
        await showTab(page, tab)
        expect(await violations(page)).toEqual([])
        expect(await cutOff(page)).toEqual([])
        if (tab !== 'Memory') continue
        await page.getByRole('radio', { name: 'Paging', exact: true }).click()
        await expect(page.getByRole('grid', { name: 'Paging operations' })).toContainText('VIRTUAL_TRANSFER')
        expect(await violations(page)).toEqual([])
        expect(await cutOff(page)).toEqual([])
      }
      await showTab(page, 'Background')
      for (const view of ['Shaders', 'Workflows']) {
        await page.getByRole('radio', { name: view, exact: true }).click()
        expect(await violations(page)).toEqual([])
        expect(await cutOff(page)).toEqual([])
      }
      // in a narrow window the drawer lies over the tabs, so the tab is chosen first
      await showTab(page, 'Notifications')
      const drawer = await openSystem(page)
      await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
      await expect(page.getByRole('article')).toHaveCount(1)
      expect(await violations(page)).toEqual([])
      expect(await cutOff(page)).toEqual([])
    })

test('effects, drawer and tabs can be reached and used by keyboard alone', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let i = 0; i < 40 && (await focused()) !== 'Grayscale'; i++) await page.keyboard.press('Tab')
  expect(await focused()).toBe('Grayscale')
  await page.keyboard.press('Enter')
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  await page.getByRole('tab', { name: 'Memory' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Compare models…' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Set mode' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Step pass' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: /^Compare \d+ runs$/ })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('region', { name: 'Delays', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Register callback' })).toBeVisible()
})
