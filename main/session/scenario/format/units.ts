/**
 * Sizes and durations as a scenario writes them: integers (bytes, microseconds), or decimal numbers with a unit. The
 * arithmetic is exact: "1.005s" is 1005000 µs, "0.1B" is refused, and nothing passes through a binary fraction.
 *
 * @see spec SC, "The file"
 */

export const SIZE_PATTERN = /^\d+(\.\d+)?(B|KiB|MiB|GiB)$/
export const DURATION_PATTERN = /^\d+(\.\d+)?(us|ms|s|min|h)$/

export const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

/** bytes per unit, largest first */
const SIZE_UNITS: readonly [string, number][] = [
  ['GiB', GIB],
  ['MiB', MIB],
  ['KiB', KIB],
  ['B', 1],
]

/** microseconds per unit, largest first */
const DURATION_UNITS: readonly [string, number][] = [
  ['h', 3_600_000_000],
  ['min', 60_000_000],
  ['s', 1_000_000],
  ['ms', 1000],
  ['us', 1],
]

/** @property tooLarge it is one, and not exact any more */
export type Quantity = { ok: true; value: number } | { ok: false; expected: string; tooLarge?: true }

interface Kind {
  noun: string
  base: string
  pattern: RegExp
  units: readonly [string, number][]
  example: string
}

const SIZE: Kind = {
  noun: 'a size',
  base: 'bytes',
  pattern: SIZE_PATTERN,
  units: SIZE_UNITS,
  example: 'a whole number of bytes, or a string with B, KiB, MiB or GiB such as "64MiB"',
}

const DURATION: Kind = {
  noun: 'a duration',
  base: 'microseconds',
  pattern: DURATION_PATTERN,
  units: DURATION_UNITS,
  example: 'a whole number of microseconds, or a string with us, ms, s, min or h such as "1.5s"',
}

/** Digits behind the point, the last not 0, of which no unit makes a whole number when there are more: a GiB is 2^30 bytes. */
const MOST_DECIMALS = 30

/** Digits before the point of the largest whole number that is exact. */
const MOST_DIGITS = String(Number.MAX_SAFE_INTEGER).length

/**
 * Reads a size: a whole number of bytes in [0, 2^53).
 * @param input what the file holds, of any type
 */
export function parseSize(input: unknown): Quantity {
  return parse(SIZE, input)
}

/** Reads a duration: a whole number of microseconds in [0, 2^53). */
export function parseDuration(input: unknown): Quantity {
  return parse(DURATION, input)
}

/** Writes bytes exactly, with the largest unit that divides them: "64MiB", "4097B". */
export function sizeToText(bytes: number): string {
  return exact(SIZE_UNITS, bytes)
}

/** Writes microseconds exactly, with the largest unit that divides them: "90s", "1500us". */
export function durationToText(us: number): string {
  return exact(DURATION_UNITS, us)
}

function parse(kind: Kind, input: unknown): Quantity {
  if (typeof input === 'number') {
    if (Number.isSafeInteger(input) && input >= 0) return { ok: true, value: input + 0 }
    return Number.isInteger(input) && input > 0 ? tooLarge(kind) : no(`${kind.noun}: ${kind.example}`)
  }
  if (typeof input !== 'string') return no(`${kind.noun}: ${kind.example}`)
  const match = kind.pattern.exec(input)
  const factor = match === null ? undefined : kind.units.find(([unit]) => unit === match[2])?.[1]
  if (factor === undefined) return no(`${kind.noun}: ${kind.example}`)
  const digits = input.slice(0, -(match?.[2]?.length ?? 0))
  const point = digits.indexOf('.')
  // most are whole and small: exact without further ado
  const plain = point < 0 ? Number(digits) * factor : Number.NaN
  if (Number.isSafeInteger(plain)) return { ok: true, value: plain }
  // zeros say nothing, and without them nothing is long that comes out whole and exact
  const whole = (point < 0 ? digits : digits.slice(0, point)).replace(/^0+/, '')
  const fraction = point < 0 ? '' : withoutLastZeros(digits.slice(point + 1))
  const divisor = 10n ** BigInt(Math.min(fraction.length, MOST_DECIMALS))
  const scaled = BigInt(fraction.slice(0, MOST_DECIMALS)) * BigInt(factor)
  if (fraction.length > MOST_DECIMALS || scaled % divisor !== 0n)
    return no(`${kind.noun} that comes out as a whole number of ${kind.base}`)
  if (whole.length > MOST_DIGITS) return tooLarge(kind)
  const value = BigInt(whole) * BigInt(factor) + scaled / divisor
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? tooLarge(kind) : { ok: true, value: Number(value) }
}

function withoutLastZeros(digits: string): string {
  let { length } = digits
  while (digits[length - 1] === '0') length--
  return digits.slice(0, length)
}

function tooLarge({ noun, base }: Kind): Quantity {
  return { ok: false, expected: `${noun} of at most ${Number.MAX_SAFE_INTEGER} ${base}`, tooLarge: true }
}

function no(expected: string): Quantity {
  return { ok: false, expected }
}

function exact(units: readonly [string, number][], value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a quantity: ${value}`)
  const [unit, factor] = units.find(([, size]) => value !== 0 && value % size === 0) ?? units[units.length - 1]!
  return `${value / factor}${unit}`
}
