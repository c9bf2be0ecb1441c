/** Gathers what Electron's security checklist asks for from the running package. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, getRawHeader } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import type { ElectronApplication, Page } from '@playwright/test'
import type { Runtime } from '../../../scripts/electron-runtime.mjs'
import { root } from '../../../scripts/lib/paths.mjs'
import { declaredVersion, executableIn } from '../../../scripts/runtime/official.mjs'
import type { Facts } from '../../torture/checklist/facts'
import { packagedExecutable } from '../launch'
import { inMain } from '../main-process'
import { temporaryFolder } from '../support'
import { type Aftermath, aftermath, type Listener, mark, tryEscape } from './escape-support'
import { type Escape, NAVIGATIONS, PERMISSIONS, REQUESTS, SCRIPTS, WINDOWS } from './escapes'

/** @returns the names of those attempts after which this is so */
async function those(
  app: ElectronApplication,
  page: Page,
  { port }: Listener,
  escapes: readonly Escape[],
  worked: (left: Aftermath) => boolean,
): Promise<string[]> {
  const names: string[] = []
  for (const attempt of escapes) {
    await mark(page)
    await tryEscape(page, attempt, port)
    if (worked(await aftermath(app, page))) names.push(attempt.name)
  }
  return names
}

/** The packaged app's own files in out/main, joined. */
function mainSources(): string {
  const archive = join(packagedExecutable(), '..', 'resources', 'app.asar')
  const { header } = getRawHeader(archive)
  type Entry = { files?: Record<string, Entry> }
  const main = (header as Entry).files?.out?.files?.main?.files ?? {}
  return Object.keys(main)
    .filter((name) => name.endsWith('.js'))
    .map((name) => extractFile(archive, join('out', 'main', name)).toString('utf8'))
    .join('\n')
}

/** What `npm run package` says to another Electron than the declared one. */
function refusedRelease(): Facts['release'] {
  const dist = temporaryFolder()
  mkdirSync(join(dist, executableIn(process.platform), '..'), { recursive: true })
  writeFileSync(join(dist, executableIn(process.platform)), '')
  writeFileSync(join(dist, 'version'), '33.4.11')
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: dist }
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'package.mjs')], {
    encoding: 'utf8',
    env,
  })
  return { status, words: stderr }
}

async function fuses(): Promise<Record<string, boolean>> {
  const wire = await getCurrentFuseWire(packagedExecutable())
  const names = Object.entries(FuseV1Options).filter(([, value]) => typeof value === 'number') as [string, number][]
  // '1' in the executable means on
  return Object.fromEntries(names.map(([name, index]) => [name, wire[index as FuseV1Options] === '1'.charCodeAt(0)]))
}

function releaseFuses(): Record<string, boolean> {
  const text = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
  return Object.fromEntries(
    [...text.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name = '', on]) => [name, on === 'true']),
  )
}

/** Our own page and preload in a window that is not ours, as nobody but the main process can make it. */
function askAsStranger(app: ElectronApplication): Promise<string> {
  return inMain(app, async ({ BrowserWindow, app: electronApp }) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: {
        preload: `${electronApp.getAppPath()}/out/preload/index.cjs`,
        sandbox: true,
        contextIsolation: true,
      },
    })
    await window.loadURL('app://trimline/index.html')
    const script = `trimline.send({ kind: 'setBudget', bytes: 1 }).then(({ ok }) => 'carried out: ' + ok, (error) => String(error))`
    const answer = (await window.webContents.executeJavaScript(script)) as string
    window.destroy()
    return answer
  })
}

function policyOf(app: ElectronApplication): Promise<string> {
  return inMain(app, async ({ session }) => {
    const answer = await session.defaultSession.fetch('app://trimline/index.html')
    return answer.headers.get('content-security-policy') ?? ''
  })
}

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/)
      return [name, values.join(' ')]
    }),
  )
}

/** Everything but what is tried, which may leave the page in any state. */
async function atRest(app: ElectronApplication, page: Page) {
  const preferences = await inMain(app, async ({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      // not in the types, though Electron's own tests use it
      const { getLastWebPreferences } = contents as unknown as { getLastWebPreferences: () => Record<string, unknown> }
      return JSON.parse(JSON.stringify(getLastWebPreferences.call(contents)))
    }),
  )
  const inPage = await page.evaluate(async () => {
    const names = ['require', 'module', 'process', 'Buffer', 'global', '__dirname', 'ipcRenderer', 'electron']
    const extra = await new Promise<number>((done) => {
      const stop = window.trimline.onFrame((...args: unknown[]) => {
        stop()
        done(args.length - 1)
      })
    })
    return {
      loaded: [location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)],
      nodeInPage: names.filter((name) => name in globalThis),
      api: Object.keys(window.trimline).sort(),
      listenerArguments: extra,
    }
  })
  return { preferences, ...inPage }
}

function lettingInWebviews(app: ElectronApplication): Promise<boolean> {
  return inMain(app, async ({ webContents }) => {
    const [contents] = webContents.getAllWebContents()
    let prevented = false
    const event = {
      preventDefault() {
        prevented = true
      },
    }
    contents?.emit('will-attach-webview', event, {}, { src: 'about:blank' })
    return !prevented
  })
}

export async function gather(app: ElectronApplication, page: Page, server: Listener): Promise<Facts> {
  const rest = await atRest(app, page)
  const { kind, version } = JSON.parse(process.env.TRIMLINE_TEST_RUNTIME ?? '') as Runtime
  const tried = (escapes: readonly Escape[], worked: (left: Aftermath) => boolean) =>
    those(app, page, server, escapes, worked)
  return {
    ...rest,
    policy: directives(await policyOf(app)),
    stranger: await askAsStranger(app),
    webviewAttached: await lettingInWebviews(app),
    opensExternal: /\bopenExternal\b/.test(mainSources()),
    // what is tried first is not hindered by a page that the rest has left
    opened: await tried(WINDOWS, ({ contents }) => contents > 1),
    granted: await tried(PERMISSIONS, ({ granted }) => granted),
    asked: PERMISSIONS.length,
    scriptsRun: await tried(SCRIPTS, ({ ran }) => ran),
    navigated: await tried(NAVIGATIONS, ({ same }) => !same),
    heard: (await tried(REQUESTS, () => false)).concat(server.heard),
    release: refusedRelease(),
    electron: { running: version, declared: declaredVersion(), standIn: kind === 'stand-in' },
    fuses: await fuses(),
    releaseFuses: releaseFuses(),
  }
}
