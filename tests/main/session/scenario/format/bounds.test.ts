import { describe, expect, it } from 'vitest'
import { balanced, bounds, counted } from '../../../../../main/session/scenario/format/bounds'
import { duration } from '../../../../../main/session/scenario/format/quantities'
import { expectedText } from '../../../../../main/session/scenario/text/expected'

describe('a count that may lie between two [SC-15]', () => {
  it.each([
    [3, 3],
    [{ min: 0 }, { min: 0 }],
    [{ max: 4 }, { max: 4 }],
    [
      { min: 2, max: 2 },
      { min: 2, max: 2 },
    ],
  ])('%j', (written, read) => {
    expect(counted.parse(written)).toEqual(read)
  })

  it.each([[-1], [1.5], ['3'], [{}], [{ min: 3, max: 2 }], [{ min: 1, most: 2 }], [{ min: -1 }], [null]])(
    'is not %j',
    (written) => {
      expect(counted.safeParse(written, { error: expectedText }).success).toBe(false)
    },
  )
})

it('what may be below 0 is whole all the same, and in order [SC-15]', () => {
  expect(balanced.parse({ min: -3, max: 0 })).toEqual({ min: -3, max: 0 })
  expect(balanced.parse(-1)).toBe(-1)
  for (const none of [-1.5, '-1', {}, { min: -1, max: -2 }, 2 ** 53])
    expect(balanced.safeParse(none, { error: expectedText }).success).toBe(false)
})

it('bounds of a quantity come out in its unit, and cross only where they do so in that [SC-15]', () => {
  const between = bounds(duration('how long'), 'inclusive')
  expect(between.parse({ min: '900us', max: '1ms' })).toEqual({ min: 900, max: 1000 })
  const crossed = between.safeParse({ min: '2ms', max: 1500 })
  expect(crossed.error?.issues.map(({ path, message }) => [path, message])).toEqual([[['min'], 'at most "max" (1500)']])
})
