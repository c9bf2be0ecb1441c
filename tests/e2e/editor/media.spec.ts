/** Pictures and videos of the user's own: dropped, saved with the project, there again when it is opened, or offline. */
import { mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { answerDialogs, menu, previewPixels, quietProject, shownPicture, temporaryFolder } from '../support'

const SECOND = 1_000_000

type Kind = 'image/png' | 'video/webm;codecs=vp8' | 'video/mp4;codecs=vp9'

/** A picture of one colour, or a video of one, as the platform writes it. @param right colour of its right half [the same] */
async function media(page: Page, type: Kind, colour: string, ms = 700, right = colour): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([kind, one, other, length]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 320
      canvas.height = 180
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      const paint = (): void => {
        context.fillStyle = one as string
        context.fillRect(0, 0, 160, 180)
        context.fillStyle = other as string
        context.fillRect(160, 0, 160, 180)
      }
      paint()
      const written = (await (kind === 'image/png'
        ? new Promise<Blob | null>((done) => canvas.toBlob(done))
        : new Promise<Blob>((done) => {
            // parts that begin with a whole picture each: the types do not know of it yet
            const options = { mimeType: kind as string, videoKeyFrameIntervalDuration: 100 }
            const recorder = new MediaRecorder(canvas.captureStream(30), options)
            const parts: Blob[] = []
            // by what is painted, not by the clock: a machine that is busy paints less often
            let left = (length as number) / 30
            const painting = setInterval(() => {
              paint()
              if (--left <= 0 && recorder.state === 'recording') recorder.stop()
            }, 30)
            recorder.ondataavailable = ({ data }) => parts.push(data)
            recorder.onstop = () => {
              clearInterval(painting)
              done(new Blob(parts))
            }
            recorder.start()
          }))) as Blob
      return [...new Uint8Array(await written.arrayBuffer())]
    },
    [type, colour, right, ms],
  )
  return Buffer.from(bytes)
}

/** A tenth of a second of silence (WAV): the platform goes by what is in a file, whatever it is called. */
function silence(): Buffer {
  const samples = Buffer.alloc(800 * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  // PCM of one channel, 8000 samples a second of 2 bytes
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 16_000],
    [40, samples.length],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, samples])
}

/**
 * As the file manager drops them: Files that lie somewhere.
 * @param meanwhile what becomes of them until they are dropped
 */
async function drop(page: Page, paths: string[], meanwhile = (): void => {}): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.id = 'file-manager'
    document.body.append(input)
  })
  await page.locator('#file-manager').setInputFiles(paths)
  meanwhile()
  await page.evaluate(() => {
    const input = document.getElementById('file-manager') as HTMLInputElement
    const given = new DataTransfer()
    for (const file of input.files ?? []) given.items.add(file)
    input.remove()
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: given, cancelable: true }))
  })
}

/** Puts the playhead there, when the page has asked for its first frame: it asks for that of the project's playhead. */
async function seek(page: Page, position: number): Promise<void> {
  await expect.poll(() => shownPicture(page)).toBeGreaterThan(0)
  await page.evaluate((at) => window.trimline.send({ kind: 'seek', position: at }), position)
}

/** Red, green and blue in the middle of what the Preview shows. */
async function middle(page: Page): Promise<number[]> {
  const pixels = await previewPixels(page)
  const at = (45 * 160 + 80) * 4
  return pixels.slice(at, at + 3)
}
const isNear = (found: readonly number[], expected: readonly number[]): boolean =>
  found.every((value, i) => Math.abs(value - (expected[i] ?? 0)) <= 24)

/** Who has the file open: Linux lets them read on when it has been removed. */
function readers(path: string): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return readdirSync(`/proc/${id}/fd`).some((open) => linked(`/proc/${id}/fd/${open}`) === path)
    } catch {
      return false // no process, one that has ended, or somebody else's
    }
  })
}

