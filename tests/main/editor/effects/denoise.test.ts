/** What removing noise costs: a look at each neighbour of a square but its middle, and at each earlier frame. */
import { expect, it } from 'vitest'
import { denoise } from '../../../../main/editor/effects/denoise'
import { cost } from './costs'

const of = (radius: number, frames: number): number => cost(denoise, { radius, frames })

it('each earlier frame costs the same, whatever the radius', () => {
  const frame = of(1, 1) - of(1, 0)
  expect(frame).toBeGreaterThan(0)
  expect([of(1, 2) - of(1, 1), of(3, 1) - of(3, 0)]).toEqual([frame, frame])
})

it('each ring of neighbours costs more than the one within it', () => {
  const rings = [1, 2, 3].map((radius) => of(radius, 0) - of(radius - 1, 0))
  const [one = 0, two = 0, three = 0] = rings
  // 8, 16 and 24 neighbours more, and a row and column's own work with each ring
  expect([one > 0, two > 1.5 * one, three > two]).toEqual([true, true, true])
  expect(three - two).toBeLessThan(two)
})
