import { describe, expect, it } from 'vitest'
import {
  colour,
  defaultsOf,
  isInRange,
  real,
  toggle,
  wholeConstant,
} from '../../../../main/editor/effects/built-in-effect'

describe('a value of a constant', () => {
  const radius = wholeConstant('radius', 'Radius', 8, 1, 24)
  const amount = real('amount', 'Amount', 1, [0, 1, 0.01])
  const tint = colour('tint', 'Tint', [1, 0.5, 0])

  it.each([
    ['both bounds', [1], radius, true],
    ['the upper one', [24], radius, true],
    ['less than the least', [0], radius, false],
    ['more than the most', [25], radius, false],
    ['a fraction where whole numbers are taken', [1.5], radius, false],
    ['a fraction', [0.005], amount, true],
    ['every component', [0, 0.3, 1], tint, true],
    ['one component out of range', [0, 1.01, 1], tint, false],
    ['half of on', [0.5], toggle('on', 'On', true), false],
    ['what is no number', [Number.NaN], amount, false],
  ])('may be: %s %j', (_what, value, constant, may) => {
    expect(isInRange(value, constant)).toBe(may)
  })

  it('may be anything where no effect declares it', () => {
    expect(isInRange([1e9, -1], undefined)).toBe(true)
  })
})

it('what shaders bind at first is a copy, so that no effect changes another’s', () => {
  const constants = [colour('tint', 'Tint', [1, 0.5, 0]), toggle('on', 'On', false)]
  const values = defaultsOf({ constants })
  expect(values).toEqual({ tint: [1, 0.5, 0], on: [0] })
  if (values.tint !== undefined) values.tint[0] = 9
  expect(defaultsOf({ constants }).tint).toEqual([1, 0.5, 0])
})
