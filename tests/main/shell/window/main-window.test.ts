/** The life of the window, on an Electron that is played. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SettingsFile } from '../../../../main/shell/settings'
import { MainWindow, type MainWindowOptions } from '../../../../main/shell/window/main-window'
import { CHANNELS, type Frame } from '../../../../preload/contract'
import { app, type BrowserWindow, FakeEvent, fresh, played } from '../electron'

let dirty: boolean
let saving: boolean
let asked: number
let agrees: boolean
let seen: boolean[]
let lost: number
let settings: SettingsFile
let main: MainWindow

beforeEach(() => {
  fresh()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  dirty = false
  saving = false
  asked = 0
  agrees = true
  seen = []
  lost = 0
  settings = new SettingsFile(null)
})
afterEach(() => vi.restoreAllMocks())

function openAlone(given: Partial<MainWindowOptions> = {}): BrowserWindow {
  main = new MainWindow({
    page: 'app://trimline/index.html',
    preload: '/preload.cjs',
    icon: '/nowhere.png',
    settings,
    size: null,
    unattended: false,
    ...given,
  })
  main.open(true)
  return played.windows.at(-1) as BrowserWindow
}

/** The window has the application that it is of. */
function open(given: Partial<MainWindowOptions> = {}): BrowserWindow {
  const window = openAlone(given)
  own()
  return window
}

function own(): void {
  main.belongTo({
    dirty: () => dirty,
    saving: () => saving,
    mayClose: async () => {
      asked++
      return agrees
    },
    crashLoop: async () => 'quit',
    lost: () => lost++,
    visible: (visible) => void seen.push(visible),
  })
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const FRAME: Frame = { seq: 1, full: true, clock: { now: 0, running: false, speed: 1 } }

describe('the window', () => {
  test('shows the page', () => {
    expect(open().asked).toEqual(['load app://trimline/index.html'])
  })

  test('gets frames, the menu and whether it is seen', () => {
    const { webContents } = open()
    expect(main.sendFrame(FRAME)).toBe(true)
    main.sendMenu('about')
    main.sendSeen(false)
    expect(webContents.sent).toEqual([
      { channel: CHANNELS.frame, value: FRAME },
      { channel: CHANNELS.menu, value: 'about' },
      { channel: CHANNELS.seen, value: false },
    ])
  })

  test('that is gone gets none, and says so', () => {
    const window = open()
    window.webContents.destroyed = true
    expect(main.sendFrame(FRAME)).toBe(false)
    window.emit('closed')
    expect(main.sendFrame(FRAME)).toBe(false)
    expect([main.browserWindow, main.contents]).toEqual([null, null])
    main.sendMenu('about')
    main.raise()
    main.showTitle('a', true)
    expect(window.webContents.sent).toEqual([])
    expect(lost).toBe(1)
  })

  test('has the title of the project, which is set when it is another one', () => {
    const window = open()
    main.showTitle('cut', false)
    main.showTitle('cut', false)
    main.showTitle('cut •', true)
    expect(window.asked.slice(1)).toEqual(['title cut', 'title cut •'])
    expect(window.edited).toBe(true)
  })

  test('tells when it can be seen', () => {
    const window = open()
    for (const event of ['minimize', 'restore', 'hide', 'show']) window.emit(event)
    expect(seen).toEqual([false, true, false, true])
  })

  test('whose page is replaced gets no frames until the next one is ready', () => {
    const { webContents } = open()
    webContents.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false })
    webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true })
    expect(lost).toBe(0)
    webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
    expect(lost).toBe(1)
  })

  test('comes to the front', () => {
    const window = open()
    main.raise()
    expect(window.asked).toContain('focus')
  })
})

describe('closing', () => {
  test('while a recording is saved waits for it, though nothing of the project is unsaved', async () => {
    const window = open()
    saving = true
    window.close()
    expect(window.destroyed).toBe(false)
    saving = false
    await settled()
    expect([asked, window.destroyed]).toEqual([1, true])
  })

  test('without unsaved changes asks nothing, and remembers the place', () => {
    const window = open()
    window.close()
    expect({ asked, destroyed: window.destroyed }).toEqual({ asked: 0, destroyed: true })
    expect(settings.value.window).toMatchObject({ x: 1, y: 2, width: 1000, height: 800 })
  })

  test('of a window with a size for this run remembers no place', () => {
    open({ size: { width: 1440, height: 900 } }).close()
    expect(settings.value.window).toBeNull()
  })

  test('with unsaved changes asks, and closes when that was agreed to', async () => {
    dirty = true
    const window = open()
    window.close()
    expect(window.destroyed).toBe(false)
    await settled()
    expect({ asked, destroyed: window.destroyed }).toEqual({ asked: 1, destroyed: true })
    expect(app.asked).toEqual([])
  })

  test('that was not agreed to leaves everything as it is, and is asked about again', async () => {
    dirty = true
    agrees = false
    const window = open()
    window.close()
    await settled()
    window.close()
    await settled()
    expect({ asked, destroyed: window.destroyed }).toEqual({ asked: 2, destroyed: false })
  })

  test('for a quit goes on with the quit; one that was refused does not quit with the next close', async () => {
    dirty = true
    agrees = false
    const window = open()
    app.emit('before-quit')
    window.close()
    await settled()
    expect(app.asked).toEqual([])
    agrees = true
    window.close()
    await settled()
    expect(app.asked).toEqual([])
    expect(window.destroyed).toBe(true)
  })

  test('for a quit that is agreed to ends the app', async () => {
    dirty = true
    const window = open()
    app.emit('before-quit')
    window.close()
    await settled()
    expect(app.asked).toEqual(['quit'])
    const event = new FakeEvent()
    window.emit('close', event)
    expect(event.prevented).toBe(false)
  })

  test('asks nobody where nobody is', () => {
    dirty = true
    const window = open({ unattended: true })
    window.close()
    expect({ asked, destroyed: window.destroyed }).toEqual({ asked: 0, destroyed: true })
  })
})

