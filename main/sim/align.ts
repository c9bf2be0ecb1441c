/** Sizes and offsets in whole granules, pages and alignments. */

/**
 * Bytes: the next multiple of an alignment, or the number itself where it is one.
 * @param bytes whole; any number of them, also beyond 2^32
 * @param alignment bytes, a power of two
 */
export function alignUp(bytes: number, alignment: number): number {
  // bit operations see the lowest 32 bits of any whole number, and spare a division
  if (alignment > MOST_BITS) return Math.ceil(bytes / alignment) * alignment
  const beyond = bytes & (alignment - 1)
  return beyond === 0 ? bytes : bytes + alignment - beyond
}

/**
 * Bytes: the last multiple of an alignment before it, or the number itself where it is one.
 * @param bytes 0 or more
 * @param alignment bytes
 */
export function alignDown(bytes: number, alignment: number): number {
  return bytes - (bytes % alignment)
}

/**
 * Whether it is one of 1, 2, 4, … 2^52; a logarithm alone takes the numbers right beside a large one for it.
 * @param value bytes, or any other unit
 */
export function isPowerOfTwo(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0 && 2 ** Math.round(Math.log2(value)) === value
}

const MOST_BITS = 2 ** 30
