/// <reference lib="dom" />
/** The pictures that were taken, with pointer and caption, as one animated picture; drawn and encoded by the app's own page. */
import { animatedWebp } from '../lib/animated-webp.mjs'
import { CAPTION_HEIGHT, FILM_SECONDS, FILM_SIZE, inTime } from '../lib/film.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./camera.mjs').Taken} Taken */

/** px; what has not changed is not said again, in blocks of that size: what the encoder works in */
const BLOCK = 16
/** of a channel: less is the noise of scaling */
const CHANGED = 6
const QUALITY = 0.82

/** What draws and encodes, in the page; it remembers the picture before. @param {Page} page */
function encoderIn(page) {
  return page.evaluateHandle(
    ({ width, height, caption, block, changed, quality }) => {
      const whole = new OffscreenCanvas(width, height)
      const part = new OffscreenCanvas(width, height)
      const brush = whole.getContext('2d', { willReadFrequently: true })
      const partBrush = part.getContext('2d')
      if (brush === null || partBrush === null) throw new Error('no canvas')
      /** @type {Uint8ClampedArray | null} */
      let shown = null

      /** @param {ImageBitmap} picture @param {string} text @param {{ x: number, y: number }} pointer of the picture */
      function draw(picture, text, pointer) {
        if (brush === null) return
        const scale = width / picture.width
        brush.imageSmoothingQuality = 'high'
        brush.fillStyle = '#0b0c0f'
        brush.fillRect(0, 0, width, height)
        brush.drawImage(picture, 0, 0, width, picture.height * scale)
        brush.font = '600 17px system-ui, sans-serif'
        brush.textAlign = 'center'
        brush.textBaseline = 'middle'
        brush.fillStyle = '#f1f3f5'
        brush.fillText(text, width / 2, height - caption / 2, width - 24)
        brush.save()
        brush.translate(pointer.x * scale, pointer.y * scale)
        brush.fill(new Path2D('M0 0L0 17L4.2 13.2L7 19.6L9.8 18.4L7 12.2L12.4 12Z'))
        brush.strokeStyle = '#000'
        brush.lineWidth = 1.2
        brush.stroke(new Path2D('M0 0L0 17L4.2 13.2L7 19.6L9.8 18.4L7 12.2L12.4 12Z'))
        brush.restore()
      }

      /** @param {Uint8ClampedArray} now @param {Uint8ClampedArray} before @param {number} x @param {number} y */
      function differs(now, before, x, y) {
        for (let row = y; row < Math.min(height, y + block); row++)
          for (let i = (row * width + x) * 4; i < (row * width + Math.min(width, x + block)) * 4; i++)
            if (Math.abs((now[i] ?? 0) - (before[i] ?? 0)) > changed) return true
        return false
      }

      return {
        /**
         * @param {string} data PNG, base64 @param {string} text @param {{ x: number, y: number }} pointer
         * @returns {Promise<{ x: number, y: number, width: number, height: number, data: string } | null>} null: as before
         */
        async next(data, text, pointer) {
          const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
          draw(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), text, pointer)
          const now = brush.getImageData(0, 0, width, height).data
          const blocks = []
          for (let y = 0; y < height; y += block)
            for (let x = 0; x < width; x += block)
              if (shown === null || differs(now, shown, x, y)) blocks.push({ x, y })
          if (blocks.length === 0) return null
          const left = Math.min(...blocks.map(({ x }) => x))
          const top = Math.min(...blocks.map(({ y }) => y))
          const right = Math.min(width, Math.max(...blocks.map(({ x }) => x)) + block)
          const bottom = Math.min(height, Math.max(...blocks.map(({ y }) => y)) + block)
          part.width = right - left
          part.height = bottom - top
          const before = shown ?? new Uint8ClampedArray(now.length)
          for (const { x, y } of blocks) {
            const across = Math.min(block, width - x)
            const down = Math.min(block, height - y)
            partBrush.drawImage(whole, x, y, across, down, x - left, y - top, across, down)
            for (let row = y; row < y + down; row++) {
              const from = (row * width + x) * 4
              before.set(now.subarray(from, from + across * 4), from)
            }
          }
          shown = before
          const blob = await part.convertToBlob({ type: 'image/webp', quality })
          let text64 = ''
          for (const byte of new Uint8Array(await blob.arrayBuffer())) text64 += String.fromCharCode(byte)
          return { x: left, y: top, width: part.width, height: part.height, data: btoa(text64) }
        },
      }
    },
    { ...FILM_SIZE, caption: CAPTION_HEIGHT, block: BLOCK, changed: CHANGED, quality: QUALITY },
  )
}

/**
 * @param {Page} page of the app @param {readonly Taken[]} taken
 * @returns {Promise<Buffer>} animated WebP of FILM_SECONDS
 */
export async function reelOf(page, taken) {
  const encoder = await encoderIn(page)
  const frames = []
  for (const { picture, caption, pointer, duration } of inTime(taken)) {
    const given = /** @type {const} */ ([picture.toString('base64'), caption, pointer])
    const drawn = await encoder.evaluate((one, [data, text, place]) => one.next(data, text, place), given)
    const last = frames.at(-1)
    if (drawn !== null) frames.push({ ...drawn, duration, still: Buffer.from(drawn.data, 'base64') })
    else if (last !== undefined) last.duration += duration
  }
  const film = animatedWebp(FILM_SIZE, frames)
  await checked(page, film, frames.length)
  return film
}

/** What was put together is what an animated picture is to this browser. @param {Page} page @param {Buffer} film @param {number} count */
async function checked(page, film, count) {
  const found = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    const decoder = new ImageDecoder({ data: bytes, type: 'image/webp' })
    await decoder.tracks.ready
    await decoder.completed
    const frames = decoder.tracks.selectedTrack?.frameCount ?? 0
    let duration = 0
    for (let frameIndex = 0; frameIndex < frames; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex })
      duration += (image.duration ?? 0) / 1e6
      image.close()
    }
    return { frames, duration: Math.round(duration * 10) / 10 }
  }, film.toString('base64'))
  if (found.frames !== count || found.duration !== FILM_SECONDS)
    throw new Error(
      `the film has ${found.frames} pictures in ${found.duration} s; expected ${count} in ${FILM_SECONDS} s`,
    )
}
