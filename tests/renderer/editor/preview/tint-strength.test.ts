/** However many tints there are, what the clip shows is seen through them. */
import { expect, it } from 'vitest'
import { tintStrength } from '../../../../renderer/editor/preview/tint-strength'

/** What is left of the picture below that many tints. */
const left = (count: number): number => (1 - tintStrength(count)) ** count

it('one tint replaces 30 % of the picture, many together 45 % at most', () => {
  expect(left(1)).toBeCloseTo(0.7)
  // half way for two: 37.5 %
  expect(left(2)).toBeCloseTo(0.625)
  expect(left(1000)).toBeCloseTo(0.55, 3)
  expect(left(1000)).toBeGreaterThan(0.55)
})

it('each takes less, the more there are; none takes nothing', () => {
  const shares = [1, 2, 3, 10, 100].map(tintStrength)
  expect(shares).toEqual([...shares].sort((a, b) => b - a))
  expect([tintStrength(0), tintStrength(-1)]).toEqual([0, 0])
})
