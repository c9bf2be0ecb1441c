/** What happens in the film of twenty seconds, and when. */
import { FILM_SECONDS, REEL_BUDGET, REEL_PROJECT } from '../lib/film.mjs'

/** @param {import('./camera.mjs').Camera} camera of the app with REEL_PROJECT, paused at its beginning */
export async function scenes(camera) {
  const { page } = camera
  const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true })
  const tab = (/** @type {string} */ name) => page.getByRole('tab', { name })

  camera.caption = 'A video editor over a simulated graphics memory stack of Windows'
  await camera.until(0.8)
  await camera.press(button('Play'))
  await camera.until(1.8)
  camera.caption = 'Each effect needs memory: the policy makes it resident, and it is paged in'
  for (const [i, { name }] of REEL_PROJECT.app.effects.entries()) {
    await camera.until(2 + i)
    await camera.press(button(name))
  }
  await camera.until(5.2)
  camera.caption = 'Another program wants memory, the budget falls: TRIM_TO_BUDGET says how much has to go'
  await camera.press(button('Pause clip'))
  await setBudget(camera, REEL_BUDGET)
  await camera.until(8.4)
  camera.caption = 'The user walks away: PERIODIC_TRIM comes, and what was not used since the last is evicted'
  await camera.press(button('Simulate idle'))
  await camera.until(12.6)
  camera.caption = 'Back again: what still lies in memory is reclaimed, nothing has to be paged in'
  await camera.press(button('Simulate idle'))
  await setBudget(camera, '2GiB')
  await camera.press(button('Play'))
  await camera.until(15.4)
  camera.caption = 'Every packet on every engine of the GPU'
  await camera.press(tab('GPU'))
  await camera.until(16.9)
  camera.caption = 'The same minute under each policy: which pages least, and holds least?'
  await camera.press(button('Compare policies…'))
  await camera.press(page.getByRole('button', { name: /^Compare \d+ runs$/ }))
  await camera.until(FILM_SECONDS)
}

/** @param {import('./camera.mjs').Camera} camera @param {string} size */
async function setBudget(camera, size) {
  const { page } = camera
  await camera.press(page.getByRole('banner').getByRole('button', { name: /^Budget / }))
  const exact = page.getByRole('dialog', { name: 'Budget' }).getByRole('textbox', { name: 'Budget in bytes' })
  await camera.press(exact)
  await exact.fill(size)
  await exact.press('Enter')
  await page.keyboard.press('Escape')
}
