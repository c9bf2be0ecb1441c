import type { ElectronApplication } from '@playwright/test'
import { askedMessages, recoveryFiles, shownText } from '../files/hot-exit-support'
import { expect, launchApp, test } from '../launch'
import { answerMessages, closeWindow, inMain, pidsOf, rendererPid } from '../main-process'
import { expectStatus, menu, openSystem, previewPixels, quietProject, restingPixels, setSize } from '../support'

/** Kills the one process of this kind and waits until another has taken its place. */
async function replaceProcess(app: ElectronApplication, type: string, name = ''): Promise<void> {
  await expect.poll(async () => (await pidsOf(app, type, name)).length, { timeout: 20_000 }).toBe(1)
  const [before = 0] = await pidsOf(app, type, name)
  process.kill(before, 'SIGKILL')
  await expect.poll(async () => (await pidsOf(app, type, name))[0] ?? before, { timeout: 20_000 }).not.toBe(before)
}

/** Kills the window's process as often as makes a loop. */
async function crashLoop(app: ElectronApplication): Promise<void> {
  const killed = new Set([0])
  for (let i = 0; i < 3; i++) {
    // at once, as soon as there is another: ten seconds are short on a busy machine
    let pid = 0
    const another = async (): Promise<boolean> => {
      pid = await rendererPid(app)
      return !killed.has(pid)
    }
    await expect.poll(another, { timeout: 20_000, intervals: [50] }).toBe(true)
    process.kill(pid, 'SIGKILL')
    killed.add(pid)
  }
}

/** Kills the next helper process of this name as soon as there is one: its work may be short. */
function killNext(app: ElectronApplication, name: string): Promise<void> {
  return inMain(
    app,
    (electron, wanted) =>
      new Promise<void>((done) => {
        const looking = setInterval(() => {
          const found = electron.app.getAppMetrics().filter((one) => one.name?.includes(wanted))
          if (found.length === 0) return
          clearInterval(looking)
          for (const { pid } of found) process.kill(pid, 'SIGKILL')
          done()
        }, 10)
      }),
    name,
  )
}

test('the GPU process may die again and again: the picture comes back each time, and it is said', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const painted = async (): Promise<number> => (await previewPixels(page)).reduce((sum, value) => sum + value, 0)
  await expect.poll(painted, { timeout: 20_000 }).toBeGreaterThan(5_000_000)
  // the sixth ended the app, the third the picture
  for (let i = 0; i < 8; i++) await replaceProcess(app, 'GPU')
  await expect(page.getByText('The graphics context was lost')).toHaveCount(0)
  await expect(page.getByText('No picture')).toHaveCount(0)
  await expect.poll(painted, { timeout: 20_000 }).toBeGreaterThan(5_000_000)
  const before = await restingPixels(page)
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect.poll(() => previewPixels(page), { timeout: 20_000 }).not.toEqual(before)
  const notice = page.getByRole('alert', { name: 'Notice' })
  await expect(notice).toContainText('The process that draws the window stopped several times')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
})

test('after a crash loop Quit asks about unsaved changes, and the window can be had back', async () => {
  const { app, page, userData } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await setSize(await openSystem(page), 'Budget', '256MiB')
  await expectStatus(page, 'Budget', '256 MiB')
  // Quit, Cancel: asked again what to do; then the window is tried again
  await answerMessages(app, { 'stopped working': ['Quit', 'Try Again'], 'Save the changes': 'Cancel' })
  await crashLoop(app)
  const loop = 'The window stopped working several times.'
  await expect.poll(() => askedMessages(app)).toEqual([loop, 'Save the changes to “quiet”?', loop])
  await expect.poll(() => shownText(app), { timeout: 20_000 }).toContain('256 MiB')
  await expect.poll(() => recoveryFiles(userData)).toHaveLength(1)

  // once more, and this time the changes are let go
  await answerMessages(app, { 'stopped working': 'Quit', 'Save the changes': 'Don’t Save' })
  const closed = app.waitForEvent('close', { timeout: 30_000 })
  await crashLoop(app).catch(() => {})
  await closed
  expect(recoveryFiles(userData)).toEqual([])
})

test('Quit from the menu asks while the page is dead', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await setSize(await openSystem(page), 'Budget', '256MiB')
  await expectStatus(page, 'Budget', '256 MiB')
  // nobody answers what to do about the loop
  await answerMessages(app, { 'Save the changes': 'Cancel' })
  await crashLoop(app)
  await expect.poll(() => askedMessages(app)).toHaveLength(1)
  await closeWindow(app)
  await expect.poll(() => askedMessages(app)).toContain('Save the changes to “quiet”?')
  expect(await inMain(app, async ({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

for (const signal of ['SIGTERM', 'SIGHUP'] as const)
  test(`the app ends when ${signal} ends all its processes, as a closed terminal does`, async () => {
    const { app } = await launchApp({ own: true })
    const { pid } = app.process()
    if (pid === undefined) throw new Error('the app has no process')
    const gone = app.waitForEvent('close')
    // it leads a group of its own
    process.kill(-pid, signal)
    await gone
  })

test('the network service and a comparison may die: the simulation goes on, and what ended is said', async () => {
  // in one that has compared before, its processes wait for the next comparison, and are killed before that begins
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`], own: true })
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await replaceProcess(app, 'Utility', 'Network')
  await page.reload()
  await expect(page.getByRole('list', { name: 'Effects on the clip' })).toHaveText('Blur')
  await page.getByRole('button', { name: 'Compare policies…' }).click()
  const compare = page.getByRole('button', { name: /^Compare \d+ runs$/ })
  const killed = killNext(app, 'comparison')
  await compare.click()
  await killed
  await expect(page.getByText('The comparison process ended').first()).toBeVisible()
  await compare.click()
  await expect(page.getByText('The comparison process ended')).toHaveCount(0)
  await menu(app, 'about')
})
