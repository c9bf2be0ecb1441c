import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DelayChainView } from '../../../../preload/contract'
import { HEAD, type LanesInput } from '../../../../renderer/instruments/lanes/view'
import { emptyState } from '../../../../renderer/store/model'
import { type RecordedCanvas, recordedCanvas, stubCanvases } from '../../canvas/recorded-context'
import { type Display, fakeDisplay } from '../../frame/display'
import { OneThing } from './one-thing'

let display: Display
let base: RecordedCanvas
let overlay: RecordedCanvas
let view: OneThing
let calm = false
let drawings = 0

beforeEach(() => {
  stubCanvases()
  display = fakeDisplay()
  base = recordedCanvas()
  overlay = recordedCanvas()
  calm = false
  drawings = 0
  view = new OneThing(
    base.canvas,
    overlay.canvas,
    () => calm,
    () => drawings++,
  )
})
afterEach(() => {
  view.stop()
  vi.unstubAllGlobals()
})

/** A window of 400 µs, a px each, that follows unless said. */
function input(now: number, parts: Partial<LanesInput> = {}): LanesInput {
  const state = { ...emptyState(), clock: { now, running: true, speed: 1 } as const }
  return { state, shown: { span: 400, end: null }, moment: null, selected: null, range: null, delay: null, ...parts }
}

function shown(now = 400, parts: Partial<LanesInput> = {}): void {
  view.setTheme()
  view.update(input(now, parts))
  view.resize(HEAD + 400, 40)
  display.show()
  view.painted.splice(0)
  overlay.drawn.splice(0)
  drawings = 0
}

/** From 50 to 250 µs. */
function delayOf(segments: DelayChainView['segments']): DelayChainView {
  const begin = {
    id: 1,
    state: 'late',
    what: 'press',
    title: 'press of A',
    effect: 'A',
    command: 1,
    begin: 50,
  } as const
  return { ...begin, due: 100, shown: 250, segments }
}

