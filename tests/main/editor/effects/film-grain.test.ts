/** What the grain costs by its constants: one size of grain after another, of one colour or three. */
import { expect, it } from 'vitest'
import { operationsOf } from '../../../../main/drivers/umd/glsl/cost'
import { filmGrain } from '../../../../main/editor/effects/film-grain'

function cost(octaves: number, { coloured = 0, animated = 1 } = {}): number {
  const values = { amount: [0.12], size: [1.5], octaves: [octaves], coloured: [coloured], animated: [animated] }
  return filmGrain.passes.reduce((sum, { source }) => sum + operationsOf(source, values), 0)
}

it('each size of grain costs the same; coloured grain costs more of each', () => {
  const one = cost(2) - cost(1)
  expect(one).toBeGreaterThan(0)
  expect(cost(4) - cost(1)).toBe(3 * one)
  const colour = (octaves: number) => cost(octaves, { coloured: 1 }) - cost(octaves)
  expect(colour(1)).toBeGreaterThan(0)
  expect([colour(2), colour(4)]).toEqual([2 * colour(1), 4 * colour(1)])
})

it('grain that stands still has no frame to work out, however many sizes it has', () => {
  const moving = (octaves: number) => cost(octaves) - cost(octaves, { animated: 0 })
  expect(moving(1)).toBeGreaterThan(0)
})
