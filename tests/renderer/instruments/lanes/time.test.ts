import { describe, expect, it } from 'vitest'
import { axisTicks, placeOf, tickText } from '../../../../renderer/instruments/lanes/time'

describe('the axis', () => {
  it('has labels that differ and have room, from microseconds to hours, at any time of a run', () => {
    for (const now of [5e6, 54 * 60e6 + 50_411_256, 4_331_129_719, 8 * 3600e6])
      for (const span of [50, 700, 3e6, 60e6, 3600e6]) {
        const view = { from: now - span, to: now, width: 1400 }
        const { ticks, step } = axisTicks(view, 72)
        const labels = ticks.map((t) => tickText(t, step))
        expect(labels.length, `${span} µs until ${now}`).toBeGreaterThanOrEqual(2)
        expect(new Set(labels).size, labels.join()).toBe(labels.length)
        // a digit of 11 px is 7 px wide
        const apart = placeOf(view, ticks[1] as number) - placeOf(view, ticks[0] as number)
        expect(apart, labels.join()).toBeGreaterThan(7 * Math.max(...labels.map(({ length }) => length)))
      }
  })

  it('has fewer of longer labels, as those of microseconds after an hour are', () => {
    // 50 µs on 490 px: 10 µs are 98 px, and the 13 characters of 1:12:11.12970 with a gap 99
    const view = { from: 4_331_129_669, to: 4_331_129_719, width: 490 }
    expect(axisTicks(view, 72).step).toBe(20)
    expect(axisTicks({ ...view, from: 9_669, to: 9_719 }, 72).step).toBe(10)
  })

  it('has a moment as far from its left edge as it is from the first one shown', () => {
    const view = { from: 1000, to: 3000, width: 400 }
    expect([1000, 1500, 3000, 500].map((t) => placeOf(view, t))).toEqual([0, 100, 400, -100])
  })

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
    expect(tickText(12_000e6, 600e6)).toBe('3:20:00')
    expect(tickText(3_725_500_000, 100_000)).toBe('1:02:05.5')
  })
})
