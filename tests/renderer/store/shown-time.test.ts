/** Which time an axis shows, in µs. */
import { describe, expect, it } from 'vitest'
import {
  fitted,
  held,
  LEAST_SPAN,
  MOST_SPAN,
  panned,
  revealed,
  following as toFollow,
  viewOf,
  zoomed,
} from '../../../renderer/store/shown-time'

const following = { span: 1000, end: null }
const still = { span: 1000, end: 5000 }

describe('the time that is shown', () => {
  it('follows the newest moment, or stays', () => {
    expect(viewOf(following, 7000, 100)).toEqual({ from: 6000, to: 7000, width: 100 })
    expect(viewOf(still, 7000, 100)).toEqual({ from: 4000, to: 5000, width: 100 })
    expect(viewOf(following, 200, 100)).toEqual({ from: 0, to: 1000, width: 100 })
  })

  it('moves on in jumps where motion is unwelcome, and always shows the newest moment', () => {
    const windows = new Set<number>()
    for (let now = 5000; now < 7000; now += 10) {
      const view = viewOf(following, now, 100, true)
      windows.add(view.from)
      expect(view.to).toBeGreaterThanOrEqual(now)
    }
    expect(windows.size).toBeLessThanOrEqual(6)
  })

  it('zooms about a moment that keeps its place', () => {
    const about = 4250
    const near = zoomed(still, 9000, 0.5, about)
    const { from, to } = viewOf(near, 9000, 1)
    expect(to - from).toBe(500)
    expect((about - from) / (to - from)).toBeCloseTo(0.25)
  })

  it('keeps following when it zooms, within the limits', () => {
    expect(zoomed(following, 9000, 0.5, 100)).toEqual({ span: 500, end: null })
    expect(zoomed({ span: 60, end: null }, 9000, 0.1).span).toBe(LEAST_SPAN)
    expect(zoomed({ span: MOST_SPAN, end: null }, 9000, 2).span).toBe(MOST_SPAN)
  })

  it('pans, not before the start, and follows again at the newest moment', () => {
    expect(panned(still, 9000, -500)).toEqual({ span: 1000, end: 4500 })
    expect(panned(still, 9000, -1e9)).toEqual({ span: 1000, end: 1000 })
    expect(panned(still, 9000, 4000)).toEqual({ span: 1000, end: null })
    expect(panned(following, 9000, -100)).toEqual({ span: 1000, end: 8900 })
  })

  it('fits everything that is kept, with a fiftieth of room before it', () => {
    expect(fitted(2000, 9000)).toEqual({ span: 7140, end: 9000 })
    // no window is shorter, nor does one begin before the start
    expect(fitted(8990, 9000)).toEqual({ span: LEAST_SPAN, end: 9000 })
    expect(fitted(0, 9000)).toEqual({ span: 9180, end: 9180 })
  })

  it('reveals a packet that is not in view, and leaves the window alone when it is', () => {
    expect(revealed(still, 9000, 4100, 4900)).toBe(still)
    // in the middle: 7050 ± 500
    expect(revealed(still, 9000, 7000, 7100)).toEqual({ span: 1000, end: 7550 })
    expect(revealed(still, 90_000, 7000, 17_000).span).toBe(15_000)
  })

  it('stays where it is while the simulation goes on, until it follows again', () => {
    expect(held(following, 7000)).toEqual({ span: 1000, end: 7000 })
    // less than what is shown has passed: from the start
    expect(held(following, 300)).toEqual({ span: 1000, end: 1000 })
    expect(held(still, 7000)).toEqual(still)
    expect(toFollow(still)).toEqual(following)
  })
})
