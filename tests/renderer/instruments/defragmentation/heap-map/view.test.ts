import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MoveView } from '../../../../../preload/contract'
import {
  GUTTER,
  HEADING,
  MARGIN,
  TALL,
  THIN,
} from '../../../../../renderer/instruments/defragmentation/heap-map/layout'
import { GLIDE } from '../../../../../renderer/instruments/defragmentation/heap-map/motion'
import { type HeapInput, HeapMapView } from '../../../../../renderer/instruments/defragmentation/heap-map/view'
import { type RecordedCanvas, recordedCanvas, stubCanvases, textsOf } from '../../../canvas/recorded-context'
import { HEAP_THEME } from '../../../canvas/themes'
import { type Display, fakeDisplay } from '../../../frame/display'
import { heap, pool } from '../../../store/support/heaps'

const WIDTH = GUTTER + 200 + MARGIN
const HEIGHT = 120

let display: Display
let base: RecordedCanvas
let overlay: RecordedCanvas
let view: HeapMapView
let clock = 0
let calm = false
let heights: number[] = []

beforeEach(() => {
  stubCanvases()
  display = fakeDisplay()
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  base = recordedCanvas()
  overlay = recordedCanvas()
  clock = 0
  calm = false
  heights = []
  view = new HeapMapView(
    base.canvas,
    overlay.canvas,
    () => null,
    () => calm,
    (height) => heights.push(height),
  )
  view.setTheme(HEAP_THEME)
  view.resize(WIDTH, HEIGHT)
})
afterEach(() => {
  view.stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const blocks = [
  heap(1, [{ bytes: 100, name: 'a' }, { bytes: 100 }]),
  heap(2, [{ bytes: 50, kind: 'texture', name: 'b' }, { bytes: 150 }]),
]
const picture = { pools: [pool(0, 'DEFAULT')], blocks }

const input = (parts: Partial<HeapInput> = {}): HeapInput => ({
  picture,
  moves: [],
  shown: { from: 0, to: 1 },
  scale: 'bytes',
  thin: false,
  cursor: null,
  ...parts,
})

const move = (parts: Partial<MoveView> = {}): MoveView => ({
  allocation: 7,
  name: 'b',
  bytes: 50,
  from: 2,
  fromOffset: 0,
  to: 1,
  toOffset: 100,
  operation: 'COPY',
  state: 'copying',
  because: null,
  ...parts,
})

function show(ms = 16): void {
  clock += ms
  display.show(clock)
}

describe('the view of the heap map', () => {
  it('says how high its rows are together, when that changes', () => {
    view.update(input())
    view.update(input({ cursor: { block: 1, offset: 0 } }))
    view.update(input({ thin: true }))
    expect(heights).toEqual([HEADING + 2 * TALL.pitch, HEADING + 2 * THIN.pitch])
  })

  it('draws once in the coming frame, whatever changed', () => {
    view.update(input())
    view.refresh()
    view.scrollTo(0)
    base.drawn.splice(0)
    show()
    expect(textsOf(base.drawn).filter((text) => text === 'DEFAULT')).toHaveLength(1)
    expect(display.asked()).toBe(0)
  })

  it('scrolls its rows', () => {
    view.update(input())
    show()
    const before = base.drawn.splice(0).find(({ text }) => text === '2')!.y
    view.scrollTo(10)
    show()
    expect(base.drawn.find(({ text }) => text === '2')!.y).toBe(before - 10)
  })

  it('asks for frames while a move glides, and none after', () => {
    view.update(input())
    view.update(input({ moves: [move()] }))
    let frames = 0
    const places: number[] = []
    for (; frames < 200 && display.asked() > 0; frames++) {
      overlay.drawn.splice(0)
      show()
      const range = overlay.drawn.find(({ how, ink }) => how === 'fill' && ink === 'texture')
      if (range !== undefined) places.push(range.x)
    }
    expect(clock).toBeGreaterThanOrEqual(GLIDE)
    expect(clock).toBeLessThan(GLIDE + 100)
    // from the start of its block to the free range of the other
    expect(places[0]).toBeCloseTo(GUTTER, -1)
    expect(places.at(-1)).toBeCloseTo(GUTTER + 100, -1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('shows a move without a glide where motion is unwelcome', () => {
    calm = true
    view.update(input())
    view.update(input({ moves: [move()] }))
    show()
    expect(overlay.drawn.filter(({ how, ink }) => how === 'fill' && ink === 'texture')).toEqual([])
    expect(display.asked()).toBe(0)
    expect(overlay.drawn.filter(({ how, ink }) => how === 'stroke' && ink === 'moving')).toHaveLength(1)
  })

  it('keeps what moves within the rows: not over names, headings and margin', () => {
    view.update(input({ moves: [move()] }))
    show()
    for (const each of overlay.drawn.filter(({ ink }) => ink === 'moving')) {
      expect(each.clip).toEqual({ x: GUTTER - 2, y: HEADING, w: 204, h: HEIGHT })
    }
  })
})

describe('pointing at the heap map', () => {
  beforeEach(() => {
    view.update(input())
    show()
    overlay.drawn.splice(0)
  })

  it('is on the range whose bytes lie there', () => {
    const found = view.pointed(GUTTER + 30, HEADING + TALL.pitch + 10)
    expect([found?.block.id, found?.range]).toEqual([2, 0])
    expect(view.pointed(GUTTER + 120, HEADING + 10)?.range).toBe(1)
  })

  it('is on nothing over names, headings and the margin', () => {
    expect(view.pointed(GUTTER - 1, HEADING + 10)).toBeNull()
    expect(view.pointed(GUTTER + 30, HEADING - 1)).toBeNull()
    expect(view.pointed(GUTTER + 201, HEADING + 10)).toBeNull()
    expect(view.pointed(GUTTER + 30, HEADING + 2 * TALL.pitch + 1)).toBeNull()
  })

  it('outlines what is pointed at, and what the keyboard is on more strongly', () => {
    view.hover(view.pointed(GUTTER + 30, HEADING + 10))
    view.update(input({ cursor: { block: 2, offset: 0 } }))
    show()
    const outlines = overlay.drawn.filter(({ how }) => how === 'stroke')
    expect(outlines.map(({ ink, line, x, w }) => [ink, line, x, w])).toEqual([
      ['text', 1, GUTTER, 100],
      ['ground', 4, GUTTER, 50],
      ['outline', 2, GUTTER, 50],
    ])
  })

  it('says where the first move ends when none is in sight', () => {
    expect(view.moveOutOfSight()).toBeNull()
    view.update(input({ moves: [move()] }))
    expect(view.moveOutOfSight()).toBeNull()
    view.scrollTo(HEADING + 2 * TALL.pitch)
    expect(view.moveOutOfSight()).toBe(HEADING)
  })
})
