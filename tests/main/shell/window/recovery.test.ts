/** A page whose process dies, on a window that is played. */
import type { BrowserWindow as Window } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recoverRenderer } from '../../../../main/shell/window/recovery'
import { BrowserWindow, fresh } from '../electron'

let window: BrowserWindow
let now: number
let lost: number
let answers: ('retry' | 'quit')[]
let quits: boolean[]
let ended: boolean

beforeEach(() => {
  fresh()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  window = new BrowserWindow({})
  now = 0
  lost = 0
  answers = []
  quits = []
  ended = false
  recoverRenderer(window as unknown as Window, {
    now: () => now,
    lost: () => lost++,
    loop: async () => answers.shift() ?? 'retry',
    quit: async () => quits.shift() ?? true,
    ended: () => ended,
  })
})
afterEach(() => vi.restoreAllMocks())

/** It is gone, and what that leads to has happened. */
async function dies(reason = 'crashed'): Promise<void> {
  window.webContents.emit('render-process-gone', {}, { reason, exitCode: 139 })
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve))
}

const reloads = (): number => window.webContents.asked.filter((one) => one === 'reload').length
const said = (): string => vi.mocked(process.stderr.write).mock.calls.join()

describe('a page whose process is gone', () => {
  test('is loaded again, but not from within the event', async () => {
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 })
    expect({ lost, reloads: reloads() }).toEqual({ lost: 1, reloads: 0 })
    await new Promise((resolve) => setImmediate(resolve))
    expect(reloads()).toBe(1)
    expect(said()).toContain('crashed, exit code 139')
  })

  test('is loaded again as often as it takes when that is now and then', async () => {
    for (let i = 0; i < 6; i++) {
      now += 10_000
      await dies()
    }
    expect(reloads()).toBe(6)
  })

  test('three times in ten seconds is asked about; who tries again begins to count anew', async () => {
    answers = ['retry']
    for (let i = 0; i < 3; i++) await dies()
    expect(answers).toEqual([])
    expect(reloads()).toBe(3)
    await dies()
    await dies()
    expect(reloads()).toBe(5)
  })

  test('who quits is left; who does not after all is asked again', async () => {
    answers = ['quit', 'quit', 'retry']
    quits = [false, true]
    for (let i = 0; i < 3; i++) await dies()
    expect(answers).toEqual(['retry'])
    expect(reloads()).toBe(2)
  })

  test('is not loaded again for an app that has ended with it, nor counted', async () => {
    ended = true
    for (const reason of ['clean-exit', 'killed', 'launch-failed']) await dies(reason)
    expect({ lost, reloads: reloads() }).toEqual({ lost: 3, reloads: 0 })
    // what it died of by itself
    await dies()
    expect(reloads()).toBe(1)
  })

  test('is not loaded again in a window that is gone too', async () => {
    window.destroyed = true
    await dies()
    expect(reloads()).toBe(0)
  })
})

test('a page that hangs is replaced, unless it was stopped in the debugger', () => {
  window.webContents.devTools = true
  window.emit('unresponsive')
  expect(window.webContents.asked).toEqual([])
  window.webContents.devTools = false
  window.emit('unresponsive')
  expect(window.webContents.asked).toEqual(['crash'])
})

test('a page that cannot be loaded is said; a load that another one took the place of, or of a frame, is not', () => {
  const fails = (code: number, isMainFrame: boolean): boolean =>
    window.webContents.emit('did-fail-load', {}, code, 'ERR', 'app://trimline/x', isMainFrame)
  fails(-3, true)
  fails(-6, false)
  expect(said()).toBe('')
  fails(-6, true)
  expect(said()).toContain('could not load app://trimline/x: ERR (-6)')
})
