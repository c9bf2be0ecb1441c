import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillEach, fillRange } from '../../../main/sim/fill-range'

it('writes the value into each of a range, short or long, and into nothing beside it', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), (from, count) => {
      const array = Float64Array.from({ length: 130 }, (_, index) => index)
      fillRange(array, -0.5, from, from + count)
      expect([...array]).toEqual(
        Array.from({ length: 130 }, (_, index) => (index >= from && index < from + count ? -0.5 : index)),
      )
    }),
  )
})

it('writes it into each of some, which rise and fall, and into nothing beside them', () => {
  const part = fc.record({ first: fc.nat(60), count: fc.nat(40), falls: fc.boolean() })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const indices = parts.flatMap(({ first, count, falls }) => {
        const row = Array.from({ length: count }, (_, index) => first + index)
        return falls ? row.toReversed() : row
      })
      const array = new Int32Array(110).fill(7)
      fillEach(array, -1, Int32Array.from(indices))
      expect([...array]).toEqual(Array.from({ length: 110 }, (_, index) => (indices.includes(index) ? -1 : 7)))
    }),
  )
})
