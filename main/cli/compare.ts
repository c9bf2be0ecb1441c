/** The command `compare`: one scenario under several policies, or preemption models and granularities (SC-06). */

import type { ComparisonRow, PolicyName } from '../../preload/contract'
import { boundOf, timesBound } from '../session/laboratory/bound/bound'
import { ReferenceRecorder } from '../session/laboratory/bound/recorder'
import { runComparison } from '../session/laboratory/preemption-comparison'
import { runScenario, type Summary } from '../session/run/runner'
import type { Scenario } from '../session/scenario'
import { breathe } from './breathe'
import { readInputs } from './inputs'
import { type CliIo, UsageError } from './io'
import { voice, writeOutput } from './output'
import { planOutput } from './outputs'
import { withProgress } from './progress'
import { EXIT, type Exit } from './run'
import { bytesText, findingsText, oneLine, timeText } from './summary-text'
import { type Column, tableText } from './table'

export interface CompareCommandOptions {
  policies?: readonly PolicyName[]
  preemption?: true
  json?: string
}

/** What a comparison prints and writes. */
interface Compared {
  title: string
  table: string
  rows: readonly object[]
}

/**
 * Runs the file once for each of what is compared. Expectations of the file do not count: they are about one policy.
 * @throws UsageError when it is not said what to compare, or something cannot be written
 */
export async function compareCommand(file: string, options: CompareCommandOptions, io: CliIo): Promise<Exit> {
  const { policies, preemption, json } = options
  if (policies === undefined && preemption === undefined)
    throw new UsageError(
      'found neither --policies nor --preemption; say what to compare, such as --policies none,fence-lru',
    )
  const [input] = (await readInputs([file], io)) ?? []
  if (input === undefined) return EXIT.badInput
  const { scenario } = input
  const out = json === undefined ? undefined : planOutput(input, 'json', json)
  const { title, table, rows } =
    policies === undefined ? await comparePreemption(scenario, io) : await comparePolicies(scenario, policies, io)
  if (out !== undefined) {
    const named = rows.map((row) => ({ name: scenario.name, seed: scenario.seed, ...row }))
    writeOutput(out, `${JSON.stringify(named, null, 2)}\n`, io)
  }
  voice(io, out)(`${oneLine(scenario.name)}: ${title}, seed ${scenario.seed}\n${table}`)
  return EXIT.ok
}

type PolicyRow = Pick<
  Summary,
  | 'policy'
  | 'pageInBytes'
  | 'pageOutBytes'
  | 'localByteSeconds'
  | 'peakLocalUsage'
  | 'waitedForPaging'
  | 'evictions'
  | 'findings'
> & {
  /** bytes: no policy that keeps to the budget pages in less of what was used (LB-11) */
  bound: number
  /** `pageInBytes` ÷ `bound` (LB-12); null: nothing had to be paged in */
  timesBound: number | null
}

const right = <Row>(heading: string, text: Column<Row>['text']): Column<Row> => ({ heading, align: 'right', text })
const left = <Row>(heading: string, text: Column<Row>['text']): Column<Row> => ({ heading, align: 'left', text })

const POLICY_COLUMNS: readonly Column<PolicyRow>[] = [
  left('policy', ({ policy }) => policy),
  right('paged in', ({ pageInBytes }) => bytesText(pageInBytes)),
  right('of the bound', ({ timesBound: times }) => (times === null ? '–' : `${times.toFixed(2)} ×`)),
  right('paged out', ({ pageOutBytes }) => bytesText(pageOutBytes)),
  right('local memory × time', ({ localByteSeconds }) => `${bytesText(localByteSeconds)}·s`),
  right('peak local usage', ({ peakLocalUsage }) => bytesText(peakLocalUsage)),
  right('waited for paging', ({ waitedForPaging }) => timeText(waitedForPaging)),
  right('evictions', ({ evictions }) => String(evictions)),
  left('findings', findingsText),
]

async function comparePolicies(scenario: Scenario, policies: readonly PolicyName[], io: CliIo): Promise<Compared> {
  const rows = await withProgress(scenario.name, io.terminal, async (update) => {
    const done: PolicyRow[] = []
    for (const policy of policies) {
      const passed = done.length * scenario.until
      const onProgress = (now: number) => update(passed + now, policies.length * scenario.until)
      const follower = new ReferenceRecorder('budget')
      const { summary } = await runScenario(scenario, { policy, onProgress, breathe, follower, worstDelays: null })
      done.push(policyRow(summary, boundOf(follower.references).bound))
    }
    return done
  })
  const title = policies.length === 1 ? '1 policy' : `${policies.length} policies`
  return { title, table: tableText(POLICY_COLUMNS, rows), rows }
}

function policyRow(summary: Summary, bound: number): PolicyRow {
  const { policy, pageInBytes, pageOutBytes, localByteSeconds, peakLocalUsage, waitedForPaging, evictions, findings } =
    summary
  return {
    policy,
    pageInBytes,
    bound,
    timesBound: timesBound(pageInBytes, bound),
    pageOutBytes,
    localByteSeconds,
    peakLocalUsage,
    waitedForPaging,
    evictions,
    findings,
  }
}

/** Without a compositor there is no latency. */
const latencyText = (us: number | null) => (us === null ? '–' : timeText(us))

const PREEMPTION_COLUMNS: readonly Column<ComparisonRow>[] = [
  left('model', ({ model }) => model),
  left('graphics', ({ graphics }) => graphics),
  left('compute', ({ compute }) => compute),
  right('worst latency', ({ worstLatency }) => latencyText(worstLatency)),
  right('99th percentile', ({ p99Latency }) => latencyText(p99Latency)),
  right('missed blanks', ({ missedVerticalBlanks }) => String(missedVerticalBlanks)),
  right('effects', ({ effectsCompleted }) => String(effectsCompleted)),
  right('effects/s', ({ effectsPerSecond }) => effectsPerSecond.toFixed(2)),
  right('context switches', ({ contextSwitches }) => String(contextSwitches)),
  right('switching', ({ contextSwitchTime }) => timeText(contextSwitchTime)),
  right('engine resets', ({ engineResets }) => String(engineResets)),
]

async function comparePreemption(scenario: Scenario, io: CliIo): Promise<Compared> {
  const { rows } = await withProgress(scenario.name, io.terminal, (onProgress) =>
    runComparison(scenario, { onProgress, breathe }),
  )
  return { title: 'preemption models and granularities', table: tableText(PREEMPTION_COLUMNS, rows), rows }
}