/** @returns undefined: it was closed meanwhile */
function linked(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** What the page says of the next file that it reads, however soon it has read it. */
function reading(page: Page): Promise<string | null> {
  return page.evaluate(
    () =>
      new Promise((say) => {
        const changes = new MutationObserver(() => {
          const status = document.querySelector('.drop-reading')
          if (status === null) return
          changes.disconnect()
          say(status.textContent)
        })
        changes.observe(document.body, { childList: true, subtree: true })
      }),
  )
}

/** Nobody reads the file any more. */
async function lose(path: string): Promise<void> {
  await expect.poll(() => readers(path)).toEqual([])
  rmSync(path)
}

/** More than the platform keeps of a video: what comes after it is read again whenever it is to be seen. */
const NOTHING_BYTES = 128 * 1024 * 1024

/** bytes: smaller than what the platform reads at once, so that it passes over none of them */
const VOID = 16 * 1024

/** EBML's Cluster */
const CLUSTER = Buffer.from('1f43b675', 'hex')

/** The parts of a video, each of which begins with a whole picture: where they are in the file, and the ms at which they begin. */
function partsOf(video: Buffer): { at: number; begins: number }[] {
  const parts: { at: number; begins: number }[] = []
  for (let at = video.indexOf(CLUSTER); at >= 0; at = video.indexOf(CLUSTER, at + 1)) {
    // its size, of as many bytes as the zeros before the first one bit say, and then its Timecode
    const code = at + 4 + Math.clz32(video.readUInt8(at + 4)) - 23
    if (video.readUInt8(code) === 0xe7)
      parts.push({ at, begins: video.readUIntBE(code + 2, video.readUInt8(code + 1) & 0x7f) })
  }
  return parts
}

/** A video of at least four parts: one that was recorded while the machine was busy can have fewer, and end sooner. */
async function longVideo(page: Page, colour: string): Promise<Buffer> {
  for (let ms = 700; ; ms *= 2) {
    const video = await media(page, 'video/webm;codecs=vp8', colour, ms)
    if (partsOf(video).length >= 4) return video
    expect(ms, 'ms recorded').toBeLessThan(12_000)
  }
}

/**
 * The same video with nothing in it before its last part, so that not all of it is kept when it has been read once.
 * @returns near: s at which the last picture before that is seen, behind which the platform reads on
 */
function stretched(video: Buffer): { bytes: Buffer; near: number } {
  const { at, begins } = partsOf(video).at(-1) as { at: number; begins: number }
  // EBML's Void with a size of 8 bytes
  const nothing = Buffer.alloc(VOID)
  nothing.writeUInt8(0xec)
  nothing.writeBigUInt64BE((1n << 56n) | BigInt(VOID - 9), 1)
  const bytes = Buffer.concat([video.subarray(0, at), Buffer.alloc(NOTHING_BYTES, nothing), video.subarray(at)])
  return { bytes, near: (begins - 25) / 1000 }
}

const GREEN = [0, 160, 64]
const BLUE = [32, 64, 208]
const RED = [208, 48, 32]
const css = (colour: readonly number[]): string => `rgb(${colour.join(' ')})`

test('what was dropped is there again in the project that is opened; what has gone is offline, and is located', async () => {
  const folder = temporaryFolder()
  const [picture, video, project] = ['beach.png', 'sea.webm', 'holiday.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const first = await launchApp({ args: [`--scenario=${quietProject()}`] })
  writeFileSync(picture, await media(first.page, 'image/png', css(GREEN)))
  writeFileSync(video, await media(first.page, 'video/webm;codecs=vp8', css(BLUE)))
  await drop(first.page, [picture, video])
  await expect(first.page.getByRole('button', { name: 'Place sea at the playhead' })).toBeVisible()
  await seek(first.page, 12 * SECOND)
  await expect.poll(async () => isNear(await middle(first.page), GREEN)).toBe(true)
  await answerDialogs(first.app, project)
  await menu(first.app, 'saveAs')
  await expect(first.page.getByRole('heading', { level: 1 })).toContainText('holiday')
  await first.app.close()

  // the picture as it was, the video gone
  rmSync(video)
  const { app, page } = await launchApp({ args: [`--scenario=${project}`] })
  await seek(page, 12 * SECOND)
  await expect.poll(async () => isNear(await middle(page), GREEN)).toBe(true)
  const panel = page.getByRole('region', { name: 'Media' })
  await expect(panel.getByRole('status')).toHaveText('Media offline: sea.webmLocate…')
  await expect(panel.getByRole('status')).toHaveAttribute(
    'title',
    /sea\.webm cannot be read: .*ENOENT.*moved or renamed/,
  )
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('sea: media offline')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Media offline')).toHaveCount(0)
  await seek(page, 15.05 * SECOND)
  await expect(preview.getByText('Media offline: sea.webm')).toBeVisible()
  await expect.poll(async () => isNear(await middle(page), GREEN)).toBe(false)
  expect(isNear(await middle(page), BLUE)).toBe(false)

  // a picture is no video
  await answerDialogs(app, picture)
  await preview.getByRole('button', { name: 'Locate the file of sea' }).click()
  await expect(page.getByText('is a picture; sea shows a video. Choose a video.').first()).toBeVisible()
  const other = join(temporaryFolder(), 'other.webm')
  writeFileSync(other, await media(page, 'video/webm;codecs=vp8', css(RED)))
  await answerDialogs(app, other)
  await preview.getByRole('button', { name: 'Locate the file of sea' }).click()
  await expect.poll(async () => isNear(await middle(page), RED)).toBe(true)
  await expect(page.getByText('media offline')).toHaveCount(0)
  await menu(app, 'undo')
  await expect(panel.getByRole('status')).toBeVisible()
  await menu(app, 'redo')
  await expect(panel.getByRole('status')).toHaveCount(0)
  await expect.poll(async () => isNear(await middle(page), RED)).toBe(true)
})

/** A video as a telephone writes it: stored 320 × 180, its left half of one colour; turned right by a quarter to be seen. */
async function turned(page: Page, left: string, right: string): Promise<Buffer> {
  const video = await media(page, 'video/mp4;codecs=vp9', left, 700, right)
  // ISO 14496-12: the matrix of a TrackHeaderBox, whose times have 8 bytes in version 1; 16.16, as {a b u, c d v, …}
  const header = video.indexOf('tkhd')
  const matrix = header + (video.readUInt8(header + 4) === 1 ? 56 : 44)
  expect(video.readInt32BE(matrix)).toBe(0x10000)
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0].entries()) video.writeInt32BE(value, matrix + 4 * index)
  return video
}

