/**
 * The library, `import { run, compare, bound, policies } from 'trimline'`: what the command line does, for programs, under
 * plain Node. Times are µs of simulated time, sizes bytes. Wrong arguments are a `TypeError` that says what was found and
 * what was expected; a file that cannot be read or written is an `Error` that says which, why, and what to do.
 */
import { resolve } from 'node:path'
import {
  type Advice,
  type Frontier,
  POLICY_NAMES,
  type PolicyName,
  sizeText,
  type VariantCurve,
  type VariantRow,
} from '../../../preload/contract'
import { breathe } from '../../files/breathe'
import type { ImportOptions, ImportReport } from '../../session/imports/capture'
import { scenarioPieces } from '../../session/imports/text'
import { type CheckedRule, checkRules } from '../../session/kit/check'
import type { Bound } from '../../session/laboratory/bound/bound'
import { CAPACITIES, type Capacity } from '../../session/laboratory/bound/references'
import { preemptionChoices } from '../../session/laboratory/comparison/preemption'
import type { RunResult } from '../../session/run/summary'
import { PROFILE_NAMES, type ProfileName } from '../../session/scenario/profiles'
import { findBound } from '../bound'
import { compareAll, refuseDevices, refuseDimensions } from '../compare'
import { readCapture } from '../import'
import { UsageError } from '../io'
import { openOutput } from '../output'
import { filePlace } from '../outputs'
import { type RunChoice, runOne } from '../run'
import { importOptionsOf } from './import-options'
import type { PolicyInput, ScenarioInput } from './types'
import { libraryIo, optionsOf, outputOf, policiesOf, scenarioOf, seedOf, shown, sizeOf } from './values'

export type { PolicyInput, ScenarioInput } from './types'

/** Names of the policies that there are. */
export const policies: readonly PolicyName[] = POLICY_NAMES

/** Names of the device profiles that there are. */
export const profiles: readonly ProfileName[] = PROFILE_NAMES

/** Instead of what the scenario says. */
export interface Choice {
  /** instead of the scenario's own; its `policy` steps still count, which `compare` leaves out */
  policy?: PolicyInput
  /** bytes, or a text such as `512MiB`: the app's budget all the time, instead of what the scenario says and its steps make of it */
  budget?: number | string
  /** a whole number, instead of the scenario's own */
  seed?: number
}

/** What of a run is kept beside its result. Files are written whole or not at all. */
export interface LibraryRunOptions extends Choice {
  /** gets the trace as JSON Lines, whole lines at a time; or the path of a file for it (SC-08) */
  trace?: string | ((lines: string) => void)
  /** path of a file for Perfetto: `.json` in the legacy JSON form, anything else as protobuf (LB-17) */
  perfetto?: string
  /** path of a file for each use of memory, as CSV (time, object, size, resource) that libCacheSim reads */
  references?: string
}

/** What is compared: at most two of `policies`, `budgets`, `profiles` and `preemption`, of which every product is a row. */
export interface CompareOptions {
  /** a row for each policy, in charge all the time: the scenario's own `policy` steps are left out */
  policies?: readonly PolicyInput[]
  /** a row for each budget: bytes, or a text such as `512MiB` */
  budgets?: readonly (number | string)[]
  /** a row for each device profile */
  profiles?: readonly ProfileName[]
  /** a row for each preemption model and granularity */
  preemption?: boolean
  /** a whole number, instead of the scenario's own */
  seed?: number
  /** path of a file for the report, one page that needs no other file (LB-18) */
  html?: string
}

/** A comparison: all rows have the same input. */
export interface Comparison {
  /** one for each variant, in order (LB-04) */
  rows: VariantRow[]
  /** usage, evictions and hitches over time, one for each row (LB-05) */
  curves: VariantCurve[]
  /** what the input needs of memory, whatever policy it has (LB-13) */
  frontier: Frontier
  /** what follows from the rows (LB-07) */
  advice: Advice
}

/** What is counted for the bound. */
export interface BoundOptions extends Choice {
  /** `budget`: the app's, as it changes; `segment`: local memory less what other processes use [budget] */
  capacity?: Capacity
}

/** A recording of another program as a scenario. */
export interface Recording {
  /** the text of its file */
  scenario: string
  /** what was carried over, what derived, and what not */
  report: ImportReport
  /** where the recording is damaged: the scenario has what came before; null: it is whole */
  damage: string | null
  /** µs of the recording: `from` of the part for which the scenario has no room; null: it has all that was asked for */
  next: number | null
}

/**
 * Runs a scenario from beginning to end. What it expects and does not find is told in the result; nothing is thrown for it.
 * @param options which policy, budget and seed, and what of the run is kept beside the result
 * @returns its summary, and each expectation with what was found
 * @throws TypeError when it is no scenario, or an option is wrong: its message names each field, what was found and what was
 * expected (SC-02); Error when a file cannot be written
 */
export async function run(scenario: ScenarioInput, options: LibraryRunOptions | null = {}): Promise<RunResult> {
  const { trace, policy, budget, seed, ...files } = optionsOf(options, [
    'policy',
    'budget',
    'seed',
    'trace',
    'perfetto',
    'references',
  ])
  if (trace !== undefined && typeof trace !== 'function' && typeof trace !== 'string')
    throw new TypeError(`found trace ${shown(trace)}, expected a function that gets its lines, or the path of a file`)
  const paths = {
    trace: typeof trace === 'function' ? undefined : outputOf('trace', trace),
    perfetto: outputOf('perfetto', files.perfetto),
    references: outputOf('references', files.references),
    summary: undefined,
  }
  const written = Object.values(paths).filter((path) => path !== undefined)
  const places = written.map(filePlace)
  const repeated = written.find((_path, i) => places.indexOf(places[i] as string) < i)
  if (repeated !== undefined) throw new TypeError(`found ${shown(repeated)} for two files, expected one for each`)
  const choice = await choiceOf({ policy, budget, seed })
  return runOne(scenarioOf(scenario), choice, paths, libraryIo(), typeof trace === 'function' ? trace : undefined)
}

