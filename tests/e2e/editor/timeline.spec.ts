/** A timeline that edits: by mouse and by keyboard, in undo, and in what is saved. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { menu } from '../main-process'
import { openSystem, previewPixels, quietProject, temporaryFolder } from '../support'

const effects = ['Blur', 'Sepia', 'Sharpen'].map((name) => ({
  name,
  resources: [{ name: 'main', size: '4MiB' }],
}))

const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Timeline' })
const clip = (page: Page, name: string): Locator => timeline(page).getByRole('group', { name, exact: true })
/** Names and times of all clips, as they are told. */
const clips = (page: Page): Promise<string[]> =>
  timeline(page)
    .getByRole('button', { name: /^(Harbour|sea).* to / })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

async function open(project = quietProject({ app: { effects } })) {
  const app = await launchApp({ args: [`--scenario=${project}`] })
  return { ...app, project }
}

/** Puts the playhead to a part of the ruler's width. */
async function playheadTo(page: Page, seconds: number): Promise<void> {
  const playhead = page.getByRole('slider', { name: 'Playhead' })
  await playhead.press('Home')
  for (let at = 0; at < seconds; at++) await playhead.press('Shift+ArrowRight')
  await expect(playhead).toHaveAttribute('aria-valuetext', `00:00:${String(seconds).padStart(2, '0')}:00`)
}

async function drag(page: Page, item: Locator, by: number, up = 0): Promise<void> {
  const box = await item.boundingBox()
  if (box === null) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y - up / 2, { steps: 4 })
  await page.mouse.move(x + by, y - up, { steps: 4 })
  await page.mouse.up()
}

test('what is too narrow for a word of its label has none, and says it to who points at it', async () => {
  const long = 'hill with a long name'
  const s = 1_000_000
  const lengths = [s / 2, s, (3 * s) / 2, 3 * s, 6 * s]
  const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, one) => sum + one, 0))
  const placed = (media: string, track: number) =>
    lengths.map((length, i) => ({ id: `${track}-${i}`, media, track, start: starts[i], length }))
  const media = ['sea', long].map((name) => ({ name, width: 640, height: 360 }))
  const project = quietProject({
    app: { effects, clips: media, timeline: { clips: [...placed('sea', 1), ...placed(long, 2)], effects: [] } },
  })
  const { page } = await launchApp({ args: [`--scenario=${project}`, '--size=1024x700'] })
  const label = (id: string): Locator => clip(page, id).locator('.timeline-item-name')
  const room = (id: string): Promise<number> => label(id).evaluate((one) => one.clientWidth)
  await expect(label('2-4')).toHaveText(long)
  for (const id of ['1-0', '1-1', '2-0', '2-1', '2-2']) expect([id, await room(id)]).toEqual([id, 0])
  for (const id of ['1-3', '1-4'])
    expect(await label(id).evaluate((one) => one.clientWidth > 0 && one.scrollWidth <= one.clientWidth)).toBe(true)
  expect(await room('2-3')).toBeGreaterThan(30)
  await expect(clip(page, '2-0').getByTitle(/^2-0, hill with a long name: drag to move/)).toBeVisible()
})

test('clips are split, deleted with their gap closed, trimmed and moved; Undo says what it takes back', async () => {
  const { page } = await open()
  await expect.poll(() => clips(page)).toEqual(['Harbour at dusk, 00:00:00:00 to 00:00:10:00'])
  await playheadTo(page, 3)
  await timeline(page).getByRole('button', { name: 'Split' }).click()
  await expect.poll(() => clips(page)).toHaveLength(2)
  await page.getByRole('slider', { name: 'Playhead' }).focus()
  await playheadTo(page, 6)
  await page.keyboard.press('s')
  await expect
    .poll(() => clips(page))
    .toEqual([
      'Harbour at dusk, 00:00:00:00 to 00:00:03:00',
      'Harbour at dusk 2, 00:00:03:00 to 00:00:06:00',
      'Harbour at dusk 3, 00:00:06:00 to 00:00:10:00',
    ])
  const second = clip(page, 'Harbour at dusk 2')
  await second.getByRole('button').click()
  await page.keyboard.press('Shift+Delete')
  await expect
    .poll(() => clips(page))
    .toEqual(['Harbour at dusk, 00:00:00:00 to 00:00:03:00', 'Harbour at dusk 3, 00:00:03:00 to 00:00:07:00'])
  // a handle by keys, a body by keys
  const end = timeline(page).getByRole('slider', { name: 'End of Harbour at dusk 3' })
  await end.press('Shift+ArrowLeft')
  await expect.poll(() => clips(page)).toContain('Harbour at dusk 3, 00:00:03:00 to 00:00:06:00')
  await clip(page, 'Harbour at dusk 3').getByRole('button').press('ArrowUp')
  await expect(timeline(page).getByText('Video 3')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).hover()
  await expect(page.getByRole('tooltip')).toContainText('Undo Move clip')
  for (let edits = 0; edits < 5; edits++) await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => clips(page)).toEqual(['Harbour at dusk, 00:00:00:00 to 00:00:10:00'])
})