test('a video that lies on its side in its file is seen upright, with all of it', async () => {
  const video = join(temporaryFolder(), 'telephone.mp4')
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  writeFileSync(video, await turned(page, css(RED), css(BLUE)))
  await drop(page, [video])
  await expect(page.getByRole('region', { name: 'Media' })).toContainText('180×320')
  await seek(page, 10.05 * SECOND)
  // of 160 × 90 that the Preview shows, the upright picture is 51 wide and as high: its left half is above now
  const at = async (x: number, y: number): Promise<number[]> =>
    (await previewPixels(page)).slice((y * 160 + x) * 4, (y * 160 + x) * 4 + 3)
  await expect.poll(async () => isNear(await at(80, 20), RED)).toBe(true)
  for (const x of [60, 100]) {
    expect(isNear(await at(x, 5), RED), `above, at ${x}`).toBe(true)
    expect(isNear(await at(x, 85), BLUE), `below, at ${x}`).toBe(true)
  }
  for (const x of [30, 130]) expect(isNear(await at(x, 45), [0, 0, 0]), `beside it, at ${x}`).toBe(true)
  // and it is called by its name
  await expect(page.getByRole('img', { name: 'telephone, without effects' })).toBeVisible()

  // what a drop brings that is none is all named, although no more than a few messages are seen at once
  const notes = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'].map((name) => join(temporaryFolder(), name))
  for (const note of notes) writeFileSync(note, 'words')
  await drop(page, notes)
  const messages = page.getByRole('region', { name: /^Messages/ })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await expect(messages).toContainText(`${name}: found text/plain`)
  await expect(messages).toContainText('Nor were d.txt and e.txt imported.')
})

