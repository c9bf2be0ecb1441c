/**
 * `npm run film-strip [FOLDER]`: every picture of the README, taken of the real app as it is used: the film of twenty seconds
 * (`film.webp`), two tabs as they are at its end, and an editor's minute on one sheet (`film-strip.jpg`).
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron } from '@playwright/test'
import { buildIfStale } from './build.mjs'
import { Camera } from './film/camera.mjs'
import { reelOf } from './film/reel.mjs'
import { scenes } from './film/scenes.mjs'
import { send } from './film/send.mjs'
import { contactSheet } from './film/sheet.mjs'
import { stripOf } from './film/strip.mjs'
import { runMain } from './lib/fail.mjs'
import { FILM_PROJECT, REEL_PROJECT } from './lib/film.mjs'
import { root } from './lib/paths.mjs'
import { prepareForTests } from './machine/prepare.mjs'

const WINDOW = { width: 1440, height: 900 }
/** ms until a picture that nothing changes is drawn */
const DRAWN = 5_000

await runMain(async () => {
  const folder = resolve(process.argv[2] ?? join(root, 'resources', 'pictures'))
  mkdirSync(folder, { recursive: true })
  const machine = await prepareForTests()
  await buildIfStale()
  const own = mkdtempSync(join(tmpdir(), 'trimline-film-'))
  /** @param {string} name of its files @param {{ name: string }} project */
  const starterOf = (name, project) => {
    const files = join(own, name)
    mkdirSync(files)
    const path = join(files, `${project.name}.json`)
    writeFileSync(path, JSON.stringify(project))
    return async () => {
      const app = await _electron.launch({
        executablePath: machine.runtime.executable,
        args: [root, '--no-sandbox', '--theme=dark', `--user-data-dir=${join(files, 'data')}`, `--scenario=${path}`],
      })
      const page = await app.firstWindow()
      await page.setViewportSize(WINDOW)
      await page.locator('html[data-whole]').waitFor({ state: 'attached' })
      return { app, page }
    }
  }
  /** @param {string} name @param {Buffer} content */
  const keep = (name, content) => {
    writeFileSync(join(folder, name), content)
    process.stdout.write(`${name}: ${Math.round(content.length / 1024)} KiB\n`)
  }
  try {
    const { app, page } = await starterOf('reel', REEL_PROJECT)()
    await send(page, { kind: 'setSpeed', speed: 0.25 })
    const camera = new Camera(page)
    await camera.film(() => scenes(camera))
    await send(page, { kind: 'pause' })
    // what stands still is drawn at its full size
    await page.waitForTimeout(DRAWN)
    keep('laboratory.png', await page.screenshot())
    await page.getByRole('tab', { name: 'GPU' }).click()
    await page.waitForTimeout(DRAWN)
    keep('gpu.png', await page.screenshot())
    keep('film.webp', await reelOf(page, camera.taken))
    const shots = await stripOf(starterOf('strip', FILM_PROJECT))
    keep('film-strip.jpg', await contactSheet(page, shots))
    await app.close()
    process.stdout.write(`they are in ${folder}\n`)
  } finally {
    rmSync(own, { recursive: true, force: true, maxRetries: 5 })
    await machine.stop()
  }
})
