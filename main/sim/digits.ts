/** Digits of whole numbers, put into bytes. */

/** above it a whole number is divided once as one of 53 bits */
const EIGHT_DIGITS = 100_000_000
const MILLION = 1_000_000
const ZERO = 48
/** of numbers below 1000, three digits each */
const THREE = Uint8Array.from({ length: 3000 }, (_, i) => ZERO + (Math.floor(i / 3 / 10 ** (2 - (i % 3))) % 10))

/** @param at index of the first digit @param value in any unit, below 1000, written with zeros before it */
export function putThree(bytes: Uint8Array, at: number, value: number): void {
  const from = value * 3
  bytes[at] = THREE[from] as number
  bytes[at + 1] = THREE[from + 1] as number
  bytes[at + 2] = THREE[from + 2] as number
}

/** @param at index of the first digit @param value in any unit, whole @returns the index after the last digit */
export function putWhole(bytes: Uint8Array, at: number, value: number): number {
  if (value < EIGHT_DIGITS) return putLow(bytes, at, value | 0)
  const high = Math.floor(value / EIGHT_DIGITS)
  const low = (value - high * EIGHT_DIGITS) | 0
  const end = putWhole(bytes, at, high)
  const millions = (low / MILLION) | 0
  const rest = low - millions * MILLION
  const thousands = (rest / 1000) | 0
  bytes[end] = THREE[millions * 3 + 1] as number
  bytes[end + 1] = THREE[millions * 3 + 2] as number
  putThree(bytes, end + 2, thousands)
  putThree(bytes, end + 5, rest - thousands * 1000)
  return end + 8
}

/** @param value of at most eight digits. @returns where it ends */
function putLow(bytes: Uint8Array, at: number, value: number): number {
  if (value >= 1000) {
    const thousands = (value / 1000) | 0
    const end = putLow(bytes, at, thousands)
    putThree(bytes, end, value - thousands * 1000)
    return end + 3
  }
  const from = value * 3
  let end = at
  if (value >= 100) bytes[end++] = THREE[from] as number
  if (value >= 10) bytes[end++] = THREE[from + 1] as number
  bytes[end++] = THREE[from + 2] as number
  return end
}
