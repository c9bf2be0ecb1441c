import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { durationToText, parseDuration, parseSize, sizeToText } from '../../../../../main/session/scenario'

const MAX = Number.MAX_SAFE_INTEGER

describe('SC, sizes', () => {
  test.each([
    ['0B', 0],
    ['64KiB', 65_536],
    ['1.5MiB', 1_572_864],
    ['0.5KiB', 512],
    ['2GiB', 2_147_483_648],
    ['007B', 7],
    ['9007199254740991B', MAX],
    // the pattern of the format has no longest one
    [`1.${'0'.repeat(5000)}B`, 1],
    [`${'0'.repeat(5000)}1.5KiB`, 1536],
    [`0.${'0'.repeat(9)}931322574615478515625${'0'.repeat(1000)}GiB`, 1],
    [4096, 4096],
    [-0, 0],
  ])('%s', (text, bytes) => {
    expect(parseSize(text)).toEqual({ ok: true, value: bytes })
  })

  test.each([
    ...['', '64', '64 MiB', '64mib', '64MB', '-1B', '+1B', '1.B', '.5KiB', '1e3B', '1TiB', ' 1B', '1B\n', '１B'],
    ...[-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, {}, ['1B']],
  ])('%j is none', (text) => {
    expect(parseSize(text)).toEqual({ ok: false, expected: expect.stringMatching(/^a size: a whole number of bytes/) })
  })

  test.each(['0.1B', '0.0001KiB', '1.0000000001GiB', `0.${'0'.repeat(5000)}1GiB`, `${'9'.repeat(5000)}.5B`])(
    '%s is not whole',
    (text) => {
      expect(parseSize(text)).toEqual({ ok: false, expected: 'a size that comes out as a whole number of bytes' })
    },
  )

  test.each(['9007199254740992B', '8388608GiB', `${'9'.repeat(300)}B`, `${'9'.repeat(5000)}.50KiB`, 2 ** 53, 1e300])(
    '%s is too large [SC-02]',
    (text) => {
      expect(parseSize(text)).toEqual({ ok: false, expected: `a size of at most ${MAX} bytes`, tooLarge: true })
    },
  )
})

describe('SC, durations', () => {
  test.each([
    ['1.005s', 1_005_000],
    ['0.001ms', 1],
    ['1.1s', 1_100_000],
    ['1.5min', 90_000_000],
    ['2h', 7_200_000_000],
    ['0.000001s', 1],
    ['4ms', 4000],
    [17, 17],
  ])('%s', (text, us) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: us })
  })

  test.each(['1m', '1sec', '1 s', '1µs', '1S', '5', '64KiB'])('%s is none', (text) => {
    expect(parseDuration(text)).toEqual({
      ok: false,
      expected: expect.stringMatching(/^a duration: a whole number of microseconds/),
    })
  })

  test('0.5us is not whole', () => {
    expect(parseDuration('0.5us')).toEqual({
      ok: false,
      expected: 'a duration that comes out as a whole number of microseconds',
    })
  })
})

describe('exactness', () => {
  const quantity = fc.nat({ max: MAX })

  test('what is written is read back', () => {
    fc.assert(
      fc.property(quantity, (value) => {
        expect(parseSize(sizeToText(value))).toEqual({ ok: true, value })
        expect(parseDuration(durationToText(value))).toEqual({ ok: true, value })
      }),
    )
  })

  test('decimals are exact in every unit: milliseconds with three digits are microseconds', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e12 }), (us) => {
        const digits = String(us).padStart(4, '0')
        expect(parseDuration(`${digits.slice(0, -3)}.${digits.slice(-3)}ms`)).toEqual({ ok: true, value: us })
      }),
    )
  })

  test('a quantity that cannot be written is an error', () => {
    expect(() => sizeToText(-1)).toThrow(RangeError)
    expect(() => durationToText(0.5)).toThrow(RangeError)
  })
})
