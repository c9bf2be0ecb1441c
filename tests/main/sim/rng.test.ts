import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rng } from '../../../main/sim/rng'

const MASK = 0xffffffffn
const rotl = (x: bigint, k: bigint): bigint => ((x << k) | (x >> (32n - k))) & MASK

/** The published reference, https://prng.di.unimi.it/xoshiro128starstar.c, in whole numbers without limits. */
function* xoshiro128ss(state: readonly bigint[]): Generator<bigint> {
  const s = [...state] as [bigint, bigint, bigint, bigint]
  for (;;) {
    const result = (rotl((s[1] * 5n) & MASK, 7n) * 9n) & MASK
    const t = (s[1] << 9n) & MASK
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotl(s[3], 11n)
    yield result
  }
}

/** splitmix32: a Weyl sequence through the finaliser of MurmurHash3. */
function seeded(seed: number): bigint[] {
  const whole = BigInt(seed)
  let mixed = (whole ^ (whole >> 32n)) & MASK
  return [0, 1, 2, 3].map(() => {
    mixed = (mixed + 0x9e3779b9n) & MASK
    let z = mixed
    z = ((z ^ (z >> 16n)) * 0x85ebca6bn) & MASK
    z = ((z ^ (z >> 13n)) * 0xc2b2ae35n) & MASK
    return z ^ (z >> 16n)
  })
}

function take(generator: Generator<bigint>, count: number): number[] {
  return Array.from({ length: count }, () => Number(generator.next().value))
}

const seed = fc.oneof(fc.constantFrom(0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1), fc.maxSafeNat())

describe('Rng', () => {
  it('has a reference that gives the values known for the state 1, 2, 3, 4', () => {
    const known = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804]
    expect(take(xoshiro128ss([1n, 2n, 3n, 4n]), 10)).toEqual(known)
  })

  it('gives the numbers of xoshiro128** for every seed, on every machine [SC-01]', () => {
    fc.assert(
      fc.property(seed, (value) => {
        const rng = new Rng(value)
        expect(Array.from({ length: 50 }, () => rng.uint32())).toEqual(take(xoshiro128ss(seeded(value)), 50))
      }),
    )
  })

  it('keeps to these numbers: another start would change every trace [SC-01]', () => {
    const rng = new Rng(1)
    expect([rng.uint32(), rng.uint32(), rng.uint32(), rng.uint32()]).toEqual([
      2442144158, 3238099751, 3819917871, 2104621829,
    ])
  })

  it('picks below a bound without favouring small numbers: what would is drawn again', () => {
    fc.assert(
      fc.property(
        seed,
        fc.oneof(fc.integer({ min: 1, max: 2 ** 32 }), fc.constantFrom(3 * 2 ** 30, 1)),
        (value, bound) => {
          const rng = new Rng(value)
          const reference = xoshiro128ss(seeded(value))
          const fair = Math.floor(2 ** 32 / bound) * bound
          for (let i = 0; i < 20; i++) {
            let draw = Number(reference.next().value)
            while (draw >= fair) draw = Number(reference.next().value)
            expect(rng.below(bound)).toBe(draw % bound)
          }
        },
      ),
    )
  })

  it('picks every number below a bound about equally often', () => {
    const rng = new Rng(7)
    const counts = new Array<number>(6).fill(0)
    for (let i = 0; i < 60_000; i++) counts[rng.below(6)]!++
    // chi-squared with 5 degrees of freedom: 20.5 is passed once in a thousand seeds, and this seed is fixed
    const chiSquared = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
    expect(chiSquared).toBeLessThan(20.5)
  })
})
