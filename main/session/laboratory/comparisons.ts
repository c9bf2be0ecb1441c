/** Comparisons that run beside the simulation, one of each kind at a time. */
import type {
  BranchComparisonView,
  CommandResult,
  ComparisonView,
  DefragmentationComparisonView,
  VariantComparisonView,
} from '../../../preload/contract'
import type { Scenario } from '../scenario'
import type { NamedRun } from './comparison/compare'
import type { Variant } from './comparison/variants'
import type { DefragmentationTrial } from './defragmentation-comparison'

/** Work beside the simulation that can be given up. */
export interface RunningComparison {
  cancel(): void
}

/** Begins to compare; calls back as it goes on. */
type Start<Subject, View> = (subject: Subject, watch: (comparison: View) => void) => RunningComparison

/** Runs the workload under every preemption model and granularity. */
export type StartComparison = Start<Scenario, ComparisonView>
/** LB-03 */
export interface VariantWork {
  workload: Scenario
  /** at least one */
  variants: readonly Variant[]
}

/** Runs the workload under every variant. */
export type StartVariants = Start<VariantWork, VariantComparisonView>
/** Two branches, by their numbers, with what was done in each. */
export interface BranchWork {
  branches: readonly [number, number]
  runs: readonly [NamedRun, NamedRun]
}

/** Runs two branches side by side. */
export type StartBranches = Start<BranchWork, BranchComparisonView>
/** Runs every algorithm on a state of the heaps. */
export type StartDefragmentationComparison = Start<DefragmentationTrial, DefragmentationComparisonView>

/** Those that there are here, each beside the simulation. */
export interface Comparisons {
  /** under every preemption model and granularity */
  startComparison?: StartComparison
  /** LB-03 */
  startVariants?: StartVariants
  /** LB-06 */
  startBranches?: StartBranches
  /** with every algorithm */
  startDefragmentationComparison?: StartDefragmentationComparison
}

export class ComparisonSlot<Subject, View extends { readonly state: string }> {
  private current: RunningComparison | null = null

  /** @param begin undefined: there are no comparisons here */
  constructor(private readonly begin: Start<Subject, View> | undefined) {}

  /** Why none can begin now; null: one can */
  get problem(): string | null {
    if (this.current !== null) return 'A comparison is running already. Cancel it first.'
    return this.begin === undefined ? 'Comparisons are not available here.' : null
  }

  /** @param watch gets each view as it goes on */
  start(subject: Subject, watch: (view: View) => void): void {
    this.current =
      this.begin?.(subject, (view) => {
        if (view.state !== 'running') this.current = null
        watch(view)
      }) ?? null
  }

  cancel(): CommandResult {
    if (this.current === null) return { ok: false, message: 'No comparison is running.' }
    this.current.cancel()
    return { ok: true }
  }
}
