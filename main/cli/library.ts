/**
 * The library, `import { run, compare, bound, policies } from 'trimline'`: what the command line does, for programs, under
 * plain Node. Times are µs of simulated time, sizes bytes.
 */
import { POLICY_NAMES, type PolicyName } from '../../preload/contract/names'
import type { Advice, VariantRow } from '../../preload/contract/views/laboratory'
import { type Bound, boundOf } from '../session/laboratory/bound/bound'
import { ReferenceRecorder } from '../session/laboratory/bound/recorder'
import type { Capacity } from '../session/laboratory/bound/references'
import { compareVariants } from '../session/laboratory/comparison/compare'
import { runScenario } from '../session/run/runner'
import type { RunResult } from '../session/run/summary'
import { parseScenario, problemsToText, type Scenario } from '../session/scenario'
import { breathe } from './breathe'

/** Names of the policies that there are. */
export const policies: readonly PolicyName[] = POLICY_NAMES

/** A scenario: its file as it is read, the text of it, or what `JSON.parse` makes of that. */
export type ScenarioInput = string | Uint8Array | object

const CAPACITIES: readonly Capacity[] = ['budget', 'segment']

export interface LibraryRunOptions {
  /** instead of the scenario's own */
  policy?: PolicyName
  /** instead of the scenario's own */
  seed?: number
  /** gets the trace as JSON Lines, whole lines at a time */
  trace?: (lines: string) => void
}

/**
 * Runs a scenario from beginning to end. What it expects and does not find is told in the result; nothing is thrown for it.
 * @throws TypeError when it is no scenario, or an option is wrong: its message names each field, what was found and what was
 * expected (SC-02)
 */
export async function run(scenario: ScenarioInput, options: LibraryRunOptions | null = {}): Promise<RunResult> {
  if (typeof options !== 'object') throw new TypeError(`found options ${shown(options)}, expected an object`)
  const { trace, policy, seed } = options ?? {}
  if (seed !== undefined && !(Number.isSafeInteger(seed) && seed >= 0))
    throw new TypeError(`found seed ${shown(seed)}, expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`)
  if (trace !== undefined && typeof trace !== 'function')
    throw new TypeError(`found trace ${shown(trace)}, expected a function that gets its lines`)
  return runScenario(read(scenario), {
    breathe,
    ...(policy === undefined ? {} : { policy: known(policy) }),
    ...(seed === undefined ? {} : { seed }),
    ...(trace === undefined ? {} : { sink: trace }),
  })
}

/**
 * Runs a scenario under each of the policies. A row's `timesBound` is what it paged in, divided by the bound (LB-12).
 * @param names at least one
 * @returns a row for each policy, in their order (LB-04), and the advice that follows from them (LB-07)
 * @throws TypeError when it is no scenario, or there is no such policy, or no array of them
 */
export async function compare(
  scenario: ScenarioInput,
  names: readonly PolicyName[],
): Promise<{ rows: VariantRow[]; advice: Advice }> {
  if (!Array.isArray(names)) throw new TypeError(`found ${shown(names)}, expected an array of policies`)
  if (names.length === 0) throw new TypeError('found no policy to compare, expected at least one')
  const variants = names.map((policy) => ({ policy: known(policy) }))
  const { rows, advice } = await compareVariants(read(scenario), variants, { breathe })
  return { rows, advice }
}

/**
 * The least that any policy brings into local memory (LB-11, LB-12).
 * @param capacity `budget`: the app's, as it changes; `segment`: local memory less what other processes use
 * @throws TypeError when it is no scenario, or no such capacity
 */
export async function bound(scenario: ScenarioInput, capacity: Capacity = 'budget'): Promise<Bound> {
  if (!CAPACITIES.includes(capacity))
    throw new TypeError(`found capacity ${shown(capacity)}, expected "budget" or "segment"`)
  const follower = new ReferenceRecorder(capacity)
  await runScenario(read(scenario), { breathe, follower, worstDelays: null, written: false })
  return boundOf(follower.references)
}

function read(input: ScenarioInput): Scenario {
  const parsed = parseScenario(input instanceof Uint8Array ? input : new TextEncoder().encode(textOf(input)))
  if (parsed.ok) return parsed.scenario
  throw new TypeError(problemsToText(parsed.problems, 'scenario'))
}

function textOf(input: string | object): string {
  if (typeof input === 'string') return input
  if (typeof input === 'object') return JSON.stringify(input)
  throw new TypeError(`found ${shown(input)}, expected a scenario: its file, the text of it, or an object`)
}

/** From plain JavaScript anything can come. */
function known(name: PolicyName): PolicyName {
  if (policies.includes(name)) return name
  throw new TypeError(`found no policy ${shown(name)}, expected one of ${policies.join(', ')}`)
}

/** As a program would write it, which JSON can not of all. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}
