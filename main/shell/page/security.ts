/**
 * Hardening of every web contents and session: the page stays where it is, opens nothing, fetches nothing from
 * elsewhere, downloads nothing and is granted nothing.
 */
import type { App, Session, WebContents } from 'electron'
import { log } from '../log'

export interface HardenOptions {
  /** address of the app's page: the only one that a window may show */
  page: string
  /** a checkout has developer tools, which are a page of their own */
  checkout: boolean
  defaultSession: Session
}

/** What a page is confined to. */
type Confinement = Pick<HardenOptions, 'page' | 'checkout'>

/** Chromium's ERR_ABORTED */
const ABORTED = -3

/** Shown in the log of what a page asked for; addresses can be of any length. */
const MOST_SHOWN = 200

/** Installs the rules for all web contents and sessions to come and for the default session. */
export function harden(app: App, options: HardenOptions): void {
  app.on('web-contents-created', (_event, contents) => confine(contents, options))
  app.on('session-created', (session) => confineSession(session, options))
  // it may have been there before we listen
  confineSession(options.defaultSession, options)
  // the question of a site that wants a name and a password, or this person's certificate (from Electron 44 on also of
  // requests that main makes; there are none)
  app.on('login', (event) => event.preventDefault())
  app.on('select-client-certificate', (event) => event.preventDefault())
}

/** True for the page itself, with whatever fragment; another file of the app's origin would replace the app. */
export function isPage(address: string, page: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  url.hash = ''
  return url.href === new URL(page).href
}

/** True when a request stays within the app: its own origin, or its development server's. */
export function staysInside(address: string, { page, checkout }: Confinement): boolean {
  if (!URL.canParse(address)) return false
  const [url, own] = [new URL(address), new URL(page)]
  if (checkout && url.protocol === 'devtools:') return true
  // hot reload speaks through a socket of the same server
  const protocol = url.protocol === 'ws:' ? 'http:' : url.protocol
  return protocol === own.protocol && url.host === own.host && own.host !== '' && url.username === ''
}

function confine(contents: WebContents, { page, checkout }: Confinement): void {
  const isDevTools = (url: string): boolean => checkout && url.startsWith('devtools:')
  const refuse = (event: { preventDefault: () => void }, url: string): void => {
    if (isPage(url, page) || isDevTools(url)) return
    event.preventDefault()
    log(`refused to navigate to ${clip(url)}`)
  }
  contents.on('will-navigate', (event) => refuse(event, event.url))
  contents.on('will-redirect', (event) => refuse(event, event.url))
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame) return refuse(event, event.url)
    // the app has no frames
    event.preventDefault()
    log(`refused a frame of ${clip(event.url)}`)
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('select-bluetooth-device', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    log(`refused to open ${clip(url)}`)
    return { action: 'deny' }
  })
  // otherwise it asks servers of its own choice, past all rules for requests
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  const restore = (url: string): void => {
    if (isPage(url, page) || isDevTools(url)) return
    log(`left the page for ${clip(url)}: it is shown again`)
    // a failure is reported by did-fail-load
    contents.loadURL(page).catch(() => {})
  }
  // about:blank is loaded by Chromium itself, without asking anybody
  contents.on('did-navigate', (_event, url) => restore(url))
  // what a session refuses becomes a page that says so; one that was aborted has replaced nothing
  contents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) restore(url)
  })
}

function confineSession(session: Session, confinement: Confinement): void {
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    log(`refused the permission ${permission}`)
    callback(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  // nothing is to be shared, so there is no question what
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
  session.on('will-download', (event, item) => {
    event.preventDefault()
    log(`refused to download ${clip(item.getURL())}`)
  })
  session.webRequest.onBeforeRequest((request, callback) => {
    const cancel = !staysInside(request.url, confinement)
    if (cancel) log(`refused to fetch ${clip(request.url)}`)
    callback({ cancel })
  })
  // it fetches its dictionaries from a server
  session.setSpellCheckerEnabled(false)
}

function clip(url: string): string {
  return url.length > MOST_SHOWN ? `${url.slice(0, MOST_SHOWN)}…` : url
}
