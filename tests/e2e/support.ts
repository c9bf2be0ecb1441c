import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { formatTime } from '../../preload/contract'
import { CLIP } from '../../renderer/editor/preview/clip'
import { test } from './launch'

export { answerDialogs, menu } from './main-process'

const folders: string[] = []

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-test-'))
  folders.push(folder)
  return folder
}

test.afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A project in which the real idleness of this machine does not matter, so that only the test acts. */
export function quietProject(changes: { system?: object; app?: object; steps?: object[] } = {}): string {
  const path = join(temporaryFolder(), 'quiet.json')
  const scenario = {
    trimline: 1,
    name: 'quiet',
    system: { periodicTrim: { idleAfter: '10h' }, ...changes.system },
    ...(changes.app === undefined ? {} : { app: changes.app }),
    ...(changes.steps === undefined ? {} : { steps: changes.steps }),
  }
  writeFileSync(path, JSON.stringify(scenario))
  return path
}

/** The state that the effect's card shows for one of its resources. */
export function resourceLine(page: Page, effect: string, resource: string): Locator {
  return page
    .getByRole('list', { name: `Resources of ${effect}` })
    .getByRole('button')
    .filter({ hasText: resource })
}

export async function openSystem(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'System', exact: true }).click()
  return page.getByRole('complementary', { name: 'System' })
}

export async function showTab(
  page: Page,
  name: 'Memory' | 'GPU' | 'Background' | 'Defragmentation' | 'Laboratory' | 'Delays' | 'Notifications' | 'Findings',
): Promise<void> {
  await page.getByRole('tab', { name }).click()
}

/** Sets a size in the System drawer by its exact field. */
export async function setSize(drawer: Locator, field: string, text: string): Promise<void> {
  const input = drawer.getByRole('textbox', { name: `${field} in bytes` })
  await input.fill(text)
  await input.press('Enter')
}

/** Entries of the notification log that carry this flag. */
export function notifications(page: Page, flag: string): Locator {
  return page.getByRole('article').filter({ has: page.getByText(flag, { exact: true }) })
}

/** Number of the picture that the Preview shows; 0 before the first. */
export function shownPicture(page: Page): Promise<number> {
  return page
    .getByRole('region', { name: 'Preview' })
    .locator('canvas')
    .evaluate((canvas) => Number((canvas as HTMLCanvasElement).dataset.picture ?? 0))
}

/** A small picture of what the Preview shows, as RGBA bytes. */
export async function previewPixels(page: Page): Promise<number[]> {
  const canvas = page.getByRole('region', { name: 'Preview' }).locator('canvas').first()
  return canvas.evaluate((element) => {
    const copy = document.createElement('canvas')
    copy.width = 160
    copy.height = 90
    const context = copy.getContext('2d') as CanvasRenderingContext2D
    context.drawImage(element as HTMLCanvasElement, 0, 0, 160, 90)
    return [...context.getImageData(0, 0, 160, 90).data]
  })
}

/**
 * What the Preview shows once nothing changes it any more: at its full size, and the same at two looks that are further
 * apart than a still picture waits before it is drawn once more.
 */
export async function restingPixels(page: Page): Promise<number[]> {
  const canvas = page.getByRole('region', { name: 'Preview' }).locator('canvas').first()
  let shown: number[] = []
  const rests = async (): Promise<boolean> => {
    const fine = await canvas.evaluate((element, most) => {
      const full = Math.min(most, Math.round(element.clientWidth * devicePixelRatio))
      return (element as HTMLCanvasElement).width === full
    }, CLIP.width)
    const before = shown.join()
    shown = await previewPixels(page)
    return fine && shown.join() === before
  }
  await expect.poll(rests, { intervals: [400], timeout: 20_000 }).toBe(true)
  return shown
}

/** Mean difference between the largest and the smallest of red, green and blue: 0 for a gray picture. */
export function colourfulness(pixels: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < pixels.length; i += 4) {
    const [r, g, b] = [pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0]
    sum += Math.max(r, g, b) - Math.min(r, g, b)
  }
  return sum / (pixels.length / 4)
}

/** Mean step between horizontal neighbours: falls when the picture is blurred. */
export function sharpness(pixels: readonly number[]): number {
  let sum = 0
  for (let i = 4; i < pixels.length; i += 4) sum += Math.abs((pixels[i] ?? 0) - (pixels[i - 4] ?? 0))
  return sum / (pixels.length / 4)
}

/** The status bar shows that moment of simulated time, in µs: the window hears of it some time after the session is there. */
export function expectTime(page: Page, time: number): Promise<void> {
  return expectStatus(page, 'Simulated time', formatTime(time))
}

export async function expectStatus(page: Page, name: string, text: string): Promise<void> {
  await expect(page.getByRole('contentinfo').getByLabel(name, { exact: true })).toHaveText(text)
}
