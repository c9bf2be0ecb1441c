/** Tasks selected by keys and clicks on the worker lanes. Times in µs. */
import { beforeEach, describe, expect, it } from 'vitest'
import { selectTask, taskControls, taskPointing } from '../../../../../renderer/instruments/background/lanes/controls'
import { emptyState } from '../../../../../renderer/store/model'
import { setBackgroundTab } from '../../../../../renderer/store/store'
import { event, historyOf, ran } from '../../../store/support/background-events'
import { sending } from '../../../store/support/sending'

const page = sending()

/** Two that ran long ago, one that runs since 90 ms, and one that was cancelled. */
const backgroundHistory = historyOf([
  ...ran(1, 500, 1_000, 2_000),
  ...ran(2, 600, 2_000, 2_500),
  event(4, 'queued', 3_000),
  event(4, 'cancel', 3_500),
  ...ran(3, 80_000, 90_000, 95_000).slice(0, 2),
])

const selected = () => page.state.backgroundTab.selectedTask
const press = (key: string) => taskControls.key({ key, ctrlKey: true, altKey: false, shiftKey: false })
const window = () => {
  const { span, end } = page.state.backgroundTab.shown
  const to = end ?? 100_000
  return { from: to - span, to }
}

beforeEach(() => {
  page.shows({ backgroundHistory, clock: { ...emptyState().clock, now: 100_000 } })
  setBackgroundTab({ selectedTask: null, shown: { span: 10_000, end: 50_000 } })
})

describe('a task', () => {
  it.each([
    [1, 1_000, 2_000],
    // it runs still: until now
    [3, 90_000, 100_000],
    // it never started
    [4, 3_500, 3_500],
  ])('%i that is selected is brought into view, from %i to %i', (task, from, to) => {
    selectTask(task)
    expect(selected()).toBe(task)
    expect([window().from <= from, window().to >= to]).toEqual([true, true])
  })

  it('that was cancelled is shown where that was, not where it was queued', () => {
    setBackgroundTab({ shown: { span: 400, end: 50_000 } })
    selectTask(4)
    // in the middle
    expect(window()).toEqual({ from: 3_300, to: 3_700 })
  })

  it('that is not kept is none', () => {
    selectTask(1)
    selectTask(99)
    expect(selected()).toBeNull()
  })

  it('is led to from the one before; Escape selects none', () => {
    selectTask(1)
    press('ArrowRight')
    expect(selected()).toBe(2)
    press('ArrowLeft')
    expect(selected()).toBe(1)
    taskControls.key({ key: 'Escape', ctrlKey: false, altKey: false, shiftKey: false })
    expect(selected()).toBeNull()
  })
})

describe('a click', () => {
  it('selects the task under it, and none beside one', () => {
    expect([taskPointing.click({ task: 2, count: 1 }), selected()]).toEqual([null, 2])
    taskPointing.click(null)
    expect(selected()).toBeNull()
  })

  it('is of the task under it; copied is that, else what is selected', () => {
    expect(taskPointing.idOf({ task: 2, count: 3 })).toBe(2)
    const rows = taskPointing.rowsOf({ task: 2, count: 1 })
    expect([rows[0]?.slice(0, 2), rows[1]?.slice(0, 2)]).toEqual([
      ['Task', 'PSO'],
      ['2', 'Blur/pass2'],
    ])
    expect(taskPointing.rowsOf(null)).toEqual([])
    selectTask(1)
    expect(taskPointing.rowsOf(null)[1]?.[0]).toBe('1')
  })
})

it('all that is kept is from the first task that was queued to now', () => {
  taskControls.fitAll()
  // with a little room on both sides
  const { from, to } = window()
  expect([from <= 500, from > -5_000, to >= 100_000, to < 105_000]).toEqual([true, true, true, true])
})
