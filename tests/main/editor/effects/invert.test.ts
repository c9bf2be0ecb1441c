/** What its constants cost: one way of it at a time, and a mix with the picture only where that shows. */
import { expect, it } from 'vitest'
import { invert } from '../../../../main/editor/effects/invert'
import { cost } from './costs'

const MODES = [...Array(3).keys()]

it('an amount of 1 has nothing to mix; a smaller one costs the same in every mode, whatever it is', () => {
  const mix = MODES.map((mode) => cost(invert, { mode, amount: 0.5 }) - cost(invert, { mode, amount: 1 }))
  expect([(mix[0] ?? 0) > 0, new Set(mix).size]).toEqual([true, 1])
  expect(cost(invert, { amount: 0 })).toBe(cost(invert, { amount: 0.99 }))
})

it('no mode is paid for with another', () => {
  const costs = MODES.map((mode) => cost(invert, { mode }))
  // all of them together would cost more than any
  expect(Math.max(...costs)).toBeLessThan(2 * Math.min(...costs))
})
