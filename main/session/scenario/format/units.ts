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

/** The length beyond which a decimal cannot be a sensible quantity; it keeps BigInt's cost bounded. */
const MAX_TEXT = 400

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
  if (typeof input !== 'string' || input.length > MAX_TEXT) return no(`${kind.noun}: ${kind.example}`)
  const match = kind.pattern.exec(input)
  const factor = match === null ? undefined : kind.units.find(([unit]) => unit === match[2])?.[1]
  if (factor === undefined) return no(`${kind.noun}: ${kind.example}`)
  const digits = input.slice(0, -(match?.[2]?.length ?? 0))
  const point = digits.indexOf('.')
  // most are whole and small: exact without further ado
  const plain = point < 0 ? Number(digits) * factor : Number.NaN
  if (Number.isSafeInteger(plain)) return { ok: true, value: plain }
  const whole = point < 0 ? digits : digits.slice(0, point)
  const fraction = point < 0 ? '' : digits.slice(point + 1)
  const scaled = BigInt(whole + fraction) * BigInt(factor)
  const divisor = 10n ** BigInt(fraction.length)
  if (scaled % divisor !== 0n) return no(`${kind.noun} that comes out as a whole number of ${kind.base}`)
  const value = scaled / divisor
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? tooLarge(kind) : { ok: true, value: Number(value) }
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
