import { EventEmitter } from 'node:events'
import type { App, Session, WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { harden, isPage, staysInside } from '../../../../main/shell/page/security'

const PAGE = 'app://trimline/index.html'
const SERVER = 'http://localhost:5173/'

/** An event that can be prevented, as Electron's are. */
class Event {
  prevented = false
  constructor(
    readonly url = '',
    readonly isMainFrame = true,
  ) {}
  preventDefault(): void {
    this.prevented = true
  }
}

/** The part of a session that is set up. */
class FakeSession extends EventEmitter {
  request: ((contents: unknown, permission: string, answer: (granted: boolean) => void) => void) | null = null
  check: (() => boolean) | null = null
  device: (() => boolean) | null = null
  display: ((request: unknown, answer: (streams: object) => void) => void) | null = null
  spelling = true
  before: ((request: { url: string }, answer: (response: { cancel: boolean }) => void) => void) | null = null
  webRequest = {
    onBeforeRequest: (listener: NonNullable<FakeSession['before']>) => {
      this.before = listener
    },
  }
  setPermissionRequestHandler(handler: NonNullable<FakeSession['request']>): void {
    this.request = handler
  }
  setPermissionCheckHandler(handler: () => boolean): void {
    this.check = handler
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.device = handler
  }
  setDisplayMediaRequestHandler(handler: NonNullable<FakeSession['display']>): void {
    this.display = handler
  }
  setSpellCheckerEnabled(on: boolean): void {
    this.spelling = on
  }

  /** @returns whether a request may go */
  fetches(url: string): boolean | undefined {
    let goes: boolean | undefined
    this.before?.({ url }, ({ cancel }) => {
      goes = !cancel
    })
    return goes
  }
}

class FakeContents extends EventEmitter {
  open: ((details: { url: string }) => { action: string }) | null = null
  webRtc = 'default'
  loaded: string[] = []
  setWindowOpenHandler(handler: NonNullable<FakeContents['open']>): void {
    this.open = handler
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url)
    return Promise.resolve()
  }
  /** @returns whether the event was prevented */
  prevents(name: string, url = '', isMainFrame = true): boolean {
    const event = new Event(url, isMainFrame)
    this.emit(name, event, url)
    return event.prevented
  }
}

let app: EventEmitter
let session: FakeSession
let contents: FakeContents

function start(page = PAGE, checkout = false): void {
  app = new EventEmitter()
  session = new FakeSession()
  contents = new FakeContents()
  harden(app as App, { page, checkout, defaultSession: session as unknown as Session })
  app.emit('web-contents-created', {}, contents as unknown as WebContents)
}

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  start()
})
afterEach(() => vi.restoreAllMocks())

const ELSEWHERE = [
  'about:blank',
  'about:srcdoc',
  'data:text/html,x',
  'blob:app://trimline/3f2c',
  'file:///etc/passwd',
  'https://example.com/',
  'http://127.0.0.1:9/',
  'app://trimline',
  'app://trimline/',
  'app://trimline/assets/index.js',
  'app://trimline/index.html?x',
  'app://trimline/index.html/x',
  'app://trimline.example/index.html',
  'app://trimline@evil/index.html',
  'app://user@trimline/index.html',
  'app://TRIMLINE2/index.html',
  'APP2://trimline/index.html',
  'devtools://devtools/bundled/inspector.html',
  'chrome://gpu',
  'view-source:app://trimline/index.html',
  'javascript:1',
  'mailto:a@example.com',
  '',
  'nonsense',
]

