/** Options of an import as programs hand them over: what the command line refuses is refused here too (LB-19). */
import type { ImportOptions, Uses } from '../../session/imports/capture'
import { LAST_PROCESS, LEAST_INTERVAL, LEAST_UNKNOWN_SIZE, SPEED } from '../../session/imports/limits'
import { optionsOf, shown } from './values'

const NAMES = ['from', 'until', 'process', 'speed', 'uses', 'unknownSize', 'anonymous'] as const

/** @throws TypeError that names the option, what was found and what was expected */
export function importOptionsOf(options: ImportOptions | null): ImportOptions {
  const given = optionsOf(options, NAMES)
  const { from, until, process, speed, uses, unknownSize, anonymous } = given
  if (from !== undefined) whole('from', from, 'µs')
  if (until !== undefined) whole('until', until, 'µs')
  if (process !== undefined) whole('process', process, 'the id of a process', 0, LAST_PROCESS)
  if (unknownSize !== undefined) whole('unknownSize', unknownSize, 'bytes', LEAST_UNKNOWN_SIZE)
  if (speed !== undefined && !(typeof speed === 'number' && speed >= SPEED.least && speed <= SPEED.most))
    throw new TypeError(`found speed ${shown(speed)}, expected a number from ${SPEED.least} to ${SPEED.most}`)
  if (anonymous !== undefined && typeof anonymous !== 'boolean')
    throw new TypeError(`found anonymous ${shown(anonymous)}, expected true or false`)
  if (uses !== undefined) refuseOtherUses(uses)
  return given
}

function whole(name: string, value: unknown, what: string, least = 0, most = Number.MAX_SAFE_INTEGER): void {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return
  throw new TypeError(`found ${name} ${shown(value)}, expected ${what}: a whole number from ${least} to ${most}`)
}

function refuseOtherUses(uses: Uses): void {
  // from plain JavaScript it can be anything
  const { kind, interval }: { kind?: unknown; interval?: unknown } = Object(uses)
  if (kind === 'residency' || kind === 'evidence') return
  if (kind !== 'every') {
    const found = kind === undefined ? shown(uses) : `of kind ${shown(kind)}`
    throw new TypeError(
      `found uses ${found}, expected { kind: 'residency' }, { kind: 'evidence' } or { kind: 'every', interval: 16000 }, in µs`,
    )
  }
  whole('uses.interval', interval, 'µs', LEAST_INTERVAL)
}
