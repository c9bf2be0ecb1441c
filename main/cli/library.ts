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

/** A scenario: the text of its file, or what `JSON.parse` makes of it. */
export type ScenarioInput = string | object

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
 * @throws TypeError when it is no scenario: its message names each field, what was found and what was expected (SC-02)
 */
export async function run(scenario: ScenarioInput, options: LibraryRunOptions = {}): Promise<RunResult> {
  const { trace, policy, seed } = options
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
 * @throws TypeError when it is no scenario, or there is no such policy
 */
export async function compare(
  scenario: ScenarioInput,
  names: readonly PolicyName[],
): Promise<{ rows: VariantRow[]; advice: Advice }> {
  if (names.length === 0) throw new TypeError('found no policy to compare, expected at least one')
  const variants = names.map((policy) => ({ policy: known(policy) }))
  const { rows, advice } = await compareVariants(read(scenario), variants, { breathe })
  return { rows, advice }
}

/**
 * The least that any policy brings into local memory (LB-11, LB-12).
 * @param capacity `budget`: the app's, as it changes; `segment`: local memory less what other processes use
 * @throws TypeError when it is no scenario
 */
export async function bound(scenario: ScenarioInput, capacity: Capacity = 'budget'): Promise<Bound> {
  const follower = new ReferenceRecorder(capacity)
  await runScenario(read(scenario), { breathe, follower, worstDelays: null, written: false })
  return boundOf(follower.references)
}

function read(input: ScenarioInput): Scenario {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  const parsed = parseScenario(new TextEncoder().encode(text))
  if (parsed.ok) return parsed.scenario
  throw new TypeError(problemsToText(parsed.problems, 'scenario'))
}

/** From plain JavaScript anything can come. */
function known(name: PolicyName): PolicyName {
  if (policies.includes(name)) return name
  throw new TypeError(`found no policy ${JSON.stringify(name)}, expected one of ${policies.join(', ')}`)
}
