import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBytes, GIB, KIB, MIB, sizeText } from '../../../renderer/widgets/format'
import {
  durationText,
  parseDuration,
  parseName,
  parseSize,
  parseWhole,
  quoted,
  tooLong,
} from '../../../renderer/widgets/parse'

describe('parseSize', () => {
  it.each([
    ['64MiB', 64 * MIB],
    [' 1.5 GiB ', 1.5 * GIB],
    ['640k', 640 * KIB],
    ['97.65625 TiB', 107_374_182_400_000],
    ['.5m', MIB / 2],
    ['65536', 65_536],
    ['12 b', 12],
    ['0', 0],
  ])('reads %s', (text, bytes) => {
    expect(parseSize(text)).toEqual({ ok: true, value: bytes })
  })

  it.each(['', 'big', '64 PiB', '-1', '1e3', '0x10', '1,5MiB', '0.3', 'toString', '1 constructor'])(
    'refuses "%s" with a reason',
    (text) => {
      const parsed = parseSize(text)
      expect(parsed).toEqual({ ok: false, message: expect.stringMatching(/\w{3}.*\.$/) })
    },
  )

  it('names the bounds it was given', () => {
    expect(parseSize('0', 1)).toEqual({ ok: false, message: 'The smallest size here is 1 B.' })
    expect(parseSize('2GiB', 0, GIB)).toEqual({ ok: false, message: 'The largest size here is 1 GiB.' })
  })

  it('reads back every size that is offered for editing', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (bytes) => {
        expect(parseSize(sizeText(bytes))).toEqual({ ok: true, value: bytes })
      }),
    )
  })
})

describe('what cannot be read', () => {
  it('is repeated, but for the end of a long text', () => {
    expect(quoted('  12 parsecs ')).toBe('“12 parsecs”')
    expect(quoted('x'.repeat(10_000))).toBe(`“${'x'.repeat(40)}…”`)
    expect(quoted('💥'.repeat(41))).toBe(`“${'💥'.repeat(40)}…”`)
    expect(quoted('💥'.repeat(40))).toBe(`“${'💥'.repeat(40)}”`)
  })

  it('is told of its commas, whether they mean decimals or thousands', () => {
    const how = 'Use a point for decimals, and no commas between thousands.'
    for (const message of [
      parseSize('1,5 GiB'),
      parseSize('1,024 MiB'),
      parseDuration('1,5 ms', 0, 9e6, 'ms'),
      parseWhole('1,000', 1, 5000),
    ])
      expect(message).toEqual({ ok: false, message: expect.stringContaining(how) })
    expect(parseSize('big')).toEqual({ ok: false, message: expect.not.stringContaining('point') })
  })

  it('says what makes bytes whole', () => {
    expect(parseSize('1.5')).toMatchObject({
      message: '“1.5” is not a whole number of bytes. Add KiB, MiB, GiB or TiB.',
    })
  })

  it('takes a size as it is shown, which comes to no whole bytes: in few digits, and shown as it was typed', () => {
    for (const [typed, bytes, field] of [
      ['1.9 GiB', 1.9 * GIB, '1945.625 MiB'],
      ['1.1 GiB', 1.1 * GIB, '1126.375 MiB'],
      ['66.77 MiB', 66.77 * MIB, '68372.5 KiB'],
      ['1.0001 KiB', 1024.1, '1 KiB'],
    ] as const) {
      const read = parseSize(typed)
      const value = read.ok ? read.value : Number.NaN
      expect(Math.abs(value - bytes) / bytes).toBeLessThan(1e-4)
      expect([sizeText(value), Number.isInteger(value)]).toEqual([field, true])
      if (value >= MIB) expect(formatBytes(value)).toBe(typed)
    }
    // few of a large unit are rounded to less: 0.0001 GiB came to 128 KiB, and less of it to nothing
    for (const [typed, bytes] of [
      ['0.001 GiB', 0.001 * GIB],
      ['0.0001 GiB', 0.0001 * GIB],
      ['0.00001 GiB', 0.00001 * GIB],
      ['0.0003 TiB', 0.3072 * GIB],
      ['0.0003 MiB', 0.0003 * MIB],
    ] as const) {
      const read = parseSize(typed)
      expect(Math.abs((read.ok ? read.value : Number.NaN) / bytes - 1), typed).toBeLessThan(0.005)
    }
    // what is whole stays to the byte
    expect(parseSize('1.0625 MiB')).toEqual({ ok: true, value: 1_114_112 })
  })
})

