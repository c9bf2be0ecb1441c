/** The command `bound`: the least that any policy could have brought into local memory (LB-12). */

import { counted, formatBytes, formatCount, formatTimes, whyBelowBound } from '../../preload/contract'
import { breathe } from '../files/breathe'
import { type Bound, boundOf, timesBound } from '../session/laboratory/bound/bound'
import { OverBudget } from '../session/laboratory/bound/over-budget'
import { UnitPageIns } from '../session/laboratory/bound/paged-in'
import type { Capacity } from '../session/laboratory/bound/references'
import { usesIn, usesOf } from '../session/laboratory/comparison/uses'
import { runScenario } from '../session/run/runner'
import type { Summary } from '../session/run/summary'
import type { Scenario } from '../session/scenario'
import { headOf, readInputs, refuseStdinTwice } from './inputs'
import type { CliIo } from './io'
import { voice, writeOutput } from './output'
import { planOutput } from './outputs'
import { type PolicyArgument, policyFilesOf, policyStepsText, readPolicies } from './policies'
import { withProgress } from './progress'
import { EXIT, type Exit, type RunChoice, withBudget } from './run'
import { derivedLine, oneLine } from './summary-text'

export interface BoundCommandOptions {
  capacity: Capacity
  policy?: PolicyArgument
  /** bytes */
  budget?: number
  seed?: number
  /** a file, or - for standard output */
  json?: string
}

/**
 * Computes the bound from what the file uses, and runs it for what it pages in beside that. Its expectations do not count:
 * they are what `run` is for
 * (**choice**, as for `compare` and `explain`).
 * @throws UsageError when the JSON cannot be written
 */
export async function boundCommand(
  file: string,
  { capacity, json, policy, budget, seed }: BoundCommandOptions,
  io: CliIo,
): Promise<Exit> {
  const policies = policy === undefined ? [] : [policy]
  refuseStdinTwice([file, ...policyFilesOf(policies)])
  const [choice] = (await readPolicies(policies, io)) ?? [null]
  if (choice === null) return EXIT.badInput
  const [input] = (await readInputs([file], io)) ?? []
  if (input === undefined) return EXIT.badInput
  const { scenario } = input
  const out = json === undefined ? undefined : planOutput(input, 'json', json, 'scenario', policyFilesOf(policies))
  const bound = await findBound(scenario, capacity, { budget, seed }, io)
  const beside = new Beside()
  const { summary } = await withProgress(scenario.name, io.terminal, (onProgress) =>
    runScenario(withBudget(scenario, budget), {
      follower: beside,
      onProgress,
      breathe,
      worstDelays: null,
      written: false,
      ...(choice === undefined ? {} : { policy: choice }),
      ...(seed === undefined ? {} : { seed }),
    }),
  )
  // until its end
  beside.look()
  if (out !== undefined) writeOutput(out, `${JSON.stringify(bound, null, 2)}\n`, io)
  voice(
    io,
    out,
  )(
    `${oneLine(headOf(input))}: the least for any policy, seed ${summary.seed}\n${boundText(bound, summary, beside, capacity)}${derivedLine(scenario)}${policyStepsText(scenario, choice)}`,
  )
  return EXIT.ok
}

/** The bound of what a scenario uses, whatever its policy does (LB-11, LB-12). @param capacity what counts as room */
export async function findBound(
  scenario: Scenario,
  capacity: Capacity,
  { budget, seed = scenario.seed }: Pick<RunChoice, 'budget' | 'seed'>,
  io: CliIo,
): Promise<Bound> {
  const uses = await withProgress(scenario.name, io.terminal, (onProgress) =>
    usesOf({ ...scenario, seed }, 0, { onProgress, breathe }),
  )
  return boundOf(usesIn(uses, capacity, budget))
}

const ROOM: Readonly<Record<Capacity, string>> = {
  budget: 'the app’s budget',
  segment: 'local memory that no other process uses',
}

/** What the run does that the bound is compared with. */
class Beside extends UnitPageIns {
  readonly overBudget = new OverBudget()

  override look(): void {
    if (this.vidmm !== null) this.overBudget.look(this.vidmm)
  }
}

function boundText(
  { compulsory, bound, uses, units, exceeded }: Bound,
  { policy, evictions }: Summary,
  { bytes: pagedIn, comingIn, overBudget }: Beside,
  capacity: Capacity,
): string {
  const times = timesBound(pagedIn, bound)
  const run = { localPageInBytes: pagedIn, comingIn, bound, evictions, overBudget: overBudget.time }
  const lines = [
    ['bound', formatBytes(bound)],
    ['of it for first uses', formatBytes(compulsory)],
    ['room', ROOM[capacity]],
    ['submissions', `${formatCount(uses)}, which ${uses === 1 ? 'uses' : 'use'} ${counted(units, 'unit')}`],
    [`paged in by ${policy}`, `${formatBytes(pagedIn)}${timesText(times)}`],
    ...(times === null || times >= 1 ? [] : [['less, because', whyBelowBound(run, capacity === 'budget')]]),
    ...(exceeded === 0
      ? []
      : [
          [
            'larger than the room',
            `${formatCount(exceeded)} of the submissions,${exceeded === 1 ? '' : ' each'} by itself`,
          ],
        ]),
  ]
  const width = Math.max(...lines.map(([title = '']) => title.length))
  return lines.map(([title = '', text = '']) => `  ${title.padEnd(width)}  ${text}\n`).join('')
}

function timesText(times: number | null): string {
  return times === null ? '' : `, ${formatTimes(times)} the bound`
}
