/** What its constants cost: faded blacks and a mix with the picture only where they show. */
import { expect, it } from 'vitest'
import { sepia } from '../../../../main/editor/effects/sepia'
import { cost } from './costs'

it('an amount of 1 has nothing to mix, and blacks that are not faded nothing to add: each by itself', () => {
  const of = (faded: number, amount: number): number => cost(sepia, { faded, amount })
  const [fading, mixing] = [of(1, 1) - of(0, 1), of(0, 0.5) - of(0, 1)]
  expect([fading > 0, mixing > 0]).toEqual([true, true])
  expect(of(1, 0.5)).toBe(of(0, 1) + fading + mixing)
})
