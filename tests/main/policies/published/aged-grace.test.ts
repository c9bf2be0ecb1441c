/** The grace of the mapping layers, by exact bytes and microseconds (PL-03). */
import { describe, expect, it } from 'vitest'
import { agedGrace, SEVEN_TENTHS, SINGLE_PRECISION } from '../../../../main/policies/published/aged-grace'

describe('grace by pressure', () => {
  it.each([
    [70, null],
    [85, 30_500_000],
    [100, 1_000_000],
    [250, 1_000_000],
  ])('%s of 100 bytes with T = 0.7: %s µs [PL-03]', (usage, grace) => {
    expect(agedGrace(usage, 100, SEVEN_TENTHS)).toBe(grace)
  })

  it('with the single-precision T exactly 70 % ages, at 2.4 µs less than 60 s [PL-03]', () => {
    // 59 s × (0.7 − T) ÷ (1 − T), with 0.7 − T = 0.2 ÷ 2^24 and 1 − T = 0.3 + that: 2.34 µs
    expect(agedGrace(70, 100, SINGLE_PRECISION)).toBe(59_999_997)
    expect(agedGrace(11_744_051, 16_777_216, SINGLE_PRECISION)).toBeNull()
    expect(agedGrace(11_744_052, 16_777_216, SINGLE_PRECISION)).toBe(59_999_988)
  })

  it('is not asked of nothing: no usage, no pressure [PL-03]', () => {
    expect(agedGrace(0, 0, SEVEN_TENTHS)).toBeNull()
  })

  it('is that of full pressure where anything is used of a budget of 0 [PL-03]', () => {
    expect(agedGrace(1, 0, SEVEN_TENTHS)).toBe(1_000_000)
    expect(agedGrace(65_536, 0, SINGLE_PRECISION)).toBe(1_000_000)
  })
})
