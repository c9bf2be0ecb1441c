/** The wall clock and the event loop as they are: durations are bounded from below only, as a busy machine is late. */
import { describe, expect, test } from 'vitest'
import { now, timers, wait } from '../../../main/shell/timers'

describe('the wall clock', () => {
  test('is in milliseconds, and never goes back', async () => {
    const [before, date] = [now(), Date.now()]
    await wait(30)
    // a timer may be a millisecond early of a clock that counts finer
    expect(now() - before).toBeGreaterThanOrEqual(29)
    expect(Math.abs(now() - before - (Date.now() - date))).toBeLessThan(50)
    expect(timers.now()).toBeGreaterThan(before)
  })
})

describe('what comes later', () => {
  test('comes once after its time, unless it is taken back', async () => {
    const came: string[] = []
    timers.after(1, () => came.push('first'))
    timers.after(1, () => came.push('taken back'))()
    await wait(20)
    expect(came).toEqual(['first'])
  })

  test('comes as soon as what is under way has ended, unless it is taken back', async () => {
    const came: string[] = []
    timers.soon(() => came.push('soon'))
    timers.soon(() => came.push('taken back'))()
    came.push('now')
    await wait(5)
    expect(came).toEqual(['now', 'soon'])
  })
})