/**
 * Runs a scenario once for each of what is compared. A row's `timesBound` is what it brought into local memory
 * for the app, divided by the bound (LB-12).
 * @param what the policies; or an object that says what else is compared
 * @returns a row for each variant, in order (LB-04), with curves, frontier, and the advice that follows
 * @throws TypeError when it is no scenario, or what is compared is wrong; Error when a file cannot be read or written
 */
export async function compare(
  scenario: ScenarioInput,
  what: readonly PolicyInput[] | CompareOptions,
): Promise<Comparison> {
  const input = scenarioOf(scenario)
  const names = ['policies', 'budgets', 'profiles', 'preemption', 'seed', 'html'] as const
  const options: CompareOptions = isList(what) ? { policies: what } : optionsOf(what, names)
  const html = outputOf('html', options.html)
  const dimensions = {
    policies: options.policies && (await policiesOf(listOf('policies', options.policies))),
    budgets: options.budgets && once('budgets', listOf('budgets', options.budgets).map(sizeOf), sizeText),
    profiles: options.profiles && once('profiles', listOf('profiles', options.profiles).map(profileOf)),
    preemption: options.preemption === true ? preemptionChoices() : undefined,
  }
  usage(() => refuseDimensions(dimensions, ''))
  const io = libraryIo()
  const chosen = { ...input, seed: seedOf(options.seed) ?? input.seed }
  usage(() => refuseDevices(chosen, dimensions))
  // before anything runs, which may take long
  const report = html === undefined ? undefined : openOutput(html, io)
  try {
    const { comparison, page } = await compareAll(chosen, null, dimensions, report !== undefined, io)
    if (page !== null) report?.write(page)
    report?.commit()
    return comparison
  } finally {
    report?.discard()
  }
}

/**
 * The least that any policy brings into local memory (LB-11, LB-12).
 * @param options what counts as room; or an object with that, budget and seed; uses are those of the scenario, whatever its policy
 * @throws TypeError when it is no scenario, or an option is wrong
 */
export async function bound(scenario: ScenarioInput, options: Capacity | BoundOptions = {}): Promise<Bound> {
  const { capacity = CAPACITIES[0], ...choice } =
    typeof options === 'object' && options !== null
      ? optionsOf(options, ['capacity', 'policy', 'budget', 'seed'])
      : { capacity: options }
  if (!CAPACITIES.includes(capacity))
    throw new TypeError(`found capacity ${shown(capacity)}, expected ${CAPACITIES.map(shown).join(' or ')}`)
  return findBound(scenarioOf(scenario), capacity, await choiceOf(choice), libraryIo())
}

/**
 * Runs scenarios that every sound policy passes (LB-16).
 * @returns every rule, in order; a policy that breaks some is no error
 * @throws TypeError when it is no policy; Error when its file cannot be read
 */
export async function checkPolicy(policy: PolicyInput): Promise<CheckedRule[]> {
  const [choice] = await policiesOf([policy], 'check')
  return checkRules(choice as NonNullable<typeof choice>, breathe)
}

/**
 * Makes a scenario of a recording: `.rmv`, `.etl` (also `.gz`), `.sets.jsonl` (LB-19).
 * @param path of the recording
 * @throws TypeError for an option that is none, and when it cannot be read or imported: the message says where in it, what
 * was found and what was expected
 */
export async function importRecording(path: string, options: ImportOptions | null = {}): Promise<Recording> {
  const chosen = importOptionsOf(options)
  if (typeof path !== 'string') throw new TypeError(`found ${shown(path)}, expected the path of a recording`)
  const io = libraryIo()
  const imported = await readCapture(resolve(path), chosen, io)
  if (imported === undefined) throw new TypeError(io.said())
  const { report, damage, next } = imported
  return { scenario: [...scenarioPieces(imported)].join(''), report, damage, next }
}

async function choiceOf({ policy, budget, seed }: Unchecked<Choice>): Promise<RunChoice> {
  const [choice] = policy === undefined ? [] : await policiesOf([policy])
  return { policy: choice, budget: budget === undefined ? undefined : sizeOf(budget), seed: seedOf(seed) }
}

/** What was taken out of options may be undefined. */
type Unchecked<Options> = { [Name in keyof Options]?: Options[Name] | undefined }

const isList = (value: unknown): value is readonly PolicyInput[] => Array.isArray(value)

function listOf<Value>(name: string, values: readonly Value[]): readonly Value[] {
  if (!Array.isArray(values)) throw new TypeError(`found ${name} ${shown(values)}, expected an array of ${name}`)
  if (values.length === 0) throw new TypeError(`found no ${name} to compare, expected at least one`)
  return values
}

function once<Value>(name: string, values: readonly Value[], said: (value: Value) => string = shown): readonly Value[] {
  const repeated = values.find((value, i) => values.indexOf(value) < i)
  if (repeated === undefined) return values
  throw new TypeError(`${name}: found ${said(repeated)} twice, expected each once`)
}

function profileOf(name: ProfileName): ProfileName {
  if (PROFILE_NAMES.includes(name)) return name
  throw new TypeError(`found no profile ${shown(name)}, expected one of ${PROFILE_NAMES.join(', ')}`)
}

/** What is wrong with a call of the command line is wrong with arguments here. */
function usage(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof UsageError ? new TypeError(error.message) : error
  }
}
