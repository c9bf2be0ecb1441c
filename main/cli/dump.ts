/** The command `dump`: the memory of a scenario's app as the JSON dump of its allocator (DF-23). */

import { breathe } from '../files/breathe'
import { dumpText } from '../session/document/dump-text'
import { runScenario } from '../session/run/runner'
import { durationToText, type Scenario, shownValue } from '../session/scenario'
import { readInputs } from './inputs'
import { type CliIo, STDOUT, UsageError } from './io'
import { writeOutput } from './output'
import { planOutput } from './outputs'
import { withProgress } from './progress'
import { EXIT, type Exit } from './run'

export interface DumpCommandOptions {
  /** a file; standard output without it, and for - */
  out?: string
  /** µs of simulated time; the end of the run without it */
  at?: number
}

/**
 * Runs the file up to the time asked for, and writes the state after everything that is due then. Its expectations do
 * not count: they are what `run` is for.
 * @throws UsageError for a time after the end, or when the dump cannot be written
 */
export async function dumpCommand(file: string, { out, at }: DumpCommandOptions, io: CliIo): Promise<Exit> {
  const [input] = (await readInputs([file], io)) ?? []
  if (input === undefined) return EXIT.badInput
  const scenario = at === undefined ? input.scenario : upTo(input.scenario, at)
  const path = out === undefined ? STDOUT : planOutput(input, 'out', out)
  let dump = ''
  let allocations = 0
  await withProgress(scenario.name, io.terminal, (onProgress) =>
    runScenario(scenario, {
      onProgress,
      breathe,
      atEnd: (world) => {
        dump = dumpText(world)
        allocations = world.editor.memory.allocator.calculateStatistics().Total.Stats.AllocationCount
      },
    }),
  )
  writeOutput(path, dump, io)
  if (path !== STDOUT)
    io.out(`${shownValue(input.label)}: the memory at ${durationToText(scenario.until)} is in ${shownValue(path)}\n`)
  if (allocations === 0) io.err(NOTHING)
  return EXIT.ok
}

/** An empty dump is none that failed: most scenarios have nothing that could be in one. */
const NOTHING =
  'note: the dump has no allocation: the app has none from D3D12MA then, and committed resources of its own are no part of one; "app": { "allocation": "placed" } has effects take theirs from it\n'

/** The run as it is until then: what is due at that very time still happens. */
function upTo(scenario: Scenario, at: number): Scenario {
  if (at > scenario.until)
    throw new UsageError(
      `--at: found ${durationToText(at)}; expected at most ${durationToText(scenario.until)}, where the run ends`,
    )
  return { ...scenario, steps: scenario.steps.filter((step) => step.at <= at), until: at }
}
