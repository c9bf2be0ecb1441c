/** How long the D3DX12Residency library lets unused objects stay, by the pressure on local memory (TN-38). */

/** µs at the threshold, and at full pressure */
const MAX_GRACE = 60_000_000n
const MIN_GRACE = 1_000_000n

/**
 * Pressure is usage ÷ budget, at most 1. Grace falls linearly from 60 s at 0.7 to 1 s at 1. Counted in whole numbers: a
 * quotient of floating-point numbers misses the exact moment by a microsecond.
 * @param usage bytes of local memory that the app uses
 * @param budget bytes that it may use
 * @returns µs, rounded down; null: no ageing at this pressure
 */
export function evictionGrace(usage: number, budget: number): number | null {
  if (usage * 10 <= budget * 7) return null
  if (usage >= budget) return Number(MIN_GRACE)
  const whole = BigInt(budget)
  const above = BigInt(usage) * 10n - whole * 7n // tenths of the budget above the threshold, of 3
  return Number((MAX_GRACE * whole * 3n - (MAX_GRACE - MIN_GRACE) * above) / (whole * 3n))
}
