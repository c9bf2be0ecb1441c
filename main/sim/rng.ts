/**
 * The one seeded generator of a simulation (xoshiro128**, seeded through splitmix32): 32-bit integer arithmetic only,
 * so the same seed gives the same numbers on every machine (SC-01).
 */
export class Rng {
  private readonly state: Uint32Array

  constructor(seed: number) {
    let mixed = seedBits(seed) >>> 0
    this.state = new Uint32Array(4).map(() => {
      mixed = (mixed + 0x9e3779b9) >>> 0
      let z = mixed
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
      return (z ^ (z >>> 16)) >>> 0
    })
  }

  /** 32 bits: a whole number in [0, 2³²). */
  uint32(): number {
    const s = this.state
    const [a, b, c, d] = [s[0] as number, s[1] as number, s[2] as number, s[3] as number]
    const result = Math.imul(rotl(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    const c2 = c ^ a
    const d2 = d ^ b
    s[1] = b ^ c2
    s[0] = a ^ d2
    s[2] = c2 ^ t
    s[3] = rotl(d2, 11)
    return result
  }

  /** A whole number in [0, bound), in the same unit, without modulo bias. @param bound in any unit, 1 … 2³² */
  below(bound: number): number {
    const limit = 2 ** 32 - (2 ** 32 % bound)
    for (;;) {
      const value = this.uint32()
      if (value < limit) return value % bound
    }
  }
}

/** The 32 bits that a seed of any size begins with, as every generator of the simulation does. @param seed a whole number from 0 */
export function seedBits(seed: number): number {
  return seed ^ Math.floor(seed / 2 ** 32)
}

function rotl(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k))
}
