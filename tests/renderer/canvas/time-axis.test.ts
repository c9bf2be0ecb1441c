import { describe, expect, it } from 'vitest'
import { leastStep, roundTime, ticksEvery } from '../../../renderer/canvas/time-axis'

describe('the labels of a time axis', () => {
  it('are as far apart as their room takes', () => {
    // a second on 500 px: 72 px are 144 ms
    expect(leastStep({ from: 2_000_000, to: 3_000_000 }, 500, 72)).toBe(144_000)
    expect(leastStep({ from: 0, to: 1000 }, 0, 72)).toBe(72_000)
  })

  it('stand at multiples of the step, both ends included', () => {
    expect(ticksEvery(50, { from: 100, to: 200 })).toEqual([100, 150, 200])
    expect(ticksEvery(50, { from: 101, to: 199 })).toEqual([150])
    expect(ticksEvery(50, { from: 101, to: 149 })).toEqual([])
  })

  it.each([
    [0, 1],
    [3, 5],
    [1000, 1000],
    [144_000, 200_000],
    [12e6, 15e6],
    [31e6, 60e6],
    // 16 min 40 s would be round in seconds alone
    [1000e6, 30 * 60e6],
    [31 * 60e6, 3600e6],
    [2.4 * 3600e6, 5 * 3600e6],
  ])('no less than %d µs apart are %d µs, as a clock counts', (least, step) => {
    expect(roundTime(least)).toBe(step)
  })
})
