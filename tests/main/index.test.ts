/** The composition root on an Electron that is played: what happens before the app is ready, and what after. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHANNELS, type CommandResult } from '../../preload/contract'
import { app, dialog, fresh, ipcMain, played, session } from './shell/electron'

const root = fileURLToPath(new URL('../../', import.meta.url))
const argv = process.argv
let folder: string
let ready: () => void
let starts = 0

beforeEach(() => {
  fresh()
  vi.useFakeTimers()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  folder = mkdtempSync(join(tmpdir(), 'trimline-index-'))
  app.ready = new Promise((resolve) => {
    ready = resolve
  })
})
afterEach(() => {
  app.emit('will-quit')
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.argv = argv
  Reflect.deleteProperty(process, 'resourcesPath')
  rmSync(folder, { recursive: true })
})

/** Begins the program, as often as it is asked for. */
async function begin(...given: string[]): Promise<void> {
  process.argv = ['trimline', `--user-data-dir=${folder}`, ...given]
  await import(/* @vite-ignore */ `${root}main/index.ts?start=${starts++}`)
}

async function becomesReady(): Promise<void> {
  ready()
  await vi.advanceTimersByTimeAsync(10)
}

test('the scheme and the switches are there before the app is ready, the window comes after', async () => {
  await begin()
  expect(played.schemes).toMatchObject([{ scheme: 'app' }])
  expect(app.commandLine.hasSwitch('enable-unsafe-swiftshader')).toBe(true)
  expect(app.commandLine.hasSwitch('disable-gpu-process-crash-limit')).toBe(true)
  expect(app.commandLine.hasSwitch('host-resolver-rules')).toBe(true)
  expect(app.handed).toEqual({ file: null })
  expect(app.getPath('userData')).toBe(folder)
  expect(played.windows).toEqual([])
  await becomesReady()
  expect(played.windows).toHaveLength(1)
  expect(played.windows[0]?.asked[0]).toBe('load app://trimline/index.html')
  expect(played.protocols.has('app')).toBe(true)
})

test('the page is confined before it is loaded: what it fetches from elsewhere is refused', async () => {
  await begin()
  await becomesReady()
  const fetches = (url: string): boolean | undefined => {
    let goes: boolean | undefined
    session.defaultSession.before?.({ url }, ({ cancel }) => {
      goes = !cancel
    })
    return goes
  }
  expect([fetches('app://trimline/a.js'), fetches('https://example.com/')]).toEqual([true, false])
  expect(played.windows[0]?.webContents.listenerCount('will-navigate')).toBe(1)
})

test('in a checkout the page can be the development server’s, in a package it cannot', async () => {
  vi.stubEnv('ELECTRON_RENDERER_URL', 'http://localhost:5173/')
  await begin()
  await becomesReady()
  expect(played.windows[0]?.asked[0]).toBe('load http://localhost:5173/')
  expect(app.commandLine.hasSwitch('host-resolver-rules')).toBe(false)
  app.emit('will-quit')
  app.isPackaged = true
  app.paths.set('app', folder)
  writeFileSync(join(folder, 'package.json'), '{}')
  Object.assign(process, { resourcesPath: folder })
  await begin()
  await becomesReady()
  expect(played.windows[1]?.asked[0]).toBe('load app://trimline/index.html')
})

test('bad input ends it before anything of Chromium is told', async () => {
  await begin('--screnshot=a.png')
  await becomesReady()
  expect(app.asked).toEqual(['exit 2'])
  expect(played.schemes).toEqual([])
  expect(played.windows).toEqual([])
})

test('a second one of the same folder opens no window', async () => {
  app.isFirst = false
  await begin('a.json')
  await becomesReady()
  expect(app.handed).toEqual({ file: join(process.cwd(), 'a.json') })
  expect(app.asked.at(-1)).toBe('exit 0')
  expect(played.windows).toEqual([])
})

test('a start that fails is said, and ends the app', async () => {
  let fails: (error: Error) => void = () => {}
  app.ready = new Promise((_resolve, reject) => {
    fails = reject
  })
  await begin()
  fails(new Error('no display'))
  await vi.advanceTimersByTimeAsync(10)
  expect(app.asked.at(-1)).toBe('exit 1')
  expect(dialog.errors).toEqual([])
  expect(vi.mocked(process.stderr.write).mock.calls.join()).toContain('could not start: Error: no display')
})

/** The page of the window that was opened last, as the sender of a message. */
const page = () => {
  const contents = played.windows.at(-1)?.webContents
  return { sender: contents, senderFrame: contents?.mainFrame }
}

/** What is loaded then takes real time. */
async function until(holds: () => boolean): Promise<void> {
  vi.useRealTimers()
  await vi.waitFor(() => expect(holds()).toBe(true), { timeout: 30_000 })
}

test('the window opens without the application, which is loaded when the page has come, and answers what it asked for', async () => {
  await begin()
  await becomesReady()
  const asked = ipcMain.invoke(CHANNELS.command, page(), { kind: 'setTheme', theme: 'dark' })
  await vi.advanceTimersByTimeAsync(100)
  // nothing of the application is there: it makes the menu
  expect(played.menus).toEqual([])
  ipcMain.emit(CHANNELS.ready, page())
  await until(() => played.menus.length > 0)
  expect((await asked) as CommandResult).toEqual({ ok: true })
  expect(played.windows).toHaveLength(1)
})

test('a page that never comes does not keep the application from it', async () => {
  await begin()
  await becomesReady()
  await vi.advanceTimersByTimeAsync(2_000)
  await until(() => played.menus.length > 0)
})

test('a scenario that is none ends the app with status 2, and nothing of its window was seen', async () => {
  writeFileSync(join(folder, 'bad.json'), '{"trimline": 2}')
  await begin(`--scenario=${join(folder, 'bad.json')}`)
  await becomesReady()
  played.windows[0]?.emit('ready-to-show')
  ipcMain.emit(CHANNELS.ready, page())
  await until(() => app.asked.includes('exit 2'))
  expect(played.windows[0]?.asked).not.toContain('show')
  expect(vi.mocked(process.stderr.write).mock.calls.join()).toContain('trimline')
  expect(played.menus).toEqual([])
})

test('a scenario that is one is seen when it has been read', async () => {
  writeFileSync(join(folder, 'good.json'), '{"trimline": 1}')
  await begin(`--scenario=${join(folder, 'good.json')}`)
  await becomesReady()
  played.windows[0]?.emit('ready-to-show')
  await vi.advanceTimersByTimeAsync(100)
  expect(played.windows[0]?.asked).not.toContain('show')
  ipcMain.emit(CHANNELS.ready, page())
  await until(() => played.windows[0]?.asked.includes('show') === true)
})

test('a window that was closed before the application was there has none', async () => {
  await begin()
  await becomesReady()
  ipcMain.emit(CHANNELS.ready, page())
  played.windows[0]?.close()
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(played.menus).toEqual([])
})
