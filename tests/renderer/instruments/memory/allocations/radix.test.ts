import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { radixSorted } from '../../../../../renderer/instruments/memory/allocations/radix'

function sorted(rows: readonly number[], keys: ArrayLike<number>, descending: boolean): number[] {
  const steps = radixSorted(rows, keys, descending)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Moments of simulated time, sizes, small indices, and -1 for never. */
const key = fc.oneof(
  fc.integer({ min: -1, max: 4 }),
  fc.integer({ min: -1, max: 2 ** 40 }),
  fc.double({ min: 0, max: 1e15, noNaN: true }),
)

describe('radixSorted', () => {
  it('orders as a stable comparing sort does, both ways, whatever the numbers', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), fc.boolean(), (keys, descending) => {
        const rows = keys.map((_, row) => row)
        const sign = descending ? -1 : 1
        // what is sorted is one more than each key, which may make fractions equal that were not
        const at = (row: number) => keys[row]! + 1
        expect(sorted(rows, keys, descending)).toEqual(rows.toSorted((a, b) => sign * (at(a) - at(b))))
      }),
      { numRuns: 1000 },
    )
  })

  it('takes the rows in the order given, of which some may be left out', () => {
    expect(sorted([4, 0, 2], [7, 0, 7, 0, 1], false)).toEqual([4, 0, 2])
    expect(sorted([4, 0, 2], [7, 0, 7, 0, 1], true)).toEqual([0, 2, 4])
    expect(sorted([], [1], true)).toEqual([])
  })

  it('stops often, and is not misled by keys that change meanwhile', () => {
    const count = 300_000
    const rows = Array.from({ length: count }, (_, row) => row)
    const keys = Float64Array.from(rows, (row) => (row * 7919) % 100_003)
    const expected = sorted(rows, keys, false)
    const steps = radixSorted(rows, keys, false)
    let stops = 0
    for (;;) {
      const { done, value } = steps.next()
      if (done) {
        expect(value).toEqual(expected)
        break
      }
      stops++
      // after the keys were read
      if (stops === Math.ceil(count / 65_536)) keys.fill(0)
    }
    expect(stops).toBeGreaterThan(8)
  })
})
