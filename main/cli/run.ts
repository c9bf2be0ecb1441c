/** The commands `run` and `check` (SC-05, SC-07). */

import type { PolicyChoice } from '../../preload/contract'
import { type RunOptions, type RunResult, runScenario } from '../session/run/runner'
import { type Scenario, shownValue } from '../session/scenario'
import { breathe } from './breathe'
import { readInputs } from './inputs'
import { type CliIo, STDOUT, UnreadError } from './io'
import { type Output, openOutput, voice, writeOutput } from './output'
import { type OutputOptions, type OutputPaths, planOutputs } from './outputs'
import { type PolicyArgument, readPolicies } from './policies'
import { withProgress } from './progress'
import { summaryText } from './summary-text'

export interface RunCommandOptions extends OutputOptions {
  policy?: PolicyArgument
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
  const inputs = await readInputs(files, io)
  if (inputs === undefined) return EXIT.badInput
  const [policy] = (await readPolicies(options.policy === undefined ? [] : [options.policy], io)) ?? [null]
  if (policy === null) return EXIT.badInput
  const outputs = planOutputs(inputs, options)
  let failed = 0
  for (const [i, { scenario }] of inputs.entries()) {
    const { trace, summary: file } = outputs[i]!
    const { summary, failures } = await runOne(scenario, { policy, seed: options.seed }, outputs[i]!, io)
    voice(io, trace, file)(summaryText(summary, failures))
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

async function runOne(
  scenario: Scenario,
  { policy, seed }: { policy: PolicyChoice | undefined; seed: number | undefined },
  paths: OutputPaths,
  io: CliIo,
): Promise<RunResult> {
  const trace = paths.trace === undefined ? undefined : openOutput(paths.trace, io, 'the trace')
  try {
    const result = await withProgress(scenario.name, io.terminal, (onProgress) => {
      const options: RunOptions = { onProgress, breathe }
      if (policy !== undefined) options.policy = policy
      if (seed !== undefined) options.seed = seed
      if (trace !== undefined) options.sink = (chunk) => write(trace, chunk, paths)
      return runScenario(scenario, options)
    })
    trace?.commit()
    if (paths.summary !== undefined) writeOutput(paths.summary, `${JSON.stringify(result.summary, null, 2)}\n`, io)
    return result
  } finally {
    trace?.discard()
  }
}

/** @throws UnreadError when nobody reads the trace any more, and nothing else waits for the run */
function write(trace: Output, chunk: string, { trace: path, summary }: OutputPaths): void {
  trace.write(chunk)
  if (trace.unread && path === STDOUT && summary === undefined) throw new UnreadError()
}
