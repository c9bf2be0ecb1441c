import { beforeEach, describe, expect, test } from 'vitest'
import { LOOK_MS } from '../../../../main/shell/hot-exit/autosave'
import { Looks } from '../../../../main/shell/hot-exit/looks'
import { FakeSession } from './rig'

let now: number
let timers: { at: number; run: () => void }[]
let session: FakeSession
let looked: number[]
/** ms until the next look though nothing changes */
let next: number | null
let looks: Looks

function pass(ms: number): void {
  for (const end = now + ms; ; ) {
    const [first] = timers.toSorted((a, b) => a.at - b.at)
    if (first === undefined || first.at > end) {
      now = end
      return
    }
    timers = timers.filter((timer) => timer !== first)
    now = first.at
    first.run()
  }
}

beforeEach(() => {
  now = 0
  timers = []
  session = new FakeSession()
  looked = []
  next = null
  looks = new Looks({
    session: () => session,
    look: () => {
      looked.push(now)
      return next
    },
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  })
  // the session itself is new
  looks.follow()
  pass(1_000)
  looked = []
})

describe('what may have to be kept', () => {
  test('is not looked at, and there is no timer, while nothing changes', () => {
    for (let turn = 0; turn < 100; turn++) looks.follow()
    pass(60_000)
    expect(looked).toEqual([])
    expect(timers).toEqual([])
  })

  test('is looked at soon after a change, once however often it changes until then', () => {
    for (let turn = 0; turn < 10; turn++) {
      session.change(`change ${turn}`)
      looks.follow()
    }
    expect(timers).toHaveLength(1)
    pass(LOOK_MS)
    expect(looked).toEqual([1_000 + LOOK_MS])
    pass(60_000)
    expect(looked).toHaveLength(1)
  })

  test('is looked at again while a change waits, and no longer', () => {
    session.change('blurred')
    next = LOOK_MS
    looks.follow()
    pass(4 * LOOK_MS)
    expect(looked).toHaveLength(4)
    next = null
    pass(60_000)
    expect(looked).toHaveLength(5)
    expect(timers).toEqual([])
  })

  test('is looked at soon though a look far away is waited for already', () => {
    session.change('blurred')
    next = 28_000
    looks.follow()
    pass(LOOK_MS)
    session.dirty = false
    looks.follow()
    expect(timers).toHaveLength(1)
    pass(LOOK_MS)
    expect(looked).toHaveLength(2)
  })

  test('of another document is looked at, and of none after the end', () => {
    session = new FakeSession()
    looks.follow()
    pass(LOOK_MS)
    expect(looked).toHaveLength(1)
    session.change('blurred')
    looks.follow()
    looks.stop()
    pass(60_000)
    expect(looked).toHaveLength(1)
  })
})
