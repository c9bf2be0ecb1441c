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

test('a picture is taken when the page has drawn what it had to, and written', async () => {
  const scripts: string[] = []
  contents.script = async (code) => {
    scripts.push(code)
    // two animation frames later, as the page would say it
    const requestAnimationFrame = (run: () => void): void => void setImmediate(run)
    return (await new Function('requestAnimationFrame', `return ${code}`)(requestAnimationFrame)) as unknown
  }
  contents.pictures = [new FakePicture(1440, 900)]
  expect(await take()).toEqual({ width: 1440, height: 900 })
  expect(readFileSync(join(folder, 'a.png'), 'utf8')).toBe('1440 by 900')
  expect(scripts.join().match(/requestAnimationFrame/g)).toHaveLength(2)
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
