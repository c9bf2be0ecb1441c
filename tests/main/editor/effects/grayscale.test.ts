/** What its constants cost: one way of it at a time, and a mix with the picture only where that shows. */
import { expect, it } from 'vitest'
import { grayscale } from '../../../../main/editor/effects/grayscale'
import { cost } from './costs'

const MODES = [...Array(4).keys()]

it('an amount of 1 has nothing to mix; a smaller one costs the same in every mode, whatever it is', () => {
  const mix = MODES.map((mode) => cost(grayscale, { mode, amount: 0.5 }) - cost(grayscale, { mode, amount: 1 }))
  expect([(mix[0] ?? 0) > 0, new Set(mix).size]).toEqual([true, 1])
  expect(cost(grayscale, { amount: 0 })).toBe(cost(grayscale, { amount: 0.99 }))
})

it('no mode is paid for with another', () => {
  const costs = MODES.map((mode) => cost(grayscale, { mode }))
  // all of them together would cost more than any
  expect(Math.max(...costs)).toBeLessThan(2 * Math.min(...costs))
})
