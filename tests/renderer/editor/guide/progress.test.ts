// @vitest-environment happy-dom
/** How far somebody is in a lesson, by what the simulation shows: looked at five times a second. */
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LessonStep, LessonView } from '../../../../preload/contract'
import { useProgress } from '../../../../renderer/editor/guide/progress'
import { emptyState } from '../../../../renderer/store/model'
import { useStore } from '../../../../renderer/store/store'
import { used } from '../../mounted'

const step = (parts: Pick<LessonStep, 'done' | 'changed'>): LessonStep => ({ do: '', why: '', at: [], ...parts })

const LESSON: LessonView = {
  id: 'idle',
  run: 1,
  question: '',
  steps: [
    step({ done: [{ fact: 'evictions', grows: 2 }], changed: '{evictions.before} before, {evictions} now' }),
    step({ done: [{ fact: 'missedBlanks', atLeast: 3 }], changed: '{missedBlanks.change} more' }),
  ],
}

/** The simulation shows this. @param now µs */
function shows(now: number, { evictions = 0, missed = 0 } = {}): void {
  const view = emptyState()
  useStore.setState({
    view: {
      ...view,
      clock: { ...view.clock, now },
      memory: { ...view.memory, evictions },
      gpu: { ...view.gpu, missedVerticalBlanks: missed },
    },
  })
}

const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

beforeEach(() => {
  vi.useFakeTimers()
  shows(1_000)
})
afterEach(() => {
  vi.useRealTimers()
})

it('a step is done when its condition holds, counted from when it began, and says what changed', () => {
  shows(1_000, { evictions: 10 })
  const lesson = used(useProgress, LESSON)
  expect(lesson.now).toMatchObject({ index: 0, step: LESSON.steps[0], changed: null })
  shows(2_000, { evictions: 11 })
  wait(1_000)
  expect(lesson.now.changed).toBeNull()
  shows(3_000, { evictions: 12 })
  wait(199)
  expect(lesson.now.changed).toBeNull()
  wait(1)
  expect(lesson.now.changed).toBe('10 before, 12 now')
})

it('what is done stays as it was, and is not looked at any more', () => {
  const lesson = used(useProgress, LESSON)
  shows(2_000, { evictions: 2 })
  wait(200)
  shows(3_000, { evictions: 40 })
  wait(1_000)
  expect([lesson.now.changed, vi.getTimerCount()]).toEqual(['0 before, 2 now', 0])
})

it('what is done stays so too where the page comes to draw it only after another look', () => {
  const lesson = used(useProgress, LESSON)
  act(() => {
    shows(2_000, { evictions: 2 })
    vi.advanceTimersByTime(200)
    shows(3_000, { evictions: 40 })
    vi.advanceTimersByTime(200)
  })
  expect(lesson.now.changed).toBe('0 before, 2 now')
})

it('of a step that is passed over nothing is said, and the next one is looked at', () => {
  const lesson = used(useProgress, LESSON)
  act(() => lesson.now.goTo(1))
  shows(2_000, { evictions: 2 })
  wait(200)
  expect(lesson.now.changed).toBeNull()
  shows(3_000, { evictions: 2, missed: 3 })
  wait(200)
  expect(lesson.now.changed).toBe('3 more')
})

it('a step that asks for what is so already says that, and not what it would have changed', () => {
  const lesson = used(useProgress, LESSON)
  shows(2_000, { missed: 3 })
  act(() => lesson.now.goTo(1))
  expect(lesson.now).toMatchObject({ changed: null, isAlready: false })
  wait(200)
  expect(lesson.now).toMatchObject({ changed: 'missed vertical blanks so far: 3.', isAlready: true })
  act(() => lesson.now.goTo(0))
  shows(3_000, { evictions: 2, missed: 3 })
  wait(200)
  expect(lesson.now).toMatchObject({ changed: '0 before, 2 now', isAlready: false })
})

it('what came of the steps before is told as what changed, unless one of them was passed over', () => {
  const steps = [
    step({ done: [{ fact: 'evictions', atLeast: 1 }], changed: 'Evicted.' }),
    step({ done: [{ fact: 'missedBlanks', atLeast: 3 }], changed: 'The desktop stood still.' }),
  ]
  const lesson = used(useProgress, { ...LESSON, steps })
  shows(2_000, { evictions: 1, missed: 3 })
  wait(200)
  act(() => lesson.now.goTo(1))
  wait(200)
  expect(lesson.now).toMatchObject({ changed: 'The desktop stood still.', isAlready: false })
  const other = used(useProgress, { ...LESSON, steps })
  act(() => other.now.goTo(1))
  wait(200)
  expect(other.now).toMatchObject({ changed: 'missed vertical blanks so far: 3.', isAlready: true })
})

it('a step that is found done while one goes on to the next does not make that one done', () => {
  const lesson = used(useProgress, LESSON)
  act(() => {
    lesson.now.goTo(1)
    shows(2_000, { evictions: 2 })
    vi.advanceTimersByTime(200)
  })
  expect(lesson.now).toMatchObject({ index: 1, changed: null })
})

it('the next step begins with what is shown then, and the one before keeps nothing of it', () => {
  const lesson = used(useProgress, LESSON)
  shows(2_000, { evictions: 2, missed: 1 })
  wait(200)
  act(() => lesson.now.goTo(1))
  expect(lesson.now).toMatchObject({ index: 1, step: LESSON.steps[1], changed: null })
  shows(3_000, { evictions: 2, missed: 5 })
  wait(200)
  expect(lesson.now.changed).toBe('4 more')
})

it('a step that one comes back to is to be done once more', () => {
  const lesson = used(useProgress, LESSON)
  shows(2_000, { evictions: 2, missed: 3 })
  wait(200)
  // at once, and after the other was done
  act(() => lesson.now.goTo(1))
  act(() => lesson.now.goTo(0))
  expect(lesson.now).toMatchObject({ index: 0, changed: null })
  act(() => lesson.now.goTo(1))
  wait(200)
  // as it was counted to its end before
  expect(lesson.now.changed).toBe('missed vertical blanks so far: 3.')
  act(() => lesson.now.goTo(0))
  wait(1_000)
  expect(lesson.now).toMatchObject({ index: 0, changed: null })
  shows(3_000, { evictions: 4, missed: 3 })
  wait(200)
  expect(lesson.now.changed).toBe('2 before, 4 now')
})

it('a simulation that begins anew is counted from its beginning', () => {
  shows(9_000, { evictions: 10 })
  const lesson = used(useProgress, LESSON)
  shows(100, { evictions: 1 })
  wait(200)
  // fewer than before, and 2 more than at its beginning
  shows(200, { evictions: 3 })
  wait(200)
  expect(lesson.now.changed).toBe('1 before, 3 now')
})

it('a lesson that is closed looks at nothing', () => {
  const lesson = used(useProgress, LESSON)
  expect(vi.getTimerCount()).toBe(1)
  lesson.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
