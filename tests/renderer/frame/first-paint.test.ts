/** Until what a page waits before it loads the rest. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstPaint, shown } from '../../../renderer/frame/first-paint'
import { unpainted } from '../painting'

let painted: () => void
let dataset: Record<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  dataset = {}
  vi.stubGlobal('document', { documentElement: { dataset } })
  painted = unpainted()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** @returns whether it is done, as far as that can be seen now */
async function isDone(waiting: Promise<void>): Promise<boolean> {
  let done = false
  void waiting.then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return done
}

test('a window is waited for until the display shows something of it', async () => {
  const waiting = firstPaint()
  expect(await isDone(waiting)).toBe(false)
  painted()
  expect(await isDone(waiting)).toBe(true)
})

test('one of which nobody sees anything is waited for for half a second', async () => {
  const waiting = firstPaint()
  await vi.advanceTimersByTimeAsync(499)
  expect(await isDone(waiting)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isDone(waiting)).toBe(true)
})

test('one that is not shown before the application is there is not waited for', async () => {
  dataset.unseen = ''
  expect(await isDone(firstPaint())).toBe(true)
})

test('what is drawn counts as shown in the task behind its frame', async () => {
  const frame = vi.fn<(draw: FrameRequestCallback) => number>(() => 1)
  vi.stubGlobal('requestAnimationFrame', frame)
  const waiting = shown()
  expect(await isDone(waiting)).toBe(false)
  frame.mock.lastCall?.[0](0)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isDone(waiting)).toBe(true)
})

test('a window that gets no frames has what is loaded behind the first one two seconds later', async () => {
  const frame = vi.fn<(draw: FrameRequestCallback) => number>(() => 1)
  vi.stubGlobal('requestAnimationFrame', frame)
  const waiting = shown()
  await vi.advanceTimersByTimeAsync(1999)
  expect(await isDone(waiting)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isDone(waiting)).toBe(true)
  // the frame that comes after all is nobody's
  frame.mock.lastCall?.[0](0)
})
