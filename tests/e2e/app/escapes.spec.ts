import { readdirSync } from 'node:fs'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, launchPackaged, test } from '../launch'
import { inMain } from '../main-process'
import { quietProject, temporaryFolder } from '../support'
import { type Aftermath, aftermath, goesOn, type Listener, listen, mark, tryEscape } from './escape-support'
import { DOWNLOADS, type Escape, NAVIGATIONS, PERMISSIONS, REQUESTS, SCRIPTS, WINDOWS } from './escapes'

const UNHARMED: Aftermath = {
  address: 'app://trimline/index.html',
  same: true,
  ran: false,
  granted: false,
  contents: 1,
}

let server: Listener
test.beforeEach(async () => {
  server = await listen()
})
test.afterEach(() => server.stop())

async function start(): Promise<{ app: ElectronApplication; page: Page }> {
  const { app, page } = await launchPackaged({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Effects on the clip' })).toHaveText('Blur')
  return { app, page }
}

/** @returns those of the attempts that came to something, with what they left */
async function tryAll(app: ElectronApplication, page: Page, escapes: readonly Escape[]): Promise<unknown[]> {
  const out: unknown[] = []
  for (const attempt of escapes) {
    await mark(page)
    await tryEscape(page, attempt, server.port)
    const left = await aftermath(app, page)
    const address = left.address.replace(/#.*$/, '')
    if (JSON.stringify({ ...UNHARMED, ...left, address }) !== JSON.stringify(UNHARMED)) out.push([attempt.name, left])
  }
  await expect(page.getByRole('list', { name: 'Effects on the clip' })).toHaveText('Blur')
  if (!(await goesOn(page))) out.push(['one of them', 'the simulation has stopped'])
  return out
}

const KINDS = [
  ['leaves the page', NAVIGATIONS],
  ['opens a window', WINDOWS],
  ['reaches a server', REQUESTS],
  ['runs script that is not the app’s', SCRIPTS],
  ['is granted a permission', PERMISSIONS],
] as const
const ATTEMPTS = KINDS.reduce((sum, [, escapes]) => sum + escapes.length, DOWNLOADS.length)

// one app for all of them: none may have left anything that the next could see
test(`nothing of ${ATTEMPTS} attempts comes to anything, and the app goes on`, async () => {
  const { app, page } = await start()
  for (const [what, escapes] of KINDS)
    await test.step(`nothing of ${escapes.length} attempts ${what}`, async () => {
      expect.soft(await tryAll(app, page, escapes), what).toEqual([])
      expect.soft(server.heard, what).toEqual([])
    })

  await test.step('nothing is downloaded', async () => {
    const folder = temporaryFolder()
    await inMain(
      app,
      async ({ app, session }, path) => {
        app.setPath('downloads', path)
        session.defaultSession.setDownloadPath(path)
      },
      folder,
    )
    expect.soft(await tryAll(app, page, DOWNLOADS)).toEqual([])
    expect.soft(readdirSync(folder)).toEqual([])
    expect.soft(server.heard).toEqual([])
  })

  await test.step('the main process fetches nothing from elsewhere either, for pages or for itself', async () => {
    const outcomes = await inMain(
      app,
      async ({ session, net }, port) => {
        const ask = (fetch: (address: string) => Promise<unknown>) =>
          fetch(`http://127.0.0.1:${port}/main`).then(
            () => 'answered',
            () => 'refused',
          )
        return Promise.all([
          ask((address) => session.defaultSession.fetch(address)),
          ask((address) => session.fromPartition('another').fetch(address)),
          ask((address) => net.fetch(address)),
        ])
      },
      server.port,
    )
    expect.soft(outcomes).toEqual(['refused', 'refused', 'refused'])
    expect.soft(server.heard).toEqual([])
  })
})

test('a page that was replaced all the same is shown again, with the same state', async () => {
  const { app, page } = await start()
  for (const address of ['about:blank', 'data:text/html,<h1>gone</h1>', 'app://trimline/nothing.html'])
    await test.step(address, async () => {
      // the debugger is not asked, as the page is
      await page.goto(address).catch(() => {})
      await expect.poll(() => page.url()).toBe('app://trimline/index.html')
      await expect(page.getByRole('list', { name: 'Effects on the clip' })).toHaveText('Blur')
      await mark(page)
      expect(await aftermath(app, page)).toEqual(UNHARMED)
      expect(await goesOn(page)).toBe(true)
    })
})