describe('a page that dies three times', () => {
  async function dies(window: BrowserWindow): Promise<void> {
    for (let i = 0; i < 3; i++) {
      window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 })
      for (let j = 0; j < 4; j++) await settled()
    }
  }

  test('ends the app when the person quits, after the question about changes', async () => {
    dirty = true
    await dies(open())
    expect({ asked, app: app.asked }).toEqual({ asked: 1, app: ['quit'] })
  })

  test('with nothing unsaved ends it without a question', async () => {
    await dies(open())
    expect({ asked, app: app.asked }).toEqual({ asked: 0, app: ['quit'] })
  })

  test('fails a run that nobody watches', async () => {
    dirty = true
    await dies(open({ unattended: true }))
    expect({ asked, app: app.asked }).toEqual({ asked: 0, app: ['exit 1'] })
  })
})

describe('an app that is ended with all its processes', () => {
  const goes = async (window: BrowserWindow, reason = 'clean-exit'): Promise<void> => {
    window.webContents.emit('render-process-gone', {}, { reason, exitCode: 0 })
    await settled()
  }

  test('ends: no page is started again for a window that is closing', async () => {
    const window = open()
    app.emit('before-quit')
    await goes(window)
    expect({ asked, destroyed: window.destroyed, page: window.webContents.asked }).toEqual({
      asked: 0,
      destroyed: true,
      page: [],
    })
  })

  test('ends with unsaved changes without the question, which nobody can answer; that keeps them', async () => {
    dirty = true
    const window = open()
    app.emit('before-quit')
    await goes(window)
    expect({ asked, lost, app: app.asked }).toEqual({ asked: 0, lost: 1, app: ['exit 1'] })
  })

  test.each(['crashed', 'oom'])('does not end by a page that has %s while the person is asked', async (reason) => {
    dirty = true
    const window = open()
    app.emit('before-quit')
    await goes(window, reason)
    expect({ app: app.asked, destroyed: window.destroyed, page: window.webContents.asked }).toEqual({
      app: [],
      destroyed: false,
      page: ['reload'],
    })
  })

  test('whose quit was refused gets its page again', async () => {
    dirty = true
    agrees = false
    const window = open()
    app.emit('before-quit')
    window.close()
    await settled()
    await goes(window)
    expect({ destroyed: window.destroyed, asked: window.webContents.asked }).toEqual({
      destroyed: false,
      asked: ['reload'],
    })
  })
})

describe('before the application is there', () => {
  test('it closes without a question, and remembers the place', () => {
    const window = openAlone()
    window.close()
    expect({ asked, destroyed: window.destroyed }).toEqual({ asked: 0, destroyed: true })
    expect(settings.value.window).toMatchObject({ width: 1000 })
  })

  test('that nobody sees it is told when it is', () => {
    const window = openAlone()
    window.emit('minimize')
    expect(seen).toEqual([])
    own()
    expect(seen).toEqual([false])
  })

  test('a page that dies again and again waits for it to ask', async () => {
    const window = openAlone()
    for (let i = 0; i < 3; i++) {
      window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 })
      for (let j = 0; j < 4; j++) await settled()
    }
    expect(app.asked).toEqual([])
    own()
    for (let j = 0; j < 4; j++) await settled()
    expect(app.asked).toEqual(['quit'])
  })

  test('it is shown when it has something to show', async () => {
    const window = openAlone()
    await settled()
    expect(window.asked).not.toContain('show')
    window.emit('ready-to-show')
    await settled()
    expect(window.asked).toContain('show')
  })

  test('one that is not to be seen yet is not, whatever it could show', async () => {
    main = new MainWindow({
      page: 'app://trimline/index.html',
      preload: '',
      icon: '',
      settings,
      size: null,
      unattended: false,
    })
    main.open(false)
    const window = played.windows.at(-1) as BrowserWindow
    window.emit('ready-to-show')
    await settled()
    expect(window.asked).not.toContain('show')
    main.allowShow()
    await settled()
    expect(window.asked).toContain('show')
  })
})
