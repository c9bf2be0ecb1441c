import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FrameTimeView } from '../../../../../preload/contract'
import { type FramesInput, FramesView } from '../../../../../renderer/instruments/background/frames/view'
import { emptyBackgroundHistory } from '../../../../../renderer/store/background'
import {
  type Drawn,
  type RecordedCanvas,
  recordedCanvas,
  stubCanvases,
  textsOf,
} from '../../../canvas/recorded-context'
import { TASK_THEME } from '../../../canvas/themes'
import { type Display, fakeDisplay } from '../../../frame/display'
import { historyOf, ran } from '../../../store/support/background-events'

const [WIDTH, HEIGHT] = [600, 170]

let display: Display
let recorded: RecordedCanvas
let view: FramesView
let clock = 0

beforeEach(() => {
  stubCanvases()
  display = fakeDisplay()
  recorded = recordedCanvas(WIDTH, HEIGHT)
  clock = 0
  view = new FramesView(recorded.canvas, TASK_THEME, () => false)
  view.resize(WIDTH, HEIGHT)
  show()
})
afterEach(() => {
  view.destroy()
  vi.unstubAllGlobals()
})

/** Shows frames until the chart has rested, and forgets what was drawn before. */
function show(): void {
  recorded.drawn.splice(0)
  for (let i = 0; i < 12; i++) {
    clock += 16
    display.show(clock)
  }
}

const MS = 1000

/** A frame that was presented at a moment, in ms. */
const frameAt = (present: number, ms: number, gpuMs: number): FrameTimeView => ({
  t: (present - ms) * MS,
  duration: ms * MS,
  gpuTime: gpuMs * MS,
})

/** Draws 200 ms. */
function draw(parts: Partial<FramesInput> = {}): void {
  view.update({
    now: 200 * MS,
    frames: [frameAt(50, 10, 4), frameAt(100, 20, 8), frameAt(150, 10, 4)],
    tasks: historyOf([...ran(1, 0, 60 * MS, 100 * MS), ...ran(2, 0, 140 * MS, 160 * MS, { priority: 'above-idle' })])
      .tasks,
    shown: { span: 200 * MS, end: null },
    moment: null,
    range: null,
    delay: null,
    ...parts,
  })
  show()
}

/** The line of a colour, as `[px, px]`. */
const line = (ink: string): Drawn | undefined =>
  recorded.drawn.find((each) => each.how === 'stroke' && each.ink === ink && each.clip !== null && each.w > 50)

describe('the chart of frame times [BP-29]', () => {
  it('has a point for each frame at its present, as high as it took; its GPU time dashed below', () => {
    draw()
    const frames = line('frame')!.points!.slice(-3)
    const gpu = line('gpu')!
    expect(gpu.dash).toEqual([5, 3])
    // presents at 50, 100 and 150 ms: equally far apart
    expect(frames[1]!.x - frames[0]!.x).toBeCloseTo(frames[2]!.x - frames[1]!.x)
    // 20 ms stand twice as high above nothing as 10 ms
    const zero = recorded.drawn.find(({ text }) => text === '0 ms')!.y
    const heights = frames.map(({ y }) => zero - y)
    expect(heights[1]! / heights[0]!).toBeCloseTo(2, 1)
    expect((zero - gpu.points!.at(-1)!.y) / heights[2]!).toBeCloseTo(0.4, 1)
  })

  it('has a band behind the lines for each execution, striped at idle priority, plain above', () => {
    draw()
    const bands = recorded.drawn.filter(({ how, alpha, h }) => how === 'fill' && alpha === 0.35 && h > 50)
    expect(bands).toHaveLength(2)
    expect(typeof bands[0]!.ink).toBe('object')
    expect(bands[1]!.ink).toBe('above-idle')
    // 40 ms and 20 ms
    expect(bands[0]!.w / bands[1]!.w).toBeCloseTo(2)
    const [first] = line('frame')!.points!.slice(-3)
    // the task began 10 ms after the first present: 40 ms are as wide as the band
    expect(bands[0]!.x - first!.x).toBeCloseTo(bands[0]!.w / 4)
    expect(recorded.drawn.indexOf(bands[1]!)).toBeLessThan(recorded.drawn.indexOf(line('frame')!))
  })

  it('starts where the lanes above start, so that a moment lies below itself', () => {
    draw({ moment: 0 })
    const [marked] = recorded.drawn.filter(({ ink }) => ink === 'outline')
    // the head of the lanes, less the padding of the section
    expect(marked!.x).toBe(84 - 12)
    draw({ moment: 201 * MS })
    expect(recorded.drawn.filter(({ ink }) => ink === 'outline')).toEqual([])
  })

  it('draws few frames as points, and many as a line alone', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => frameAt(2 + (at * 190) / count, 1, 0))
    const points = () => recorded.drawn.filter(({ ink, clip, w }) => ink === 'frame' && clip !== null && w > 0 && w < 6)
    draw({ frames: many(60) })
    expect(points().length).toBeGreaterThanOrEqual(60)
    // 600 px less the axis: 80 have 6 px each, 90 have not
    draw({ frames: many(80) })
    expect(points().length).toBeGreaterThanOrEqual(75)
    draw({ frames: many(90) })
    expect(points()).toEqual([])
    draw({ frames: many(60) })
    expect(points().length).toBeGreaterThanOrEqual(60)
  })

  it('labels time as the lanes do, not at the very edges', () => {
    draw()
    const texts = textsOf(recorded.drawn)
    expect(texts.filter((text) => / s$/.test(text))).toEqual(['0.05 s', '0.10 s', '0.15 s'])
  })

  it('names what it draws in a picture that is saved; beside the one that is shown the page does', () => {
    const names = ['Frame time', 'GPU time in it', 'Task, idle', 'Task, above idle']
    const named = () => textsOf(recorded.drawn).filter((text) => names.includes(text))
    draw()
    expect(named()).toEqual([])
    let saved: string[] = []
    Object.assign(recorded.canvas, {
      toDataURL: () => {
        saved = named()
        return 'data:'
      },
    })
    expect(view.png()).toBe('data:')
    expect(saved).toEqual(names)
    recorded.drawn.splice(0)
    draw()
    expect(named()).toEqual([])
  })

  it('is drawn at most once in 80 ms, the newest last', () => {
    draw()
    let drawings = 0
    for (let i = 0; i < 60; i++) {
      view.update({
        now: (200 + i) * MS,
        frames: [],
        tasks: emptyBackgroundHistory().tasks,
        shown: { span: 200 * MS, end: null },
        moment: null,
        range: null,
        delay: null,
      })
      clock += 16
      recorded.drawn.splice(0)
      display.show(clock)
      if (recorded.drawn.length > 0) drawings++
    }
    // 960 ms
    expect(drawings).toBeGreaterThanOrEqual(11)
    expect(drawings).toBeLessThanOrEqual(13)
  })
})
