/** One input under several variants, side by side (LB-04 to LB-07, LB-13). */
import type { Advice, Frontier, RunDifference, VariantCurve, VariantRow } from '../../../../preload/contract'
import type { Scenario } from '../../scenario'
import { Parting, resourceDifferences } from './difference'
import { frontierOf } from './frontier'
import { adviceOn, judged } from './judge'
import { measureVariant, type VariantRun } from './measure'
import { labelOf, type Variant } from './variants'

export interface VariantComparison {
  rows: VariantRow[]
  curves: VariantCurve[]
  /** the curves are of what the first variant used */
  frontier: Frontier
  advice: Advice
}

export interface CompareOptions {
  /** µs of all runs together: what has passed, and the whole */
  onProgress?: (passed: number, whole: number) => void
  /** each run as soon as it is there, with how many there are then */
  onRun?: (run: VariantRun, done: number) => void
  /** as for a run: lets the outside world through between slices; throws to give up */
  breathe?: () => Promise<void>
}

/** Runs the input once for each variant, one after another. @param variants at least one */
export async function compareVariants(
  scenario: Scenario,
  variants: readonly Variant[],
  { onProgress, onRun, breathe }: CompareOptions = {},
): Promise<VariantComparison> {
  const runs: VariantRun[] = []
  const { until } = scenario
  for (const variant of variants) {
    const passed = runs.length * until
    const run = await measureVariant(scenario, variant, {
      onProgress: (now) => onProgress?.(passed + now, variants.length * until),
      ...(breathe === undefined ? {} : { breathe }),
    })
    runs.push(run)
    onRun?.(run, runs.length)
  }
  return comparisonOf(runs)
}

/** What the runs come to. @param runs at least one */
export function comparisonOf(runs: readonly VariantRun[]): VariantComparison {
  const [first] = runs
  if (first === undefined) throw new Error('expected at least one run')
  const rows = judged(runs.map(({ row }) => row))
  return {
    rows,
    curves: runs.map(({ curve }) => curve),
    frontier: frontierOf(first.frontier, rows),
    advice: adviceOn(rows),
  }
}

/** Where two variants part, and what each resource costs in either (LB-06). Both run side by side. */
export function differenceOf(
  scenario: Scenario,
  variants: readonly [Variant, Variant],
  options: Pick<CompareOptions, 'breathe'> = {},
): Promise<RunDifference> {
  const [a, b] = variants
  return differenceOfRuns(
    [
      { scenario, variant: a, label: labelOf(a, scenario) },
      { scenario, variant: b, label: labelOf(b, scenario) },
    ],
    options,
  )
}

/** A run to be compared with another, by the name that it is called. */
export interface NamedRun {
  readonly scenario: Scenario
  readonly variant: Variant
  readonly label: string
}

/** As `differenceOf`, of any two runs. */
export async function differenceOfRuns(
  runs: readonly [NamedRun, NamedRun],
  { breathe }: Pick<CompareOptions, 'breathe'> = {},
): Promise<RunDifference> {
  const parting = new Parting()
  // without a pause the first would run to its end before the second begins, and its whole trace would be kept
  const pause = breathe ?? (() => Promise.resolve())
  const [one, other] = await Promise.all(
    ([0, 1] as const).map((run) =>
      measureVariant(runs[run].scenario, runs[run].variant, {
        breathe: pause,
        onRecord: (record) => parting.record(run, record),
      }),
    ) as [Promise<VariantRun>, Promise<VariantRun>],
  )
  return {
    labels: [runs[0].label, runs[1].label],
    first: parting.end(),
    resources: resourceDifferences(one, other),
  }
}
