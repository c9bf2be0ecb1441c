import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AllocationState, type Frame, type TrimlineApi } from '../../../../../preload/contract'
import { FLASH_ALPHA, FLASH_STEP } from '../../../../../renderer/instruments/memory/map/changes'
import { ResidencyMapView } from '../../../../../renderer/instruments/memory/map/view'
import { type AllocationColumns, changeAllocations } from '../../../../../renderer/store/allocations'
import { connect, useStore } from '../../../../../renderer/store/store'
import { watch } from '../../../../../renderer/store/watch'
import { inkAt, type RecordedCanvas, recordedCanvas, stubCanvases } from '../../../canvas/recorded-context'
import { MAP_THEME } from '../../../canvas/themes'
import { type Display, fakeDisplay } from '../../../frame/display'
import { columnsOf } from '../../../store/support/columns'
import { allocation, changes, frame } from '../../../store/support/frames'

const { resident, evictable } = AllocationState

let display: Display
let base: RecordedCanvas
let overlay: RecordedCanvas
let view: ResidencyMapView
/** ms of wall time */
let clock = 0
let flashes = true
let layouts = 0

beforeEach(() => {
  stubCanvases()
  display = fakeDisplay()
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  base = recordedCanvas()
  overlay = recordedCanvas()
  clock = 0
  flashes = true
  layouts = 0
  view = new ResidencyMapView(
    base.canvas,
    overlay.canvas,
    () => ({ name: (id) => `a ${id}`, fullName: (id) => `Blur.a ${id}`, bytes: () => '64 KiB' }),
    () => flashes,
    () => layouts++,
  )
})
afterEach(() => {
  view.stop()
  // what a test has left waiting is not for the next one
  for (let i = 0; i < 3; i++) display.show()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Two allocations side by side on 200 × 100 px. */
function shown(): AllocationColumns {
  const columns = columnsOf([{ state: resident }, { state: resident }])
  view.resize(200, 100)
  view.setMode('uniform')
  view.setTheme(MAP_THEME)
  view.update(columns)
  base.drawn.splice(0)
  overlay.drawn.splice(0)
  return columns
}

/** The next version of the columns, with the first allocation in a state. */
const withState = (columns: AllocationColumns, state: number): AllocationColumns =>
  changeAllocations(columns, changes([], [{ id: 0, state, references: 0 }]))

function show(ms = 16): void {
  clock += ms
  display.show(clock)
}

describe('the view of the residency map', () => {
  it('has canvases of its element’s size, and is laid out when it has a size and allocations', () => {
    view.update(columnsOf([{}]))
    expect(layouts).toBe(0)
    view.resize(200.7, 100.2)
    expect([base.canvas.width, base.canvas.height, overlay.canvas.width]).toEqual([200, 100, 200])
    expect(layouts).toBe(1)
  })

  it('draws what changed in the coming animation frame, once, however many frames came', () => {
    let columns = shown()
    columns = withState(columns, evictable)
    view.update(columns)
    columns = withState(columns, resident)
    view.update(columns)
    view.update(withState(columns, evictable))
    expect(base.drawn).toEqual([])
    expect(display.asked()).toBe(1)
    show()
    const grounds = base.drawn.filter(({ how, x, w }) => how === 'fill' && x < 100 && w > 60)
    // its pattern and its flash; the other cell, on the right, is left alone
    expect(grounds).toHaveLength(2)
    expect(base.drawn.filter(({ x }) => x >= 100)).toEqual([])
  })

  it('lays out anew when an allocation comes or goes, and not when a state changes', () => {
    const columns = shown()
    const before = layouts
    view.update(withState(columns, evictable))
    expect(layouts).toBe(before)
    view.update(changeAllocations(columns, changes([{ ...allocation, id: 2 }], [])))
    expect(layouts).toBe(before + 1)
  })

  it('asks for frames until its flashes are over, and then for none', () => {
    view.update(withState(shown(), evictable))
    const alphas: number[] = []
    for (let frames = 0; frames < 100 && display.asked() > 0; frames++) {
      show()
      alphas.push(...base.drawn.splice(0).flatMap(({ ink, alpha }) => (ink === 'evictedFlash' ? [alpha] : [])))
    }
    expect(alphas).toEqual([...FLASH_ALPHA])
    expect(clock).toBeGreaterThanOrEqual(FLASH_ALPHA.length * FLASH_STEP)
    expect(clock).toBeLessThan(FLASH_ALPHA.length * FLASH_STEP + 100)
    expect(display.asked()).toBe(0)
  })

  it('changes without a flash where motion is unwelcome', () => {
    flashes = false
    view.update(withState(shown(), evictable))
    show()
    expect(base.drawn.filter(({ ink }) => ink === 'evictedFlash')).toEqual([])
    expect(display.asked()).toBe(0)
  })

  it('draws nothing more once it has stopped', () => {
    view.update(withState(shown(), evictable))
    view.stop()
    expect(display.asked()).toBe(0)
    show()
    expect(base.drawn).toEqual([])
  })
})

describe('pointing at the residency map', () => {
  it('tells whose cell it is and outlines it at once, without drawing the map', () => {
    shown()
    expect([...view.hover(30, 50)!]).toEqual([0])
    expect(overlay.drawn.filter(({ how }) => how === 'stroke')).toMatchObject([{ ink: 'text', line: 1 }])
    expect(base.drawn).toEqual([])
    overlay.drawn.splice(0)
    expect([...view.hover(31, 51)!]).toEqual([0])
    expect(overlay.drawn).toEqual([])
    view.leave()
    expect(overlay.drawn.map(({ how }) => how)).toEqual(['clear'])
  })

  it('is of nothing beside the cells', () => {
    shown()
    expect(view.hover(-5, 50)).toBeNull()
  })

  it('goes from cell to cell by keys, and stays at the edge', () => {
    shown()
    expect(view.next('first')).toBe(0)
    expect(view.next('last')).toBe(1)
    view.select(0)
    expect(view.next('right')).toBe(1)
    expect(view.next('left')).toBe(0)
    expect(view.sharing(0)).toBe(1)
  })
})

describe('a frame of the session', () => {
  it('is applied and drawn in the same animation frame', () => {
    const listeners: ((frame: Frame) => void)[] = []
    const api: TrimlineApi = {
      platform: 'test',
      versions: { electron: '33', chrome: '130', node: '20' },
      openDropped: () => Promise.resolve({ ok: true as const }),
      importDropped: () => Promise.resolve({ ok: true as const }),
      send: async () => ({ ok: true }),
      onFrame: (listener) => {
        listeners.push(listener)
        return () => listeners.splice(0)
      },
      onMenu: () => () => undefined,
      onSeen: () => () => undefined,
    }
    useStore.setState(useStore.getInitialState())
    view.resize(200, 100)
    view.setTheme(MAP_THEME)
    const stops = [
      connect(api),
      watch(
        ({ view: now }) => [now.allocations],
        () => view.update(useStore.getState().view.allocations),
      ),
    ]
    const created = changes([{ ...allocation, id: 0 }], [{ id: 0, state: resident, references: 1 }])
    for (const listener of listeners) listener(frame(0, { full: true, allocations: created }))
    show()
    base.drawn.splice(0)
    const evicted = changes([], [{ id: 0, state: evictable, references: 0 }])
    for (const listener of listeners) listener(frame(1, { allocations: evicted }))
    expect(base.drawn).toEqual([])
    show()
    expect(inkAt(base.drawn, 100, 90)).toBe('evictedFlash')
    for (const stop of stops) stop()
  })
})
