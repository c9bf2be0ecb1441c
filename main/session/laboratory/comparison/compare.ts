/** One input under several variants, side by side (LB-04 to LB-07, LB-13). */
import {
  type Advice,
  type Frontier,
  type RunDifference,
  unusedText,
  type VariantChoice,
  type VariantCurve,
  type VariantRow,
} from '../../../../preload/contract'
import type { Scenario } from '../../scenario'
import { timesBound } from '../bound/bound'
import { Parting, resourceDifferences } from './difference'
import { frontierOf } from './frontier'
import { adviceOn, judged } from './judge'
import { measureVariant, type VariantRun } from './measure'
import { boundFor, type InputFound } from './uses'
import { variantLabel } from './variants'

export interface VariantComparison {
  rows: VariantRow[]
  curves: VariantCurve[]
  /** of what the input uses */
  frontier: Frontier
  advice: Advice
}

export interface ComparisonOptions {
  /** µs: what is compared begins there; until then the input runs as it is [0] */
  from?: number
  /** µs of all runs together: what has passed, and the whole */
  onProgress?: (passed: number, whole: number) => void
  /** as for a run: lets the outside world through between slices; throws to give up */
  breathe?: () => Promise<void>
}

/**
 * What the runs come to.
 * @param runs at least one
 * @param inputs of what the input uses on each device, its own first
 * @throws Error without the input's own device among them, which is the caller's mistake
 */
export function comparisonOf(runs: readonly VariantRun[], inputs: readonly InputFound[]): VariantComparison {
  const rows = rowsOf(runs, inputs)
  const own = inputs.find(({ device }) => device === null)
  if (own === undefined) throw new Error('nothing was found of the input on its own device')
  const frontier = frontierOf(own.curves, rows)
  const advice = adviceOn(rows, unusedText(frontier, rows) === null)
  return { rows, curves: runs.map(({ curve }) => curve), frontier, advice }
}

/** The rows of runs, judged against each other, each with the bound of the input. @param inputs those of their devices */
export function rowsOf(runs: readonly VariantRun[], inputs: readonly InputFound[]): VariantRow[] {
  const rows = runs.map(
    ({ row: { label, variant, isInput, policy, pageInBytes, localPageInBytes, comingIn, ...others } }): VariantRow => {
      const bound = boundFor(variant, inputs)
      const paged = { pageInBytes, localPageInBytes, comingIn, bound, timesBound: timesBound(localPageInBytes, bound) }
      return { label, variant, isInput, policy, ...paged, ...others }
    },
  )
  return judged(rows)
}

/** Where two variants part, and what each resource costs in either (LB-06). Both run side by side. */
export function differenceOf(
  scenario: Scenario,
  variants: readonly [VariantChoice, VariantChoice],
  options: ComparisonOptions = {},
): Promise<RunDifference> {
  return differenceOfRuns(namedRuns(scenario, variants), options)
}

/** As `differenceOf`, with the runs that it is of. */
export function pairOf(
  scenario: Scenario,
  variants: readonly [VariantChoice, VariantChoice],
  { from = 0, onProgress, breathe = atOnce }: ComparisonOptions = {},
): Promise<Pair> {
  return runBoth(namedRuns(scenario, variants), from, bothOf(2 * scenario.until, breathe, onProgress))
}

/** Two variants of one input, by their labels. */
function namedRuns(scenario: Scenario, [one, other]: readonly [VariantChoice, VariantChoice]): [NamedRun, NamedRun] {
  const named = (variant: VariantChoice): NamedRun => ({ scenario, variant, label: variantLabel(variant, scenario) })
  return [named(one), named(other)]
}

/** A run to be compared with another, by the name that it is called. */
export interface NamedRun {
  readonly scenario: Scenario
  readonly variant: VariantChoice
  readonly label: string
}

/** As `differenceOf`, of any two runs. */
export async function differenceOfRuns(
  runs: readonly [NamedRun, NamedRun],
  { from = 0, onProgress, breathe = atOnce }: ComparisonOptions = {},
): Promise<RunDifference> {
  const whole = runs[0].scenario.until + runs[1].scenario.until
  return (await runBoth(runs, from, bothOf(whole, breathe, onProgress))).difference
}

/** How far both are, together. @param whole µs of both */
function bothOf(
  whole: number,
  breathe: () => Promise<void>,
  onProgress: ComparisonOptions['onProgress'],
): readonly [Each, Each] {
  const passed = [0, 0]
  const each = (run: 0 | 1): Each => ({
    breathe,
    onProgress: (now) => {
      passed[run] = now
      onProgress?.((passed[0] as number) + (passed[1] as number), whole)
    },
  })
  return [each(0), each(1)]
}

/** Two runs beside each other, and how they differ (LB-06). */
export interface Pair {
  readonly runs: readonly [VariantRun, VariantRun]
  readonly difference: RunDifference
}

/** Without a pause the first would run to its end before the second begins, and its whole trace would be kept. */
const atOnce = (): Promise<void> => Promise.resolve()

type Each = { onProgress: (now: number) => void; breathe?: () => Promise<void> }

async function runBoth(named: readonly [NamedRun, NamedRun], from: number, each: readonly [Each, Each]): Promise<Pair> {
  const parting = new Parting()
  const run = (index: 0 | 1): Promise<VariantRun> =>
    measureVariant(named[index].scenario, named[index].variant, {
      ...each[index],
      from,
      also: { record: (record) => parting.record(index, record) },
    })
  const runs = await Promise.all([run(0), run(1)])
  const [one, other] = runs
  const first = parting.end()
  const labels = [named[0].label, named[1].label] as const
  const ends = [named[0].scenario.until, named[1].scenario.until] as const
  return { runs, difference: { labels, ends, first, resources: resourceDifferences(one, other, parting) } }
}