describe('the view of lanes', () => {
  it('waits for a size, the colours and something to draw', () => {
    view.resize(HEAD + 400, 40)
    display.show()
    view.update(input(400))
    display.show()
    expect(view.painted).toEqual([])
    view.setTheme()
    display.show()
    expect(view.painted).toEqual([{ from: 0, to: 400 }])
  })

  it('draws once a frame, the newest, and says that it did', () => {
    shown()
    for (const now of [500, 600, 700]) view.update(input(now))
    display.show()
    expect(view.painted).toEqual([{ from: 300, to: 700 }])
    expect(drawings).toBe(1)
    display.show()
    expect(drawings).toBe(1)
  })

  it('glides with the newest moment, or jumps half its length where motion is unwelcome', () => {
    shown()
    view.update(input(410))
    display.show()
    calm = true
    view.update(input(410))
    display.show()
    expect(view.painted).toEqual([
      { from: 10, to: 410 },
      { from: 200, to: 600 },
    ])
  })

  it('shows what it was put at, whatever is newest', () => {
    shown()
    view.update(input(5_000, { shown: { span: 100, end: 1_000 } }))
    display.show()
    expect(view.painted).toEqual([{ from: 900, to: 1_000 }])
    expect(view.momentAt(HEAD)).toBe(900)
    expect(view.momentAt(HEAD + 200)).toBe(950)
    // beside the plot is the nearest moment on it
    expect([view.momentAt(0), view.momentAt(9_999)]).toEqual([900, 1_000])
  })

  it('grows when there is a lane more', () => {
    shown()
    expect(base.canvas.height).toBe(40)
    view.lanes = 2
    view.update(input(400))
    display.show()
    expect([base.canvas.height, overlay.canvas.height]).toEqual([80, 80])
  })

  it('outlines what is pointed at at once, without drawing the lanes', () => {
    shown()
    view.hover(view.pointed(HEAD + 150))
    expect(overlay.drawn).toMatchObject([
      { how: 'clear' },
      { how: 'stroke', ink: '--moment', line: 1, x: HEAD + 99, y: 9, w: 101, h: 22 },
    ])
    expect(view.painted).toEqual([])
    overlay.drawn.splice(0)
    view.hover(5)
    expect(overlay.drawn).toEqual([])
    view.hover(null)
    expect(overlay.drawn.map(({ how }) => how)).toEqual(['clear'])
  })

  it('outlines what is selected more strongly, while it is in view', () => {
    shown(400, { selected: 5 })
    view.hover(5)
    expect(overlay.drawn.filter(({ how }) => how === 'stroke').map(({ line }) => line)).toEqual([2, 2])
    view.update(input(400, { selected: 6 }))
    overlay.drawn.splice(0)
    view.hover(null)
    display.show()
    expect(overlay.drawn.filter(({ how }) => how === 'stroke')).toEqual([])
  })

  it('draws the selected range over the lanes, from its first moment to its last [LB-10]', () => {
    shown()
    view.update(input(400, { range: { from: 100, to: 300 } }))
    display.show()
    // a px a µs: the band, and a line at each end, below the labels of the axis that it would strike through
    expect(overlay.drawn.filter(({ how, ink }) => how === 'fill' && ink === '--accent')).toMatchObject([
      { x: HEAD + 100, y: 0, w: 200, h: 40 },
      { x: HEAD + 100, y: 18, w: 1, h: 22 },
      { x: HEAD + 300, y: 18, w: 1, h: 22 },
    ])
  })

  it.each([
    [5.5, { w: 5.5 }],
    [0.1, { w: 1 }],
  ])('leaves what is %d px wide its colours: what a delay names has a line above and below [LB-08]', (wide, size) => {
    view.wide = wide
    shown()
    view.update(input(400, { delay: { ...delayOf([]), begin: 500, shown: 600 } }))
    display.show()
    expect(overlay.drawn.filter(({ ink, h }) => ink === '--warning' && h === 2)).toMatchObject([
      { how: 'fill', x: HEAD + 100, y: 8, ...size },
      { how: 'fill', x: HEAD + 100, y: 30, ...size },
    ])
    expect(overlay.drawn.filter(({ how }) => how === 'stroke')).toEqual([])
    // pointed at, it is outlined as ever
    view.hover(5)
    expect(overlay.drawn.filter(({ how }) => how === 'stroke')).toMatchObject([{ x: HEAD + 99, y: 9, h: 22 }])
  })

  it('draws the chosen delay, and its segments where they lie [LB-08]', () => {
    shown()
    const segment = {
      what: '',
      record: null,
      packet: null,
      callback: null,
      resource: null,
      bytes: 0,
      why: null,
      for: null,
      together: null,
    }
    const delay = delayOf([
      { kind: 'page-in', start: 50, end: 200, ...segment },
      { kind: 'run', start: 200, end: 240, ...segment },
      { kind: 'engine', start: 240, end: 250, ...segment },
    ])
    view.update(input(400, { delay }))
    display.show()
    // what it names is outlined, where it is in view
    expect(overlay.drawn.filter(({ how }) => how === 'stroke')).toMatchObject([
      { ink: '--warning', line: 2, x: HEAD + 99, y: 9, w: 101, h: 22 },
    ])
    // and the strip says which segment lies where: a px a µs, in the lowest px
    const kindAt = (x: number, y: number): string | undefined => view.segmentAt(HEAD + x, y)?.kind
    expect([49, 50, 199, 200, 245, 250].map((x) => kindAt(x, 38))).toEqual([
      undefined,
      'page-in',
      'page-in',
      'run',
      'engine',
      undefined,
    ])
    expect([kindAt(100, 20), kindAt(100, 32), kindAt(100, 41)]).toEqual([undefined, 'page-in', undefined])
    const fills = overlay.drawn.filter(({ how }) => how === 'fill')
    expect(fills.filter(({ ink }) => ink === '--warning')[0]).toMatchObject({ x: HEAD + 50, w: 200, h: 40 })
    expect(fills.filter(({ h }) => h === 6)).toMatchObject([
      { ink: '--chart-2', x: HEAD + 50, w: 150, y: 34 },
      { ink: '--chart-3', x: HEAD + 200, w: 40 },
      { ink: '--chart-1', x: HEAD + 240, w: 10 },
    ])
    overlay.drawn.splice(0)
    view.update(input(400))
    display.show()
    expect(overlay.drawn.filter(({ how }) => how === 'fill')).toEqual([])
  })

  it('reads the colours of another theme and draws anew', () => {
    shown()
    view.setTheme()
    display.show()
    expect(view.themes).toBe(2)
    expect(view.painted).toHaveLength(1)
  })

  it('draws nothing once it has stopped', () => {
    shown()
    view.update(input(500))
    view.stop()
    display.show()
    expect(view.painted).toEqual([])
  })
})
