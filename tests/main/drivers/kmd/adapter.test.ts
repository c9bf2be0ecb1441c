import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transferTime } from '../../../../main/drivers/kmd/adapter'

const GIB = 1024 ** 3

function time(bytes: number, pagingBandwidth: number): number {
  return transferTime(
    {
      localSegment: 'memory',
      localMemory: GIB,
      nonLocalMemory: GIB,
      pagingBandwidth,
      hardwareScheduling: false,
      physicalAdapters: 1,
    },
    bytes,
  )
}

describe('transfers take bytes over bandwidth, whole microseconds, rounded up [RS-05]', () => {
  test.each([
    // 64 MiB at 8 GiB/s are 7812.5 µs
    [64 * 1024 ** 2, 8 * GIB, 7813],
    [64 * 1024, 8 * GIB, 8],
    [65_536, 1_000_000, 65_536],
    [65_536, 3_000_000, 21_846],
    [3_000_000, 3_000_000, 1_000_000],
    [1, 1_000_000_000, 1],
    [0, 1, 0],
    // a product beyond 2^53
    [GIB * 64, 7 * GIB, 9_142_858],
    [65_536, 1, 65_536_000_000],
  ])('%i bytes at %i bytes a second: %i µs', (bytes, bandwidth, expected) => {
    expect(time(bytes, bandwidth)).toBe(expected)
  })

  test('exact on both sides of 2^53, beyond which products are not', () => {
    const bytes = fc.oneof(fc.integer({ min: 8_900_000_000, max: 9_100_000_000 }), fc.nat({ max: 2 ** 45 }))
    const property = fc.property(bytes, fc.integer({ min: 1, max: 64 * GIB }), (size, bandwidth) => {
      const product = BigInt(size) * 1_000_000n
      const whole = product / BigInt(bandwidth)
      const rounded = whole * BigInt(bandwidth) === product ? whole : whole + 1n
      expect(time(size, bandwidth)).toBe(Number(rounded))
    })
    fc.assert(property, { numRuns: 2_000 })
  })
})
