/** Measured draw times in words: as many digits as they are good for. */
import { expect, it } from 'vitest'
import { MEASURED_MEANING, measuredText } from '../../../../../renderer/instruments/background/shaders/measured'

it.each([
  [null, 'not measured'],
  [0, '0.000 ms'],
  [0.3125, '0.313 ms'],
  [0.9999, '1.000 ms'],
  [1, '1.00 ms'],
  [9.994, '9.99 ms'],
  [10, '10.0 ms'],
  [123.44, '123.4 ms'],
])('%s is %s', (ms, expected) => {
  expect(measuredText(ms)).toBe(expected)
})

it('they say at which size, and that nothing else follows from them [BP-31]', () => {
  expect(MEASURED_MEANING).toContain('320 × 180')
  expect(MEASURED_MEANING).toContain('BP-31')
})
