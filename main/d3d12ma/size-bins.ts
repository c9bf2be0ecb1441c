/**
 * The bins of the TLSF algorithm: 32 to each power of two, and bitmaps of those that are not empty, so that the first
 * one from a size on is found with a few bit operations (DF-02).
 */
import { NONE } from './block-metadata'

/**
 * A double's high word is its exponent and the first bits of its mantissa: without its lowest 15 bits it numbers the
 * bins. 1 has the bin 0.
 */
const BIN_SHIFT = 15
const BIN_OF_ONE = 0x3ff00000 >>> BIN_SHIFT
const HIGH = new Uint8Array(new Float64Array([1]).buffer)[0] === 0 ? 1 : 0
const scratch = new Float64Array(1)
const scratchWords = new Uint32Array(scratch.buffer)

/** Index of the bin that a size belongs to. @param size in bytes or any other unit, at least 1 */
export function binOf(size: number): number {
  scratch[0] = size
  return ((scratchWords[HIGH] as number) >>> BIN_SHIFT) - BIN_OF_ONE
}

/**
 * Index of the first bin in which every range has at least this size.
 * @param size in bytes or any other unit, at least 1
 */
export function binAbove(size: number): number {
  scratch[0] = size
  const high = scratchWords[HIGH] as number
  const bin = (high >>> BIN_SHIFT) - BIN_OF_ONE
  const least = (high & ((1 << BIN_SHIFT) - 1)) === 0 && scratchWords[1 - HIGH] === 0
  return least ? bin : bin + 1
}

/**
 * Bitmaps of the bins that are not empty, and from HEADS on a word of the user's for each bin: one array, because an
 * allocator touches both in every call. First a bit for each power of two that has such a bin, then a word for each.
 */
export type Bins = Int32Array

const LOW_POWERS = 0
const HIGH_POWERS = 1
const MAPS = 2
/** Place of the word of bin 0. There are fewer than 62 powers of two before it, those that have no bins included. */
export const HEADS = 64

/** All empty, and all words 0. @param largest the largest size that has a bin, in bytes or any other unit */
export function newBins(largest: number): Bins {
  return new Int32Array(HEADS + ((binOf(largest) >> 5) + 1) * 32)
}

/** From now on it is not empty, if it was. @param bin index, of binOf */
export function addBin(bins: Bins, bin: number): void {
  const power = bin >> 5
  bins[MAPS + power] = (bins[MAPS + power] as number) | (1 << (bin & 31))
  if (power < 32) bins[LOW_POWERS] = (bins[LOW_POWERS] as number) | (1 << power)
  else bins[HIGH_POWERS] = (bins[HIGH_POWERS] as number) | (1 << (power - 32))
}

/** From now on it is empty. @param bin index, of binOf */
export function removeBin(bins: Bins, bin: number): void {
  const power = bin >> 5
  const left = (bins[MAPS + power] as number) & ~(1 << (bin & 31))
  bins[MAPS + power] = left
  if (left !== 0) return
  if (power < 32) bins[LOW_POWERS] = (bins[LOW_POWERS] as number) & ~(1 << power)
  else bins[HIGH_POWERS] = (bins[HIGH_POWERS] as number) & ~(1 << (power - 32))
}

/** Index of the first bin from index `bin` on that is not empty, NONE: all are. */
export function binFrom(bins: Bins, bin: number): number {
  const power = bin >> 5
  const same = (bins[MAPS + power] as number) & (-1 << (bin & 31))
  if (same !== 0) return power * 32 + lowestBit(same)
  const above = powerFrom(bins, power + 1)
  return above === NONE ? NONE : above * 32 + lowestBit(bins[MAPS + above] as number)
}

/** Index of the last bin that is not empty, NONE: all are. */
export function lastBin(bins: Bins): number {
  const high = bins[HIGH_POWERS] as number
  const power = high !== 0 ? 63 - Math.clz32(high) : 31 - Math.clz32(bins[LOW_POWERS] as number)
  return power < 0 ? NONE : power * 32 + 31 - Math.clz32(bins[MAPS + power] as number)
}

function powerFrom(bins: Bins, power: number): number {
  const low = power < 32 ? (bins[LOW_POWERS] as number) & (-1 << power) : 0
  if (low !== 0) return lowestBit(low)
  const highs = bins[HIGH_POWERS] as number
  const high = power < 32 ? highs : highs & (-1 << (power - 32))
  return high === 0 ? NONE : 32 + lowestBit(high)
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}
