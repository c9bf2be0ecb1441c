/** The command `bound`: the least that any policy could have brought into local memory (LB-12). */

import { formatBytes } from '../../preload/contract'
import { type Bound, boundOf, timesBound } from '../session/laboratory/bound/bound'
import { ReferenceRecorder } from '../session/laboratory/bound/recorder'
import type { Capacity } from '../session/laboratory/bound/references'
import { runScenario } from '../session/run/runner'
import { readInputs } from './inputs'
import type { CliIo } from './io'
import { voice, writeOutput } from './output'
import { planOutput } from './outputs'
import { withProgress } from './progress'
import { EXIT, type Exit } from './run'
import { oneLine } from './summary-text'

export interface BoundCommandOptions {
  capacity: Capacity
  /** a file, or - for standard output */
  json?: string
}

/**
 * Runs the file and computes the bound from what it used. Its expectations do not count: they are what `run` is for
 * (**choice**, as for `compare` and `explain`).
 * @throws UsageError when the JSON cannot be written
 */
export async function boundCommand(file: string, { capacity, json }: BoundCommandOptions, io: CliIo): Promise<Exit> {
  const [input] = (await readInputs([file], io)) ?? []
  if (input === undefined) return EXIT.badInput
  const { scenario } = input
  const out = json === undefined ? undefined : planOutput(input, 'json', json)
  const { name, seed } = scenario
  const { bound, pagedIn, policy } = await withProgress(name, io.terminal, async (onProgress) => {
    const follower = new ReferenceRecorder(capacity)
    const { summary } = await runScenario(scenario, { onProgress, follower, worstDelays: null })
    return { bound: boundOf(follower.references), pagedIn: summary.pageInBytes, policy: summary.policy }
  })
  if (out !== undefined) writeOutput(out, `${JSON.stringify(bound, null, 2)}\n`, io)
  voice(
    io,
    out,
  )(`${oneLine(name)}: the least for any policy, seed ${seed}\n${boundText(bound, policy, pagedIn, capacity)}`)
  return EXIT.ok
}

const ROOM: Readonly<Record<Capacity, string>> = {
  budget: 'the app’s budget',
  segment: 'local memory that no other process uses',
}

function boundText(
  { compulsory, bound, uses, units, exceeded }: Bound,
  policy: string,
  pagedIn: number,
  capacity: Capacity,
): string {
  const lines = [
    ['bound', formatBytes(bound)],
    ['of it for first uses', formatBytes(compulsory)],
    ['room', ROOM[capacity]],
    ['submissions', `${uses}, which use ${units === 1 ? '1 unit' : `${units} units`}`],
    [`paged in by ${policy}`, `${formatBytes(pagedIn)}${timesText(timesBound(pagedIn, bound))}`],
    ...(exceeded === 0 ? [] : [['larger than the room', `${exceeded} of the submissions, each by itself`]]),
  ]
  const width = Math.max(...lines.map(([title = '']) => title.length))
  return lines.map(([title = '', text = '']) => `  ${title.padEnd(width)}  ${text}\n`).join('')
}

function timesText(times: number | null): string {
  return times === null ? '' : `, ${times.toFixed(2)} × the bound`
}
