/** The desktop app on an Electron that is played: what connects the session, the window and the page. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance as clock } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Application, type ApplicationOptions } from '../../../main/shell/application'
import { FileRequests } from '../../../main/shell/documents/file-requests'
import { newScenario } from '../../../main/shell/documents/scenario-file'
import { MediaShelf } from '../../../main/shell/media/media-shelf'
import { isUnattended, type LaunchOptions, parseLaunch } from '../../../main/shell/options'
import { PageLink } from '../../../main/shell/page/ipc'
import { SettingsFile } from '../../../main/shell/settings'
import { MainWindow } from '../../../main/shell/window/main-window'
import { CHANNELS, type Command, type CommandResult, type Frame } from '../../../preload/contract'
import {
  app,
  type BrowserWindow,
  dialog,
  FakePicture,
  fresh,
  ipcMain,
  nativeTheme,
  played,
  powerMonitor,
} from './electron'

let folder: string
let settings: SettingsFile
/** ms that one look at the clock takes: work that is not free */
let costOfLook: number
let looks: number

beforeEach(() => {
  fresh()
  vi.useFakeTimers()
  // the clock of Node's own module is not among those that are faked
  looks = 0
  costOfLook = 0
  vi.spyOn(clock, 'now').mockImplementation(() => performance.now() + costOfLook * looks++)
  folder = mkdtempSync(join(tmpdir(), 'trimline-app-'))
  app.paths.set('userData', folder)
  settings = new SettingsFile(join(folder, 'settings.json'))
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  app.emit('will-quit')
  vi.useRealTimers()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

function launch(...given: string[]): LaunchOptions {
  const parsed = parseLaunch(['trimline', ...given], { defaultApp: false, cwd: folder })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.options
}

function start(given: Partial<ApplicationOptions> = {}): BrowserWindow {
  const origin = 'app://trimline'
  const main = new MainWindow({
    page: `${origin}/index.html`,
    preload: '/preload.cjs',
    icon: '/nowhere.png',
    settings,
    size: null,
    unattended: isUnattended(given.launch ?? launch()),
  })
  main.open(true)
  new Application({
    launch: launch(),
    scenario: newScenario(),
    opened: null,
    forgetful: null,
    settings,
    theme: settings.value.theme,
    window: main,
    link: new PageLink({ origin, contents: () => main.contents }),
    origin,
    resources: '/nowhere',
    files: new FileRequests(app as never),
    media: new MediaShelf(),
    ...given,
  }).start()
  return window()
}

const window = (): BrowserWindow => played.windows.at(-1) as BrowserWindow
const page = () => ({ sender: window().webContents, senderFrame: window().webContents.mainFrame })
const send = async (command: Command) => (await ipcMain.invoke(CHANNELS.command, page(), command)) as CommandResult
const elapse = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Frames so far; the page is ready, and says that it has each. */
function frames(): Frame[] {
  return window().webContents.sent.flatMap(({ channel, value }) => (channel === CHANNELS.frame ? [value as Frame] : []))
}

/** The page draws, and says so after each frame. */
async function draw(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 20) {
    ipcMain.emit(CHANNELS.acknowledge, page())
    await elapse(20)
  }
}

function connect(): void {
  ipcMain.emit(CHANNELS.ready, page())
}

describe('the page', () => {
  test('is sent a whole frame when it is ready, and another when it has that one', async () => {
    start()
    await elapse(50)
    expect(frames()).toEqual([])
    connect()
    await elapse(50)
    expect(frames()[0]?.full).toBe(true)
    const before = frames().length
    // calm it would be shown once a second
    await send({ kind: 'play', playing: true })
    await elapse(500)
    // it says nothing: it is not sent ahead of what it can draw
    expect(frames().length - before).toBeLessThan(5)
    await draw(400)
    expect(frames().length - before).toBeGreaterThan(10)
    expect(frames().at(-1)?.clock.now).toBeGreaterThan(300_000)
  })

  test('that is gone is sent nothing until it is ready again', async () => {
    start()
    connect()
    await elapse(50)
    window().webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
    const before = frames().length
    await send({ kind: 'setBudget', bytes: 1 << 20 })
    await elapse(100)
    expect(frames()).toHaveLength(before)
    connect()
    await elapse(50)
    expect(frames().at(-1)?.full).toBe(true)
  })

  test('that cannot be seen is told so, for it to rest', async () => {
    start()
    window().emit('hide')
    window().emit('show')
    const told = window().webContents.sent.filter(({ channel }) => channel === CHANNELS.seen)
    expect(told.map(({ value }) => value)).toEqual([false, true])
  })
})

describe('a command', () => {
  test('of the page changes the session, and the window shows that there is something to save', async () => {
    start()
    connect()
    await elapse(50)
    expect(window().title).toBe('Untitled – Trimline')
    expect(await send({ kind: 'setBudget', bytes: 512 << 20 })).toMatchObject({ ok: true })
    await elapse(50)
    expect(window().edited).toBe(true)
  })

  test('of anybody else is refused', async () => {
    start()
    const stranger = { sender: {}, senderFrame: null }
    await expect(ipcMain.invoke(CHANNELS.command, stranger, { kind: 'run' })).rejects.toThrow('refused')
  })

  test('that sets the theme makes the window so, and is remembered', async () => {
    start()
    await send({ kind: 'setTheme', theme: 'light' })
    expect(nativeTheme.themeSource).toBe('light')
    expect(settings.value.theme).toBe('light')
  })

  test('by a drop opens a file that the page may not name, and does nothing else', async () => {
    start()
    const path = join(folder, 'dropped.json')
    writeFileSync(path, '{"trimline": 1, "name": "dropped"}')
    expect(await send({ kind: 'openProject', path })).toMatchObject({ ok: false })
    const drop = (value: unknown) => ipcMain.invoke(CHANNELS.dropped, page(), value)
    for (const refused of [{ kind: 'run' }, { kind: 'saveProject' }])
      expect(await drop(refused)).toEqual({ ok: false, message: 'What was dropped is no file to open.' })
    expect(await drop({ kind: 'openProject', path })).toMatchObject({ ok: true })
    await elapse(50)
    expect(window().title).toBe('dropped – Trimline')
    expect(app.recent).toEqual([path])
  })

  test('that saves writes the project where the person chose', async () => {
    start()
    await send({ kind: 'setBudget', bytes: 512 << 20 })
    const path = join(folder, 'cut.json')
    dialog.answers.showSaveDialog = { canceled: false, filePath: path }
    expect(await send({ kind: 'saveProject' })).toMatchObject({ ok: true })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ system: { budget: 512 << 20 } })
  })

  test('that was reloaded is told again which policy was refused, until it is corrected [LB-14]', async () => {
    start()
    const path = join(folder, 'mine.mjs')
    writeFileSync(path, 'export const name = 1')
    dialog.answers.showOpenDialog = { canceled: false, filePaths: [path] }
    expect(await send({ kind: 'openPolicy' })).toMatchObject({ ok: false })
    const told = async () => {
      connect()
      await draw(100)
      return frames().findLast(({ project }) => project !== undefined)?.project?.policyRefused
    }
    expect([await told(), await told()]).toEqual([true, true])
    writeFileSync(path, `export default { name: 'mine', create: () => ({}) }`)
    expect(await send({ kind: 'reloadPolicy' })).toMatchObject({ ok: true })
    expect(await told()).toBeUndefined()
  })
})

