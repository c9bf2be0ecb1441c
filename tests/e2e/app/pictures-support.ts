import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'

/**
 * What may differ, and why. Pictures are compared at a quarter of their size, where a letter is a pixel or two of gray, and
 * all apps that are compared draw letters alike, see FONTS: two runs on one machine have had no pixel that differs. One
 * differs from a tenth of the way between black and white on (Playwright's `threshold`), and 40 of 81,000 may: the smallest
 * changes tried, a legend that is gone and another hue of the memory chart, have 62 and 77; a panel that is gone has 150 and
 * more, an empty chart 556.
 */
const TOLERANCE = { threshold: 0.1, maxDiffPixels: 40 }
const SMALLER = 4
/** How an app has to be started whose pictures are compared: letters are smoothed as here, not as the machine is set to. */
export const FONTS = { FONTCONFIG_FILE: join(import.meta.dirname, '..', 'pictures', 'fonts.conf') }
/** ms between two looks that have to be the same before one is compared */
const STILL = [300]

/** What the page shows, or a part of it, made smaller. @returns PNG */
async function smaller(page: Page, part: Locator): Promise<Buffer> {
  // no tooltip: the pointer is where nothing has one
  await page.mouse.move(0, 0)
  const picture = await part.screenshot({ animations: 'disabled', caret: 'hide' })
  const data = await page.evaluate(
    async ([text, factor]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      const whole = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(Math.round(whole.width / factor), Math.round(whole.height / factor))
      const brush = canvas.getContext('2d')
      if (brush === null) throw new Error('no canvas')
      brush.imageSmoothingQuality = 'high'
      brush.drawImage(whole, 0, 0, canvas.width, canvas.height)
      let small = ''
      for (const byte of new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()))
        small += String.fromCharCode(byte)
      return btoa(small)
    },
    [picture.toString('base64'), SMALLER] as const,
  )
  return Buffer.from(data, 'base64')
}

/** As `smaller`, once it stands still. */
async function still(page: Page, part: Locator): Promise<Buffer> {
  let shown = await smaller(page, part)
  const rests = async (): Promise<boolean> => {
    const before = shown
    shown = await smaller(page, part)
    return shown.equals(before)
  }
  await expect.poll(rests, { intervals: STILL }).toBe(true)
  return shown
}

/**
 * Compares what is shown with the picture of that name in `tests/e2e/pictures`, once it stands still.
 * `npm run test:e2e -- pictures --update-snapshots` renews them: look at each before it is committed.
 * @param part of the page [all of it]
 */
export async function looksAsBefore(page: Page, name: string, part = page.locator('body')): Promise<void> {
  expect(await still(page, part)).toMatchSnapshot(`${name}.png`, TOLERANCE)
}

/** That the comparison would see it, if the page looked as these styles make it look. While pictures are renewed there is none. */
export async function wouldBeSeen(page: Page, name: string, styles: string): Promise<void> {
  if (['all', 'changed'].includes(test.info().config.updateSnapshots)) return
  const restyle = (text: string): Promise<void> =>
    page.evaluate((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = css === '' ? [] : [sheet]
    }, text)
  await restyle(styles)
  const shown = await still(page, page.locator('body'))
  await restyle('')
  expect(() => expect(shown).toMatchSnapshot(`${name}.png`, TOLERANCE), styles).toThrow('pixels')
}
