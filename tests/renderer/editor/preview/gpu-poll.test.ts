/** Whether the GPU is done is looked at now and then, and no more once it is, or once its context is lost. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GpuPoll } from '../../../../renderer/editor/preview/gpu-poll'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Looks every 10 ms; the GPU is done at the third look. */
function polled(lost = false) {
  let looks = 0
  const poll = new GpuPoll({ isContextLost: () => lost }, 10)
  poll.until(() => ++looks === 3)
  return { poll, looks: () => looks }
}

it('looks until it is over', () => {
  const { poll, looks } = polled()
  expect([poll.isUnderWay, looks()]).toEqual([true, 0])
  vi.advanceTimersByTime(29)
  expect([poll.isUnderWay, looks()]).toEqual([true, 2])
  vi.advanceTimersByTime(1)
  expect([poll.isUnderWay, looks()]).toEqual([false, 3])
  vi.advanceTimersByTime(100)
  expect(looks()).toBe(3)
})

it('what follows may begin the next', () => {
  const poll = new GpuPoll({ isContextLost: () => false }, 10)
  const seen: string[] = []
  poll.until(() => {
    seen.push(`one ${poll.isUnderWay}`)
    poll.until(() => seen.push('other') > 0)
    return true
  })
  vi.advanceTimersByTime(20)
  expect(seen).toEqual(['one false', 'other'])
})

it('ends when it is stopped, and looks at nothing of a context that was lost', () => {
  const stopped = polled()
  stopped.poll.stop()
  const lost = polled(true)
  vi.advanceTimersByTime(100)
  expect([stopped.looks(), stopped.poll.isUnderWay, lost.looks(), lost.poll.isUnderWay]).toEqual([0, false, 0, false])
})
