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

export class BinMap {
  /** a bit for each bin of a power of two that is not empty */
  private readonly bins: Int32Array
  /** a bit for each word of `bins` that is not 0: powers of two up to 31, and from 32 */
  private low = 0
  private high = 0

  /** @param largest the largest size that has a bin, in bytes or any other unit */
  constructor(largest: number) {
    this.bins = new Int32Array((binOf(largest) >> 5) + 1)
  }

  /** How many bins there are. */
  get count(): number {
    return this.bins.length * 32
  }

  /** @param bin index, of binOf */
  add(bin: number): void {
    const level = bin >> 5
    this.bins[level] = (this.bins[level] as number) | (1 << (bin & 31))
    if (level < 32) this.low |= 1 << level
    else this.high |= 1 << (level - 32)
  }

  /** @param bin index, of binOf */
  remove(bin: number): void {
    const level = bin >> 5
    const left = (this.bins[level] as number) & ~(1 << (bin & 31))
    this.bins[level] = left
    if (left !== 0) return
    if (level < 32) this.low &= ~(1 << level)
    else this.high &= ~(1 << (level - 32))
  }

  clear(): void {
    this.bins.fill(0)
    this.low = 0
    this.high = 0
  }

  /** Index of the first bin from index `bin` on that is not empty, NONE: all are. */
  from(bin: number): number {
    const level = bin >> 5
    if (level >= this.bins.length) return NONE
    const same = (this.bins[level] as number) & (-1 << (bin & 31))
    if (same !== 0) return level * 32 + lowestBit(same)
    const above = this.levelFrom(level + 1)
    return above === NONE ? NONE : above * 32 + lowestBit(this.bins[above] as number)
  }

  /** Index of the last bin that is not empty, NONE: all are. */
  last(): number {
    const level = this.high !== 0 ? 63 - Math.clz32(this.high) : 31 - Math.clz32(this.low)
    return level < 0 ? NONE : level * 32 + 31 - Math.clz32(this.bins[level] as number)
  }

  private levelFrom(level: number): number {
    const low = level < 32 ? this.low & (-1 << level) : 0
    if (low !== 0) return lowestBit(low)
    const high = level < 32 ? this.high : this.high & (-1 << (level - 32))
    return high === 0 ? NONE : 32 + lowestBit(high)
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}
