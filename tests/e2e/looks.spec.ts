import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect, launchApp, test } from './launch'
import { openSystem, quietProject, resourceLine, showTab } from './support'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

async function violations(page: Page): Promise<string[]> {
  // through the debugger: the page's content security policy lets no other script in
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
    return (await axe.run()).violations
  })
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`))
}

/** Parts of the window that stick out of it or whose text is cut off without an ellipsis. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrollsSideways = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrollsSideways(element.parentElement))
    const problems: string[] = []
    if (document.documentElement.scrollWidth > window.innerWidth) problems.push('the page scrolls sideways')
    for (const element of document.querySelectorAll<HTMLElement>('button, label, h1, h2, h3, output, th, dt, dd, p')) {
      if (element.getClientRects().length === 0) continue
      const style = getComputedStyle(element)
      // one pixel wide: only for screen readers
      const hides = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && element.clientWidth > 1
      if (hides && element.scrollWidth > element.clientWidth + 1)
        problems.push(`cut off: ${element.tagName} "${element.innerText.slice(0, 40)}"`)
      const box = element.getBoundingClientRect()
      if (!scrollsSideways(element) && box.right > window.innerWidth + 1)
        problems.push(`outside: ${element.tagName} "${element.innerText.slice(0, 40)}"`)
    }
    return problems
  })
}

for (const theme of ['dark', 'light'])
  for (const size of ['1440x900', '1024x700'])
    test(`no axe violation and nothing cut off: ${theme}, ${size}`, async () => {
      const { page } = await launchApp({ args: [`--scenario=${quietProject()}`, `--theme=${theme}`, `--size=${size}`] })
      for (const effect of ['Blur', 'Grayscale']) await page.getByRole('button', { name: effect, exact: true }).click()
      await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
      await resourceLine(page, 'Blur', 'main').click()
      for (const tab of ['Memory', 'GPU', 'Background', 'Notifications', 'Findings'] as const) {
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
  await expect(page.getByRole('button', { name: 'Compare' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Set mode' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Register callback' })).toBeVisible()
})
