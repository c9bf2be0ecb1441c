import { describe, expect, it } from 'vitest'
import {
  checked,
  duration,
  size,
  some,
  strict,
  texels,
  wholeNumber,
} from '../../../../../main/session/scenario/format/quantities'
import { GRANULE } from '../../../../../preload/contract'

const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? []

describe('a size [SC-03]', () => {
  const page = size('a page', { min: 4096, multipleOf: 4096 })

  it.each([
    [4096, 4096],
    ['4KiB', 4096],
    ['1MiB', 1_048_576],
    ['0.5GiB', 536_870_912],
  ])('%j is %d bytes', (written, bytes) => {
    expect(page.parse(written)).toBe(bytes)
  })

  it.each([[0], [4097], ['5KB'], [-4096], [4096.5], [null], ['1e3B']])('is not %j', (written) => {
    expect(messages(page.safeParse(written))).toEqual([
      'a size of at least 4KiB that is a multiple of 4KiB: a whole number of bytes, or a string with B, KiB, MiB or GiB like "64MiB"',
    ])
  })
})

it('a duration is a number of µs or a string with a unit, of at least what is asked for [SC-03]', () => {
  const wait = duration('a wait', { min: 10 })
  expect([wait.parse(10), wait.parse('1.5ms'), wait.parse('1h')]).toEqual([10, 1500, 3_600_000_000])
  expect(messages(wait.safeParse('9us'))[0]).toMatch(/^a duration of at least 10us: /)
})

it('whole numbers and texels say what they may be', () => {
  expect(messages(wholeNumber(2, 'n').safeParse(1))).toEqual(['a whole number of at least 2'])
  expect(messages(texels('width').safeParse(16_385))).toEqual(['at most 16384 texels'])
  expect(texels('width').parse(16_384)).toBe(16_384)
})

it('a number that is too large to be exact is told the largest, not what it is already [SC-02]', () => {
  const beyond = 2 ** 53
  expect(messages(wholeNumber(0, 'n').safeParse(beyond))).toEqual(['a whole number of at most 9007199254740991'])
  expect(messages(size('a').safeParse(beyond))).toEqual(['a size of at most 9007199254740991 bytes'])
  expect(messages(duration('a').safeParse(Number.POSITIVE_INFINITY))).toEqual([
    'a duration of at most 9007199254740991 microseconds',
  ])
})

it.each([2 ** 53, 1e300, 16_385])(
  '%j is told the largest that a field takes, which it then takes [SC-02]',
  (beyond) => {
    expect(messages(texels('width').safeParse(beyond))).toEqual(['at most 16384 texels'])
    expect(messages(wholeNumber(1, 'n', 64).safeParse(beyond))).toEqual(['at most 64'])
    const day = duration('a', { max: [100, 'at most 100us: it is short'] })
    for (const one of [beyond, '101us', '9007199254740992us'])
      expect(messages(day.safeParse(one))).toEqual(['at most 100us: it is short'])
    expect(day.parse('100us')).toBe(100)
  },
)

it.each([2 ** 53, '8388608GiB', 2 ** 53 - 1])('of multiples %j is told the largest of them [SC-02]', (beyond) => {
  const segment = size('a', { multipleOf: GRANULE })
  const [told = ''] = messages(segment.safeParse(beyond))
  expect(told).toBe('a size of at most 9007199254675456 bytes')
  expect(segment.parse(9_007_199_254_675_456)).toBe(9_007_199_254_675_456)
})

it('an object with an unknown field says which there are; with none where one is asked for, what is expected [SC-04]', () => {
  const shape = { a: wholeNumber(0, 'a'), b: wholeNumber(0, 'b') }
  expect(messages(strict(shape, 'both').safeParse({ a: 1, b: 2, c: 3 }))).toEqual(['a, b'])
  const either = some(shape, 'either', 'a, b or both')
  expect(either.parse({ b: 1 })).toEqual({ b: 1 })
  expect(messages(either.safeParse({}))).toEqual(['a, b or both'])
})

it('what several fields tell together is asked of good ones only', () => {
  let asked = 0
  const pair = checked(
    strict({ from: wholeNumber(0, 'from'), to: wholeNumber(0, 'to') }, 'a pair'),
    ({ from, to }, refuse) => {
      asked++
      if (from > to) refuse(['from'], from, 'at most "to"')
    },
  )
  expect(pair.safeParse({ from: 'x', to: 1 }).success).toBe(false)
  expect(asked).toBe(0)
  expect(messages(pair.safeParse({ from: 2, to: 1 }))).toEqual(['at most "to"'])
  expect(pair.parse({ from: 1, to: 1 })).toEqual({ from: 1, to: 1 })
})