describe('the desktop', () => {
  test('hands a file over: it is opened like File > Open, and the window comes to the front', async () => {
    start()
    const path = join(folder, 'second.json')
    writeFileSync(path, '{"trimline": 1}')
    app.emit('second-instance', {}, [], folder, { file: 'second.json' })
    await elapse(50)
    expect(window().asked).toContain('focus')
    expect(window().title).toBe('second – Trimline')
  })

  test('hands over a file that is none: it is said in a dialog', async () => {
    start({ launch: launch('nowhere.json') })
    await elapse(50)
    expect(dialog.asked.at(-1)?.options).toMatchObject({ type: 'error' })
    expect(JSON.stringify(dialog.asked.at(-1)?.options)).toContain('nowhere.json')
  })

  test('puts the machine to sleep: unsaved changes are kept', async () => {
    start()
    await send({ kind: 'setBudget', bytes: 512 << 20 })
    const kept = (): string[] => (existsSync(join(folder, 'recovery')) ? readdirSync(join(folder, 'recovery')) : [])
    expect(kept()).toEqual([])
    powerMonitor.emit('suspend')
    expect(kept()).toHaveLength(1)
    // an app that ends well has asked about them
    app.emit('will-quit')
    expect(kept()).toEqual([])
  })
})

describe('a run that nobody watches', () => {
  test('takes its picture when a frame was shown, and ends when it was told to', async () => {
    const picture = join(folder, 'a.png')
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    start({ launch: launch(`--screenshot=${picture}`, '--after=1s', '--exit-after=3s') })
    window().webContents.pictures = [new FakePicture(8, 8)]
    connect()
    await elapse(100)
    ipcMain.emit(CHANNELS.acknowledge, page())
    await elapse(900)
    expect(app.asked).toEqual([])
    await elapse(500)
    expect(readFileSync(picture, 'utf8')).toBe('8 by 8')
    await elapse(2_000)
    expect(app.asked).toEqual(['exit 0'])
  })

  test('a person is told what is not remembered; what was dismissed does not come back', async () => {
    start({ forgetful: 'Nothing is remembered after this run.' })
    connect()
    await elapse(50)
    expect(frames()[0]?.project?.notices).toEqual([
      { id: 'data folder', text: 'Nothing is remembered after this run.' },
    ])
    await send({ kind: 'dismissNotice', id: 'data folder' })
    await draw(400)
    const told = frames().flatMap(({ project }) => project ?? [])
    expect(told.length).toBeGreaterThan(1)
    expect(told.at(-1)?.notices ?? []).toEqual([])
  })
})