test('a dropped file with sound alone is called that, and no damaged one', async () => {
  const song = join(temporaryFolder(), 'song.mp4')
  writeFileSync(song, silence())
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await drop(page, [song])
  const messages = page.getByRole('region', { name: /^Messages/ })
  await expect(messages).toContainText(
    'song.mp4: found sound and no picture that can be shown here; expected a picture (PNG',
  )
  await expect(messages).not.toContainText('damaged')
})

test('of two projects that are dropped at once none is opened, and both are named; what is dropped with them is taken', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const folder = temporaryFolder()
  const projects = ['first.json', 'second.json'].map((name) => join(folder, name))
  for (const path of projects) writeFileSync(path, JSON.stringify({ trimline: 1, app: { effects: [] } }))
  const picture = join(folder, 'beach.png')
  writeFileSync(picture, await media(page, 'image/png', '#c04020'))
  await drop(page, [...projects, picture])
  const messages = page.getByRole('region', { name: /^Messages/ })
  await expect(messages).toContainText(
    'Nothing was opened: found first.json and second.json; expected one file to open.',
  )
  await expect(page.getByRole('button', { name: 'Place beach at the playhead' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
})

test('a dropped video whose file goes away says so, as one of an opened project does, and is located', async () => {
  const video = join(temporaryFolder(), 'sea.webm')
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const { bytes, near } = stretched(await longVideo(page, css(BLUE)))
  const preview = page.getByRole('region', { name: 'Preview' })
  const note = preview.getByText('Media offline: sea.webm')
  /** Its last part is to be seen, which the platform has to read again for that. */
  const isLost = async (): Promise<void> => {
    await seek(page, Math.round((10 + near) * SECOND))
    await expect(note).toBeVisible()
    await expect.poll(async () => isNear(await middle(page), BLUE)).toBe(false)
    await expect(page.getByRole('region', { name: 'Media' }).getByRole('status')).toHaveAttribute(
      'title',
      /sea\.webm cannot be read: .*ENOENT.*moved or renamed/,
    )
  }
  writeFileSync(video, bytes)
  const told = reading(page)
  await drop(page, [video])
  // all of it is read, for its length: that takes as long as it takes, and is said
  expect(await told).toBe('Reading sea.webm…')
  await expect(page.getByText('Reading sea.webm…')).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Place sea at the playhead' })).toBeVisible()
  await seek(page, 10.05 * SECOND)
  await expect.poll(async () => isNear(await middle(page), BLUE)).toBe(true)
  await expect(note).toHaveCount(0)
  await lose(video)
  await isLost()

  // from here on it is read as that of an opened project
  writeFileSync(video, bytes)
  await answerDialogs(app, video)
  await preview.getByRole('button', { name: 'Locate the file of sea' }).click()
  await expect.poll(async () => isNear(await middle(page), BLUE)).toBe(true)
  await expect(note).toHaveCount(0)
  // seen there before: where both seeks come in one frame nothing has to be read again
  const shown = await shownPicture(page)
  await seek(page, 10.05 * SECOND)
  await expect.poll(() => shownPicture(page)).toBeGreaterThan(shown)
  await lose(video)
  await isLost()
})

test('a folder that is dropped is named as one, whatever its name ends with, and what is dropped with it is taken [LB-19]', async () => {
  const folder = temporaryFolder()
  const names = ['log.etl', 'photos.png', 'photos']
  const paths = names.map((name) => join(folder, name))
  for (const path of paths) writeFileSync(path, 'a file')
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const picture = join(folder, 'beach.png')
  writeFileSync(picture, await media(page, 'image/png', '#c04020'))
  // a page is given no folder otherwise: it becomes one behind its back
  await drop(page, [...paths, picture], () => {
    for (const path of paths) {
      rmSync(path)
      mkdirSync(path)
    }
  })
  const messages = page.getByRole('region', { name: /^Messages/ })
  await expect(messages).toContainText('log.etl cannot be read: found a folder; expected a file. Choose a file.')
  for (const name of names.slice(1))
    await expect(messages).toContainText(`${name} cannot be read: found a folder, or a file that was moved`)
  await expect(page.getByRole('button', { name: 'Place beach at the playhead' })).toBeVisible()
})
