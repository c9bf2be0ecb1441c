/** Keys of the clip as in every editor, on the real app: what they do to the simulation, and what is seen of it. */
import type { Page } from '@playwright/test'
import type { Frame, PreviewView } from '../../../preload/contract'
import { sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { quietProject } from '../support'

const s = 1_000_000
/** µs of a frame of the clip, as keys step */
const at = (frame: number): number => Math.round((frame * s) / 24)

const preview = async (page: Page): Promise<PreviewView> => (await sessionState(page)).preview
const standing = async (page: Page) => {
  const { gpu, preview: shown } = await sessionState(page)
  return { playing: gpu.playing, rate: shown.transport.rate }
}
const counter = (page: Page) => page.getByRole('region', { name: 'Preview' }).locator('.preview-frame')
const mark = (page: Page, name: 'In' | 'Out') => page.getByRole('slider', { name: `${name} mark` })
const playhead = (page: Page) => page.getByRole('slider', { name: 'Playhead' })

async function open(): Promise<Page> {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await expect.poll(async () => (await preview(page)).picture?.number).toBe(1)
  return page
}

/** Where the playhead is in the frames that the session sends, until there are so many places. */
function positions(page: Page, count: number): Promise<number[]> {
  return page.evaluate(
    (most) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        const stop = window.trimline.onFrame((frame: Frame) => {
          const position = frame.preview?.position
          if (position === undefined || position === seen.at(-1)) return
          seen.push(position)
          if (seen.length < most) return
          stop()
          resolve(seen)
        })
      }),
    count,
  )
}

/** How often it goes up, and how often down. */
function ways(seen: readonly number[]): { up: number; down: number } {
  const steps = seen.slice(1).map((position, i) => position - (seen[i] as number))
  return { up: steps.filter((step) => step > 0).length, down: steps.filter((step) => step < 0).length }
}

test('Space plays and pauses; L, J and K shuttle forwards, backwards, faster and not at all', async () => {
  const page = await open()
  await page.keyboard.press(' ')
  await expect.poll(() => standing(page)).toEqual({ playing: true, rate: 1 })
  await expect(page.getByRole('button', { name: 'Pause clip' })).toBeVisible()
  // the simulated rate: a frame every other vertical blank of 60; and what this computer draws
  await expect(page.getByText(/^30 \/ \d+ fps$/)).toBeVisible()
  await page.keyboard.press(' ')
  await expect.poll(() => standing(page)).toEqual({ playing: false, rate: 1 })
  await page.keyboard.press('End')
  const rates: number[] = []
  for (const key of ['j', 'j', 'j', 'j', 'l', 'l']) {
    await page.keyboard.press(key)
    const before = rates.at(-1)
    if (key === 'j' && before === -4) await expect.poll(() => standing(page)).toEqual({ playing: true, rate: -4 })
    else await expect.poll(async () => (await standing(page)).rate).not.toBe(before ?? 1)
    rates.push((await standing(page)).rate)
  }
  expect(rates).toEqual([-1, -2, -4, -4, 1, 2])
  await expect(page.getByLabel('Playback rate')).toHaveText('2×')
  await page.keyboard.press('k')
  await expect.poll(async () => (await standing(page)).playing).toBe(false)
  await expect(page.getByLabel('Playback rate')).toHaveCount(0)
})

test('J plays backwards: the playhead of the simulation goes down, and over the start to the end', async () => {
  const page = await open()
  await page.keyboard.press('End')
  await expect.poll(async () => (await preview(page)).position).toBe(at(239))
  await page.keyboard.press('j')
  const back = ways(await positions(page, 12))
  expect(back.up).toBe(0)
  expect(back.down).toBe(11)
  await page.keyboard.press('k')
})

test('arrows step by a frame and by a second, Home and End go to both ends; the counter and the picture say which', async () => {
  const page = await open()
  const presses: [string, number][] = [
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['Shift+ArrowRight', 26],
    ['ArrowLeft', 25],
    ['End', 239],
    ['ArrowRight', 239],
    ['Shift+ArrowLeft', 215],
    ['Home', 0],
    ['ArrowLeft', 0],
  ]
  for (const [key, frame] of presses) {
    await page.keyboard.press(key)
    await expect(counter(page)).toHaveText(String(frame + 1))
    // the simulation has rendered it, not only been told of it
    await expect.poll(async () => (await preview(page)).picture?.position).toBe(at(frame))
  }
})

test('I and O mark what is played: seen on the ruler, dragged, moved by keys, taken away; the loop stays between them', async () => {
  const page = await open()
  await expect(mark(page, 'In')).toHaveCount(0)
  await playhead(page).focus()
  for (let second = 0; second < 2; second++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('i')
  await expect(mark(page, 'In')).toHaveAttribute('aria-valuetext', '00:00:02:00')
  for (let second = 0; second < 3; second++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('o')
  // the frame that is seen is the last that is played
  await expect(mark(page, 'Out')).toHaveAttribute('aria-valuetext', '00:00:05:01')
  await expect(page.locator('.timeline-range')).toBeVisible()
  // by keys: a frame, a second, never over each other
  await mark(page, 'Out').press('ArrowLeft')
  await expect(mark(page, 'Out')).toHaveAttribute('aria-valuetext', '00:00:05:00')
  await mark(page, 'In').press('Shift+ArrowRight')
  await expect(mark(page, 'In')).toHaveAttribute('aria-valuetext', '00:00:03:00')
  await mark(page, 'In').press('End')
  await expect(mark(page, 'In')).toHaveAttribute('aria-valuetext', '00:00:04:23')
  // by the mouse, back by about two seconds
  const ruler = await page.locator('.timeline-ruler').boundingBox()
  const box = await mark(page, 'In').boundingBox()
  if (ruler === null || box === null) throw new Error('nothing to drag')
  const [x, y] = [box.x + 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - ruler.width / 10, y, { steps: 5 })
  await page.mouse.move(x - ruler.width / 5, y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await preview(page)).transport.in).toBeLessThan(3.2 * s)
  const { in: first, out } = (await preview(page)).transport
  if (first === null || out === null) throw new Error('expected both marks')
  expect(first).toBeGreaterThan(2.4 * s)
  expect(Math.round(first / (s / 24)) * (s / 24)).toBeCloseTo(first, -1)
  // four seconds of simulated time a second: it goes round between the marks
  await page.getByRole('radio', { name: '4×', exact: true }).click()
  await page.keyboard.press('Home')
  await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(async () => (await preview(page)).position).toBeGreaterThan(first)
  const seen = await positions(page, 60)
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(first)
  expect(Math.max(...seen)).toBeLessThan(out)
  expect(ways(seen).down).toBeGreaterThan(0)
  // without the loop it stays on the last frame before Out
  await page.getByRole('button', { name: 'Loop' }).click()
  await expect.poll(async () => (await standing(page)).playing).toBe(false)
  await expect.poll(async () => (await preview(page)).position).toBe(out - 1)
  // taken away: one by Delete, both by Shift+X
  await mark(page, 'Out').press('Delete')
  await expect(mark(page, 'Out')).toHaveCount(0)
  await playhead(page).press('Shift+X')
  await expect(mark(page, 'In')).toHaveCount(0)
})
