/** `--screenshot`: a PNG of the window's content. */
import type { WebContents } from 'electron'
import { writeFile } from '../../files/atomic-file'

const ATTEMPTS = 20
const BETWEEN_ATTEMPTS_MS = 100

/** ms: a page that does not become whole is shown as it is */
const WHOLE_WITHIN = 10_000

/**
 * The parts that the page loads after its first frame are there, and two animation frames later what it drew last has reached
 * the compositor.
 */
const PAINTED = `new Promise((done) => {
  const end = performance.now() + ${WHOLE_WITHIN}
  const isWhole = () => document.documentElement.dataset.whole !== undefined || performance.now() > end
  const look = () => requestAnimationFrame(isWhole() ? () => requestAnimationFrame(() => done(true)) : look)
  look()
})`

/**
 * Captures the page and writes it.
 * @returns the picture's `width` and `height` in pixels
 * @throws when the page paints nothing or the file cannot be written
 */
export async function takeScreenshot(
  contents: WebContents | null,
  path: string,
): Promise<{ width: number; height: number }> {
  if (contents === null) throw new Error('the window was closed')
  await contents.executeJavaScript(PAINTED)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const image = await contents.capturePage()
    if (!image.isEmpty()) {
      // a pipe or a device when that was asked for on the command line (SC-17)
      writeFile(path, image.toPNG(), { streams: true })
      return image.getSize()
    }
    await new Promise((done) => setTimeout(done, BETWEEN_ATTEMPTS_MS))
  }
  throw new Error(`the window painted nothing within ${(ATTEMPTS * BETWEEN_ATTEMPTS_MS) / 1000} s`)
}
