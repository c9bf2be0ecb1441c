/** Opening what takes long shows how far it is and can be given up; messages about a file stay short. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, launchApp, test } from '../launch'
import { answerMessages, closeWindow, keepMessages, keptMessages, pidsOf, resizeContent } from '../main-process'
import { answerDialogs, menu, quietProject, temporaryFolder } from '../support'

function largeProject(): string {
  const path = join(temporaryFolder(), 'large.json')
  const resources = Array.from({ length: 20_000 }, (_, i) => ({ name: `r${i}`, size: '64KiB' }))
  const effects = Array.from({ length: 10 }, (_, i) => ({ name: `E${i}`, resources }))
  const system = { localMemory: '64GiB' }
  writeFileSync(path, JSON.stringify({ trimline: 1, name: 'large', system, app: { policy: 'none', effects } }))
  return path
}

/** Presses Cancel where a pointer meets it, as soon as it does: the opening goes on meanwhile, and may be over before a journey's own click. */
function cancel(opening: Locator): Promise<void> {
  const pressed = (): Promise<boolean> =>
    opening.getByRole('button', { name: 'Cancel' }).evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const met = document.elementFromPoint(left + width / 2, top + height / 2)
      const isMet = button instanceof HTMLElement && button.contains(met)
      if (isMet) button.click()
      return isMet
    })
  return expect.poll(pressed, { intervals: [20] }).toBe(true)
}

test('a project with 200,000 resources shows how far its opening is, and Cancel goes back to what ran before', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerDialogs(app, largeProject())
  await menu(app, 'open')
  const opening = page.getByRole('region', { name: 'Opening' })
  await expect(opening).toContainText(/Opening.*of 200,000 allocations/s)
  if (process.env.TRIMLINE_SHOTS !== undefined)
    for (const [theme, width, height] of [
      ['dark', 1440, 900],
      ['light', 1440, 900],
      ['dark', 1024, 700],
      ['light', 1024, 700],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await resizeContent(app, width, height)
      await page.screenshot({ path: join(process.env.TRIMLINE_SHOTS, `opening-${theme}-${width}.png`) })
    }
  // all at once: the opening takes as long as it takes, however busy the machine is with what looks at it
  const [strip, button, bar] = await opening.evaluate((region) =>
    [region, region.querySelector('button'), region.querySelector('progress')].map((part) => {
      const { top = Number.NaN, bottom = Number.NaN, width = 0 } = part?.getBoundingClientRect() ?? {}
      return { top, bottom, width }
    }),
  )
  if (strip === undefined || button === undefined || bar === undefined)
    throw new Error('three parts have been measured')
  expect(bar.width).toBeGreaterThan(0)
  expect(button.top - strip.top).toBeGreaterThanOrEqual(4)
  expect(strip.bottom - button.bottom).toBeGreaterThanOrEqual(4)
  await cancel(opening)
  await expect(opening).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('large')
  await app.close()
})

/** Presses Cancel as soon as the page says that it reads, which may be over before a journey looks again. @returns what it said */
function cancelReading(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((done) => {
        const look = (): void => {
          const region = document.querySelector('[aria-label="Opening"]')
          const text = region?.textContent ?? ''
          const cancel = region?.querySelector('button')
          if (!text.startsWith('Reading') || !cancel) return
          watching.disconnect()
          cancel.click()
          done(text)
        }
        const watching = new MutationObserver(look)
        watching.observe(document.body, { childList: true, subtree: true, characterData: true })
        look()
      }),
  )
}

test('a large project is read beside the app, which goes on drawing; Cancel gives the reading up', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerDialogs(app, largeProject())
  const read = cancelReading(page)
  await menu(app, 'open')
  expect(await read).toContain('large')
  const opening = page.getByRole('region', { name: 'Opening' })
  await expect(opening).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('large')
  // and it can be opened after all
  await menu(app, 'open')
  await expect(opening).toContainText('of 200,000 allocations')
  await cancel(opening)
  await app.close()
})

