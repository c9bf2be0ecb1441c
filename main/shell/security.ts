/** Hardening of every web contents: the page stays where it is, opens nothing, and is granted nothing. */
import { type App, type Session, session, type WebContents } from 'electron'
import { log } from './log'

/**
 * Installs the rules for all web contents to come and for the default session.
 * @param origin the only origin that a page may be of
 */
export function harden(app: App, origin: string): void {
  app.on('web-contents-created', (_event, contents) => confine(contents, origin))
  denyPermissions(session.defaultSession)
}

/** True when the address is of the origin itself, not one that only begins like it. */
export function isOfOrigin(address: string, origin: string): boolean {
  return address === origin || address.startsWith(`${origin}/`)
}

function confine(contents: WebContents, origin: string): void {
  const refuse = (event: { preventDefault: () => void }, url: string): void => {
    if (isOfOrigin(url, origin)) return
    event.preventDefault()
    log(`refused to navigate to ${url}`)
  }
  contents.on('will-navigate', (event) => refuse(event, event.url))
  contents.on('will-redirect', (event) => refuse(event, event.url))
  contents.on('will-frame-navigate', (event) => refuse(event, event.url))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    log(`refused to open ${url}`)
    return { action: 'deny' }
  })
}

function denyPermissions(of: Session): void {
  of.setPermissionRequestHandler((_contents, permission, callback) => {
    log(`refused the permission ${permission}`)
    callback(false)
  })
  of.setPermissionCheckHandler(() => false)
  of.setDevicePermissionHandler(() => false)
}
