/** How long the D3DX12Residency library lets unused objects stay, by the pressure on local memory (TN-38). */

/** µs at the threshold, and at full pressure */
const MAX_GRACE = 60_000_000n
const MIN_GRACE = 1_000_000n
/** the library's threshold is the single-precision 0.7, a little below 0.7: 11744051 ÷ 2^24 = 0.699999988… */
const THRESHOLD = { numerator: 11_744_051n, denominator: 16_777_216n }

/**
 * Pressure is usage ÷ budget, at most 1. Grace falls linearly from 60 s at 0.7 to 1 s at 1, and is 60 s between the
 * threshold and 0.7. Counted in whole numbers: a quotient of floating-point numbers misses the exact moment by a
 * microsecond.
 * @param usage bytes of local memory that the app uses
 * @param budget bytes that it may use
 * @returns µs, rounded down; null: no ageing at this pressure
 */
export function d3dx12Grace(usage: number, budget: number): number | null {
  const whole = BigInt(budget)
  if (BigInt(usage) * THRESHOLD.denominator <= whole * THRESHOLD.numerator) return null
  if (usage >= budget) return Number(MIN_GRACE)
  const above = BigInt(usage) * 10n - whole * 7n // tenths of the budget above 0.7, of 3
  if (above <= 0n) return Number(MAX_GRACE)
  return Number((MAX_GRACE * whole * 3n - (MAX_GRACE - MIN_GRACE) * above) / (whole * 3n))
}
