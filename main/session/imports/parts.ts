/** A recording that is longer than a scenario, in parts: each ends where there is no room for what comes then (LB-19). */
import { durationToText } from '../scenario'
import { CaptureError, type Cut, type Imported, type Importing, type ImportOptions } from './capture'

type Made = Omit<Imported, 'next'>

/**
 * What an importer makes of a part of a recording, or of so much of it as there is room for; nothing where it is known before
 * that the part has to end earlier.
 */
export type Attempt = Generator<number, { made: Made; cut: Cut | null } | { made: null; cut: Cut }>

/**
 * Imports a part; where it has no room for all, what is imported is the part that ends there: nothing of it, and nothing
 * that is counted of it, is of what comes later.
 * @param options with the part that is asked for
 * @param attempt imports a part, up to where there is no room
 */
export function* untilItFits(options: ImportOptions, attempt: (options: ImportOptions) => Attempt): Importing {
  let cut: Cut | null = null
  let read = 0
  for (;;) {
    const before = read
    const until = cut?.next ?? options.until
    const doing = attempt(until === undefined ? options : { ...options, until })
    let next = doing.next()
    for (; next.done !== true; next = doing.next()) {
      read = before + (1 - before) * next.value
      yield read
    }
    const { made, cut: more } = next.value
    if (made !== null && (more === null || more.next >= (until ?? Number.POSITIVE_INFINITY))) {
      const last = more ?? cut
      return last === null ? { ...made, next: null } : withCut(made, last)
    }
    cut = more
  }
}

function withCut(made: Made, cut: Cut): Imported {
  const { report, steps } = made
  const { at } = JSON.parse(steps.at(-1) ?? '{"at":0}') as { at: number }
  const left = cut.isCrowded ? 'what else happens then, and what comes later,' : 'what comes later'
  const said = `the scenario ends at ${durationToText(at)}, as ${cut.why}: ${left} is not imported; ${nextPart(cut.next)}`
  return { ...made, report: { ...report, warnings: [...report.warnings, said] }, next: cut.next }
}

/** Whether it is not all of the recording that is asked for. */
export function asksForPart({ from, until }: ImportOptions): boolean {
  return from !== undefined || until !== undefined
}

/** What to do for what has no room. @param at µs of the recording: where that begins */
export function nextPart(at: number): string {
  return `what follows is imported with the option from (--from ${durationToText(at)}) beside the others`
}

/**
 * A part that begins when nothing is recorded any more is none.
 * @param from µs of the recording: where the part begins
 * @param end µs of the recording: its last moment
 * @param damage where it is malformed, which may be why it ends so early; null: nowhere
 * @throws CaptureError where it begins later than that
 */
export function refuseBeyond(from: number, end: number, damage: string | null): void {
  if (from <= end) return
  const why = damage === null ? '' : `${damage}; `
  throw new CaptureError(
    `${why}found a part from ${durationToText(from)} on; expected one from ${durationToText(end)} on, when the recording ends, or earlier`,
  )
}
