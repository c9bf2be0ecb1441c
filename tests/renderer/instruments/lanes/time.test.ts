import { describe, expect, it } from 'vitest'
import { axisTicks, placeOf, tickText } from '../../../../renderer/instruments/lanes/time'

describe('the axis', () => {
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