describe('a scenario that takes long to build', () => {
  /** It is asked for, and some of it is built. */
  async function openLarge(): Promise<void> {
    const path = join(folder, 'large.json')
    const resources = Array.from({ length: 5_000 }, (_, i) => ({ name: `r${i}`, size: '64KiB' }))
    writeFileSync(path, JSON.stringify({ trimline: 1, app: { effects: [{ name: 'A', resources }] } }))
    start()
    connect()
    await elapse(50)
    costOfLook = 1
    app.emit('second-instance', {}, [], folder, { file: path })
    await draw(40)
  }
  const stages = (): string[] =>
    frames().flatMap(({ project }) => (project?.opening ? [`${project.opening.title} ${project.opening.stage}`] : []))

  test('is built while the window shows how far it is', async () => {
    await openLarge()
    expect(window().title).toBe('Untitled – Trimline')
    for (let i = 0; i < 200 && window().title !== 'large – Trimline'; i++) await draw(20)
    expect(window().title).toBe('large – Trimline')
    await draw(100)
    expect(stages()).toContain('large building')
    expect(
      frames()
        .flatMap(({ project }) => project ?? [])
        .at(-1)?.opening,
    ).toBeNull()
  })

  test('can be given up: what was open goes on', async () => {
    await openLarge()
    expect(await send({ kind: 'cancelOpening' })).toMatchObject({ ok: true })
    await draw(2_000)
    expect(window().title).toBe('Untitled – Trimline')
    expect(
      frames()
        .flatMap(({ project }) => project ?? [])
        .at(-1)?.opening,
    ).toBeNull()
  })
})
