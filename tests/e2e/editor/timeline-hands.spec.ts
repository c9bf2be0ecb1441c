/** The timeline by hand: keyframes, the order of effects, media that are dragged, menus, and how it scrolls. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { inMain, menu } from '../main-process'
import { quietProject } from '../support'

const s = 1_000_000
const effects = ['Blur', 'Sepia', 'Sharpen'].map((name) => ({ name, resources: [{ name: 'main', size: '4MiB' }] }))
const keyframes = {
  radius: [
    { at: 0, value: [2] },
    { at: 2 * s, value: [20] },
  ],
}
const timelineOf = { effects: [{ effect: 'Blur', spans: [{ id: 'Blur', start: s, length: 6 * s, keyframes }] }] }

const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Timeline' })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })
const rack = (page: Page) => page.getByRole('region', { name: 'Effects', exact: true })
const playhead = (page: Page) => page.getByRole('slider', { name: 'Playhead' })

async function open(app: object = { effects }) {
  return launchApp({ args: [`--scenario=${quietProject({ app })}`] })
}

/** Ends up so many px away from the middle of what is pulled, in some steps. */
async function pull(page: Page, item: Locator, dx: number, dy = 0): Promise<void> {
  const box = await item.boundingBox()
  if (box === null) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 })
  await page.mouse.move(x + dx, y + dy, { steps: 4 })
}

const undoes = async (page: Page, name: string): Promise<void> => {
  await undo(page).hover()
  await expect(page.getByRole('tooltip')).toContainText(`Undo ${name}`)
  await undo(page).click()
}

test('keyframes are diamonds: dragged, moved by keys, eased by their menu, added and deleted, each one step', async () => {
  const { page } = await open({ effects, timeline: timelineOf })
  const keys = timeline(page).getByRole('button', { name: /^Keyframe Radius/ })
  const names = () => keys.evaluateAll((all) => all.map((key) => key.getAttribute('aria-label')))
  const first = 'Keyframe Radius 2 at 00:00:01:00, linear'
  const second = (at: string, ease = 'linear') => `Keyframe Radius 20 at ${at}, ${ease}`
  await expect.poll(names).toEqual([first, second('00:00:03:00')])
  // by keys: the focus stays on it
  await keys.nth(1).press('ArrowRight')
  await expect.poll(names).toEqual([first, second('00:00:03:01')])
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(names).toEqual([first, second('00:00:04:01')])
  await expect(keys.nth(1)).toBeFocused()
  // by the mouse
  const width = (await timeline(page).getByRole('group', { name: 'Blur span' }).boundingBox())?.width ?? 0
  await pull(page, keys.nth(1), width / 6)
  await page.mouse.up()
  await expect.poll(async () => (await names())[1]).toMatch(/00:00:05:0\d, linear$/)
  await undoes(page, 'Move keyframe of Blur radius')
  await expect.poll(names).toEqual([first, second('00:00:04:01')])
  // its menu, by the keyboard
  await keys.nth(1).focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitemradio', { name: 'Linear to the next' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Smooth to the next' }).click()
  await expect.poll(names).toEqual([first, second('00:00:04:01', 'smooth')])
  // and by the mouse
  await keys.nth(1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Go there' }).click()
  await expect(playhead(page)).toHaveAttribute('aria-valuetext', '00:00:04:01')
  await keys.nth(1).press('Delete')
  await expect.poll(names).toEqual([first])
  await undoes(page, 'Delete keyframe of Blur radius')
  await expect.poll(names).toHaveLength(2)
  // another one, from the menu of the span
  await playhead(page).press('Shift+ArrowRight')
  await timeline(page)
    .getByRole('button', { name: /^Blur span, / })
    .click({ button: 'right', position: { x: 60, y: 10 } })
  await page.getByRole('menuitem', { name: 'Keyframe Radius at the playhead' }).click()
  await expect.poll(names).toHaveLength(3)
  await expect.poll(async () => (await names())[2]).toContain('at 00:00:05:01')
})

test('what was set on a track is saved when a step of the scenario has taken its effect away, and is there again [SC-16]', async () => {
  const path = quietProject({ app: { effects, timeline: timelineOf }, steps: [{ at: '60s', removeEffect: 'Blur' }] })
  const { app, page } = await launchApp({ args: [`--scenario=${path}`] })
  const simulation = page.getByRole('group', { name: 'Simulation' })
  await simulation.getByRole('button', { name: 'Pause' }).click()
  const key = timeline(page).getByRole('button', { name: /^Keyframe Radius 20/ })
  await key.press('Shift+ArrowRight')
  await expect(key).toHaveAccessibleName('Keyframe Radius 20 at 00:00:04:00, linear')
  // late enough for whatever comes before it here, and as soon as before
  await page.getByRole('radio', { name: '16×' }).click()
  await simulation.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Blur effect' })).toHaveCount(0)
  await page.getByRole('radio', { name: '1×', exact: true }).click()
  await expect(timeline(page).getByRole('group', { name: 'Blur span' })).toHaveCount(0)
  await menu(app, 'save')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toHaveCount(0)
  const { timeline: saved } = JSON.parse(readFileSync(path, 'utf8')).app
  expect(saved.effects).toMatchObject([
    { effect: 'Blur', spans: [{ keyframes: { radius: [{ at: 0 }, { at: 3 * s }] } }] },
  ])
  await menu(app, 'restart')
  await expect(key).toHaveAccessibleName('Keyframe Radius 20 at 00:00:04:00, linear')
})

