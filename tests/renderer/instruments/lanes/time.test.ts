import { describe, expect, it } from 'vitest'
import {
  axisTicks,
  fitted,
  LEAST_SPAN,
  MOST_SPAN,
  panned,
  revealed,
  tickText,
  viewOf,
  zoomed,
} from '../../../../renderer/instruments/lanes/time'

const following = { span: 1000, end: null }
const still = { span: 1000, end: 5000 }

describe('the time that the lanes show', () => {
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

  it('fits everything that is kept', () => {
    const { from, to } = viewOf(fitted(2000, 9000), 9000, 1)
    expect(from).toBeLessThanOrEqual(2000)
    expect(to).toBe(9000)
  })

  it('reveals a packet that is not in view, and leaves the window alone when it is', () => {
    expect(revealed(still, 9000, 4100, 4900)).toBe(still)
    const { from, to } = viewOf(revealed(still, 9000, 7000, 7100), 9000, 1)
    expect(from).toBeLessThan(7000)
    expect(to).toBeGreaterThan(7100)
    expect(revealed(still, 90_000, 7000, 17_000).span).toBe(15_000)
  })
})

describe('the axis', () => {
  it('has labels at round steps with room between them', () => {
    const { ticks, step } = axisTicks({ from: 100, to: 10_100, width: 400 }, 80)
    expect(step).toBe(2000)
    expect(ticks).toEqual([2000, 4000, 6000, 8000, 10_000])
  })

  it('shows as many digits as a step needs', () => {
    expect(tickText(1_250_000, 50_000)).toBe('1.25 s')
    expect(tickText(12_345_600, 100)).toBe('12.3456 s')
    expect(tickText(3_000_000, 1e6)).toBe('3 s')
    expect(tickText(125_500_000, 100_000)).toBe('2:05.5')
    expect(tickText(120_000_000, 20e6)).toBe('2:00')
  })
})
