/** What is asked for of a recording of another program, as it is typed (LB-19). */
import { IMPORT_LIMITS, type ImportOptions, type ImportUses } from '../../../preload/contract'
import { type Parsed, parseDuration, parseSize, parseWhole, quoted } from '../../widgets/parse'

export interface ImportText {
  from: string
  until: string
  speed: string
  process: string
  unknownSize: string
  uses: ImportUses['kind']
  interval: string
  anonymous: boolean
}

/** Asks for all of it, as it is. */
export const ALL_OF_IT: Readonly<ImportText> = {
  from: '',
  until: '',
  speed: '',
  process: '',
  unknownSize: '',
  uses: 'residency',
  interval: '16 ms',
  anonymous: false,
}

export type ImportField = Exclude<keyof ImportText, 'uses' | 'anonymous'>

export type ImportRead =
  | { ok: true; options: ImportOptions }
  | { ok: false; errors: Partial<Record<ImportField, string>> }

const { speed, interval, unknownSize, process } = IMPORT_LIMITS

function parseSpeed(text: string): Parsed<number> {
  const { least, most } = speed
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (/^\d+(\.\d+)?$/.test(trimmed) && value >= least && value <= most) return { ok: true, value }
  return {
    ok: false,
    message: `Found ${quoted(text)}, expected a number from ${least} to ${most.toLocaleString('en')}, such as 2 or 0.5.`,
  }
}

/** Nothing written: as it is. */
function optional(text: string, read: (text: string) => Parsed<number>): Parsed<number | undefined> {
  return text.trim() === '' ? { ok: true, value: undefined } : read(text)
}

/** @returns what is wrong beside each field, or what the command takes: what is left as it is has no place in it */
export function readImport(text: ImportText): ImportRead {
  const time = (typed: string) => parseDuration(typed, 0, Number.MAX_SAFE_INTEGER, 's')
  const read = {
    from: optional(text.from, time),
    until: optional(text.until, time),
    speed: optional(text.speed, parseSpeed),
    process: optional(text.process, (typed) => parseWhole(typed, 0, process.most, ', the id of a process')),
    unknownSize: optional(text.unknownSize, (typed) => parseSize(typed, unknownSize.least)),
    interval:
      text.uses === 'every'
        ? parseDuration(text.interval, interval.least, Number.MAX_SAFE_INTEGER, 'ms')
        : optional('', time),
  }
  const errors: Partial<Record<ImportField, string>> = {}
  const given = <Field extends keyof typeof read>(field: Field): number | undefined => {
    const one = read[field]
    if (one.ok) return one.value
    errors[field] = one.message
    return undefined
  }
  const options: ImportOptions = {
    from: given('from'),
    until: given('until'),
    speed: given('speed'),
    process: given('process'),
    unknownSize: given('unknownSize'),
    uses: usesOf(text.uses, given('interval')),
    anonymous: text.anonymous || undefined,
  }
  if (options.until !== undefined && options.until <= (options.from ?? 0))
    errors.until = 'Enter a time after that at which the part begins.'
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) }
}

/** Residency references are what is taken anyway, and no option of other recordings. */
function usesOf(kind: ImportUses['kind'], every: number | undefined): ImportUses | undefined {
  if (kind === 'residency') return undefined
  if (kind === 'evidence') return { kind }
  return every === undefined ? undefined : { kind, interval: every }
}
