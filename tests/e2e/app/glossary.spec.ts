/** Words for every rule: from a finding, from a tooltip, from the menu; and no code without them. */
import type { Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { inMain, menu } from '../main-process'
import { openSystem, quietProject, resourceLine, showTab } from '../support'

/** Codes that a person can see: text and native tooltips, outside of the places where a rule's own text stands. */
async function codesInSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const code = /\b(?:TN|RS|AN|DF|BP|GP|PL|LB|SC)-\d\d[a-z]?\b/
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const hidden = parentElement?.closest('.rule-popover, .glossary, script, style') !== null
      if (!hidden && code.test(textContent ?? '')) found.push(textContent ?? '')
    }
    for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]'))
      for (const name of ['title', 'aria-label'])
        if (code.test(element.getAttribute(name) ?? '')) found.push(`${name}: ${element.getAttribute(name)}`)
    return found
  })
}

/** Blur, and Grayscale to its end: the sample's guard spares what the latest submission used. */
async function pressBoth(page: Page): Promise<void> {
  for (const effect of ['Blur', 'Grayscale']) await page.getByRole('button', { name: effect, exact: true }).click()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
}

test('a finding says in words what it means, what avoids it, and shows its moment [TN-40]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await pressBoth(page)
  const drawer = await openSystem(page)
  await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
  await drawer.getByRole('button', { name: 'Close System' }).click()
  await showTab(page, 'Findings')
  const rule = page.getByRole('article', { name: 'Evicted though used since the last trim' })
  await expect(rule).toContainText('Warning')
  await expect(rule).toContainText('The next press has to page in what it used a moment ago')

  // the rule itself, one click away
  await rule.getByRole('button', { name: 'Evicted though used since the last trim' }).click()
  const text = page.getByRole('dialog', { name: 'Evicted though used since the last trim' })
  await expect(text).toContainText('TN-34a')
  await expect(text).toContainText('The sample raises its notification index before it compares')
  await expect(text).toContainText('D3D12 Periodic Trim Notifications')
  await text.getByRole('button', { name: 'Open the glossary' }).click()
  const glossary = page.getByRole('dialog', { name: 'Glossary' })
  await expect(glossary.getByText('The sample raises its notification index before it compares')).toBeVisible()
  await page.keyboard.press('Escape')

  // a row is copied as it stands there, its rule in words with it
  await page
    .getByRole('list', { name: 'Findings' })
    .getByRole('button', { name: /Blur\.main/ })
    .focus()
  await page.keyboard.press('Control+C')
  const copied = async (): Promise<string[]> =>
    (await inMain(app, async ({ clipboard }) => clipboard.readText())).split('\n')
  await expect
    .poll(async () => (await copied())[0]?.split('\t').slice(1, 5))
    .toEqual(['TN-34a', 'warning', 'Evicted though used since the last trim', 'Blur.main'])
  expect(await copied()).toHaveLength(3)

  await rule.getByRole('button', { name: 'Show me' }).click()
  await expect(page.getByRole('status', { name: 'Cursor' })).toHaveText(/^\d+\.\d{3,6} s$/)
  await rule.getByRole('button', { name: 'Use creative-app-fixed' }).click()
  await expect(page.getByRole('combobox', { name: 'Policy' })).toContainText('creative-app-fixed')
})

test('the glossary finds terms and rules, from the menu and by F1 at what one looks at', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await menu(app, 'glossary')
  const glossary = page.getByRole('dialog', { name: 'Glossary' })
  await glossary.getByLabel('Find a term or a rule').fill('evictable')
  await expect(glossary.getByText('Evicted by the app but still in its memory segment')).toBeVisible()
  await glossary.getByLabel('Find a term or a rule').fill('tn-34c')
  await glossary.getByText('Guarded by submission instead of completion').click()
  await expect(glossary.getByText('Compare with the fence’s completed value')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(glossary).toHaveCount(0)

  const term = page.getByRole('contentinfo').getByRole('button', { name: 'Evictable' })
  await term.hover()
  await expect(page.getByRole('tooltip')).toContainText('F1')
  await page.keyboard.press('F1')
  await expect(glossary.getByText('After Evict the contents are kept.')).toBeVisible()
  await page.keyboard.press('Escape')
  // a word of the interface opens its rule when it is pressed
  await term.click()
  await expect(glossary.getByText('After Evict the contents are kept.')).toBeVisible()
})

test('no instrument shows the code of a rule instead of words', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await pressBoth(page)
  const drawer = await openSystem(page)
  await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
  expect(await codesInSight(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Close System' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  const tabs = await page.getByRole('tab').all()
  expect(tabs.length).toBeGreaterThan(6)
  for (const tab of tabs) {
    await tab.click()
    const views = await page.getByRole('tabpanel').getByRole('radio').all()
    expect(await codesInSight(page), (await tab.textContent()) ?? '').toEqual([])
    for (const view of views.slice(0, 3)) {
      if (await view.isDisabled()) continue
      await view.click()
      expect(await codesInSight(page), (await view.textContent()) ?? '').toEqual([])
    }
  }

  // in the history of a resource a rule is a link beside its words
  await showTab(page, 'Memory')
  await resourceLine(page, 'Blur', 'main').click()
  await page.getByRole('radio', { name: 'Map', exact: true }).click()
  const history = page.getByRole('list', { name: 'History, newest first' })
  const broken = history.getByRole('listitem').filter({ hasText: 'Blur.main was evicted' })
  await expect(broken.first()).toBeVisible()
  expect(await codesInSight(page)).toEqual([])
  await broken.first().getByRole('button').last().click()
  await expect(page.locator('.rule-popover')).toBeVisible()
})
