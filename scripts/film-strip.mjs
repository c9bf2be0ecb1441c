/// <reference lib="dom" />
/**
 * `npm run film-strip [FOLDER]`: the real app, driven as an editor is used for a minute (cut, effects, play, a hang, undo,
 * save, open again), photographed at each step. Writes numbered PNGs and one contact sheet.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron } from '@playwright/test'
import { buildIfStale } from './build.mjs'
import { runMain } from './lib/fail.mjs'
import { FILM_PROJECT, fileOf, sheetOf } from './lib/film.mjs'
import { root } from './lib/paths.mjs'
import { prepareForTests } from './machine/prepare.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('../preload/contract').TrimlineApi} TrimlineApi */

const WINDOW = { width: 1440, height: 900 }
const SECOND = 1_000_000
/** ms until what was done is drawn */
const DRAWN = 1_200

/** @typedef {{ name: string, picture: Buffer }} Shot */

class Film {
  /** @type {Shot[]} */
  shots = []
  /** @type {Page | null} */
  page = null

  /** @param {import('../preload/contract').Command[]} commands */
  async send(...commands) {
    for (const command of commands) {
      const result = await this.page?.evaluate((one) => {
        // sound: the preload script puts it there
        const { trimline } = /** @type {{ trimline: TrimlineApi }} */ (/** @type {unknown} */ (globalThis))
        return trimline.send(one)
      }, command)
      if (result?.ok !== true) throw new Error(`${command.kind}: ${result?.message}`)
    }
  }

  /** @param {string} name what is seen @param {number} [after] ms */
  async shoot(name, after = DRAWN) {
    await this.page?.waitForTimeout(after)
    const picture = await this.page?.screenshot()
    if (picture !== undefined) this.shots.push({ name, picture })
    process.stderr.write(`film-strip: ${this.shots.length} ${name}\n`)
  }
}

/** All pictures beside each other, drawn by the app's own page. @param {Page} page @param {readonly Shot[]} shots */
async function contactSheet(page, shots) {
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

await runMain(async () => {
  const folder = resolve(process.argv[2] ?? join(root, 'test-results', 'film-strip'))
  mkdirSync(folder, { recursive: true })
  const machine = await prepareForTests()
  await buildIfStale()
  const own = mkdtempSync(join(tmpdir(), 'trimline-film-'))
  const project = join(own, 'Harbour.json')
  writeFileSync(project, JSON.stringify(FILM_PROJECT))
  const start = () =>
    _electron.launch({
      executablePath: machine.runtime.executable,
      args: [root, '--no-sandbox', `--user-data-dir=${join(own, 'data')}`, `--scenario=${project}`],
    })
  const film = new Film()
  try {
    const app = await start()
    const page = await app.firstWindow()
    film.page = page
    await page.setViewportSize(WINDOW)
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await film.send({ kind: 'setTheme', theme: 'dark' })
    await film.shoot('The project is open', 3 * DRAWN)
    for (const at of [3, 7]) await film.send({ kind: 'editTimeline', change: { edit: 'split', at: at * SECOND } })
    await film.shoot('Three clips are cut')
    for (const effect of FILM_PROJECT.app.effects.map(({ name }) => name)) {
      await film.send({ kind: 'applyEffect', effect })
      await page.waitForTimeout(DRAWN / 2)
    }
    await film.shoot('Four effects are added')
    await page.getByRole('tab', { name: 'GPU' }).click()
    await film.send({ kind: 'play', playing: true })
    await film.shoot('It plays', 4 * DRAWN)
    await film.send({ kind: 'hang', duration: null })
    await film.shoot('The GPU hangs: the picture stands still', DRAWN)
    await film.shoot('The engine is reset, which costs the app its device', 4 * DRAWN)
    await film.send({ kind: 'play', playing: false })
    const removed = (await page.getByRole('button', { name: 'Recreate device' }).count()) > 0
    if (removed) {
      await film.send({ kind: 'recreateDevice' })
      await film.shoot('The device is recreated with everything on it', 2 * DRAWN)
    }
    await page.getByRole('tab', { name: 'Memory' }).click()
    await film.send({ kind: 'undo' })
    await film.shoot('The last effect is undone', 2 * DRAWN)
    await film.send({ kind: 'saveProject' })
    await film.shoot('It is saved')
    await app.close()
    const again = await start()
    film.page = await again.firstWindow()
    await film.page.setViewportSize(WINDOW)
    await film.page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await film.shoot('And opened again', 4 * DRAWN)
    for (const [i, { picture }] of film.shots.entries()) writeFileSync(join(folder, fileOf(i)), picture)
    writeFileSync(join(folder, 'contact-sheet.jpg'), await contactSheet(film.page, film.shots))
    await again.close()
    process.stdout.write(`${film.shots.length} pictures and contact-sheet.jpg are in ${folder}\n`)
  } finally {
    rmSync(own, { recursive: true, force: true, maxRetries: 5 })
    await machine.stop()
  }
})
