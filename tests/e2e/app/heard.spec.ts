/** What is read aloud by itself: as often as there is news, and not as often as there are frames. */
import type { Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { quietProject, showTab } from '../support'

const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], output:not([aria-live])'

/** Keeps, from now on, what each change makes of a part that is read aloud. @returns reads what there was */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate((live) => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver((changes) => {
      const parts = changes.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(live),
      )
      for (const part of new Set(parts)) if (part) heard.push(part.textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, LIVE)
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

test('a clip that plays is not read aloud frame by frame', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Play', exact: true }).focus()
  await page.keyboard.press('Enter')
  const code = page.getByTitle('The playhead, as hours:minutes:seconds:frames')
  await expect(code).not.toHaveText('00:00:00:00')
  const heard = await listen(page)
  // or later: a look may come less often than once a second of the clip
  await expect(code).toHaveText(/^00:00:0[3-9]/)
  expect((await heard()).length).toBeLessThan(5)
})

test('what keys do on lanes and on the heap map is heard with what they show', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  for (const [tab, name, shows] of [
    ['GPU', 'GPU lanes', /busy/],
    ['Background', 'Worker lanes', /waiting/],
    ['Defragmentation', 'Heap map', /free/],
  ] as const) {
    await showTab(page, tab)
    const picture = page.getByRole('application', { name })
    await expect(picture).toHaveAccessibleDescription(shows)
    await expect(picture).toHaveAccessibleDescription(/arrow/i)
  }
})
