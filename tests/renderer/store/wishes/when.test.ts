/** Waiting until what is shown is so: at once where it is, with the frame that makes it so, or not longer than asked. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setInterface, useStore } from '../../../../renderer/store/store'
import { when } from '../../../../renderer/store/wishes/when'

const isOpen = (): boolean => useStore.getState().drawerOpen

/** Whether that has come by now. */
async function hasCome(promise: Promise<void>): Promise<boolean> {
  let come = false
  void promise.then(() => {
    come = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return come
}

beforeEach(() => {
  vi.useFakeTimers()
  setInterface({ drawerOpen: false })
})
afterEach(() => vi.useRealTimers())

it('is over at once where it is so', async () => {
  setInterface({ drawerOpen: true })
  expect(await hasCome(when(isOpen))).toBe(true)
})

it('is over with the change that makes it so, however late, and not with another', async () => {
  const waiting = when(isOpen)
  setInterface({ drawerOpen: false })
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(await hasCome(waiting)).toBe(false)
  setInterface({ drawerOpen: true })
  expect(await hasCome(waiting)).toBe(true)
})

it('is over after the time that is given, and not before', async () => {
  const waiting = when(isOpen, 200)
  await vi.advanceTimersByTimeAsync(199)
  expect(await hasCome(waiting)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await hasCome(waiting)).toBe(true)
})
