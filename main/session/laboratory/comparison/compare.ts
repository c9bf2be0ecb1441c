/** One input under several variants, side by side (LB-04 to LB-07, LB-13). */
import type {
  Advice,
  Frontier,
  RunDifference,
  VariantChoice,
  VariantCurve,
  VariantRow,
} from '../../../../preload/contract'
import type { Scenario } from '../../scenario'
import { timesBound } from '../bound/bound'
import { Parting, resourceDifferences } from './difference'
import { frontierOf } from './frontier'
import { adviceOn, judged } from './judge'
import { measureVariant, type VariantRun } from './measure'
import { boundFor, devicesOf, type InputFound, inputFound } from './uses'
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

/** Runs the input once for each variant, and once for what it uses on each device, one after another. @param variants at least one */
export async function compareVariants(
  scenario: Scenario,
  variants: readonly VariantChoice[],
  options: ComparisonOptions = {},
): Promise<VariantComparison> {
  return (await compareAndTell(scenario, variants, false, options)).comparison
}

/**
 * As compareVariants; the first two are run beside each other, so that their difference needs no runs of its own.
 * @param told false: it is not asked for
 * @returns null as difference: it is not asked for, or there is one variant
 */
export async function compareAndTell(
  scenario: Scenario,
  variants: readonly VariantChoice[],
  told: boolean,
  { from = 0, onProgress, breathe }: ComparisonOptions = {},
): Promise<{ comparison: VariantComparison; difference: RunDifference | null }> {
  const { until } = scenario
  const devices = devicesOf(variants)
  const passed = [...variants, ...devices].map(() => 0)
  const whole = passed.length * until
  const each = (index: number, pause = breathe) => ({
    from,
    onProgress: (now: number): void => {
      passed[index] = now
      onProgress?.(
        passed.reduce((sum, time) => sum + time, 0),
        whole,
      )
    },
    ...(pause === undefined ? {} : { breathe: pause }),
  })
  const runs: VariantRun[] = []
  let difference: RunDifference | null = null
  const [one, other] = variants
  if (told && one !== undefined && other !== undefined) {
    const pair = await runBoth(namedRuns(scenario, [one, other]), from, [
      each(0, breathe ?? atOnce),
      each(1, breathe ?? atOnce),
    ])
    runs.push(...pair.runs)
    difference = pair.difference
  }
  for (const [index, variant] of variants.entries())
    if (index >= runs.length) runs.push(await measureVariant(scenario, variant, each(index)))
  const inputs: InputFound[] = []
  for (const [index, device] of devices.entries())
    inputs.push(await inputFound(scenario, from, device, variants, each(variants.length + index)))
  return { comparison: comparisonOf(runs, inputs), difference }
}

/** What the runs come to. @param runs at least one @param inputs of what the input uses on each device, its own first */
export function comparisonOf(runs: readonly VariantRun[], inputs: readonly InputFound[]): VariantComparison {
  const rows = rowsOf(runs, inputs)
  const own = inputs.find(({ device }) => device === null)
  if (own === undefined) throw new Error('nothing was found of the input on its own device')
  return {
    rows,
    curves: runs.map(({ curve }) => curve),
    frontier: frontierOf(own.curves, rows),
    advice: adviceOn(rows),
  }
}

/** The rows of runs, judged against each other, each with the bound of the input. @param inputs those of their devices */
export function rowsOf(runs: readonly VariantRun[], inputs: readonly InputFound[]): VariantRow[] {
  const rows = runs.map(({ row: { label, variant, isInput, policy, pageInBytes, ...others } }): VariantRow => {
    const bound = boundFor(variant, inputs)
    const paged = { pageInBytes, bound, timesBound: timesBound(pageInBytes, bound) }
    return { label, variant, isInput, policy, ...paged, ...others }
  })
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
  const passed = [0, 0]
  const each = (run: 0 | 1) => ({
    breathe,
    onProgress: (now: number): void => {
      passed[run] = now
      onProgress?.((passed[0] as number) + (passed[1] as number), runs[0].scenario.until + runs[1].scenario.until)
    },
  })
  return (await runBoth(runs, from, [each(0), each(1)])).difference
}

/** Without a pause the first would run to its end before the second begins, and its whole trace would be kept. */
const atOnce = (): Promise<void> => Promise.resolve()

type Each = { onProgress: (now: number) => void; breathe?: () => Promise<void> }

async function runBoth(
  named: readonly [NamedRun, NamedRun],
  from: number,
  each: readonly [Each, Each],
): Promise<{ runs: readonly [VariantRun, VariantRun]; difference: RunDifference }> {
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
  return { runs, difference: { labels, first, resources: resourceDifferences(one, other, parting) } }
}
