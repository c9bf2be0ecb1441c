/** The picture of the worker lanes, and what lies under the pointer. A µs is a px here. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { laneTop, taskBand } from '../../../../../renderer/instruments/background/lanes/geometry'
import { TaskLanesView } from '../../../../../renderer/instruments/background/lanes/view'
import { HEAD } from '../../../../../renderer/instruments/lanes/view'
import { emptyState } from '../../../../../renderer/store/model'
import { type RecordedCanvas, recordedCanvas, stubCanvases, textsOf } from '../../../canvas/recorded-context'
import { type Display, fakeDisplay } from '../../../frame/display'
import { event, historyOf, ran } from '../../../store/support/background-events'

/** 12 px are left free at the right */
const WIDTH = HEAD + 300 + 12

let display: Display
let base: RecordedCanvas
let view: TaskLanesView

beforeEach(() => {
  stubCanvases()
  display = fakeDisplay()
  base = recordedCanvas()
  view = new TaskLanesView(
    base.canvas,
    recordedCanvas().canvas,
    () => false,
    () => {},
  )
  view.setTheme()
})
afterEach(() => {
  view.stop()
  vi.unstubAllGlobals()
})

function draw(): void {
  const state = {
    ...emptyState(),
    clock: { now: 300, running: true, speed: 1 } as const,
    backgroundHistory: historyOf([
      ...ran(1, 0, 20, 100),
      ...ran(2, 0, 120, 200, { thread: 'worker 2' }),
      event(3, 'queued', 10),
      event(3, 'cancel', 250),
    ]),
  }
  view.update({ state, shown: { span: 300, end: null }, moment: null, selected: null, range: null, delay: null })
  view.resize(WIDTH, 200)
  display.show()
}

describe('the picture of the worker lanes', () => {
  it('has a lane for each thread, each with its name, and an execution as long as it took', () => {
    draw()
    expect(view.names).toEqual(['worker 1', 'worker 2'])
    expect(textsOf(base.drawn)).toEqual(expect.arrayContaining(['Worker 1', 'Worker 2']))
    expect(view.lanes?.bars.map(({ task, lane, x, width }) => [task, lane, x, width])).toEqual([
      [1, 0, 20, 80],
      [2, 1, 120, 80],
    ])
    expect(view.geometry.plot).toBe(300)
  })
})

describe('pointing at the worker lanes', () => {
  const middle = (lane: number): number => taskBand(lane).top + taskBand(lane).height / 2

  it('is on the execution that lies there, or near', () => {
    draw()
    const at = (x: number, lane: number) => view.pointed(HEAD + x, middle(lane))?.task ?? null
    expect([at(50, 0), at(50, 1), at(150, 1), at(103, 0), at(108, 0)]).toEqual([1, null, 2, 1, null])
  })

  it('is on a cancellation in the lane of what waits', () => {
    draw()
    const waits = laneTop(2) + 5
    expect([250, 257, 258].map((x) => view.pointed(HEAD + x, waits)?.task ?? null)).toEqual([3, 3, null])
  })

  it('is on nothing beside the plot, nor on the axis', () => {
    draw()
    expect([
      view.pointed(HEAD - 1, middle(0)),
      view.pointed(HEAD + 301, middle(0)),
      view.pointed(HEAD + 50, 5),
    ]).toEqual([null, null, null])
  })
})
