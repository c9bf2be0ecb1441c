/** The command `explain`: why what a scenario shows was late (LB-10). */

import { breathe } from '../files/breathe'
import type { Explanation } from '../session/laboratory/delays/types'
import { runScenario } from '../session/run/runner'
import { explanationText } from './explain-text'
import { headOf, readInputs } from './inputs'
import type { CliIo } from './io'
import { voice, writeOutput } from './output'
import { planOutput } from './outputs'
import { withProgress } from './progress'
import { EXIT, type Exit } from './run'
import { derivedLine } from './summary-text'

export interface ExplainCommandOptions {
  /** how many of the worst delays */
  worst: number
  /** a file, or - for standard output */
  json?: string
}

/**
 * Runs the file and says which of its presses, frames and presents were shown late, and what each waited for. Its
 * expectations do not count: they are what `run` is for (**choice**, as for `compare` and `dump`).
 * @throws UsageError when the JSON cannot be written
 */
export async function explainCommand(file: string, { worst, json }: ExplainCommandOptions, io: CliIo): Promise<Exit> {
  const [input] = (await readInputs([file], io)) ?? []
  if (input === undefined) return EXIT.badInput
  const { scenario } = input
  const out = json === undefined ? undefined : planOutput(input, 'json', json)
  const { name, seed } = scenario
  const explanation: Explanation = await withProgress(name, io.terminal, async (onProgress) => {
    let delays: Explanation['worst'] = []
    const atEnd: NonNullable<Parameters<typeof runScenario>[1]>['atEnd'] = (world) => {
      delays = [...world.delays.worst]
    }
    const { summary } = await runScenario(scenario, { onProgress, breathe, worstDelays: worst, atEnd })
    return { name, policy: summary.policy, seed, delays: summary.delays, worst: delays }
  })
  if (out !== undefined) writeOutput(out, `${JSON.stringify(explanation, null, 2)}\n`, io)
  voice(io, out)(explanationText({ ...explanation, name: headOf(input) }) + derivedLine(scenario))
  return EXIT.ok
}
