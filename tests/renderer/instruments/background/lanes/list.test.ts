import { describe, expect, test } from 'vitest'
import { barAt, laneNames, neighbourTask, taskLanes } from '../../../../../renderer/instruments/background/lanes/list'
import { event, historyOf, ran } from '../../../store/support/background-events'

/** 1000 µs on 100 px: 10 µs a px */
const view = { from: 0, to: 1000, width: 100 }
const names = ['worker 1', 'worker 2']

describe('worker lanes', () => {
  test('an execution is a bar in the lane of its thread, with its priority (BP-28)', () => {
    const { tasks } = historyOf([
      ...ran(1, 0, 100, 300),
      ...ran(2, 0, 200, 600, { thread: 'worker 2', priority: 'above-idle' }),
    ])
    const { bars, busy, executions } = taskLanes(tasks, names, view, 1000)
    expect(bars).toEqual([
      { task: 1, lane: 0, x: 10, width: 20, priority: 'idle', open: false, count: 1 },
      { task: 2, lane: 1, x: 20, width: 40, priority: 'above-idle', open: false, count: 1 },
    ])
    expect(busy).toEqual([200, 400])
    expect(executions).toBe(2)
  })

  test('one that runs still reaches until now', () => {
    const { tasks } = historyOf(ran(1, 0, 100, 300).slice(0, 2))
    expect(taskLanes(tasks, names, view, 700).bars).toMatchObject([{ x: 10, width: 60, open: true }])
  })

  test('what lies outside of the window is not drawn; what reaches into it is cut', () => {
    const { tasks } = historyOf([...ran(1, 0, 0, 90), ...ran(2, 0, 90, 350), ...ran(3, 0, 900, 1500)])
    const { bars, busy } = taskLanes(tasks, names, { from: 100, to: 600, width: 100 }, 2000)
    expect(bars).toMatchObject([{ task: 2, x: 0, width: 50 }])
    expect(busy[0]).toBe(250)
  })

  test('executions within the same px are one bar that counts them; another priority is never hidden', () => {
    const { tasks } = historyOf([
      ...ran(1, 0, 100, 104),
      ...ran(2, 0, 105, 109),
      ...ran(3, 0, 109, 112, { priority: 'above-idle' }),
    ])
    expect(taskLanes(tasks, names, view, 1000).bars).toMatchObject([
      { task: 2, count: 2, priority: 'idle' },
      { task: 3, count: 1, priority: 'above-idle' },
    ])
  })

  test('waiting tasks are steps: up when queued, down when started or cancelled', () => {
    const { tasks } = historyOf([...ran(1, 100, 300, 400), event(2, 'queued', 200), event(2, 'cancel', 500)])
    const { waiting, mostWaiting, cancels } = taskLanes(tasks, names, view, 1000)
    expect(waiting).toEqual([
      { x: 0, count: 0 },
      { x: 10, count: 1 },
      { x: 20, count: 2 },
      { x: 30, count: 1 },
      { x: 50, count: 0 },
    ])
    expect(mostWaiting).toBe(2)
    expect(cancels).toEqual([{ task: 2, x: 50, count: 1 }])
  })

  test('one that is cancelled as it is queued has never waited, and is marked (BP-04)', () => {
    const { tasks } = historyOf([event(1, 'cancel', 400)])
    const { waiting, cancels } = taskLanes(tasks, names, view, 1000)
    expect(waiting).toEqual([{ x: 0, count: 0 }])
    expect(cancels).toEqual([{ task: 1, x: 40, count: 1 }])
  })

  test('the most that waited is of the window, with what waited as it began', () => {
    const { tasks } = historyOf([...ran(1, 0, 50, 60), ...ran(2, 0, 40, 60), ...ran(3, 0, 800, 900)])
    expect(taskLanes(tasks, names, { from: 500, to: 1000, width: 100 }, 1000)).toMatchObject({
      mostWaiting: 1,
      waiting: [
        { x: 0, count: 1 },
        { x: 60, count: 0 },
      ],
    })
  })

  test('lanes are the threads that there are and those that ran something', () => {
    const { tasks } = historyOf(ran(1, 0, 1, 2, { thread: 'worker 3' }))
    expect(laneNames([{ name: 'worker 1' }, { name: 'worker 3' }], tasks)).toEqual(['worker 1', 'worker 3'])
    expect(laneNames([], tasks)).toEqual(['worker 3'])
  })

  test('the nearest execution within reach is pointed at', () => {
    const { tasks } = historyOf([...ran(1, 0, 100, 300), ...ran(2, 0, 350, 400)])
    const { bars } = taskLanes(tasks, names, view, 1000)
    expect(barAt(bars, 0, 15, 4)?.task).toBe(1)
    expect(barAt(bars, 0, 33, 4)?.task).toBe(2)
    expect(barAt(bars, 0, 60, 4)).toBeNull()
    expect(barAt(bars, 1, 15, 4)).toBeNull()
  })

  test('keys go through tasks by the moment at which they started or were cancelled', () => {
    const { tasks } = historyOf([...ran(1, 0, 300, 400), ...ran(2, 0, 100, 200), event(3, 'cancel', 250)])
    expect([null, 2, 3, 1].map((task) => neighbourTask(tasks, task, 1))).toEqual([2, 3, 1, null])
    expect([null, 2].map((task) => neighbourTask(tasks, task, -1))).toEqual([1, null])
  })
})
