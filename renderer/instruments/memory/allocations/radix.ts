/**
 * Stable sort of very many rows by a number each, in steps: least significant digit first, 16 bits a digit. Its time grows
 * with the rows alone, and unlike a comparing sort it can stop anywhere and let a frame be drawn.
 */

const DIGITS = 4
const VALUES = 65_536
/** Rows that are moved in one step. */
const STEP = 65_536

/**
 * @param keys by row; at least −1. They are read first: what changes later has no part in the order.
 * @returns the rows by ascending or descending key, equal ones in the order in which they came
 */
export function* radixSorted(
  rows: readonly number[],
  keys: ArrayLike<number>,
  descending: boolean,
): Generator<void, number[]> {
  const shifted = new Float64Array(rows.length)
  let order = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    // the bits of numbers that are not negative are in the order of the numbers
    shifted[at] = (keys[rows[at]!] ?? 0) + 1
    order[at] = at
    if (at % STEP === STEP - 1) yield
  }
  // all platforms of Chromium keep the least significant digit first
  const digits = new Uint16Array(shifted.buffer)
  let target = new Uint32Array(rows.length)
  for (let digit = 0; digit < DIGITS; digit++) {
    const places = placesOf(digits, digit, descending)
    yield
    if (places === null) continue
    for (let at = 0; at < order.length; at++) {
      const row = order[at]!
      target[places[digits[row * DIGITS + digit]!]!++] = row
      if (at % STEP === STEP - 1) yield
    }
    ;[order, target] = [target, order]
  }
  const sorted = new Array<number>(rows.length)
  for (let at = 0; at < order.length; at++) {
    sorted[at] = rows[order[at]!]!
    if (at % STEP === STEP - 1) yield
  }
  return sorted
}

/** By value of a digit: where the first row that has it goes; null when all rows have the same. */
function placesOf(digits: Uint16Array, digit: number, descending: boolean): Uint32Array | null {
  const counts = new Uint32Array(VALUES)
  for (let at = digit; at < digits.length; at += DIGITS) counts[digits[at]!]!++
  if (counts[digits[digit]!] === digits.length / DIGITS) return null
  let place = 0
  for (let step = 0; step < VALUES; step++) {
    const value = descending ? VALUES - 1 - step : step
    const count = counts[value]!
    counts[value] = place
    place += count
  }
  return counts
}