test('clips are dragged and trimmed by the mouse; a drag is one step and snaps to edges', async () => {
  const { page } = await open()
  await playheadTo(page, 4)
  await page.keyboard.press('s')
  await expect.poll(() => clips(page)).toHaveLength(2)
  const second = clip(page, 'Harbour at dusk 2')
  const width = (await second.boundingBox())?.width ?? 0
  await drag(page, second.getByRole('button'), width / 4)
  await expect.poll(async () => (await clips(page))[1]).not.toContain('00:00:04:00 to')
  // back to where the first one ends, within some pixels
  await drag(page, second.getByRole('button'), -width / 4 + 4)
  await expect.poll(async () => (await clips(page))[1]).toContain('00:00:04:00 to 00:00:10:00')
  await second.getByRole('button').click()
  const start = timeline(page).getByRole('slider', { name: 'Start of Harbour at dusk 2' })
  await drag(page, start, width / 3)
  await expect.poll(async () => (await clips(page))[1]).toMatch(/^Harbour at dusk 2, (?!00:00:04:00).* to 00:00:10:00$/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(async () => (await clips(page))[1]).toContain('00:00:04:00 to 00:00:10:00')
})

test('effects have spans, an eye, an order and keyframes, which are saved', async () => {
  const { app, page, project } = await open()
  for (const name of ['Blur', 'Sepia']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(timeline(page).getByRole('button', { name: `Hide ${name}` })).toBeVisible()
  }
  // later in, sooner out
  const start = timeline(page).getByRole('slider', { name: 'Start of Blur span' })
  await start.press('Shift+ArrowRight')
  await expect(start).toHaveAttribute('aria-valuetext', '00:00:01:00')
  const end = timeline(page).getByRole('slider', { name: 'End of Blur span' })
  await end.press('Shift+ArrowLeft')
  await expect(end).toHaveAttribute('aria-valuetext', '00:00:09:00')
  await timeline(page).getByRole('button', { name: 'Order of Sepia, 2 of 2' }).press('ArrowUp')
  await expect(timeline(page).getByRole('button', { name: 'Order of Sepia, 1 of 2' })).toBeVisible()
  await timeline(page).getByRole('button', { name: 'Hide Sepia' }).click()
  await expect(timeline(page).getByRole('button', { name: 'Show Sepia' })).toBeVisible()
  // copied, and pasted where there is room
  await start.press('Control+c')
  await end.press('[')
  await playheadTo(page, 2)
  const card = page.getByRole('region', { name: 'Blur effect' })
  await card.getByRole('button', { name: 'Parameters' }).click()
  await card.getByRole('button', { name: /^Keyframe Radius/ }).click()
  await expect(card.getByRole('button', { name: /^Delete keyframe of Radius at 00:00:02:00/ })).toBeVisible()
  await menu(app, 'save')
  const saved = (): { app: { timeline?: { effects: { effect: string; enabled: boolean; spans: object[] }[] } } } =>
    JSON.parse(readFileSync(project, 'utf8'))
  await expect
    .poll(() => saved().app.timeline?.effects.map(({ effect, enabled }) => [effect, enabled]))
    .toEqual([
      ['Sepia', false],
      ['Blur', true],
    ])
})

test('an imported clip lies on a track, and goes with its media', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Import clip' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('sea')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect.poll(() => clips(page)).toContain('sea, 00:00:10:00 to 00:00:20:00')
  await page.getByRole('button', { name: 'Remove clip sea' }).click()
  await expect.poll(() => clips(page)).toEqual(['Harbour at dusk, 00:00:00:00 to 00:00:10:00'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => clips(page)).toContain('sea, 00:00:10:00 to 00:00:20:00')
})

/** Lets files go over the window, as a file manager does. */
async function drop(page: Page, files: string[], { x, y } = { x: 400, y: 300 }): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x, y, data })
}

