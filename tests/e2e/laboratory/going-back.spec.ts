/** Going back in the run, with everything that is shown, and on from there as a branch (LB-02). */
import type { Locator, Page } from '@playwright/test'
import { formatTime } from '../../../preload/contract'
import { violations } from '../app/looks-support'
import { clock, sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { expectTime, openSystem, quietProject, restingPixels, shownPicture } from '../support'

const run = (page: Page): Locator => page.getByRole('region', { name: 'Run', exact: true })
const slider = (page: Page): Locator => run(page).getByRole('slider', { name: 'Moment of the run' })
const now = async (page: Page): Promise<number> => (await sessionState(page)).clock.now

/** Presses the effect's card; then time stands still, with the effect in the picture. @returns when, and the pixels */
async function press(page: Page, effect: string, stack: string[]): Promise<{ at: number; pixels: number[] }> {
  await clock(page, 'Run')
  await page.getByRole('button', { name: effect, exact: true }).click()
  return stopWith(page, stack)
}

/** Time stands still once these effects are on the clip and in the picture. @returns when, and the pixels */
async function stopWith(page: Page, stack: string[]): Promise<{ at: number; pixels: number[] }> {
  const shown = async () => {
    const { project, preview } = await sessionState(page)
    return [project.stack, preview.picture?.effects.map(({ name }) => name)]
  }
  await expect.poll(shown).toEqual([stack, stack])
  await clock(page, 'Pause')
  const { preview } = await sessionState(page)
  await expect.poll(() => shownPicture(page)).toBe(preview.picture?.number)
  return { at: await now(page), pixels: await restingPixels(page) }
}

/** The Preview comes to rest at these pixels. */
async function expectPixels(page: Page, pixels: readonly number[]): Promise<void> {
  await expect.poll(async () => (await restingPixels(page)).join()).toBe(pixels.join())
}

/** Drags the thumb to that moment, and waits for it: the moments on the way are shown, too. */
async function drag(page: Page, time: number, end: number): Promise<void> {
  const thumb = await slider(page).boundingBox()
  const track = await run(page).locator('.scrubber').boundingBox()
  if (thumb === null || track === null) throw new Error('the scrubber is not there')
  await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2)
  await page.mouse.down()
  await page.mouse.move(track.x + track.width / 2, thumb.y + 4)
  await page.mouse.move(track.x + (time / end) * track.width, thumb.y + thumb.height / 2, { steps: 5 })
  await page.mouse.up()
  const wanted = Number(await slider(page).getAttribute('aria-valuenow'))
  expect(Math.abs(wanted - time)).toBeLessThan(50_000)
  await expect.poll(async () => (await sessionState(page)).clock).toMatchObject({ now: wanted, running: false })
}

