/** Whoever comes by keys goes on where he was: a control that goes with its own press does not take the focus with it. */
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { answerDialogs, menu, openSystem, quietProject, temporaryFolder } from '../support'

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
  await expect(page.getByRole('tab', { name: 'Notifications' })).toHaveAccessibleDescription(/^([3-9]|\d{2,}) entries/)
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const laboratory = page.getByRole('region', { name: 'Laboratory', exact: true })
  await laboratory.getByRole('button', { name: /^Compare \d+ runs$/ }).click()
  await expect(laboratory.getByText(/^No effect used local memory in this work/)).toBeVisible()
  const use = laboratory.getByRole('button', { name: /^Use / }).first()
  await use.focus()
  await page.keyboard.press('Enter')
  await expect(laboratory.getByText(/is in charge now/)).toBeVisible()
  await expect(laboratory.locator(':focus')).toHaveCount(1)

  // the records that a number stands on are shown below all numbers: the keys go on there
  await laboratory
    .getByRole('button', { name: /^Memory held of none: .*; show its records$/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  const records = laboratory.getByRole('region', { name: 'Records' })
  await expect(records.getByRole('heading', { name: 'Memory held of none' })).toBeFocused()
  await expect(records.getByRole('heading')).toBeInViewport()
  await expect(records.getByRole('button', { name: 'Copy records' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(records.getByRole('button', { name: 'Copy records' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(laboratory.getByRole('button', { name: /^Memory held of none: / }).first()).toBeFocused()
})

test('the playhead is seen where the focus is on it, and Run stands as wide as Pause', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  // the session's first frame brings the name, which moves what stands beside it
  await expect(page.getByRole('heading', { level: 1 })).toContainText('quiet')
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
  let unfocused = await look()
  const rests = async (): Promise<boolean> => {
    const last = unfocused
    unfocused = await look()
    return unfocused.equals(last)
  }
  await expect.poll(rests, { intervals: [300] }).toBe(true)
  await playhead.focus()
  await expect.poll(async () => (await look()).equals(unfocused)).toBe(false)
})

test('F6 goes once round all panes, Shift+F6 back, each seen to have the focus where it was in it last', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const system = await openSystem(page)
  await page.getByRole('button', { name: 'Pause', exact: true }).focus()
  const panes = [
    page.getByRole('region', { name: 'Run', exact: true }),
    page.getByRole('region', { name: 'Effects', exact: true }),
    page.getByRole('region', { name: 'Media', exact: true }),
    page.getByRole('region', { name: 'Preview' }),
    page.getByRole('region', { name: 'Timeline', exact: true }),
    page.getByRole('tablist', { name: 'Instruments' }),
    page.getByRole('tabpanel', { name: 'Laboratory' }),
    page.getByRole('region', { name: 'Memory chart' }),
    system,
    page.getByRole('region', { name: 'Time cursor' }),
    page.getByRole('contentinfo'),
  ]
  const focused = page.locator(':focus')
  const isSeenIn = async (pane: Locator): Promise<void> => {
    const control = pane.locator(':focus-visible')
    await expect(control).toBeInViewport()
    await expect(control).toHaveCSS('outline-style', 'solid')
  }
  for (const pane of panes) {
    await page.keyboard.press('F6')
    await isSeenIn(pane)
  }
  await page.keyboard.press('F6')
  await expect(focused).toHaveAccessibleName('Pause')

  // from a field too, and to another control of the pane than its first
  const field = system.getByRole('textbox', { name: 'Interval', exact: true })
  await field.focus()
  await page.keyboard.press('Shift+F6')
  await isSeenIn(page.getByRole('region', { name: 'Memory chart' }))
  await page.keyboard.press('F6')
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Pause', exact: true }).focus()
  for (const pane of panes.toReversed()) {
    await page.keyboard.press('Shift+F6')
    await isSeenIn(pane)
  }
  await page.keyboard.press('Shift+F6')
  await expect(focused).toHaveAccessibleName('Pause')

  await page.keyboard.press('Shift+?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('Shift+F6Back to the part before')
  await page.keyboard.press('F6')
  await expect(dialog.locator(':focus')).toHaveCount(1)
})

test('keys that come to the tabs are at the one that is shown, also after a press on it', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const delays = page.getByRole('tab', { name: 'Delays' })
  await delays.click()
  await page.getByRole('separator', { name: 'Width of the instruments' }).focus()
  await page.keyboard.press('Tab')
  await expect(delays).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('separator', { name: 'Width of the instruments' })).toBeFocused()

  // one that a button opened stays when keys go back to the tabs
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  await expect(page.getByRole('button', { name: /^Compare \d+ runs$/ })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('tab', { name: 'Laboratory' })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Laboratory', selected: true })).toBeVisible()
})

test('arrow keys choose in a group of radio buttons, and keys come to the one that is chosen', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const speed = page.getByRole('radiogroup', { name: 'Speed' })
  await page.getByRole('button', { name: 'Step' }).focus()
  await page.keyboard.press('Tab')
  await expect(speed.getByRole('radio', { name: '1×', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(speed.getByRole('radio', { name: '4×' })).toBeFocused()
  await expect(speed.getByRole('radio', { name: '4×' })).toBeChecked()
  await page.keyboard.press('Tab')
  // chosen elsewhere since
  await page.evaluate(() => window.trimline.send({ kind: 'setSpeed', speed: 16 }))
  await expect(speed.getByRole('radio', { name: '16×' })).toBeChecked()
  await page.keyboard.press('Shift+Tab')
  await expect(speed.getByRole('radio', { name: '16×' })).toBeFocused()
  await expect(speed.getByRole('radio', { name: '16×' })).toBeChecked()
  // it has no first one to go to: that would be another speed
  await page.keyboard.press('Home')
  await expect(speed.getByRole('radio', { name: '16×' })).toBeFocused()
  await expect(speed.getByRole('radio', { name: '16×' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(speed.getByRole('radio', { name: '0.25×' })).toBeChecked()
})

test('a lesson that is left by a key leaves the focus in the editor, and shows the page of questions no more', async () => {
  const { page } = await launchApp({ startPage: true })
  await expect(page.getByRole('dialog', { name: 'Start' }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true })
  await lesson.getByRole('button', { name: 'Leave' }).focus()
  await page.keyboard.press('Enter')
  await expect(lesson).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Untitled')
  await expect(page.locator('.workspace')).toBeFocused()
})

test('a clip that an arrow key takes to another track keeps the focus, and what was undone is said', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const clip = page.getByRole('button', { name: /^Harbour at dusk, / })
  const said = page.locator('[aria-live="polite"]')
  await clip.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(clip).toHaveAccessibleName('Harbour at dusk, 00:00:01:00 to 00:00:11:00')
  for (const [key, track] of [
    ['ArrowUp', '2'],
    ['ArrowDown', '1'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.locator(`.timeline-lane[data-track="${track}"]`).getByRole('button')).toBeFocused()
  }
  await menu(app, 'undo')
  await expect(said.filter({ hasText: 'Undone: Move clip' })).toHaveCount(1)
  await menu(app, 'redo')
  await expect(said.filter({ hasText: 'Done again: Move clip' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Blur', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(said.filter({ hasText: 'Blur is applied' })).toHaveCount(1)
})

test('F8 goes to the messages, and the focus comes back when the last one is dismissed', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerDialogs(app, join(temporaryFolder(), 'saved.json'))
  const blur = page.getByRole('button', { name: 'Blur', exact: true })
  await blur.focus()
  await menu(app, 'saveAs')
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect(dismiss).toBeVisible()
  await page.keyboard.press('F8')
  await dismiss.focus()
  await page.keyboard.press('Enter')
  await expect(dismiss).toHaveCount(0)
  await expect(blur).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('F8To the messages')
})