describe('parseWhole', () => {
  it('reads digits alone', () => {
    expect(parseWhole(' 64 ', 1, 64)).toEqual({ ok: true, value: 64 })
    for (const text of ['1e3', '0x10', '-1', '1.0', '', '0', '65', '１２'])
      expect(parseWhole(text, 1, 64).ok).toBe(false)
  })

  it('names the range, as numbers are written everywhere', () => {
    expect(parseWhole('0', 1, 16_384, ' as the width')).toEqual({
      ok: false,
      message: 'Found “0”, expected a whole number from 1 to 16,384 as the width.',
    })
  })

  it('of an empty field says what to enter, and names no end where there is none', () => {
    expect(parseWhole(' ', 1, 4, ' as the count')).toEqual({
      ok: false,
      message: 'Enter a whole number from 1 to 4 as the count.',
    })
    expect(parseWhole('-1', 0, Number.MAX_SAFE_INTEGER)).toEqual({
      ok: false,
      message: 'Found “-1”, expected a whole number from 0 upwards.',
    })
  })
})

describe('parseDuration', () => {
  const hour = 3_600_000_000
  it.each([
    ['4ms', 4_000],
    ['250 µs', 250],
    ['250us', 250],
    ['10s', 10_000_000],
    ['2min', 120_000_000],
    ['1h', hour],
    ['7', 7_000],
  ])('reads %s', (text, us) => {
    expect(parseDuration(text, 0, hour, 'ms')).toEqual({ ok: true, value: us })
  })

  it('takes a bare number in the unit of the field', () => {
    expect(parseDuration('7', 0, hour, 's')).toEqual({ ok: true, value: 7_000_000 })
  })

  it.each(['', 'soon', '-4ms', '4 parsecs', '2h', 'ms'])('refuses "%s"', (text) => {
    expect(parseDuration(text, 0, hour, 'ms').ok).toBe(false)
  })

  it('names the bounds it was given', () => {
    expect(parseDuration('2min', 1_000, 60_000_000, 's')).toEqual({
      ok: false,
      message: 'Enter a duration from 1 ms to 60 s.',
    })
  })

  it('takes and writes hours, as scenarios do', () => {
    expect(durationText(10 * hour)).toBe('10 h')
    expect(parseDuration('10h', 0, 10 * hour, 's')).toEqual({ ok: true, value: 10 * hour })
  })

  it('reads back every duration that is offered for editing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: hour }), (us) => {
        expect(parseDuration(durationText(us), 0, hour, 's')).toEqual({ ok: true, value: us })
      }),
    )
  })
})

describe('parseName', () => {
  it('trims, and refuses blank, long, dotted and taken names', () => {
    expect(parseName('  Sepia ', 'effect', [])).toEqual({ ok: true, value: 'Sepia' })
    expect(tooLong('x'.repeat(10_000), 64)).toBe('The name has 10,000 characters; use at most 64.')
    expect(tooLong('x'.repeat(64), 64)).toBeNull()
    for (const name of [' ', 'x'.repeat(65), 'a.b', 'Blur']) expect(parseName(name, 'effect', ['Blur']).ok).toBe(false)
    const taken = (what: string) => parseName('Blur', what, ['Blur'])
    expect([taken('effect'), taken('clip')]).toMatchObject([
      { message: 'There is already an effect named “Blur”. Choose another name.' },
      { message: 'There is already a clip named “Blur”. Choose another name.' },
    ])
  })
})
