/** An editor's minute, photographed at each step: cut, effects, play, a hang, undo, save, open again. */
import { FILM_PROJECT } from '../lib/film.mjs'
import { send } from './send.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ app: import('@playwright/test').ElectronApplication, page: Page }} Started */

const SECOND = 1_000_000
/** ms until what was done is drawn */
const DRAWN = 1_200

/**
 * @param {() => Promise<Started>} start opens FILM_PROJECT, each time as the time before has saved it
 * @returns {Promise<import('./sheet.mjs').Shot[]>}
 */
export async function stripOf(start) {
  /** @type {import('./sheet.mjs').Shot[]} */
  const shots = []
  const { app, page } = await start()
  const shoot = async (/** @type {string} */ name, after = DRAWN, from = page) => {
    await from.waitForTimeout(after)
    shots.push({ name, picture: await from.screenshot() })
    process.stderr.write(`film-strip: ${shots.length} ${name}\n`)
  }
  await shoot('The project is open', 3 * DRAWN)
  for (const at of [3, 7]) await send(page, { kind: 'timeline', change: { edit: 'split', at: at * SECOND } })
  await shoot('Three clips are cut')
  for (const { name } of FILM_PROJECT.app.effects) {
    await send(page, { kind: 'applyEffect', effect: name })
    await page.waitForTimeout(DRAWN / 2)
  }
  await shoot('Four effects are added')
  await page.getByRole('tab', { name: 'GPU' }).click()
  // so slowly that any machine draws every picture of it
  await send(page, { kind: 'setSpeed', speed: 0.25 })
  await send(page, { kind: 'play', playing: true })
  await shoot('It plays', 4 * DRAWN)
  await send(page, { kind: 'setSpeed', speed: 1 })
  await send(page, { kind: 'inject', fault: 'hang' })
  await shoot('The GPU hangs: the picture stands still', DRAWN)
  await shoot('The engine is reset, which costs the app its device', 4 * DRAWN)
  await send(page, { kind: 'play', playing: false })
  const removed = (await page.getByRole('button', { name: 'Recreate device' }).count()) > 0
  if (removed) {
    await send(page, { kind: 'recreateDevice' })
    await shoot('The device is recreated with everything on it', 2 * DRAWN)
  }
  await page.getByRole('tab', { name: 'Memory' }).click()
  await send(page, { kind: 'undo' })
  await shoot('The last effect is undone', 2 * DRAWN)
  await send(page, { kind: 'saveProject' })
  await shoot('It is saved')
  await app.close()
  const again = await start()
  await shoot('And opened again', 4 * DRAWN, again.page)
  await again.app.close()
  return shots
}
