import { describe, expect, it } from 'vitest'
import { d3dx12Grace } from '../../../../main/policies/published/d3dx12-grace'
import { GiB } from '../support/play'

describe('grace falls linearly from 60 s at pressure 0.7 to 1 s at 1 [TN-38]', () => {
  it.each([
    [0, 100, null],
    // exactly 0.7 is above the single-precision 0.7 = 0.699999988079071044921875
    [70, 100, 60_000_000],
    [70 * GiB, 100 * GiB, 60_000_000],
    // 100 GiB × 0.699999988079071044921875 is 75161926400 bytes exactly (11744051 × 6400)
    [75_161_926_400, 100 * GiB, null],
    [75_161_926_401, 100 * GiB, 60_000_000],
    [85, 100, 30_500_000],
    [85 * GiB, 100 * GiB, 30_500_000],
    [80, 100, 40_333_333], // 60 s − 59 s ÷ 3, rounded down
    [100, 100, 1_000_000],
    [150, 100, 1_000_000],
    [1, 0, 1_000_000],
    [0, 0, null],
  ])('%i of %i bytes: %j µs', (usage, budget, grace) => expect(d3dx12Grace(usage, budget)).toBe(grace))

  it('just above the threshold it is just below 60 s', () => {
    expect(d3dx12Grace(70 * GiB + 1, 100 * GiB)).toBe(59_999_999)
  })
})
