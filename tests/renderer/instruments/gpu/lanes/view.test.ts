import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bandOf, geometryOf, laneTop } from '../../../../../renderer/instruments/gpu/lanes/geometry'
import { GpuLanesView } from '../../../../../renderer/instruments/gpu/lanes/view'
import { HEAD, type LanesInput } from '../../../../../renderer/instruments/lanes/view'
import { appendEvents, emptyHistory, type GpuHistory } from '../../../../../renderer/store/gpu'
import { emptyState } from '../../../../../renderer/store/model'
import {
  drawnIn,
  filledWith,
  type RecordedCanvas,
  recordedCanvas,
  stubCanvases,
  textsOf,
} from '../../../canvas/recorded-context'
import { type Display, fakeDisplay } from '../../../frame/display'
import { events, packets, preemptions } from '../../../store/support/gpu-frames'

const [WIDTH, HEIGHT] = [HEAD + 300 + 58, 24 + 5 * 60]
const GEOMETRY = geometryOf(WIDTH, HEIGHT)
/** the middle of the packets of a lane */
const middle = (engine: number): number => bandOf(GEOMETRY, engine).top + bandOf(GEOMETRY, engine).height / 2

let display: Display
let base: RecordedCanvas
let overlay: RecordedCanvas
let view: GpuLanesView

beforeEach(() => {
  stubCanvases()
  display = fakeDisplay()
  base = recordedCanvas()
  overlay = recordedCanvas()
  view = new GpuLanesView(
    base.canvas,
    overlay.canvas,
    () => false,
    () => {},
  )
  view.setTheme()
  view.resize(WIDTH, HEIGHT)
})
afterEach(() => {
  view.stop()
  vi.unstubAllGlobals()
})

/** Two packets on 3D, one on Copy, a request and a mark, within 300 µs. */
const HISTORY: GpuHistory = historyFrom(10)

/** @param first id of its first packet: those before it are gone */
function historyFrom(first: number): GpuHistory {
  return appendEvents(
    emptyHistory(),
    events({
      names: ['app', 'dwm'],
      packets: packets(
        [
          { start: 0, end: 100, context: 0 },
          { start: 120, end: 200, context: 1, kind: 'present' },
          { start: 50, end: 150, engine: 'copy' },
        ],
        first,
      ),
      preemptions: preemptions([{ requested: 80, stopped: 100 }]),
      marks: [{ id: 0, t: 250, kind: 'missed-vertical-blank', engine: '', text: 'late' }],
    }),
  )
}

function draw(parts: Partial<LanesInput> = {}, history = HISTORY): void {
  const state = { ...emptyState(), clock: { now: 300, running: true, speed: 1 } as const, gpuHistory: history }
  base.drawn.splice(0)
  overlay.drawn.splice(0)
  view.update({
    state,
    shown: { span: 300, end: null },
    moment: null,
    selected: null,
    range: null,
    delay: null,
    ...parts,
  })
  display.show()
}

describe('the picture of the GPU lanes [GP-27]', () => {
  it('has each packet in the lane of its engine, a px a µs here', () => {
    draw()
    const bars = (engine: number) => {
      const { top, height } = bandOf(GEOMETRY, engine)
      return drawnIn(base.drawn, { x: HEAD, y: top, w: 300, h: height })
        .filter(({ how, points }) => how === 'fill' && points)
        .map(({ x, w }) => [x - HEAD, w])
    }
    expect(bars(0)).toEqual([
      [0, 99],
      [120, 79],
    ])
    expect(bars(2)).toEqual([[50, 99]])
    expect(bars(1)).toEqual([])
  })

  it('says how busy each engine was in the time that is shown, as far as it has passed and is kept', () => {
    const busy = (parts: Partial<LanesInput>, first = 1): string[] => {
      draw(parts, historyFrom(first))
      return textsOf(base.drawn).filter((text) => /^busy|^not kept/.test(text))
    }
    expect(busy({})).toEqual(['busy 60 %', 'busy 0 %', 'busy 33.3 %', 'busy 0 %', 'busy 0 %'])
    expect(view.counts.packets).toEqual([2, 0, 1, 0, 0])
    expect(busy({ shown: { span: 100, end: 200 } })).toEqual(expect.arrayContaining(['busy 80 %', 'busy 50 %']))
    // of 600 µs that are shown 300 have passed
    expect(busy({ shown: { span: 600, end: null } })).toEqual(expect.arrayContaining(['busy 60 %', 'busy 33.3 %']))
    // what ended before 100 is gone: of the 200 µs since, 80 and 50
    expect(busy({}, 10)).toEqual(expect.arrayContaining(['busy 40 %', 'busy 25 %']))
    expect(busy({ shown: { span: 50, end: 90 } }, 10)).toEqual(Array.from({ length: 5 }, () => 'not kept'))
  })

  it('says of a run that has not begun that nothing was busy, not that it is not kept', () => {
    draw({ state: emptyState() })
    const busy = textsOf(base.drawn).filter((text) => /^busy|^not kept/.test(text))
    expect(busy).toEqual(Array.from({ length: 5 }, () => 'busy 0 %'))
  })

  it('lists the packets in view, oldest first, at most so many', () => {
    draw()
    expect(view.inView()).toEqual([10, 11, 12])
    expect(view.inView(2)).toEqual([11, 12])
    draw({ shown: { span: 50, end: 50 } })
    expect(view.inView()).toEqual([10, 12])
  })

  it('is made of what was drawn before while no packet came and the window stays', () => {
    draw()
    const before = filledWith(base.drawn, '--gpu-standard')
    draw({ moment: 20 })
    expect(filledWith(base.drawn, '--gpu-standard')).toEqual(before)
    expect(filledWith(base.drawn, '--moment').map(([x]) => x)).toEqual([HEAD + 20])
  })
})

describe('pointing at the GPU lanes', () => {
  it('is on the packet that lies there, or very near', () => {
    draw()
    expect(view.pointed(HEAD + 40, middle(0))).toEqual({ kind: 'packet', id: 10 })
    expect(view.pointed(HEAD + 118, middle(0))).toEqual({ kind: 'packet', id: 11 })
    expect(view.pointed(HEAD + 40, middle(1))).toBeNull()
  })

  it('is on a preemption request above the packets, and on a mark of the display on the axis', () => {
    draw()
    expect(view.pointed(HEAD + 90, laneTop(GEOMETRY, 0) + 5)).toMatchObject({ kind: 'preemption', engine: 0 })
    expect(view.pointed(HEAD + 252, 18)).toMatchObject({ kind: 'mark', placed: { mark: { text: 'late' } } })
    expect(view.pointed(HEAD + 200, 18)).toBeNull()
  })

  it('is on the hardware queue at the end of a lane, on nothing over names', () => {
    draw()
    expect(view.pointed(HEAD - 1, middle(0))).toBeNull()
    expect(view.pointed(HEAD + 301, middle(2))).toEqual({ kind: 'queue', engine: 2 })
    expect(view.pointed(HEAD + 301, 18)).toBeNull()
  })

  it('outlines the packet, which goes with it when it is no longer in view', () => {
    draw({ selected: 11 })
    const { top, height } = bandOf(GEOMETRY, 0)
    expect(overlay.drawn.find(({ how }) => how === 'stroke')).toMatchObject({
      x: HEAD + 119,
      y: top - 1,
      w: 81,
      h: height + 2,
      line: 2,
    })
    draw({ selected: 11, shown: { span: 100, end: 100 } })
    expect(overlay.drawn.filter(({ how }) => how === 'stroke')).toEqual([])
  })
})
