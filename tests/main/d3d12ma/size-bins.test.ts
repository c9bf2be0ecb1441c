import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NONE } from '../../../main/d3d12ma/block-metadata'
import { addBin, binAbove, binFrom, binOf, HEADS, lastBin, newBins, removeBin } from '../../../main/d3d12ma/size-bins'

const sizes = fc.oneof(
  fc.integer({ min: 1, max: 5000 }),
  fc.maxSafeNat().filter((size) => size > 0),
)

describe('bins [DF-02]', () => {
  it('are 32 to each power of two', () => {
    expect([binOf(1), binOf(2), binOf(4), binOf(64), binOf(2 ** 40)]).toEqual([0, 32, 64, 192, 1280])
    expect([binOf(64), binOf(65), binOf(66), binOf(126), binOf(127), binOf(128)]).toEqual([
      192, 192, 193, 223, 223, 224,
    ])
  })

  it('have the order of sizes, and only what is large enough from the bin above on', () => {
    fc.assert(
      fc.property(sizes, sizes, (a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a]
        expect(binOf(small)).toBeLessThanOrEqual(binOf(large))
        // whatever has the bin above, or a later one, takes the size
        if (binOf(small) >= binAbove(large)) expect(small).toBe(large)
        expect(binAbove(a) - binOf(a)).toBe(binOf(a) === binOf(a - 1) ? 1 : 0)
      }),
    )
  })

  it('are found from any of them on as a search through all of them finds them', () => {
    const changes = fc.array(fc.tuple(fc.boolean(), fc.nat(1695)), { maxLength: 60 })
    fc.assert(
      fc.property(changes, fc.array(fc.nat(1800), { maxLength: 20 }), (steps, from) => {
        const bins = newBins(Number.MAX_SAFE_INTEGER)
        const words = bins.subarray(HEADS).fill(-1)
        const filled = new Set<number>()
        for (const [add, bin] of steps)
          if (add) {
            addBin(bins, bin)
            filled.add(bin)
          } else if (filled.delete(bin)) removeBin(bins, bin)
        const sorted = [...filled].sort((a, b) => a - b)
        for (const bin of [0, ...from]) expect(binFrom(bins, bin)).toBe(sorted.find((other) => other >= bin) ?? NONE)
        expect(lastBin(bins)).toBe(sorted.at(-1) ?? NONE)
        // 1,696 bins up to 2^53, whose words are left alone
        expect(words.length).toBe(1696)
        expect(words.every((word) => word === -1)).toBe(true)
      }),
    )
  })
})