/** A picture of one colour as a file. */
async function pictureFile(page: Page, name: string, colour: string): Promise<string> {
  const address = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    context.fillStyle = fill
    context.fillRect(0, 0, 320, 180)
    return canvas.toDataURL('image/png')
  }, colour)
  const path = join(temporaryFolder(), name)
  writeFileSync(path, Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
  return path
}

/** Red, green and blue of the middle of what the Preview shows. */
async function middle(page: Page): Promise<number[]> {
  const pixels = await previewPixels(page)
  const at = (45 * 160 + 80) * 4
  return pixels.slice(at, at + 3)
}

test('a picture from the file manager becomes a clip, whose own pixels go through the effects; a .json file opens', async () => {
  const { app, page } = await open(quietProject({ app: { effects: [{ name: 'Invert', resources: [] }] } }))
  const refused = join(temporaryFolder(), 'notes.txt')
  writeFileSync(refused, 'no picture')
  await drop(page, [refused])
  const messages = page.getByRole('region', { name: /^Messages/ })
  await expect(messages.getByText(/notes\.txt: found text\/plain; expected a picture/)).toBeVisible()
  await drop(page, [await pictureFile(page, 'sunset.png', 'rgb(200, 40, 20)')])
  const sunset = timeline(page).getByRole('button', { name: 'sunset, 00:00:10:00 to 00:00:15:00' })
  await expect(sunset).toBeVisible()
  await playheadTo(page, 12)
  await expect.poll(() => middle(page)).toEqual([200, 40, 20])
  await page.getByRole('button', { name: 'Invert', exact: true }).click()
  await expect.poll(() => middle(page)).toEqual([55, 215, 235])
  const other = join(temporaryFolder(), 'other.json')
  writeFileSync(other, JSON.stringify({ trimline: 1, name: 'other', app: { effects } }))
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  // opening asks no question then
  await menu(app, 'save')
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toHaveCount(0)
  await drop(page, [other])
  await expect(page.getByRole('button', { name: 'Sharpen', exact: true })).toBeVisible()
})

test('a picture that is dropped on a track lies there, over what is there; Undo makes that whole again', async () => {
  const { page } = await open()
  // where the track lies is known when what lies on it is
  await expect.poll(() => clips(page)).toHaveLength(1)
  const box = await timeline(page).locator('.timeline-lane[data-track="1"]').boundingBox()
  if (box === null) throw new Error('expected a track')
  // near the start, which it snaps to
  await drop(page, [await pictureFile(page, 'sea.png', 'rgb(20, 40, 200)')], { x: box.x + 4, y: box.y + 10 })
  await expect
    .poll(() => clips(page))
    .toEqual(['sea, 00:00:00:00 to 00:00:05:00', 'Harbour at dusk, 00:00:05:00 to 00:00:10:00'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => clips(page)).toEqual(['Harbour at dusk, 00:00:00:00 to 00:00:10:00'])
})

/** A video of two seconds or more as a file: the last is blue, and what is before that red. */
async function videoFile(page: Page, name: string): Promise<string> {
  const address = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 160
    canvas.height = 90
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    const recorder = new MediaRecorder(canvas.captureStream(24), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    let began = Number.NaN
    recorder.addEventListener('dataavailable', ({ data }) => {
      parts.push(data)
      // it records from here on at the latest
      if (data.size > 0 && Number.isNaN(began)) began = performance.now()
    })
    const ended = new Promise((done) => recorder.addEventListener('stop', done, { once: true }))
    recorder.start(50)
    for (let at = 0; at < 2_000; at = Number.isNaN(began) ? 0 : performance.now() - began) {
      context.fillStyle = at < 1_000 ? 'rgb(220, 20, 20)' : 'rgb(20, 20, 220)'
      context.fillRect(0, 0, 160, 90)
      // what does not change is not recorded
      context.fillStyle = `rgb(0, ${Math.round(performance.now() / 10) % 200}, 0)`
      context.fillRect(0, 0, 4, 4)
      await new Promise((done) => setTimeout(done, 40))
    }
    recorder.stop()
    await ended
    const reader = new FileReader()
    reader.readAsDataURL(new Blob(parts, { type: 'video/webm' }))
    await new Promise((done) => reader.addEventListener('load', done, { once: true }))
    return String(reader.result)
  })
  const path = join(temporaryFolder(), name)
  writeFileSync(path, Buffer.from(address.slice(address.indexOf('base64,') + 7), 'base64'))
  return path
}

