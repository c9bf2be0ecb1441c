/** A description with its defaults, as a context works with it. */
import { type Algorithm, algorithmOf, type DefragmentationDesc, type Skipping } from './definitions'

export interface DefragmentationOptions {
  algorithm: Algorithm
  /** bytes; Infinity: no limit */
  maxBytesPerPass: number
  /** Infinity: no limit */
  maxAllocationsPerPass: number
  skip: Skipping
}

const NOTHING: Skipping = { skips: () => false }

/** @param desc one that has no problem @throws RangeError for flags that name no algorithm, which is such a problem */
export function defragmentationOptionsOf(desc: DefragmentationDesc): DefragmentationOptions {
  const { flags = 0, maxBytesPerPass = 0, maxAllocationsPerPass = 0, skip = NOTHING } = desc
  const algorithm = algorithmOf(flags)
  if (algorithm === null) throw new RangeError(`flags 0x${flags.toString(16)} name no algorithm`)
  return {
    algorithm,
    maxBytesPerPass: limitOf(maxBytesPerPass),
    maxAllocationsPerPass: limitOf(maxAllocationsPerPass),
    skip,
  }
}

/** @param most bytes, or a count; 0: no limit @returns bytes, or a count; Infinity: no limit */
export function limitOf(most: number): number {
  return most > 0 ? most : Number.POSITIVE_INFINITY
}