test('the rack has the eye and the order of the timeline: one command, one name, by mouse and by keys', async () => {
  const { page } = await open()
  for (const name of ['Blur', 'Sepia', 'Sharpen']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(timeline(page).getByRole('button', { name: `Hide ${name}` })).toBeVisible()
  }
  const cards = () =>
    rack(page)
      .getByRole('region')
      .evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')?.replace(' effect', '')))
  const tracks = () =>
    timeline(page)
      .getByRole('button', { name: /^Order of / })
      .evaluateAll((all) => all.map((grip) => grip.getAttribute('aria-label')))
  await expect.poll(cards).toEqual(['Blur', 'Sepia', 'Sharpen'])
  await rack(page).getByRole('button', { name: 'Order of Sharpen, 3 of 3' }).press('ArrowUp')
  await expect.poll(tracks).toEqual(['Order of Blur, 1 of 3', 'Order of Sharpen, 2 of 3', 'Order of Sepia, 3 of 3'])
  await expect.poll(cards).toEqual(['Blur', 'Sharpen', 'Sepia'])
  // dragged onto the first card, which says that it is aimed at
  const from = await rack(page).getByRole('button', { name: 'Order of Sharpen, 2 of 3' }).boundingBox()
  const to = await rack(page).getByRole('region', { name: 'Blur effect' }).boundingBox()
  if (from === null || to === null) throw new Error('expected cards')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + to.height / 2, { steps: 6 })
  await expect(rack(page).getByRole('region', { name: 'Blur effect' })).toHaveAttribute('data-aimed', 'true')
  await page.mouse.up()
  await expect.poll(cards).toEqual(['Sharpen', 'Blur', 'Sepia'])
  await undoes(page, 'Reorder Sharpen')
  await expect.poll(cards).toEqual(['Blur', 'Sharpen', 'Sepia'])
  await rack(page).getByRole('button', { name: 'Hide Sepia' }).click()
  await expect(timeline(page).getByRole('button', { name: 'Show Sepia' })).toBeVisible()
  await undoes(page, 'Hide Sepia')
  await expect(rack(page).getByRole('button', { name: 'Hide Sepia' })).toBeVisible()
})

test('media are dragged to a track, snap and are seen before they are let go; Enter places them at the playhead', async () => {
  const clips = [{ name: 'sea', width: 64, height: 64, frames: 2, thumbnails: 0, length: '2s' }]
  const { page } = await open({ effects, clips, timeline: { clips: [{ id: 'first', start: 0, length: 4 * s }] } })
  const grip = page.getByRole('button', { name: 'Place sea at the playhead' })
  const placed = () =>
    timeline(page)
      .getByRole('button', { name: /^sea.* to / })
      .evaluateAll((all) => all.map((clip) => clip.getAttribute('aria-label')))
  const lane = timeline(page).locator('.timeline-lane[data-track="1"]')
  // once it lies still
  await grip.hover()
  const from = await grip.boundingBox()
  const end = await timeline(page).getByRole('group', { name: 'first', exact: true }).boundingBox()
  const track = await lane.boundingBox()
  if (from === null || end === null || track === null) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  // some px behind where the first clip ends
  await page.mouse.move(end.x + end.width + 5, track.y + track.height / 2, { steps: 8 })
  await expect(timeline(page).locator('.timeline-target')).toHaveText('sea')
  await expect(timeline(page).locator('.timeline-snap')).toBeVisible()
  await page.mouse.up()
  await expect.poll(placed).toEqual(['sea, 00:00:04:00 to 00:00:06:00'])
  await expect(timeline(page).locator('.timeline-target')).toHaveCount(0)
  // without Snap it lies where it is let go, some px behind
  await undoes(page, 'Place clip')
  await expect.poll(placed).toEqual([])
  const snap = timeline(page).getByRole('button', { name: 'Snap', exact: true })
  await snap.click()
  await expect(snap).toHaveAttribute('aria-pressed', 'false')
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width + 5, track.y + track.height / 2, { steps: 8 })
  await expect(timeline(page).locator('.timeline-target')).toHaveText('sea')
  await expect(timeline(page).locator('.timeline-snap')).toHaveCount(0)
  await page.mouse.up()
  await expect.poll(placed).toEqual([expect.stringMatching(/^sea 2, 00:00:04:(?!00)\d\d to 00:00:06:/)])
  await undoes(page, 'Place clip')
  await expect.poll(placed).toEqual([])
  await snap.click()
  await expect(snap).toHaveAttribute('aria-pressed', 'true')
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width + 5, track.y + track.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect.poll(placed).toEqual(['sea 3, 00:00:04:00 to 00:00:06:00'])
  // Escape lets it be
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(track.x + 30, track.y + 10, { steps: 6 })
  await expect(timeline(page).locator('.timeline-target')).toHaveText('sea')
  await page.keyboard.press('Escape')
  await expect(timeline(page).locator('.timeline-target')).toHaveCount(0)
  await page.mouse.up()
  await expect.poll(placed).toHaveLength(1)
  for (let second = 0; second < 8; second++) await playhead(page).press('Shift+ArrowRight')
  // what is on the timeline ends at 6 s
  await expect(playhead(page)).toHaveAttribute('aria-valuetext', '00:00:05:23')
  await playhead(page).press('Home')
  await grip.press('Enter')
  await expect.poll(placed).toEqual(['sea 4, 00:00:00:00 to 00:00:02:00', 'sea 3, 00:00:04:00 to 00:00:06:00'])
  await undoes(page, 'Place clip')
  await expect.poll(placed).toHaveLength(1)
})

