import { clock, sessionState } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { inMain } from '../main-process'
import { expectTime, openSystem, quietProject, resourceLine } from '../support'

test('a window that is reloaded shows the same state again', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  // Blur first: the sample's guard spares what the latest submission used, and what none has used yet
  for (const effect of ['Blur', 'Grayscale']) await page.getByRole('button', { name: effect, exact: true }).click()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  const drawer = await openSystem(page)
  await drawer.getByRole('button', { name: 'Periodic trim now' }).click()
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Evictable')
  await clock(page, 'Pause')
  const { now } = (await sessionState(page)).clock
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  await expectTime(page, now)
  await page.reload()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')
  await expect(resourceLine(page, 'Blur', 'main')).toContainText('Evictable')
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  await expectTime(page, now)
  expect((await sessionState(page)).clock).toMatchObject({ now, running: false })
})

test('a renderer process that is killed comes back with the same simulation', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect(resourceLine(page, 'Grayscale', 'convert')).toContainText('Resident')

  // Playwright's page object dies with the process, so what comes back is looked at through the main process
  const killed = await inMain(app, async ({ webContents }) => {
    const contents = webContents.getAllWebContents()[0]
    const pid = contents?.getOSProcessId() ?? 0
    process.kill(pid, 'SIGKILL')
    return pid
  })
  const text = (): Promise<{ pid: number; text: string }> =>
    inMain(app, async ({ webContents }) => {
      const contents = webContents.getAllWebContents()[0]
      const nothing = { pid: 0, text: '' }
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return nothing
      // a process that is just dying never answers
      const soon = new Promise<string>((resolve) => setTimeout(() => resolve(''), 500))
      const answer = contents.executeJavaScript('document.body.innerText') as Promise<string>
      return { pid: contents.getOSProcessId(), text: await Promise.race([answer, soon]) }
    })
  await expect.poll(async () => (await text()).text, { timeout: 20_000 }).toContain('160.1 MiB')
  expect((await text()).pid).not.toBe(killed)
})
