/**
 * Set up before each test file: every fast-check property starts from one seed, so that a run that passed passes again.
 * `TRIMLINE_SEED=7` takes another seed, `TRIMLINE_SEED=random` a fresh one for each property; a failure names its seed.
 */
import fc from 'fast-check'

export const DEFAULT_SEED = 20_120_801

/**
 * @param value of TRIMLINE_SEED; undefined or empty: not set
 * @returns the seed; null: a fresh one each time
 * @throws RangeError for what is neither `random` nor a whole number of 32 bits, as fast-check wants it
 */
export function seedOf(value: string | undefined): number | null {
  if (value === undefined || value === '') return DEFAULT_SEED
  if (value === 'random') return null
  const seed = Number(value)
  if (!/^-?\d+$/.test(value) || (seed | 0) !== seed)
    throw new RangeError(
      `TRIMLINE_SEED: found "${value}", expected random or a whole number of 32 bits, like -106475715`,
    )
  return seed
}

const seed = seedOf(process.env.TRIMLINE_SEED)
if (seed !== null) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
