import { describe, expect, test } from 'vitest'
import type { WindowPlace } from '../../../../main/shell/settings'
import { placeWindow } from '../../../../main/shell/window/window-placement'

const DISPLAY = { x: 0, y: 25, width: 2560, height: 1415 }
const SECOND = { x: 2560, y: 0, width: 1920, height: 1080 }
const saved = (x: number, y: number, width = 1200, height = 800): WindowPlace => {
  return { x, y, width, height, maximized: false, fullScreen: false }
}

describe('where the window opens', () => {
  test('first: 1440 × 900, centred by the system', () => {
    expect(placeWindow(null, null, [DISPLAY])).toEqual({ width: 1440, height: 900 })
  })

  test('first, on a small display: as large as it is, but never below 720 × 700', () => {
    expect(placeWindow(null, null, [{ x: 0, y: 0, width: 1280, height: 760 }])).toEqual({ width: 1280, height: 760 })
    expect(placeWindow(null, null, [{ x: 0, y: 0, width: 640, height: 600 }])).toEqual({ width: 720, height: 700 })
  })

  test('where it was closed, also on a second display and partly outside', () => {
    expect(placeWindow(saved(100, 60), null, [DISPLAY, SECOND])).toEqual({ x: 100, y: 60, width: 1200, height: 800 })
    expect(placeWindow(saved(3000, 10), null, [DISPLAY, SECOND])).toMatchObject({ x: 3000, y: 10 })
    expect(placeWindow(saved(2300, 60), null, [DISPLAY])).toMatchObject({ x: 2300 })
  })

  test.each([
    ['on a display that is gone', saved(3000, 10)],
    ['beyond the edge', saved(2500, 60)],
    ['above the top, out of reach', saved(100, -50)],
    ['below the bottom', saved(100, 1430)],
  ])('%s: its size is kept, centred', (_where, place) => {
    expect(placeWindow(place, null, [DISPLAY])).toEqual({ width: 1200, height: 800 })
  })

  test('--size wins', () => {
    expect(placeWindow(saved(100, 60), { width: 1024, height: 700 }, [DISPLAY])).toEqual({ width: 1024, height: 700 })
  })
})
