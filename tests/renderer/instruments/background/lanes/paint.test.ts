import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  AXIS,
  LANE,
  laneTop,
  QUEUE_LANE,
  taskBand,
  taskGeometry,
} from '../../../../../renderer/instruments/background/lanes/geometry'
import type { TaskBar, TaskLanes } from '../../../../../renderer/instruments/background/lanes/list'
import { TaskPainter, type TaskPicture } from '../../../../../renderer/instruments/background/lanes/paint'
import { HEAD } from '../../../../../renderer/instruments/lanes/view'
import {
  drawnIn,
  filledWith,
  inkAt,
  type Recording,
  recordedContext,
  stubCanvases,
  textsOf,
} from '../../../canvas/recorded-context'
import { TASK_THEME } from '../../../canvas/themes'

/** A plot of 300 px; two threads. */
const GEOMETRY = taskGeometry(HEAD + 300 + 12, 2)

let recording: Recording

beforeEach(() => {
  stubCanvases()
  recording = recordedContext()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const bar = (parts: Partial<TaskBar>): TaskBar => ({
  task: 1,
  lane: 0,
  x: 0,
  width: 100,
  priority: 'idle',
  open: false,
  count: 1,
  ...parts,
})

/** Draws 300 µs, a px each. */
function paint(lanes: Partial<TaskLanes> = {}, parts: Partial<TaskPicture> = {}): void {
  new TaskPainter(recording.context, TASK_THEME).draw({
    geometry: GEOMETRY,
    view: { from: 0, to: 300, width: 300 },
    now: 300,
    lanes: { bars: [], cancels: [], waiting: [], mostWaiting: 0, busy: [0, 0], executions: 1, ...lanes },
    names: ['worker 1', 'worker 2'],
    waiting: 0,
    label: (task) => `Blur, pass ${task}`,
    moment: null,
    ...parts,
  })
}

describe('an execution on the worker lanes [BP-28]', () => {
  it('lies in the lane of its thread from its start to its end, striped at idle priority, plain above [BP-10]', () => {
    paint({ bars: [bar({ x: 20, width: 50 }), bar({ lane: 1, x: 100, width: 60, priority: 'above-idle' })] })
    const idle = inkAt(recording.drawn, HEAD + 60, taskBand(0).top + 1)
    expect(typeof idle === 'object' && idle.drawn.map(({ how, ink }) => [how, ink])).toEqual([
      ['fill', 'idle'],
      ['stroke', 'lane'],
    ])
    const { top, height } = taskBand(1)
    expect(filledWith(recording.drawn, 'above-idle')[0]).toEqual([HEAD + 100, top, 59, height])
    const frames = recording.drawn.filter(({ how, line }) => how === 'stroke' && line === 1)
    expect(frames.map(({ ink, x, w }) => [ink, x - HEAD, w])).toEqual([
      ['idle', 20.5, 48],
      ['above-idle', 100.5, 58],
    ])
  })

  it('that still runs reaches until now, without the gap that stands behind an end', () => {
    paint({ bars: [bar({ x: 200, width: 100, open: true, priority: 'above-idle' })] })
    expect(filledWith(recording.drawn, 'above-idle')[0]).toEqual([HEAD + 200, taskBand(0).top, 100, taskBand(0).height])
  })

  it('that is too narrow for stripes has its colour alone, and no frame', () => {
    paint({ bars: [bar({ x: 20, width: 3 })] })
    expect(filledWith(recording.drawn, 'idle')).toEqual([[HEAD + 20, taskBand(0).top, 2, taskBand(0).height]])
    expect(recording.drawn.filter(({ how, ink }) => how === 'stroke' && ink === 'idle')).toEqual([])
  })

  it('has its name on a plate of its colour, cut to its bar', () => {
    paint({ bars: [bar({ x: 20, width: 100 }), bar({ x: 150, width: 50, task: 2 })] })
    const names = recording.drawn.filter(({ ink }) => ink === 'textOnTask')
    expect(names.map(({ text }) => text)).toEqual(['Blur, pass 1', 'Blur,…'])
    names.forEach(({ x, y, w }, at) => {
      expect(x + w).toBeLessThanOrEqual(HEAD + [120, 200][at]!)
      expect(inkAt(recording.drawn, x, y)).toBe('idle')
      expect(inkAt(recording.drawn, x + w, y)).toBe('idle')
    })
  })

  it('has no name when several lie there, or when it is narrow', () => {
    paint({ bars: [bar({ count: 2 }), bar({ lane: 1, width: 39 })] })
    expect(textsOf(recording.drawn.filter(({ ink }) => ink === 'textOnTask'))).toEqual([])
  })
})

describe('the queue below the worker lanes', () => {
  const top = laneTop(2)

  it('is a stepped area, as high as the most that waited [BP-19]', () => {
    paint({
      waiting: [
        { x: 0, count: 1 },
        { x: 100, count: 4 },
        { x: 200, count: 0 },
      ],
      mostWaiting: 4,
    })
    const bottom = top + QUEUE_LANE - 2
    const unit = (QUEUE_LANE - 16) / 4
    expect(filledWith(recording.drawn, 'waiting')).toEqual([
      [HEAD, bottom - unit, 100, unit],
      [HEAD + 100, bottom - 4 * unit, 100, 4 * unit],
    ])
    expect(textsOf(recording.drawn)).toContain('most 4')
  })

  it('goes on until now and no further', () => {
    paint({ waiting: [{ x: 50, count: 1 }], mostWaiting: 1 }, { now: 150 })
    expect(filledWith(recording.drawn, 'waiting').map(([x, , w]) => [x! - HEAD, w])).toEqual([[50, 100]])
  })

  it('has a cross for each cancel callback [BP-04, BP-24]', () => {
    paint({ cancels: [{ task: 1, x: 80, count: 1 }] })
    const crosses = recording.drawn.filter(({ ink }) => ink === 'cancelled')
    expect(crosses).toMatchObject([{ how: 'stroke', x: HEAD + 76, w: 8, h: 8, line: 2 }])
    expect(crosses[0]!.y).toBeGreaterThanOrEqual(top)
  })
})

describe('the heads of the worker lanes', () => {
  it('are the names of the threads with how busy they were in this time, and how many tasks wait', () => {
    paint({ busy: [60, 0.5] }, { waiting: 3 })
    const heads = drawnIn(recording.drawn, { x: 0, y: AXIS, w: HEAD, h: GEOMETRY.height }).filter(
      ({ how }) => how === 'text',
    )
    expect(textsOf(heads)).toEqual(['Worker 1', 'busy 20 %', 'Worker 2', 'busy 0.2 %', 'Queue', '3 waiting'])
    for (const { text, x, w } of heads) expect(x + w, text).toBeLessThanOrEqual(HEAD - 4)
  })

  it('say of a thread that there is not yet that it has not started [BP-01]', () => {
    paint({ busy: [0] }, { names: ['worker 1'] })
    expect(textsOf(recording.drawn)).toContain('not started')
    expect(filledWith(recording.drawn, 'lane').map(([, y]) => y)).toEqual([AXIS, AXIS + LANE, AXIS + 2 * LANE])
  })

  it('stand beside a hint when the time that is shown has no task at all', () => {
    paint({ executions: 0 })
    const hint = recording.drawn.find(({ text }) => text?.startsWith('No task'))
    expect(hint!.x + hint!.w / 2).toBe(HEAD + 150)
    recording.drawn.splice(0)
    paint({ executions: 1 })
    expect(textsOf(recording.drawn).some((text) => text.startsWith('No task'))).toBe(false)
  })
})
