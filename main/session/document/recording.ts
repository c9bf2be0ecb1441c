/** What was done since the simulation started, as a scenario that does it again (SC-12, SC-16). */

import {
  durationToText,
  type ExpectStep,
  type Scenario,
  type Step,
  stepIndex,
  stepName,
  validateScenario,
} from '../scenario'
import { scenarioText } from './project-file'

export interface Recording {
  readonly scenario: Scenario
  /** µs at which an expectation stood that could not be carried over, each */
  readonly leftOut: readonly number[]
}

/**
 * What was done, as a scenario. Expectations that name what only later steps of the scenario that was played would have
 * made are left out: in the recording nothing makes that. The others name the steps that they meant.
 */
export function asRecording(done: Scenario): Recording {
  const leftOut: number[] = []
  if (!done.steps.some(({ verb }) => verb === 'expect')) return { scenario: done, leftOut }
  let scenario = done
  // a list of problems has an end, and there can be more
  for (let hopeless = hopelessOf(scenario); hopeless.size > 0; hopeless = hopelessOf(scenario)) {
    for (const index of hopeless) leftOut.push((scenario.steps[index] as Step).at)
    scenario = { ...scenario, steps: without(scenario.steps, hopeless) }
  }
  return { scenario, leftOut: leftOut.sort((a, b) => a - b) }
}

/**
 * The conditions of a step of the file that is played, for the recording: there may be steps by hand between its own, so
 * that those that it names have other numbers (SC-15).
 * @param numbers by number in that file: the number in the recording, of every step before this one
 */
export function renumbered(expected: ExpectStep, numbers: readonly number[]): ExpectStep {
  const { results, pressLatency } = expected
  return {
    ...expected,
    ...(results === undefined ? {} : { results: renamed(results, numbers) }),
    ...(pressLatency === undefined ? {} : { pressLatency: renamed(pressLatency, numbers) }),
  }
}

function renamed<Value>(byStep: Record<string, Value>, numbers: readonly number[]): Record<string, Value> {
  const entries = Object.entries(byStep)
  return Object.fromEntries(entries.map(([name, value]) => [stepName(numbers[stepIndex(name)] as number), value]))
}

/** Indexes of expectations that make the scenario invalid. */
function hopelessOf(recording: Scenario): ReadonlySet<number> {
  const result = validateScenario(JSON.parse(scenarioText(recording)))
  if (result.ok) return new Set()
  return new Set(result.problems.flatMap(({ path }) => Number(/^steps\[(\d+)\]\.expect\b/.exec(path)?.[1] ?? [])))
}

/** @param gone indexes of expectations, which no other step names */
function without(steps: readonly Step[], gone: ReadonlySet<number>): Step[] {
  const numbers: number[] = []
  let left = 0
  for (const index of steps.keys()) numbers.push(gone.has(index) ? -1 : left++)
  return steps.flatMap((step, index) => {
    if (gone.has(index)) return []
    return step.verb === 'expect' ? { ...step, value: renumbered(step.value, numbers) } : step
  })
}

/**
 * What to tell the person who saves a recording; null: all of it is there.
 * @param leftOut µs, at least one
 */
export function leftOutNotice(leftOut: readonly number[]): string | null {
  const [first] = leftOut
  if (first === undefined) return null
  const at = durationToText(first)
  const what = leftOut.length === 1 ? `1 expectation (at ${at})` : `${leftOut.length} expectations (the first at ${at})`
  return (
    `The recording is without ${what} of the scenario that is played, for what only its later steps make. ` +
    'To have all of it, let these steps run and save the recording again.'
  )
}
