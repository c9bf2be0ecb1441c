/** Reads what people type into forms. A failure says what was found, what was expected and what to do. */
import { formatBytes, GIB, KIB, MIB } from './format'

export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string }

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
}

/**
 * A size such as `64 MiB`, `1.5 GiB`, `640k` or `65536`, in bytes. All units are binary, as in the rest of the program.
 * @param least smallest size allowed, in bytes
 * @param most largest size allowed, in bytes
 */
export function parseSize(text: string, least = 0, most: number = Number.MAX_SAFE_INTEGER): Parsed<number> {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, message: 'Enter a size, for example 64 MiB.' }
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)$/i.exec(trimmed)
  const unit = match ? sizeUnit(match[2]!) : undefined
  if (match === null || unit === undefined) {
    return { ok: false, message: `“${trimmed}” is not a size. Write a number and B, KiB, MiB or GiB, such as 64 MiB.` }
  }
  const bytes = Number(match[1]) * unit
  if (!Number.isInteger(bytes)) return { ok: false, message: `“${trimmed}” is not a whole number of bytes.` }
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
}

/**
 * A duration such as `4 ms`, `10 s`, `250 µs` or `2 min`, in µs.
 * @param bare unit of a number without one
 */
export function parseDuration(text: string, least: number, most: number, bare: 'ms' | 's'): Parsed<number> {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, message: `Enter a duration, for example ${bare === 's' ? '10 s' : '4 ms'}.` }
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(µs|μs|[a-z]*)$/i.exec(trimmed)
  const name = match ? match[2]!.toLowerCase() || bare : ''
  if (match === null || !Object.hasOwn(DURATION_UNITS, name)) {
    return { ok: false, message: `“${trimmed}” is not a duration. Write a number and µs, ms, s or min, such as 4 ms.` }
  }
  const us = Math.round(Number(match[1]) * DURATION_UNITS[name]!)
  if (us < least || us > most) {
    return { ok: false, message: `Enter a duration from ${durationText(least)} to ${durationText(most)}.` }
  }
  return { ok: true, value: us }
}

/** The shortest text that `parseDuration` reads back as exactly these µs: `4 ms`, `10 s`, `250 µs`. */
export function durationText(us: number): string {
  if (us >= 1_000_000 && us % 100_000 === 0) return `${us / 1_000_000} s`
  return us >= 1000 && us % 10 === 0 ? `${us / 1000} ms` : `${us} µs`
}

/** A name that is not blank, not too long and not taken yet. */
export function parseName(text: string, what: string, taken: readonly string[]): Parsed<string> {
  const name = text.trim()
  if (name === '') return { ok: false, message: `Enter a name for the ${what}.` }
  if (name.length > 64) return { ok: false, message: `The name has ${name.length} characters; use at most 64.` }
  if (name.includes('.'))
    return { ok: false, message: 'A name has no dot: dots separate an effect from its resources.' }
  if (taken.includes(name))
    return { ok: false, message: `There is already a ${what} named “${name}”. Choose another name.` }
  return { ok: true, value: name }
}
