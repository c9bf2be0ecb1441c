/** Digits of whole numbers in bytes. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { putThree, putWhole } from '../../../main/sim/digits'

const textOf = (bytes: Uint8Array, end: number): string => String.fromCharCode(...bytes.subarray(0, end))

it('a whole number has the digits that it has as text', () => {
  const number = fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(0, 999, 1000, 99_999_999, 100_000_000))
  fc.assert(
    fc.property(number, (value) => {
      const bytes = new Uint8Array(32)
      expect(textOf(bytes, putWhole(bytes, 0, value))).toBe(String(value))
    }),
  )
})

it('three digits have zeros before them', () => {
  const bytes = new Uint8Array(3)
  for (const [value, text] of [
    [0, '000'],
    [7, '007'],
    [42, '042'],
    [999, '999'],
  ] as const) {
    putThree(bytes, 0, value)
    expect(textOf(bytes, 3)).toBe(text)
  }
})
