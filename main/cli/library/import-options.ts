/** Options of an import as programs hand them over: what the command line refuses is refused here too (LB-19). */
import { IMPORT_LIMITS } from '../../../preload/contract'
import type { ImportOptions, ImportUses } from '../../session/imports/capture'
import { optionsOf, shown } from './values'

const NAMES = ['from', 'until', 'process', 'speed', 'uses', 'unknownSize', 'anonymous'] as const

/** @throws TypeError that names the option, what was found and what was expected */
export function importOptionsOf(options: ImportOptions | null): ImportOptions {
  const given = optionsOf(options, NAMES)
  const { from, until, process, speed, uses, unknownSize, anonymous } = given
  const { least, most } = IMPORT_LIMITS.speed
  if (from !== undefined) whole('from', from, 'µs')
  if (until !== undefined) whole('until', until, 'µs')
  if (process !== undefined) whole('process', process, 'the id of a process', 0, IMPORT_LIMITS.process.most)
  if (unknownSize !== undefined) whole('unknownSize', unknownSize, 'bytes', IMPORT_LIMITS.unknownSize.least)
  if (speed !== undefined && !(typeof speed === 'number' && speed >= least && speed <= most))
    throw new TypeError(`found speed ${shown(speed)}, expected a number from ${least} to ${most}`)
  if (anonymous !== undefined && typeof anonymous !== 'boolean')
    throw new TypeError(`found anonymous ${shown(anonymous)}, expected true or false`)
  if (uses !== undefined) refuseOtherUses(uses)
  return given
}

function whole(name: string, value: unknown, what: string, least = 0, most = Number.MAX_SAFE_INTEGER): void {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return
  throw new TypeError(`found ${name} ${shown(value)}, expected ${what}: a whole number from ${least} to ${most}`)
}

function refuseOtherUses(uses: ImportUses): void {
  // from plain JavaScript it can be anything
  const { kind, interval }: { kind?: unknown; interval?: unknown } = Object(uses)
  if ((kind === 'residency' || kind === 'evidence') && interval === undefined) return
  if (kind !== 'every') {
    const found =
      kind === undefined ? shown(uses) : `of kind ${shown(kind)}${interval === undefined ? '' : ' with an interval'}`
    throw new TypeError(
      `found uses ${found}, expected { kind: 'residency' }, { kind: 'evidence' } or { kind: 'every', interval: 16000 }, in µs`,
    )
  }
  whole('uses.interval', interval, 'µs', IMPORT_LIMITS.interval.least)
}
