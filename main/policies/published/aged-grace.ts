/** How long the mapping layers let unused objects stay, by the pressure on the memory of both groups (PL-03). */

/** µs at the threshold, and at full pressure */
const MAX_GRACE = 60_000_000n
const MIN_GRACE = 1_000_000n

/** The pressure above which objects age, as a fraction of whole numbers. */
export interface Threshold {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** 0.7 */
export const SEVEN_TENTHS: Threshold = { numerator: 7n, denominator: 10n }
/** the single-precision 0.7 of D3D12TranslationLayer */
export const SINGLE_PRECISION: Threshold = { numerator: 11_744_051n, denominator: 16_777_216n }

/**
 * Pressure is usage ÷ budget, at most 1; from the threshold to 1 grace falls linearly from 60 s to 1 s. Counted in whole
 * numbers, so that no rounding moves the moment at which something ages.
 * @param usage bytes that the app uses
 * @param budget bytes that it may use; where anything is used of 0 bytes pressure is full
 * @returns µs, rounded down, which an age in whole µs does not notice; null: nothing ages at this pressure
 */
export function agedGrace(usage: number, budget: number, threshold: Threshold): number | null {
  if (budget <= 0) return usage > 0 ? Number(MIN_GRACE) : null
  const { numerator, denominator } = threshold
  const whole = BigInt(budget)
  const used = BigInt(Math.min(usage, budget))
  const above = used * denominator - whole * numerator
  if (above <= 0n) return null
  const span = whole * (denominator - numerator)
  return Number((MAX_GRACE * span - (MAX_GRACE - MIN_GRACE) * above) / span)
}
