import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebContents } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeScreenshot } from '../../../../main/shell/window/screenshot'
import { FakeContents, FakePicture } from '../electron'

let folder: string
let contents: FakeContents
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-screenshot-'))
  contents = new FakeContents()
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const take = (path = join(folder, 'a.png')) => takeScreenshot(contents as unknown as WebContents, path)

/** The page, in which something happens at each animation frame. @returns how many frames the script has waited for */
async function played(code: string, dataset: { whole?: string }, atFrame: (frame: number) => void): Promise<number> {
  let frames = 0
  const requestAnimationFrame = (run: () => void): void =>
    void setImmediate(() => {
      frames++
      atFrame(frames)
      run()
    })
  const page = new Function('requestAnimationFrame', 'document', 'performance', `return ${code}`)
  await page(requestAnimationFrame, { documentElement: { dataset } }, performance)
  return frames
}

test('a picture is taken when the page is whole and has drawn what it had to, and written', async () => {
  const dataset: { whole?: string } = {}
  const frames: number[] = []
  contents.script = async (code) => {
    frames.push(
      await played(code, dataset, (frame) => {
        if (frame === 5) dataset.whole = 'yes'
      }),
    )
  }
  contents.pictures = [new FakePicture(1440, 900), new FakePicture(1440, 900)]
  expect(await take()).toEqual({ width: 1440, height: 900 })
  expect(readFileSync(join(folder, 'a.png'), 'utf8')).toBe('1440 by 900')
  // five until it was whole, and two in which that is drawn; of a whole page those two
  await take(join(folder, 'b.png'))
  expect(frames).toEqual([7, 2])
})

test('a page that does not become whole within ten seconds is shown as it is', async () => {
  contents.script = async (code) => {
    let now = 0
    const run = new Function('requestAnimationFrame', 'document', 'performance', `return ${code}`)
    const requestAnimationFrame = (next: () => void): void =>
      void setImmediate(() => {
        now += 3_000
        next()
      })
    await run(requestAnimationFrame, { documentElement: { dataset: {} } }, { now: () => now })
  }
  contents.pictures = [new FakePicture(10, 20)]
  expect(await take()).toEqual({ width: 10, height: 20 })
})

test('what is not painted yet is waited for', async () => {
  contents.pictures = [null, null, new FakePicture(10, 20)]
  expect(await take()).toEqual({ width: 10, height: 20 })
})

test('what paints nothing is said, after two seconds', async () => {
  vi.useFakeTimers()
  const taken = expect(take()).rejects.toThrow('the window painted nothing within 2 s')
  await vi.advanceTimersByTimeAsync(2_000)
  await taken
})

test('a window that was closed, and a file that cannot be written, are said', async () => {
  await expect(takeScreenshot(null, join(folder, 'a.png'))).rejects.toThrow('the window was closed')
  contents.pictures = [new FakePicture(1, 1)]
  await expect(take(join(folder, 'nowhere', 'a.png'))).rejects.toThrow(/ENOENT/)
})