test('a video from the file manager shows the frame that the simulated GPU has presented, through the effects', async () => {
  const { page } = await open(quietProject({ app: { effects: [{ name: 'Invert', resources: [] }] } }))
  await drop(page, [await videoFile(page, 'two colours.webm')])
  const video = timeline(page).getByRole('button', { name: /^two colours, 00:00:10:00 to / })
  const [, seconds, frames] = /to 00:00:(\d\d):(\d\d)$/.exec((await video.getAttribute('aria-label')) ?? '') ?? []
  const end = (Number(seconds) + Number(frames) / 24) * 1_000_000
  const seek = (position: number) =>
    page.evaluate((to) => window.trimline.send({ kind: 'seek', position: to }), position)
  /** Which colour is most of the middle, whatever the codec made of it. */
  const colour = async (): Promise<string> => {
    const [red = 0, green = 0, blue = 0] = await middle(page)
    const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)]
    if (most - least < 100) return 'none'
    const is = (part: number): string => (part - least > (most - least) / 2 ? '1' : '0')
    return `${is(red)}${is(green)}${is(blue)}`
  }
  await seek(10_400_000)
  await expect.poll(colour).toBe('100')
  await seek(Math.round(end - 400_000))
  await expect.poll(colour).toBe('001')
  await seek(10_200_000)
  await expect.poll(colour).toBe('100')
  await page.getByRole('button', { name: 'Invert', exact: true }).click()
  await expect.poll(colour).toBe('011')
})

test('a span is rendered into GPU memory, plays from there, and is given back', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(timeline(page).getByRole('button', { name: 'Hide Blur' })).toBeVisible()
  const start = timeline(page).getByRole('slider', { name: 'Start of Blur span' })
  await start.press('Shift+ArrowRight')
  await expect(start).toHaveAttribute('aria-valuetext', '00:00:01:00')
  await clip(page, 'Harbour at dusk').getByRole('button').click()
  await timeline(page).getByRole('button', { name: 'Render', exact: true }).click()
  await expect(timeline(page).locator('.timeline-rendered[data-ready="true"]')).toHaveCount(10)
  await page.getByRole('radio', { name: 'Table', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Allocations' }).getByRole('row', { name: /render 3 s/ })).toBeVisible()
  // what it shows has changed: from the second that Blur begins later in
  await start.press('Shift+ArrowRight')
  await expect(timeline(page).locator('.timeline-rendered')).toHaveCount(9)
  await timeline(page).getByRole('button', { name: 'Drop renders' }).click()
  await expect(timeline(page).locator('.timeline-rendered')).toHaveCount(0)
})

test('the device is chosen in System: the simulation restarts, the project stays', async () => {
  const { page } = await open()
  await playheadTo(page, 3)
  await page.keyboard.press('s')
  await expect.poll(() => clips(page)).toHaveLength(2)
  const drawer = await openSystem(page)
  await expect(
    drawer.getByText('Another device restarts the simulation; the project stays as it is, and Branches leads back.'),
  ).toBeVisible()
  await drawer.getByRole('combobox', { name: 'Device profile' }).selectOption('discrete-8gib')
  await expect(drawer.getByRole('textbox', { name: 'Local memory' })).toHaveValue('8 GiB')
  const bandwidth = drawer.getByRole('textbox', { name: 'Bandwidth per second' })
  await bandwidth.fill('4 GiB')
  await bandwidth.press('Enter')
  await expect(bandwidth).toHaveValue('4 GiB')
  await expect(drawer.getByRole('combobox', { name: 'Device profile' })).toHaveValue('discrete-8gib')
  await expect.poll(() => clips(page)).toHaveLength(2)
})