test('the run is gone back in by dragging and by keys, a branch begins there, and the end is as it was [LB-02]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  // the project's first picture
  await expect.poll(async () => (await sessionState(page)).clock.now).toBeGreaterThan(300_000)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('canvas')).toHaveAttribute('data-picture', /^[1-9]/)
  await clock(page, 'Pause')
  const bare = { at: await now(page), pixels: await restingPixels(page) }
  await clock(page, 'Run')
  await expect.poll(() => now(page)).toBeGreaterThan(bare.at + 1_500_000)
  await clock(page, 'Pause')
  const blurred = await press(page, 'Blur', ['Blur'])
  // so that there is a stretch to drag to in which nothing is pressed
  await clock(page, 'Run')
  await expect.poll(() => now(page)).toBeGreaterThan(blurred.at + 1_500_000)
  await clock(page, 'Pause')
  const gray = await press(page, 'Grayscale', ['Blur', 'Grayscale'])
  expect(gray.pixels.join()).not.toBe(blurred.pixels.join())
  await expect(run(page).getByRole('status')).toContainText('Drag back')

  // by the mouse
  await drag(page, blurred.at + 700_000, gray.at)
  await expect(run(page).getByRole('status')).toContainText('Run or act to branch')
  const looked = await sessionState(page)
  expect(looked.project.stack).toEqual(['Blur'])
  await expectPixels(page, blurred.pixels)
  await expectTime(page, looked.clock.now)

  // by keys: a tenth of a second, then the first moment, then the end
  await slider(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => now(page)).toBe(looked.clock.now - 100_000)
  await page.keyboard.press('Home')
  await expect.poll(() => now(page)).toBe(0)
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^At 0\.000 s of /)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('End')
  await expect.poll(() => now(page)).toBe(gray.at)
  await expect(run(page).getByRole('button', { name: 'Live' })).toBeVisible()
  await expectPixels(page, gray.pixels)

  // before the first press, another effect
  await drag(page, bare.at + 700_000, gray.at)
  expect((await sessionState(page)).project.stack).toEqual([])
  const parted = await now(page)
  await expectPixels(page, bare.pixels)
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await clock(page, 'Run')
  const branch = await stopWith(page, ['Blur'])

  await run(page).getByRole('button', { name: 'Branches' }).click()
  const list = page.getByRole('list', { name: 'Branches of this run' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').nth(0)).toContainText(/[234] steps, until/)
  await expect(list.getByRole('listitem').nth(1)).toContainText(`From Main at ${formatTime(parted)}, goes on`)
  await list.getByRole('button', { name: 'Rename Branch 1' }).click()
  await page.getByRole('textbox', { name: 'Name of Branch 1' }).fill('Only blurred')
  await page.keyboard.press('Enter')
  await expect(list).toContainText('Only blurred')
  expect(await violations(page)).toEqual([])

  // side by side, in a process of its own
  const compare = page.getByRole('region', { name: 'Compare branches' })
  await compare.getByRole('button', { name: 'Compare branches' }).click()
  await expect(compare).toContainText('part at line', { timeout: 30_000 })
  const parting = compare.getByRole('list', { name: 'Where they part' }).getByRole('listitem')
  await expect(parting).toHaveText([/^Main/, /^Only blurred/])
  await expect(compare.getByRole('grid', { name: 'Resources in which the runs differ' })).toContainText(
    'Grayscale.convert',
  )
  expect(await violations(page)).toEqual([])
  await compare
    .getByRole('button', { name: /s in Main$/ })
    .first()
    .click()
  await expect(run(page).getByRole('status')).toContainText('Back leads to Only blurred')

  await list.getByRole('button', { name: 'Return to Main' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => now(page)).toBe(gray.at)
  expect((await sessionState(page)).project.stack).toEqual(['Blur', 'Grayscale'])
  await expectPixels(page, gray.pixels)
  await run(page).getByRole('button', { name: 'Branches' }).click()
  // one that is deleted comes back where the list says that it is gone
  await list.getByRole('button', { name: 'Delete Only blurred' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Restore Only blurred' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Return to Only blurred' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await sessionState(page)).project.stack).toEqual(['Blur'])
  await expectPixels(page, branch.pixels)
})

test('from the time cursor in the memory chart: Go back here, and Back to live [LB-02]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  // the project's first picture, which comes later where the machine is busy
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('canvas')).toHaveAttribute('data-picture', /^[1-9]/)
  await clock(page, 'Pause')
  const bare = await restingPixels(page)
  await clock(page, 'Run')
  const began = await now(page)
  await expect.poll(() => now(page)).toBeGreaterThan(began + 3_000_000)
  await clock(page, 'Pause')
  // nothing is pressed before
  const still = await now(page)
  const gray = await press(page, 'Grayscale', ['Grayscale'])
  expect(gray.pixels.join()).not.toBe(bare.join())

  const bar = page.getByRole('region', { name: 'Time cursor' })
  const cursor = bar.getByRole('status', { name: 'Cursor' })
  const goBack = bar.getByRole('button', { name: 'Go back here' })
  const live = run(page).getByRole('button', { name: 'Back to live' })
  await expect(cursor).toHaveText('Following')
  await expect(goBack).toHaveCount(0)
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  const plot = page.getByRole('slider', { name: 'Marked moment' })
  // the chart is drawn at a pace of its own: until then a place in it is another moment
  await expect(plot).toHaveAttribute('aria-valuemin', '0')
  await expect(plot).toHaveAttribute('aria-valuemax', String(gray.at / 1e6))
  const { width } = (await plot.boundingBox()) ?? { width: 0 }
  const between = (began + still) / 2 / gray.at
  await plot.click({ position: { x: Math.round(width * between), y: 20 } })
  await expect(goBack).toHaveCount(1)
  // said in seconds
  const moment = Math.round(Number(await plot.getAttribute('aria-valuenow')) * 1e6)
  const text = await cursor.innerText()
  // between the first picture and the press
  expect(moment).toBeGreaterThan(began)
  expect(moment).toBeLessThan(still)

  await goBack.click()
  await expect.poll(() => now(page)).toBe(moment)
  await expectTime(page, moment)
  await expect(cursor).toHaveText(text)
  expect((await sessionState(page)).project.stack).toEqual([])
  await expectPixels(page, bare)
  // one is there; Follow all is of the axes, and goes nowhere
  await expect(goBack).toHaveCount(0)
  await expect(live).toHaveCount(1)
  expect(await violations(page)).toEqual([])

  await live.click()
  await expect.poll(() => now(page)).toBe(gray.at)
  await expectPixels(page, gray.pixels)
  await expect(cursor).toHaveText(text)
  await goBack.click()
  await expect.poll(() => now(page)).toBe(moment)
  await bar.getByRole('button', { name: 'Follow all' }).click()
  await expect(cursor).toHaveText('Following')
  expect(await now(page)).toBe(moment)
  await live.click()
  await expect.poll(() => now(page)).toBe(gray.at)
  await expect(run(page).getByRole('button', { name: 'Live' })).toBeVisible()
})

test('what was restarted is not lost: Branches leads back to the run before, with its branches, and forth again [LB-02]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await clock(page, 'Pause')
  const blurred = await press(page, 'Blur', ['Blur'])
  const drawer = await openSystem(page)
  const memory = drawer.getByRole('textbox', { name: 'Local memory' })
  await memory.fill('4GiB')
  await memory.press('Enter')
  await expect.poll(async () => (await sessionState(page)).system.localMemory).toBe(4 * 2 ** 30)
  expect(await now(page)).toBeLessThan(blurred.at)
  await page.getByRole('button', { name: 'Close System' }).click()

  const branches = run(page).getByRole('button', { name: 'Branches' })
  await branches.click()
  const menu = page.getByRole('dialog', { name: 'Branches' })
  await expect(menu).toContainText('The run that was shown before is kept: 1 branch, until')
  expect(await violations(page)).toEqual([])
  await menu.getByRole('button', { name: 'Return to the run before' }).click()
  await expect.poll(() => now(page)).toBe(blurred.at)
  const { system, project } = await sessionState(page)
  expect([system.localMemory, project.stack]).toEqual([2 * 2 ** 30, ['Blur']])
  await expectPixels(page, blurred.pixels)

  await menu.getByRole('button', { name: 'Return to the run before' }).click()
  await expect.poll(async () => (await sessionState(page)).system.localMemory).toBe(4 * 2 ** 30)
})
