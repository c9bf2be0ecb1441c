import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow as Window } from 'electron'
import { beforeEach, describe, expect, test } from 'vitest'
import type { WindowPlace } from '../../../../main/shell/settings'
import { createWindow, placeOf, raise, showWhenPainted, type WindowOptions } from '../../../../main/shell/window/window'
import { type BrowserWindow, FakeEvent, fresh, nativeTheme, played } from '../electron'

const PLACE: WindowPlace = { x: 10, y: 20, width: 1200, height: 900, maximized: false, fullScreen: false }

beforeEach(fresh)

function create(given: Partial<WindowOptions> = {}): BrowserWindow {
  createWindow({ preload: '/preload.cjs', icon: '/nowhere.png', saved: null, size: null, checkout: false, ...given })
  return played.windows.at(-1) as BrowserWindow
}

/** Has something to show, as it was left. */
async function paint(window: BrowserWindow, saved: WindowPlace | null): Promise<void> {
  const shown = showWhenPainted(asElectron(window), saved, Promise.resolve())
  window.emit('ready-to-show')
  await shown
}

const asElectron = (window: BrowserWindow): Window => window as unknown as Window

describe('the page of the window', () => {
  test('is in a sandbox, isolated, without Node, and with no developer tools but in a checkout', () => {
    expect(create().options.webPreferences).toMatchObject({
      preload: '/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: false,
    })
    expect(create({ checkout: true }).options.webPreferences).toMatchObject({ devTools: true })
  })

  test('does not name the window', () => {
    const event = new FakeEvent()
    create().emit('page-title-updated', event)
    expect(event.prevented).toBe(true)
  })
})

describe('the window', () => {
  test('comes where it was, at its size, when it has something to show', async () => {
    const window = create({ saved: PLACE })
    expect(window.options).toMatchObject({ x: 10, y: 20, width: 1200, height: 900, show: false })
    expect(window.asked).toEqual([])
    await paint(window, PLACE)
    expect(window.asked).toEqual(['show'])
  })

  test('that was closed meanwhile is not shown', async () => {
    const window = create()
    const shown = showWhenPainted(asElectron(window), null, Promise.resolve())
    window.close()
    await shown
    expect(window.asked).toEqual([])
  })

  test('is no smaller than the interface needs', () => {
    expect(create().options).toMatchObject({ minWidth: 720, minHeight: 700 })
  })

  test.each([
    [{ maximized: true }, ['maximize', 'show']],
    [{ fullScreen: true }, ['full screen true', 'show']],
  ])('%j comes so again', async (state, expected) => {
    const window = create({ saved: { ...PLACE, ...state } })
    await paint(window, { ...PLACE, ...state })
    expect(window.asked).toEqual(expected)
  })

  test('of a size that was asked for has that size, whatever it was', () => {
    const window = create({ saved: { ...PLACE, maximized: true }, size: { width: 1440, height: 900 } })
    expect(window.options).toMatchObject({ width: 1440, height: 900 })
  })

  test('has the icon of the app, where there is one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trimline-icon-'))
    const icon = join(folder, 'icon.png')
    writeFileSync(icon, '')
    expect(create({ icon }).options.icon).toBe(icon)
    rmSync(folder, { recursive: true })
    expect(create({ icon }).options).not.toHaveProperty('icon')
  })

  test('has the ground of the theme behind the page, and follows it until it is closed', () => {
    const window = create()
    const dark = window.ground
    nativeTheme.shouldUseDarkColors = false
    nativeTheme.emit('updated')
    expect(window.ground).not.toBe(dark)
    expect(create().ground).toBe(window.ground)
    const light = window.ground
    window.emit('closed')
    nativeTheme.shouldUseDarkColors = true
    nativeTheme.emit('updated')
    expect(window.ground).toBe(light)
  })
})

test('its place is that of the normal window, also while it is maximised', () => {
  const window = create()
  window.bounds = { x: 5, y: 6, width: 1100, height: 750 }
  window.maximized = true
  expect(placeOf(asElectron(window))).toEqual({
    x: 5,
    y: 6,
    width: 1100,
    height: 750,
    maximized: true,
    fullScreen: false,
  })
})

test('it comes to the front, out of the task bar too', () => {
  const window = create()
  raise(asElectron(window))
  expect(window.asked).toEqual(['show', 'focus'])
  window.minimized = true
  raise(asElectron(window))
  expect(window.asked.slice(2)).toEqual(['restore', 'show', 'focus'])
})
