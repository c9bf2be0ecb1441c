import { expect, it } from 'vitest'
import { isWithin } from '../../../../../main/session/verbs/expect/outcome'

it('a number is met by itself alone, bounds by what lies between them, both included [SC-15]', () => {
  expect([4, 5, 6].map((value) => isWithin(value, 5))).toEqual([false, true, false])
  expect([1, 2, 3, 4].map((value) => isWithin(value, { min: 2, max: 3 }))).toEqual([false, true, true, false])
  expect([0, 2, 1e15].map((value) => isWithin(value, { min: 2 }))).toEqual([false, true, true])
  expect([0, 2, 3].map((value) => isWithin(value, { max: 2 }))).toEqual([true, true, false])
  // references can be below 0 (PL-43)
  expect([-1, 0, 1].map((value) => isWithin(value, { max: 0 }))).toEqual([true, true, false])
})
