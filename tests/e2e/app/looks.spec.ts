import type { Locator, Page } from '@playwright/test'
import { LESSONS } from '../../../preload/contract'
import { expect, launchApp, test } from '../launch'
import { inMain } from '../main-process'
import { menu, openSystem, quietProject, resourceLine, showTab } from '../support'
import { cutOff, violations } from './looks-support'

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
        if (tab === 'GPU') {
          await unfoldPacket(page)
          expect(await violations(page)).toEqual([])
          expect(await cutOff(page)).toEqual([])
        }
        if (tab !== 'Memory') continue
        await page.getByRole('radio', { name: 'Paging', exact: true }).click()
        await expect(page.getByRole('grid', { name: 'Paging operations' })).toContainText('VIRTUAL_TRANSFER')
        expect(await violations(page)).toEqual([])
        expect(await cutOff(page)).toEqual([])
      }
      await unfoldEffect(page)
      expect(await violations(page)).toEqual([])
      expect(await cutOff(page)).toEqual([])
      await page.keyboard.press('Escape')
      await showTab(page, 'Background')
      for (const view of ['Shaders', 'Workflows']) {
        await page.getByRole('radio', { name: view, exact: true }).click()
        expect(await violations(page)).toEqual([])
        expect(await cutOff(page)).toEqual([])
      }
      await showTab(page, 'Notifications')
      const drawer = await openSystem(page)
      await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
      await expect(page.getByRole('article')).toHaveCount(1)
      expect(await violations(page)).toEqual([])
      expect(await cutOff(page)).toEqual([])
    })

/** All that is folded away of a packet by hand, with what is wrong with it. */
async function unfoldPacket(page: Page): Promise<void> {
  const settings = page.getByRole('region', { name: 'Scheduler settings' })
  await settings.getByRole('button', { name: 'More about the packet' }).click()
  await settings.getByLabel('Made of').selectOption({ label: 'graphics work' })
  await settings.getByLabel('Resources it uses').fill('Blur.main')
  await settings.getByLabel('Resources it uses').press('Enter')
  await settings.getByLabel('Signal fence', { exact: true }).fill('ready')
  for (const part of [1, 2]) {
    await settings.getByRole('button', { name: 'Add part' }).click()
    await settings.getByLabel(`Part ${part} resources`).fill('Blur')
  }
  await settings.getByRole('button', { name: 'Submit packet' }).click()
  await expect(settings.getByRole('alert')).not.toHaveCount(0)
}

/** The same of an effect. */
async function unfoldEffect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add effect' }).click()
  await unfoldFields(page.getByRole('dialog', { name: 'Add effect' }))
}

async function unfoldFields(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'GPU work in passes' }).click()
  for (const kind of ['graphics work', 'compute work']) {
    await dialog.getByRole('button', { name: 'Add pass' }).click()
    await dialog.getByLabel('made of').last().selectOption({ label: kind })
  }
  await dialog.getByRole('button', { name: /^Heap, compression/ }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('alert')).not.toHaveCount(0)
}

const DIALOGS = {
  new: 'New project',
  importWithOptions: 'Import recording with options',
  deviceSettings: 'Device settings',
  projectSettings: 'Project settings',
  addEffect: 'Add effect',
  glossary: 'Glossary',
  policyGuide: 'A policy of your own in ten minutes',
  documentation: 'Documentation',
  shortcuts: 'Keyboard shortcuts',
  reportIssue: 'Report an issue',
  about: 'About Trimline',
  start: 'Start',
} as const

for (const [what, media, zoom] of [
  ['forced colours', { forcedColors: 'active', reducedMotion: 'reduce' }, 1],
  ['dark, 200 % text', { colorScheme: 'dark' }, 2],
  ['light', { colorScheme: 'light' }, 1],
] as const)
  test(`no axe violation in any tab, dialog or lesson: ${what}`, async () => {
    const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`], own: true })
    await page.emulateMedia(media)
    await inMain(
      app,
      async ({ BrowserWindow }, factor) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor),
      zoom,
    )
    await page.getByRole('button', { name: 'Blur', exact: true }).click()
    await expect(resourceLine(page, 'Blur', 'main')).toContainText('Resident')
    await page.getByRole('button', { name: 'Resources by hand' }).click()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      expect(await violations(page)).toEqual([])
    }
    await openSystem(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Close System' }).click()
    for (const [item, name] of Object.entries(DIALOGS)) {
      await menu(app, item)
      const dialog = page.getByRole('dialog', { name, exact: true })
      await expect(dialog).toBeVisible()
      expect(await violations(page)).toEqual([])
      if (item === 'addEffect') {
        await unfoldFields(dialog)
        expect(await violations(page)).toEqual([])
        expect(await cutOff(page)).toEqual([])
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    for (const { id, question } of LESSONS) {
      await menu(app, `lesson-${id}`)
      await expect(page.getByRole('region', { name: 'Lesson' }).getByRole('heading', { name: question })).toBeFocused()
      expect(await violations(page)).toEqual([])
    }
  })

test('in forced colours bars, sliders, the chosen tab and the ground of a chart have colours of the system', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`], own: true })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Resident')
  const system = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    const colours = ['Highlight', 'HighlightText', 'Canvas'].map((colour) => {
      probe.style.color = colour
      return getComputedStyle(probe).color
    })
    probe.remove()
    return { highlight: colours[0], highlightText: colours[1], canvas: colours[2] }
  })
  expect(system.highlight).not.toBe(system.canvas)
  const colourOf = (selector: string, property: 'backgroundColor' | 'color'): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property)
  // a bar, a switch's thumb's ground, and what is chosen
  expect(await colourOf('.segment-resident', 'backgroundColor')).toBe(system.highlight)
  expect(await colourOf('.slider-range, .scrubber-range', 'backgroundColor')).toBe(system.highlight)
  expect(await colourOf('[role="tab"][aria-selected="true"]', 'backgroundColor')).toBe(system.highlight)
  expect(await colourOf('[role="tab"][aria-selected="true"]', 'color')).toBe(system.highlightText)
  // the button to press first, while it cannot be pressed
  await showTab(page, 'Laboratory')
  const compare = page.getByRole('button', { name: /^Compare \d+ runs$/ })
  expect(await compare.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(system.highlight)
  await compare.evaluate((button) => button.setAttribute('aria-disabled', 'true'))
  expect(await compare.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(system.canvas)
  // the memory chart's ground is the system's, whatever the theme
  const ground = await page.locator('.memory-chart').evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(ground).toBe(system.canvas)
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

test('every instrument stays in the strip at the default size, however much there is to count', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const strip = page.getByRole('tablist', { name: 'Instruments' })
  const widths = () => strip.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).offsetWidth))
  const before = await widths()
  expect(before).toHaveLength(8)
  // the most that they show, as the strip draws it
  await strip.locator('.count').evaluateAll((counts) => {
    for (const count of counts) Object.assign((count as HTMLElement).dataset, { count: '99+', empty: 'false' })
  })
  expect(await widths()).toEqual(before)
  expect(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
