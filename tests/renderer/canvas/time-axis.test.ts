import { describe, expect, it } from 'vitest'
import { leastStep, ticksEvery } from '../../../renderer/canvas/time-axis'

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
})
