import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GIB, KIB, MIB, sizeText } from '../../../renderer/widgets/format'
import { durationText, parseDuration, parseName, parseSize } from '../../../renderer/widgets/parse'

describe('parseSize', () => {
  it.each([
    ['64MiB', 64 * MIB],
    [' 1.5 GiB ', 1.5 * GIB],
    ['640k', 640 * KIB],
    ['.5m', MIB / 2],
    ['65536', 65_536],
    ['12 b', 12],
    ['0', 0],
  ])('reads %s', (text, bytes) => {
    expect(parseSize(text)).toEqual({ ok: true, value: bytes })
  })

  it.each(['', 'big', '64 TiB', '-1', '1e3', '0x10', '1,5MiB', '0.3', 'toString', '1 constructor'])(
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

describe('parseDuration', () => {
  const hour = 3_600_000_000
  it.each([
    ['4ms', 4_000],
    ['250 µs', 250],
    ['250us', 250],
    ['10s', 10_000_000],
    ['2min', 120_000_000],
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
    for (const name of [' ', 'x'.repeat(65), 'a.b', 'Blur']) expect(parseName(name, 'effect', ['Blur']).ok).toBe(false)
  })
})
