import { expect, it } from 'vitest'
import { countedText, several } from '../../../../main/session/imports/numbers'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [18_805, '18,805'],
  [1_234_567_890, '1,234,567,890'],
])('a comma stands before every third digit from the right: %d', (count, text) => {
  expect(countedText(count)).toBe(text)
})

it('one is one, none and more are several', () => {
  expect([several(0, 'use'), several(1, 'use'), several(18_805, 'use')]).toEqual(['0 uses', '1 use', '18,805 uses'])
  expect([several(1, 'process', 'processes'), several(2, 'process', 'processes')]).toEqual(['1 process', '2 processes'])
})