test('clips, spans and the ruler have menus, and the menu bar has it all: cut, copy, paste, ripple delete, marks', async () => {
  const { app, page } = await open()
  const clips = () =>
    timeline(page)
      .getByRole('button', { name: /^Harbour.* to / })
      .evaluateAll((all) => all.map((clip) => clip.getAttribute('aria-label')?.replace('Harbour at dusk', '')))
  for (let second = 0; second < 4; second++) await playhead(page).press('Shift+ArrowRight')
  const clip = (name: string) => timeline(page).getByRole('group', { name, exact: true }).getByRole('button')
  await clip('Harbour at dusk').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Split at the playhead' }).click()
  await expect.poll(clips).toEqual([', 00:00:00:00 to 00:00:04:00', ' 2, 00:00:04:00 to 00:00:10:00'])
  await clip('Harbour at dusk').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Ripple delete' }).click()
  await expect.poll(clips).toEqual([' 2, 00:00:00:00 to 00:00:06:00'])
  // from the menu bar: copied, and pasted where the playhead is
  await clip('Harbour at dusk 2').click()
  await menu(app, 'copyChosen')
  await page.keyboard.press('End')
  await menu(app, 'pasteChosen')
  await expect.poll(clips).toEqual([' 2, 00:00:00:00 to 00:00:05:23', ' 3, 00:00:05:23 to 00:00:11:23'])
  await menu(app, 'undo')
  await expect.poll(clips).toEqual([' 2, 00:00:00:00 to 00:00:06:00'])
  await menu(app, 'markOut')
  await expect(page.getByRole('slider', { name: 'Out mark' })).toBeVisible()
  await page.locator('.timeline-ruler').click({ button: 'right', position: { x: 40, y: 15 } })
  await page.getByRole('menuitem', { name: /^Mark In at 00:00:0\d/ }).click()
  await expect(page.getByRole('slider', { name: 'In mark' })).toBeVisible()
  // Render in its menu is of this clip, wherever the marks are
  await clip('Harbour at dusk 2').click({ button: 'right', position: { x: 40, y: 10 } })
  await page.getByRole('menuitem', { name: 'Render', exact: true }).click()
  const rendered = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.timeline-rendered')].reduce((sum, bar) => sum + bar.offsetWidth, 0),
    )
  const wide = (await timeline(page).getByRole('group', { name: 'Harbour at dusk 2', exact: true }).boundingBox())
    ?.width
  await expect.poll(async () => Math.abs((await rendered()) - (wide ?? 0))).toBeLessThan(6)
  await menu(app, 'clearMarks')
  await expect(page.getByRole('slider', { name: 'In mark' })).toHaveCount(0)
  // trimmed to the playhead, at each end
  await playhead(page).press('Home')
  for (let second = 0; second < 2; second++) await playhead(page).press('Shift+ArrowRight')
  await clip('Harbour at dusk 2').click({ button: 'right', position: { x: 40, y: 10 } })
  await page.getByRole('menuitem', { name: 'Trim start to the playhead' }).click()
  await expect.poll(clips).toEqual([' 2, 00:00:02:00 to 00:00:06:00'])
  for (let second = 0; second < 2; second++) await playhead(page).press('Shift+ArrowRight')
  await clip('Harbour at dusk 2').click({ button: 'right', position: { x: 40, y: 10 } })
  await page.getByRole('menuitem', { name: 'Trim end to the playhead' }).click()
  await expect.poll(clips).toEqual([' 2, 00:00:02:00 to 00:00:04:00'])
  await undoes(page, 'Trim clip')
  await expect.poll(clips).toEqual([' 2, 00:00:02:00 to 00:00:06:00'])
  // the keys stand beside the items, and are not taken from whoever types
  const shown = await inMain(app, async ({ Menu }) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById('split')
    return [item?.accelerator, item?.registerAccelerator]
  })
  expect(shown).toEqual(['S', false])
})

