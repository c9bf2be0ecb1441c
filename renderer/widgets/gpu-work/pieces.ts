/** GPU times of pieces that follow each other, such as the passes of an effect: the time of the whole is their sum. */
import { durationText, type Parsed, parseDuration } from '../parse'

/** µs of the whole */
interface Limits {
  least: number
  most: number
}

const read = (text: string, most: number): Parsed<number> => parseDuration(text, 0, most, 'ms')

const isRead = (time: Parsed<number>): time is Parsed<number> & { ok: true } => time.ok

/** µs; null: one of them cannot be read */
function totalOf(times: readonly Parsed<number>[]): number | null {
  const known = times.filter(isRead)
  return known.length === times.length ? known.reduce((sum, { value }) => sum + value, 0) : null
}

/**
 * @param texts one of each piece
 * @returns the time of each in µs; in place of the last why all of them together are too short or too long
 */
export function readTimes(texts: readonly string[], { least, most }: Limits): Parsed<number>[] {
  const times = texts.map((text) => read(text, most))
  const total = totalOf(times)
  if (total === null || (total >= least && total <= most)) return times
  const range = `from ${durationText(least)} to ${durationText(most)}`
  const message = `Found ${durationText(total)} in all, expected a sum ${range}.`
  return [...times.slice(0, -1), { ok: false, message }]
}

/** `6 ms`, the time of the whole; null: one of the pieces cannot be read */
export function sumText(texts: readonly string[]): string | null {
  const total = totalOf(texts.map((text) => read(text, Number.MAX_SAFE_INTEGER)))
  return total === null ? null : durationText(total)
}
