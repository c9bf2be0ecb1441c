/** Reads what people type into forms. A failure says what was found, what was expected and what to do. */
import { formatBytes, formatCount, GIB, KIB, MIB, TIB } from './format'

export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string }

/** characters of what was typed or pasted that a message repeats */
const MOST_QUOTED = 40

/** `“12 parsecs”`: what was found, with the end of a long text left out, so that what to do stays in sight. */
export function quoted(text: string): string {
  const trimmed = text.trim()
  // by code points: half an emoji is no character
  const [...characters] = trimmed.slice(0, 2 * MOST_QUOTED + 2)
  return characters.length > MOST_QUOTED ? `“${characters.slice(0, MOST_QUOTED).join('')}…”` : `“${trimmed}”`
}

/** What is wrong with `1,5 GiB` and `1,024 MiB`: the program writes the one with a point, and the other for people alone. */
const commaHint = (text: string): string =>
  /\d,\d/.test(text) ? ' Use a point for decimals, and no commas between thousands.' : ''

/**
 * A whole number such as `64`, in digits alone.
 * @param more of the message: what it stands for
 */
export function parseWhole(text: string, least: number, most: number, more = ''): Parsed<number> {
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (/^\d+$/.test(trimmed) && value >= least && value <= most) return { ok: true, value }
  const upTo =
    most === Number.MAX_SAFE_INTEGER
      ? ` from ${formatCount(least)} upwards`
      : ` from ${formatCount(least)} to ${formatCount(most)}`
  const range = `a whole number${upTo}${more}`
  if (trimmed === '') return { ok: false, message: `Enter ${range}.` }
  return { ok: false, message: `Found ${quoted(text)}, expected ${range}.${commaHint(trimmed)}` }
}

const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: KIB,
  kib: KIB,
  kb: KIB,
  m: MIB,
  mib: MIB,
  mb: MIB,
  g: GIB,
  gib: GIB,
  gb: GIB,
  t: TIB,
  tib: TIB,
  tb: TIB,
}

/** of a unit: 64 KiB of a GiB, which the field can show in few digits, and which leave those that were typed as they are */
const ROUND_PARTS = 16_384

/** What is rounded is that many steps at least, so that it stays near: 0.0001 GiB were 128 KiB, and 0.00001 GiB none. */
const LEAST_STEPS = 128

/** @param exact bytes, and parts of one */
function rounded(exact: number, unit: number): number {
  let step = unit / ROUND_PARTS
  while (step > 1 && exact < LEAST_STEPS * step) step /= KIB
  return Math.round(exact / Math.max(1, step)) * Math.max(1, step)
}

/**
 * A size such as `64 MiB`, `1.5 GiB`, `640k` or `65536`, in bytes. All units are binary, as in the rest of the program.
 * One that comes to no whole bytes, as `1.9 GiB`, is rounded to what is near: sizes are shown with as few decimals.
 * @param least smallest size allowed, in bytes
 * @param most largest size allowed, in bytes
 */
export function parseSize(text: string, least = 0, most: number = Number.MAX_SAFE_INTEGER): Parsed<number> {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, message: 'Enter a size, for example 64 MiB.' }
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)$/i.exec(trimmed)
  const unit = match ? sizeUnit(match[2]!) : undefined
  if (match === null || unit === undefined) {
    const how = 'Write a number and B, KiB, MiB, GiB or TiB, such as 64 MiB.'
    return { ok: false, message: `${quoted(text)} is not a size. ${how}${commaHint(trimmed)}` }
  }
  const exact = Number(match[1]) * unit
  if (unit === 1 && !Number.isInteger(exact)) {
    return { ok: false, message: `${quoted(text)} is not a whole number of bytes. Add KiB, MiB, GiB or TiB.` }
  }
  const bytes = Number.isInteger(exact) ? exact : rounded(exact, unit)
  if (bytes < least) return { ok: false, message: `The smallest size here is ${formatBytes(least)}.` }
  if (bytes > most) return { ok: false, message: `The largest size here is ${formatBytes(most)}.` }
  return { ok: true, value: bytes }
}

function sizeUnit(name: string): number | undefined {
  return Object.hasOwn(SIZE_UNITS, name.toLowerCase()) ? SIZE_UNITS[name.toLowerCase()] : undefined
}

const DURATION_UNITS: Readonly<Record<string, number>> = {
  us: 1,
  µs: 1,
  μs: 1,
  ms: 1000,
  s: 1_000_000,
  min: 60_000_000,
  h: 3_600_000_000,
}

/**
 * A duration such as `4 ms`, `10 s`, `250 µs`, `2 min` or `10 h`, in µs.
 * @param bare unit of a number without one
 */
export function parseDuration(text: string, least: number, most: number, bare: 'ms' | 's'): Parsed<number> {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, message: `Enter a duration, for example ${bare === 's' ? '10 s' : '4 ms'}.` }
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(µs|μs|[a-z]*)$/i.exec(trimmed)
  const name = match ? match[2]!.toLowerCase() || bare : ''
  if (match === null || !Object.hasOwn(DURATION_UNITS, name)) {
    const how = 'Write a number and µs, ms, s, min or h, such as 4 ms.'
    return { ok: false, message: `${quoted(text)} is not a duration. ${how}${commaHint(trimmed)}` }
  }
  const us = Math.round(Number(match[1]) * DURATION_UNITS[name]!)
  if (us < least || us > most) {
    return { ok: false, message: `Enter a duration from ${durationText(least)} to ${durationText(most)}.` }
  }
  return { ok: true, value: us }
}

/** The shortest text that `parseDuration` reads back as exactly these µs: `4 ms`, `10 s`, `250 µs`, `10 h`. */
export function durationText(us: number): string {
  if (us > 0 && us % 3_600_000_000 === 0) return `${us / 3_600_000_000} h`
  if (us >= 1_000_000 && us % 100_000 === 0) return `${us / 1_000_000} s`
  return us >= 1000 && us % 10 === 0 ? `${us / 1000} ms` : `${us} µs`
}

/** characters of the name of an effect, a resource or a clip */
const MOST_NAME = 64

/** What is wrong with a name of more characters than `most`; null: nothing. */
export function tooLong(name: string, most: number, what = 'The name'): string | null {
  return name.length > most ? `${what} has ${formatCount(name.length)} characters; use at most ${most}.` : null
}

const withArticle = (what: string): string => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`

/** A name that is not blank, not too long and not taken yet. */
export function parseName(text: string, what: string, taken: readonly string[]): Parsed<string> {
  const name = text.trim()
  if (name === '') return { ok: false, message: `Enter a name for the ${what}.` }
  const long = tooLong(name, MOST_NAME)
  if (long !== null) return { ok: false, message: long }
  if (name.includes('.'))
    return { ok: false, message: 'A name has no dot: dots separate an effect from its resources.' }
  if (taken.includes(name))
    return { ok: false, message: `There is already ${withArticle(what)} named “${name}”. Choose another name.` }
  return { ok: true, value: name }
}
