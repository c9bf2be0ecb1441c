/** The commands `run` and `check` (SC-05, SC-07). */

import type { PolicyChoice } from '../../preload/contract'
import { breathe } from '../files/breathe'
import { policyLabel } from '../policies/own/label'
import { type RunOptions, runScenario } from '../session/run/runner'
import type { RunResult } from '../session/run/summary'
import { type Scenario, type Step, shownValue } from '../session/scenario'
import { headOf, readInputs, refuseStdinTwice } from './inputs'
import type { CliIo } from './io'
import { voice, writeOutput } from './output'
import { type OutputOptions, type OutputPaths, planOutputs } from './outputs'
import { type PolicyArgument, policyFilesOf, policyStepsText, readPolicies } from './policies'
import { withProgress } from './progress'
import { RunFiles } from './run-files'
import { derivedLine, summaryText } from './summary-text'

export interface RunCommandOptions extends OutputOptions {
  policy?: PolicyArgument
  /** bytes */
  budget?: number
  seed?: number
}

/** Exit statuses (SC-05). */
export const EXIT = { ok: 0, failed: 1, badInput: 2 } as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

/**
 * Validates every file, then runs each and writes what was asked for.
 * @throws UsageError when something cannot be written
 */
export async function runCommand(files: readonly string[], options: RunCommandOptions, io: CliIo): Promise<Exit> {
  const policies = options.policy === undefined ? [] : [options.policy]
  refuseStdinTwice([...files, ...policyFilesOf(policies)])
  const inputs = await readInputs(files, io)
  if (inputs === undefined) return EXIT.badInput
  const [policy] = (await readPolicies(policies, io)) ?? [null]
  if (policy === null) return EXIT.badInput
  const outputs = planOutputs(inputs, options, policyFilesOf(policies))
  let failed = 0
  for (const [i, input] of inputs.entries()) {
    const { scenario } = input
    const paths = outputs[i]!
    const { summary, failures } = await runOne(
      scenario,
      { policy, budget: options.budget, seed: options.seed },
      paths,
      io,
    )
    voice(
      io,
      ...Object.values(paths),
    )(
      summaryText({ ...summary, name: headOf(input) }, failures) +
        derivedLine(scenario) +
        policyStepsText(scenario, policy),
    )
    if (!summary.ok) failed++
  }
  if (inputs.length > 1) io.out(`${inputs.length} scenarios: ${inputs.length - failed} ok, ${failed} failed\n`)
  return failed === 0 ? EXIT.ok : EXIT.failed
}

/** Validates every file and runs none. */
export async function checkCommand(files: readonly string[], io: CliIo): Promise<Exit> {
  const inputs = await readInputs(files, io)
  if (inputs === undefined) return EXIT.badInput
  for (const { label } of inputs) io.out(`${shownValue(label)}: ok\n`)
  return EXIT.ok
}

/** What a run is given, on the command line and in the library. */
export interface RunChoice {
  /** instead of the scenario's own */
  policy: PolicyChoice | undefined
  /** bytes, all the time, instead of what the scenario says, its steps included: as a row of `compare` has it */
  budget: number | undefined
  /** instead of the scenario's own */
  seed: number | undefined
}

/**
 * The scenario with the budget that is chosen, all the time. Steps that set one set this one: what is told of a step is told
 * by its number in the file, by which conditions name it too (SC-15).
 * @param budget bytes; undefined: what it says itself
 */
export function withBudget(scenario: Scenario, budget: number | undefined): Scenario {
  if (budget === undefined) return scenario
  const system = { ...scenario.system, budget }
  const steps = scenario.steps.map((step): Step => (step.verb === 'budget' ? { ...step, value: budget } : step))
  return { ...scenario, system, steps }
}

/**
 * Runs a scenario and writes the files of it that are asked for, each whole or not at all.
 * @param sink gets the trace’s text where no file does
 * @throws FileError when one of them cannot be written
 */
export async function runOne(
  scenario: Scenario,
  { policy = scenario.app.policy, budget, seed = scenario.seed }: RunChoice,
  paths: OutputPaths,
  io: CliIo,
  sink?: RunOptions['sink'],
): Promise<RunResult> {
  const files = new RunFiles(
    paths,
    io,
    { name: scenario.name, policy: policyLabel(policy), seed, derived: scenario.derived },
    sink,
  )
  try {
    const result = await withProgress(scenario.name, io.terminal, (onProgress) =>
      runScenario(withBudget(scenario, budget), { onProgress, breathe, policy, seed, ...files.options }),
    )
    files.commit()
    if (paths.summary !== undefined) writeOutput(paths.summary, `${JSON.stringify(result.summary, null, 2)}\n`, io)
    return result
  } finally {
    files.discard()
  }
}