test('the timeline turns its page with the playhead while it plays, and zooming keeps what is looked at', async () => {
  const { page } = await open()
  const scroller = page.locator('.timeline-scroll')
  const left = () => scroller.evaluate((element) => element.scrollLeft)
  /** px between the names of the tracks and the playhead */
  const away = async (): Promise<number> => {
    const [head, frame] = [await playhead(page).boundingBox(), await scroller.boundingBox()]
    return (head?.x ?? 0) - (frame?.x ?? 0)
  }
  for (let second = 0; second < 5; second++) await playhead(page).press('Shift+ArrowRight')
  await expect(playhead(page)).toHaveAttribute('aria-valuetext', '00:00:05:00')
  const before = await away()
  for (let times = 0; times < 3; times++) await timeline(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(left).toBeGreaterThan(0)
  await expect.poll(async () => Math.abs((await away()) - before)).toBeLessThan(4)
  // by Ctrl and the wheel: what is under the pointer stays under it
  const frame = await scroller.boundingBox()
  if (frame === null) throw new Error('expected the timeline')
  const tick = page.locator('.timeline-ruler .tick-long', { hasText: '00:00:05:00' })
  const tickBefore = (await tick.boundingBox())?.x ?? 0
  const width = () => scroller.evaluate((element) => element.scrollWidth)
  const widthBefore = await width()
  await page.mouse.move(tickBefore, frame.y + 60)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  // by a quarter
  await expect.poll(width).toBeGreaterThan(widthBefore * 1.1)
  await expect.poll(async () => Math.abs(((await tick.boundingBox())?.x ?? 0) - tickBefore)).toBeLessThan(4)
  // it plays: pages are turned, so that the playhead is seen; without Follow it goes out of sight
  await playhead(page).press('Home')
  await expect.poll(left).toBe(0)
  const isSeen = async (): Promise<boolean> => {
    const at = await away()
    return at >= 120 && at <= frame.width + 8
  }
  await timeline(page).getByRole('button', { name: 'Follow the playhead' }).click()
  await page.keyboard.press('l')
  await expect.poll(isSeen).toBe(false)
  expect(await left()).toBe(0)
  await timeline(page).getByRole('button', { name: 'Follow the playhead' }).click()
  await expect.poll(left).toBeGreaterThan(0)
  await expect.poll(isSeen).toBe(true)
  await page.keyboard.press('k')
})

test('the tools and the whole moment are seen in the smallest window, and in the narrowest panel', async () => {
  const app = { effects, layout: { columns: { rack: 36, centre: 22, tabs: 42 } } }
  for (const args of [[`--scenario=${quietProject({ app: { effects } })}`], [`--scenario=${quietProject({ app })}`]]) {
    const { page } = await launchApp({ args: ['--size=1024x700', ...args] })
    const tools = timeline(page).getByRole('toolbar', { name: 'Timeline tools' })
    await expect(timeline(page).getByRole('group', { name: 'Harbour at dusk', exact: true })).toBeVisible()
    for (const tool of await tools.getByRole('button').all()) await tool.focus()
    await expect(tools.getByRole('button', { name: 'Zoom in' })).toBeFocused()
    const outside = await tools.evaluate((row) => {
      const within = row.getBoundingClientRect()
      return [...row.querySelectorAll('button, output')].flatMap((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        const isIn = left >= within.left && right <= within.right && top >= within.top && bottom <= within.bottom
        return isIn && part.scrollWidth <= part.clientWidth ? [] : [part.getAttribute('aria-label') ?? 'the moment']
      })
    })
    expect(outside).toEqual([])
    const cut = await page.getByRole('toolbar', { name: 'Playback' }).evaluate((bar) => {
      const within = bar.parentElement?.getBoundingClientRect() ?? bar.getBoundingClientRect()
      return [...bar.querySelectorAll('button, .preview-timecode')].flatMap((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        const isIn = left >= within.left && right <= within.right && top >= within.top && bottom <= within.bottom
        return isIn ? [] : [part.getAttribute('aria-label') ?? 'the moment']
      })
    })
    expect(cut).toEqual([])
  }
})
