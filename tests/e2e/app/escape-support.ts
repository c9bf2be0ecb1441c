/** Tries ways out of the page on the running app, and looks what came of them. */
import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import type { ElectronApplication, Page } from '@playwright/test'
import { inMain } from '../main-process'
import type { Escape } from './escapes'

/** A server that counts who comes, whatever they want. */
export interface Listener {
  port: number
  /** what connected or was received, with the first bytes of it */
  heard: string[]
  stop: () => Promise<void>
}

/** Listens on loopback, for connections and for single packets at the same port. */
export async function listen(): Promise<Listener> {
  const heard: string[] = []
  const server: Server = createServer((socket) => {
    const index = heard.push('a connection') - 1
    socket.on('data', (bytes) => {
      heard[index] = String(bytes).split('\r\n')[0] ?? ''
      socket.destroy()
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const packets = createSocket('udp4')
  packets.on('message', (bytes) => heard.push(`a packet of ${bytes.length} bytes`))
  await new Promise<void>((done) => packets.bind(port, '127.0.0.1', done))
  const stop = async (): Promise<void> => {
    await new Promise<void>((done) => packets.close(() => done()))
    await new Promise<void>((done) => server.close(() => done()))
  }
  return { port, heard, stop }
}

/** What the page and the app are after an attempt. */
export interface Aftermath {
  /** address of the page; 'gone' when it does not answer */
  address: string
  /** the document is the one that was there before */
  same: boolean
  ran: boolean
  granted: boolean
  /** web contents in the whole app */
  contents: number
}

/** ms in which what an attempt begins would have happened */
const WINDOW_MS = 120

/**
 * Tries one. The debugger may what the page may not (eval), so the attempt is in a timer of the page; what Chromium wants
 * a person's press for it may also do, as the debugger says that there was one.
 */
export async function tryEscape(page: Page, { script }: Escape, port: number): Promise<void> {
  const code = script.replaceAll('127.0.0.1:HERE', `127.0.0.1:${port}`)
  const attempt = `new Promise((done) => { setTimeout(() => { ${code} }); setTimeout(done, ${WINDOW_MS}) })`
  // a page that is replaced meanwhile does not answer
  await page.evaluate(attempt).catch(() => {})
}

/** Marks the document, so that another one in its place is noticed. */
export async function mark(page: Page): Promise<void> {
  const set = (): void => {
    Object.assign(globalThis, { marked: true, ran: undefined, granted: undefined })
  }
  // a page that is gone is told by the aftermath
  await page.evaluate(set).catch(() => {})
}

export async function aftermath(app: ElectronApplication, page: Page): Promise<Aftermath> {
  const contents = await inMain(app, async ({ webContents }) => webContents.getAllWebContents().length)
  const found = await page
    .evaluate(() => {
      const { marked, ran, granted } = globalThis as { marked?: boolean; ran?: unknown; granted?: unknown }
      return { address: location.href, same: marked === true, ran: ran !== undefined, granted: granted !== undefined }
    })
    .catch(() => ({ address: 'gone', same: false, ran: false, granted: false }))
  return { ...found, contents }
}

/** Simulated time goes on and the page is told, within 5 s: an app that nobody touches tells it once a second. */
export function goesOn(page: Page): Promise<boolean> {
  const moves = (): Promise<boolean> => {
    const clock = document.querySelector('[aria-label="Simulated time"]')
    const before = clock?.textContent
    return new Promise((done) => {
      const deadline = performance.now() + 5000
      const look = (): void => {
        if (clock === null || performance.now() > deadline) done(false)
        else if (clock.textContent !== before) done(true)
        else setTimeout(look, 10)
      }
      look()
    })
  }
  return page.evaluate(moves).catch(() => false)
}
