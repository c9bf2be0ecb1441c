/// <reference lib="dom" />
/** Pictures beside each other on one sheet, drawn by the app's own page. */
import { sheetOf } from '../lib/film.mjs'

/** @typedef {{ name: string, picture: Buffer }} Shot */

/**
 * @param {import('@playwright/test').Page} page of the app @param {readonly Shot[]} shots
 * @returns {Promise<Buffer>} JPEG
 */
export async function contactSheet(page, shots) {
  const given = shots.map(({ name, picture }, i) => ({ name: `${i + 1}  ${name}`, data: picture.toString('base64') }))
  const sheet = sheetOf(shots.length)
  const data = await page.evaluate(
    async ([all, { width: whole, height: down, places }]) => {
      const canvas = new OffscreenCanvas(whole, down)
      const brush = canvas.getContext('2d')
      if (brush === null) throw new Error('no canvas')
      brush.fillStyle = '#16181c'
      brush.fillRect(0, 0, whole, down)
      brush.font = '600 15px system-ui, sans-serif'
      brush.imageSmoothingQuality = 'high'
      for (const [i, { name, data }] of all.entries()) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const { x, y, width, height } = places[i] ?? { x: 0, y: 0, width: 0, height: 0 }
        brush.drawImage(picture, x, y, width, height)
        brush.fillStyle = '#e8eaed'
        brush.fillText(name, x + 4, y + height + 19, width - 8)
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 })
      let text = ''
      for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte)
      return btoa(text)
    },
    /** @type {const} */ ([given, sheet]),
  )
  return Buffer.from(data, 'base64')
}
