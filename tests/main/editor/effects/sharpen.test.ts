/** What the unsharp mask costs: a look at each neighbour of a square but its middle. */
import { expect, it } from 'vitest'
import { sharpen } from '../../../../main/editor/effects/sharpen'
import { cost } from './costs'

const of = (radius: number, threshold = 0): number => cost(sharpen, { radius, threshold })

it('a radius of 1, 2 and 3 has 8, 24 and 48 neighbours: the third ring costs half as much again as the second', () => {
  const [second, third] = [of(2) - of(1), of(3) - of(2)]
  expect(second).toBeGreaterThan(0)
  // 24 neighbours more against 16
  expect(third / second).toBeCloseTo(1.5, 1)
})

it('a threshold above 0 costs the same once, whatever the radius; of 0 nothing', () => {
  const threshold = of(1, 0.1) - of(1)
  expect(threshold).toBeGreaterThan(0)
  expect([of(3, 0.1) - of(3), of(3, 0.25) - of(3)]).toEqual([threshold, threshold])
})
