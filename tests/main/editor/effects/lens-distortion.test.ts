/** What the lens costs: one look for each colour between red and blue, or one in all. */
import { expect, it } from 'vitest'
import { lensDistortion } from '../../../../main/editor/effects/lens-distortion'
import { cost } from './costs'

const of = (samples: number, said: Record<string, number> = {}): number => cost(lensDistortion, { samples, ...said })

it('each colour more costs the same', () => {
  const colour = of(4) - of(3)
  expect(colour).toBeGreaterThan(0)
  expect(of(12) - of(3)).toBe(9 * colour)
})

it('without dispersion there is one look, however many colours there would be', () => {
  const plain = of(1)
  expect([of(5, { dispersion: 0 }), of(12, { dispersion: 0 })]).toEqual([plain, plain])
  expect(of(3)).toBeGreaterThan(2 * plain)
})
