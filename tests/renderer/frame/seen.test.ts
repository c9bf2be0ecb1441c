/** Work that comes again and again rests while nobody can see the window. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followWindow, isSeen, whileSeen } from '../../../renderer/frame/seen'

let tell: (seen: boolean) => void = () => {}
let stop: () => void = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  stop = followWindow({
    onSeen: (listener) => {
      tell = listener
      return () => {}
    },
  })
})

afterEach(() => {
  tell(true)
  stop()
  vi.useRealTimers()
})

describe('what comes again', () => {
  it('has no timer in a hidden window, and comes at once when it is seen again', () => {
    let calls = 0
    const end = whileSeen(100, () => calls++)
    vi.advanceTimersByTime(250)
    expect(calls).toBe(2)
    tell(false)
    expect(isSeen()).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(10_000)
    expect(calls).toBe(2)
    tell(true)
    expect(calls).toBe(3)
    vi.advanceTimersByTime(100)
    expect(calls).toBe(4)
    end()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins with no timer where the window is hidden, and ends for good', () => {
    tell(false)
    let calls = 0
    const end = whileSeen(100, () => calls++)
    expect(vi.getTimerCount()).toBe(0)
    end()
    tell(true)
    vi.advanceTimersByTime(500)
    expect(calls).toBe(0)
  })
})
