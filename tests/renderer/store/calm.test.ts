/** What is read as text is made anew a few times a second, and the newest is never missed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { calmly } from '../../../renderer/store/calm'
import { placeCursor, setInterface } from '../../../renderer/store/store'

beforeEach(() => {
  vi.useFakeTimers()
  placeCursor({ moment: null, range: null })
})
afterEach(() => vi.useRealTimers())

it('calls once for all that changes within a pause, after the last of it, and again for what comes then', () => {
  let calls = 0
  const { stop } = calmly(
    () => calls++,
    () => 200,
  )
  vi.advanceTimersByTime(1_000)
  expect(calls).toBe(0)
  placeCursor({ moment: 1, range: null })
  vi.advanceTimersByTime(150)
  placeCursor({ moment: 2, range: null })
  vi.advanceTimersByTime(49)
  expect(calls).toBe(0)
  vi.advanceTimersByTime(1)
  expect(calls).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(calls).toBe(1)
  placeCursor({ moment: 3, range: null })
  vi.advanceTimersByTime(200)
  expect(calls).toBe(2)
  stop()
})

it('leaves out what does not count, and waits as long as that says which does', () => {
  const called: number[] = []
  const begun = Date.now()
  const { stop } = calmly(
    () => called.push(Date.now() - begun),
    (state, before) => (state.moment === before.moment ? null : (state.moment ?? 0)),
  )
  setInterface({ drawerOpen: true })
  vi.advanceTimersByTime(1_000)
  placeCursor({ moment: 70, range: null })
  vi.advanceTimersByTime(1_000)
  expect(called).toEqual([1_070])
  stop()
})

it('calls when it is asked to, but not beside a call that is due, and not once it has ended', () => {
  let calls = 0
  const { soon, stop } = calmly(
    () => calls++,
    () => 200,
  )
  soon(100)
  soon(10)
  placeCursor({ moment: 1, range: null })
  vi.advanceTimersByTime(99)
  expect(calls).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(calls).toBe(1)
  soon(100)
  stop()
  placeCursor({ moment: 2, range: null })
  vi.advanceTimersByTime(1_000)
  expect(calls).toBe(1)
})