describe('a page', () => {
  test.each(ELSEWHERE)('does not become %j', (url) => {
    for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate'])
      expect(contents.prevents(name, url), name).toBe(true)
  })

  test.each([PAGE, `${PAGE}#top`])('may be loaded again: %s', (url) => {
    for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate'])
      expect(contents.prevents(name, url), name).toBe(false)
  })

  test.each([PAGE, 'about:blank', 'https://example.com/'])('has no frame, not even of %s', (url) => {
    expect(contents.prevents('will-frame-navigate', url, false)).toBe(true)
  })

  test.each(ELSEWHERE)('that was replaced by %j is loaded again', (url) => {
    contents.emit('did-navigate', {}, url)
    expect(contents.loaded).toEqual([PAGE])
  })

  test.each(ELSEWHERE)('that was replaced by the failure of %j is loaded again', (url) => {
    contents.emit('did-fail-load', {}, -20, 'ERR_BLOCKED_BY_CLIENT', url, true)
    expect(contents.loaded).toEqual([PAGE])
  })

  test('that is there stays as it is', () => {
    contents.emit('did-navigate', {}, `${PAGE}#top`)
    // its own failure is another matter; a frame and what was aborted have replaced nothing
    contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', PAGE, true)
    contents.emit('did-fail-load', {}, -20, 'ERR_BLOCKED_BY_CLIENT', 'about:blank', false)
    contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'about:blank', true)
    expect(contents.loaded).toEqual([])
  })

  test('a reload that fails is not an error of its own', () => {
    contents.loadURL = () => Promise.reject(new Error('ERR_ABORTED'))
    expect(() => contents.emit('did-navigate', {}, 'about:blank')).not.toThrow()
  })

  test.each(['about:blank', PAGE, 'https://example.com/', 'file:///etc/passwd'])('opens no window for %s', (url) => {
    expect(contents.open?.({ url })).toEqual({ action: 'deny' })
  })

  test('attaches no webview, chooses no device, and asks no server past the rules', () => {
    expect(contents.prevents('will-attach-webview')).toBe(true)
    expect(contents.prevents('select-bluetooth-device')).toBe(true)
    expect(contents.webRtc).toBe('disable_non_proxied_udp')
  })

  test('every web contents is confined, not only the first', () => {
    const second = new FakeContents()
    app.emit('web-contents-created', {}, second)
    expect(second.prevents('will-navigate', 'about:blank')).toBe(true)
  })

  test('a long address is told in part', () => {
    contents.prevents('will-navigate', `data:text/html,${'x'.repeat(5000)}`)
    const lines = vi.mocked(process.stderr.write).mock.calls.map(([line]) => String(line))
    expect(lines).toHaveLength(1)
    expect(lines[0]?.length).toBeLessThan(260)
  })
})

describe('a session', () => {
  test.each(['media', 'geolocation', 'notifications', 'openExternal', 'clipboard-read', 'display-capture', 'new one'])(
    'grants no %s',
    (permission) => {
      const answers: boolean[] = []
      session.request?.(contents, permission, (granted) => answers.push(granted))
      expect(answers).toEqual([false])
    },
  )

  test('has nothing granted, gives no device and shares no screen', () => {
    expect(session.check?.()).toBe(false)
    expect(session.device?.()).toBe(false)
    const shared: object[] = []
    session.display?.({}, (streams) => shared.push(streams))
    expect(shared).toEqual([{}])
  })

  test('downloads nothing', () => {
    const event = new Event()
    session.emit('will-download', event, { getURL: () => 'data:text/plain,x' })
    expect(event.prevented).toBe(true)
  })

  test.each(ELSEWHERE.filter((url) => !url.startsWith('app://trimline/') && url !== 'app://trimline'))(
    'fetches nothing from %j',
    (url) => {
      expect(session.fetches(url)).toBe(false)
    },
  )

  test('fetches the files of the app', () => {
    expect(session.fetches(PAGE)).toBe(true)
    expect(session.fetches('app://trimline/assets/index.js')).toBe(true)
  })

  test('fetches no dictionaries', () => {
    expect(session.spelling).toBe(false)
  })

  test('that is made later is confined too', () => {
    const later = new FakeSession()
    app.emit('session-created', later)
    expect(later.fetches('https://example.com/')).toBe(false)
    expect(later.check?.()).toBe(false)
  })
})

test.each(['login', 'select-client-certificate'])('the app answers no server: %s', (name) => {
  const event = new Event()
  app.emit(name, event)
  expect(event.prevented).toBe(true)
})

describe('a checkout', () => {
  test('may show its developer tools and its development server, with hot reload, and nothing else', () => {
    start(SERVER, true)
    expect(contents.prevents('will-navigate', SERVER)).toBe(false)
    expect(contents.prevents('will-navigate', 'devtools://devtools/bundled/inspector.html')).toBe(false)
    expect(contents.prevents('will-navigate', 'http://localhost:5174/')).toBe(true)
    expect(contents.prevents('will-navigate', 'about:blank')).toBe(true)
    expect(session.fetches('http://localhost:5173/main.tsx')).toBe(true)
    expect(session.fetches('ws://localhost:5173/?token=x')).toBe(true)
    expect(session.fetches('devtools://devtools/bundled/inspector.html')).toBe(true)
    expect(session.fetches('http://localhost:5174/main.tsx')).toBe(false)
    expect(session.fetches('https://localhost:5173/main.tsx')).toBe(false)
  })
})

test('which address is the page is not told by how it begins', () => {
  expect(isPage('app://trimline/index.html.evil', PAGE)).toBe(false)
  expect(isPage('app://trimline/x/../index.html', PAGE)).toBe(true)
  expect(staysInside('app://trimline.evil/x', { page: PAGE, checkout: false })).toBe(false)
})