test('while a project is being opened another Open says so, and closing the window gives it up and asks', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Remove Grayscale' }).click()
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toBeVisible()
  const question = 'Save the changes to “quiet”?'
  await answerMessages(app, { [question]: ['Don’t Save', 'Cancel', 'Don’t Save'], 'did not work': 'OK' })
  const said = async (): Promise<string[]> => (await keptMessages(app)).map(({ message }) => message)
  await answerDialogs(app, largeProject())
  await menu(app, 'open')
  const opening = page.getByRole('region', { name: 'Opening' })
  await expect(opening).toContainText('of 200,000 allocations')

  await answerDialogs(app, quietProject())
  await menu(app, 'open')
  await expect.poll(said).toEqual([question, 'That did not work.'])
  expect((await keptMessages(app))[1]?.detail).toBe('“large” is being opened: cancel it first, or wait for it.')
  await expect(opening).toBeVisible()

  await closeWindow(app)
  await expect.poll(said).toEqual([question, 'That did not work.', question])
  await expect(opening).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'unsaved changes' })).toBeVisible()
  const closed = app.waitForEvent('close')
  await closeWindow(app)
  await closed
})

test('closing the window while a run is exported asks about that, and leaves nothing of it [LB-17]', async () => {
  const steps = [0, 1, 2, 3].map((at) => ({ at, allocate: { name: `g${at}`, size: '64KiB', count: 100_000 } }))
  const { app, page } = await launchApp({
    args: [`--scenario=${quietProject({ steps, system: { localMemory: '128GiB' } })}`],
  })
  await expect(page.getByRole('region', { name: 'Scenario' })).toContainText('4 of 4 steps', { timeout: 60_000 })
  const question = '“run.pftrace” is still being exported.'
  const answers = { [question]: ['Keep Exporting', 'Close Without It'], 'Save the changes': 'Don’t Save' }
  await answerMessages(app, answers)
  const folder = join(temporaryFolder(), 'exported')
  mkdirSync(folder)
  await answerDialogs(app, join(folder, 'run.pftrace'))
  await menu(app, 'exportPerfetto')
  await expect(page.getByRole('region', { name: 'Exporting' })).toContainText('run.pftrace')
  // held, so that it is not over before it is asked about
  const [exporter = 0] = await pidsOf(app, 'Utility', 'Trimline reading')
  process.kill(exporter, 'SIGSTOP')
  const closed = app.waitForEvent('close')
  try {
    await closeWindow(app)
    await expect.poll(async () => (await keptMessages(app)).map(({ message }) => message)).toEqual([question])
    await expect(page.getByRole('region', { name: 'Exporting' })).toBeVisible()
    await closeWindow(app)
  } finally {
    process.kill(exporter, 'SIGCONT')
  }
  await closed
  expect(readdirSync(folder)).toEqual([])
})

test('a step that makes many calls leaves the app usable, and says how far it is', async () => {
  const path = join(temporaryFolder(), 'many.json')
  const steps = Array.from({ length: 8 }, (_, i) => ({
    at: i,
    allocate: { name: `g${i}`, size: '64KiB', count: 100_000 },
  }))
  writeFileSync(path, JSON.stringify({ trimline: 1, name: 'many', system: { localMemory: '128GiB' }, steps }))
  const { app, page } = await launchApp({ args: [`--scenario=${path}`] })
  const scenario = page.getByRole('region', { name: 'Scenario' })
  await expect(scenario).toContainText('allocate:')
  await scenario.getByRole('button', { name: 'Cancel' }).click()
  await expect(scenario).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  await app.close()
})

test('a file whose names have megabytes and turn the direction of text is refused in a few short lines', async () => {
  const path = join(temporaryFolder(), 'names.json')
  writeFileSync(path, JSON.stringify({ trimline: 1, [`\u202e${'k'.repeat(5_000_000)}`]: 1 }))
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerDialogs(app, path)
  await keepMessages(app)
  await menu(app, 'open')
  const text = async (): Promise<string> =>
    (await keptMessages(app)).map(({ message, detail }) => `${message}\n${detail}`).join()
  await expect.poll(text).toContain('an unknown field')
  expect((await text()).length).toBeLessThan(1000)
  expect(await text()).not.toMatch(/\p{Bidi_Control}/u)
  await expect(page.getByRole('button', { name: 'Blur', exact: true })).toBeVisible()
  await app.close()
})
