import { describe, expect, test } from 'vitest'
import {
  framePoints,
  frameStatistics,
  framesCsv,
  framesIn,
  statisticsFacts,
  taskBands,
} from '../../../../../renderer/instruments/background/frames/data'
import { historyOf, ran } from '../../../store/support/background-events'

const frames = [
  { t: 0, duration: 10_000, gpuTime: 4_000 },
  { t: 33_000, duration: 14_000, gpuTime: 5_000 },
  { t: 66_000, duration: 12_000, gpuTime: 4_000 },
]

describe('frame times', () => {
  test('frames are in view by their presents', () => {
    expect(framesIn(frames, { from: 10_001, to: 47_000 })).toEqual([frames[1]])
    expect(framesIn(frames, { from: 0, to: 100_000 })).toEqual(frames)
    expect(framesIn(frames, { from: 80_000, to: 100_000 })).toEqual([])
  })

  test('points are in ms at the present; of one px the longest frame is kept', () => {
    expect(framePoints(frames, { from: 0, to: 100_000 }, 100)).toEqual({
      frame: [
        { x: 10_000, y: 10 },
        { x: 47_000, y: 14 },
        { x: 78_000, y: 12 },
      ],
      gpu: [
        { x: 10_000, y: 4 },
        { x: 47_000, y: 5 },
        { x: 78_000, y: 4 },
      ],
      most: 14,
    })
    expect(framePoints(frames, { from: 0, to: 100_000 }, 1).frame).toEqual([{ x: 47_000, y: 14 }])
  })

  test('executions are bands; one that runs still reaches until now', () => {
    const { tasks } = historyOf([...ran(1, 0, 30_000, 40_000), ...ran(2, 0, 90_000, 95_000).slice(0, 2)])
    expect(taskBands(tasks, { from: 0, to: 100_000 }, 99_000)).toEqual([
      { from: 30_000, to: 40_000, priority: 'idle', lane: 0 },
      { from: 90_000, to: 99_000, priority: 'idle', lane: 0 },
    ])
    expect(taskBands(tasks, { from: 50_000, to: 80_000 }, 99_000)).toEqual([])
  })

  test('bands of a thread that lie close together are drawn as one', () => {
    const { tasks } = historyOf([...ran(1, 0, 100, 200), ...ran(2, 0, 205, 300), ...ran(3, 0, 900, 950)])
    const bands = taskBands(tasks, { from: 0, to: 1000 }, 1000, 10)
    expect(bands.map(({ from, to }) => [from, to])).toEqual([
      [100, 300],
      [900, 950],
    ])
  })

  test('frames during tasks are told from the others (BP-29)', () => {
    const { tasks } = historyOf(ran(1, 0, 30_000, 40_000))
    const bands = taskBands(tasks, { from: 0, to: 100_000 }, 100_000)
    const statistics = frameStatistics(frames, bands)
    expect(statistics).toEqual({
      count: 3,
      median: 12_000,
      worst: 14_000,
      during: { count: 1, median: 14_000 },
      without: { count: 2, median: 11_000 },
    })
    expect(statisticsFacts(statistics).map(({ value }) => value)).toEqual([
      '3',
      '12 ms',
      '14 ms',
      '14 ms (1)',
      '11 ms (2)',
    ])
    expect(statisticsFacts(frameStatistics([], [])).map(({ value }) => value)).toEqual([
      '0',
      'none',
      'none',
      'none',
      'none',
    ])
  })

  test('CSV has every frame with the tasks that ran meanwhile', () => {
    const { tasks } = historyOf([...ran(1, 0, 30_000, 40_000), ...ran(2, 0, 5_000, 36_000, { priority: 'above-idle' })])
    expect(framesCsv(frames, taskBands(tasks, { from: 0, to: 100_000 }, 100_000))).toBe(
      'begin_us,frame_time_us,gpu_time_us,tasks_at_idle,tasks_above_idle\r\n' +
        '0,10000,4000,0,1\r\n33000,14000,5000,1,1\r\n66000,12000,4000,0,0\r\n',
    )
  })
})
