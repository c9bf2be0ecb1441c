import { describe, expect, test } from 'vitest'
import { KEPT_TASKS, NO_BACKGROUND, shownPriority } from '../../../renderer/store/background'
import { applyFrame, emptyState } from '../../../renderer/store/model'
import { event, historyOf, ran } from './support/background-events'
import { frame } from './support/frames'

describe('background processing in the state', () => {
  test('phases of a task make one record (BP-28)', () => {
    const { tasks } = historyOf(ran(7, 10, 30, 90))
    expect(tasks.count).toBe(1)
    expect(tasks.get(7)).toMatchObject({ queued: 10, started: 30, ended: 90, thread: 'worker 1', state: 'finished' })
  })

  test('a task that is still at work has no end; a cancelled one has no thread (BP-04)', () => {
    const { tasks } = historyOf([...ran(1, 0, 1, 2).slice(0, 2), event(2, 'queued', 5), event(2, 'cancel', 9)])
    expect(tasks.get(1)).toMatchObject({ state: 'running', ended: null })
    expect(tasks.get(2)).toMatchObject({ state: 'cancelled', started: null, ended: 9, thread: null })
  })

  test('a commit that ends meanwhile leaves another priority at the end (BP-10)', () => {
    const { tasks } = historyOf([
      event(1, 'queued', 0),
      event(1, 'start', 1, { priority: 'above-idle' }),
      event(1, 'finish', 9, { priority: 'idle' }),
    ])
    expect(tasks.get(1)).toMatchObject({ priority: 'above-idle', endPriority: 'idle' })
  })

  test('above idle is shown of a task that was so at its start, at its end, or is so now (BP-10)', () => {
    const boosted = { priority: 'above-idle' } as const
    const { tasks } = historyOf([
      ...ran(1, 0, 1, 2),
      ...[event(2, 'start', 1), event(2, 'finish', 2, boosted)],
      ...[event(3, 'start', 1, boosted), event(3, 'finish', 2)],
      event(4, 'start', 1),
    ])
    expect([1, 2, 3, 4].map((task) => shownPriority(tasks.get(task)!))).toEqual([
      'idle',
      'above-idle',
      'above-idle',
      'idle',
    ])
    expect(shownPriority(tasks.get(4)!, 'above-idle')).toBe('above-idle')
    expect(shownPriority(tasks.get(1)!, 'above-idle')).toBe('idle')
  })

  test('what was not seen of a task is null, not made up', () => {
    expect(historyOf([event(3, 'finish', 50)]).tasks.get(3)).toMatchObject({ queued: null, started: null, ended: 50 })
  })

  test('the newest tasks are kept, in order, and the forgotten are counted', () => {
    const events = Array.from({ length: KEPT_TASKS + 3 }, (_, task) => event(task, 'queued', task))
    const { tasks } = historyOf(events)
    expect(tasks.count).toBe(KEPT_TASKS)
    expect(tasks.forgotten).toBe(3)
    expect(tasks.at(0).task).toBe(3)
    expect(tasks.at(KEPT_TASKS - 1).task).toBe(KEPT_TASKS + 2)
    expect(tasks.get(2)).toBeUndefined()
  })

  test('a frame without background leaves every part as it was', () => {
    const before = applyFrame(emptyState(), frame(1, { backgroundEvents: ran(1, 0, 1, 2) }))
    const after = applyFrame(before, frame(2))
    expect(after.backgroundHistory).toBe(before.backgroundHistory)
    expect(after.background).toBe(before.background)
    expect(after.pipelines).toBe(before.pipelines)
    expect(after.frameTimes).toBe(before.frameTimes)
  })

  test('frames bring the view, tasks and frame times; a full one starts anew', () => {
    const background = { ...NO_BACKGROUND, mode: 'DISABLE_BACKGROUND_WORK' as const }
    const frameTimes = [{ t: 1, duration: 16, gpuTime: 4 }]
    const shown = applyFrame(
      emptyState(),
      frame(1, { background, backgroundEvents: ran(1, 0, 1, 2), frameTimes, pipelines: [] }),
    )
    expect(shown.background.mode).toBe('DISABLE_BACKGROUND_WORK')
    expect(shown.backgroundHistory).toMatchObject({ version: 1 })
    expect(shown.frameTimes.items).toEqual(frameTimes)
    const anew = applyFrame(shown, frame(2, { full: true }))
    expect(anew.background).toEqual(NO_BACKGROUND)
    expect(anew.backgroundHistory.tasks.count).toBe(0)
    expect(anew.frameTimes.items).toEqual([])
  })
})
