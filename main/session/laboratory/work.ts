/** What the page is shown of work beside the simulation while it goes on: comparisons, differences, records, trials. */
import {
  type BranchComparisonView,
  counted,
  type DefragmentationComparisonView,
  type DifferenceView,
  formatDuration,
  formatTime,
  type RecordsView,
  type VariantChoice,
  type VariantComparisonView,
  type WorkView,
} from '../../../preload/contract'
import { ALGORITHMS } from '../../d3d12ma/defragmentation/definitions'
import { type Scenario, shownLines, shownValue, UNTITLED } from '../scenario'
import { comparisonOf, type NamedRun, rowsOf } from './comparison/compare'
import type { VariantRun } from './comparison/measure'
import type { RecordsAsked } from './comparison/records/records'
import type { InputFound } from './comparison/uses'
import { variantLabel } from './comparison/variants'
import { ComparisonSlot } from './comparisons'
import type { DefragmentationTrial } from './defragmentation-comparison'
import {
  type ComparedWork,
  comparisonTasks,
  type RunningWork,
  type StartTasks,
  type Task,
  type TaskResult,
} from './tasks'

/** LB-03 */
export interface VariantWork extends ComparedWork {
  /** at least one */
  variants: readonly VariantChoice[]
  /** of the session, the branch that was shown; null: of a file */
  branch: number | null
  /** steps of the input that were done in it by then */
  done: number
}

/** LB-06 */
export interface DifferenceWork extends ComparedWork {
  variants: readonly [VariantChoice, VariantChoice]
}

/** Two branches, by their numbers, with what was done in each (LB-02). */
export interface BranchWork {
  branches: readonly [number, number]
  runs: readonly [NamedRun, NamedRun]
}

export interface RecordsWork extends ComparedWork {
  variant: VariantChoice
  asked: RecordsAsked
}

type Watch<View> = (view: View) => void

const NOT_BEGUN = { state: 'running', done: 0, share: 0, message: null } as const

/** What a session that nobody has named is called, which is no “untitled”: its window has another title once it is saved. */
const SESSION = { shown: 'this session', over: 'an earlier session' } as const

/**
 * What was run, in a line.
 * @param from µs, where what is counted begins @param session of which it is, where it is no file's and has no name
 */
export function workloadText(
  { name, steps, until }: Scenario,
  from: number,
  session: keyof typeof SESSION | null,
): string {
  const what = session !== null && name === UNTITLED ? SESSION[session] : `“${shownValue(name)}”`
  const when = from === 0 ? formatDuration(until) : `from ${formatTime(from)} to ${formatTime(until)}`
  return `${what}: ${counted(steps.length, 'step')}, ${when}`
}

/** A comparison. @param watch gets the first view at once, and the last one exactly once */
export function runVariants(
  { scenario, from, variants, branch }: VariantWork,
  start: StartTasks,
  watch: Watch<VariantComparisonView>,
): RunningWork {
  const tasks = comparisonTasks({ scenario, from }, variants)
  /** in the order of the tasks, as they come */
  const runs: (VariantRun | undefined)[] = tasks.map(() => undefined)
  const inputs: InputFound[] = []
  const first: VariantComparisonView = {
    ...NOT_BEGUN,
    total: variants.length,
    workload: workloadText(scenario, from, branch === null ? null : 'shown'),
    derived: shownLines(scenario.derived ?? []),
    seed: scenario.seed,
    branch,
    rows: [],
    curves: [],
    from,
    until: scenario.until,
    frontier: null,
    advice: null,
  }
  return run(tasks, start, first, watch, (index, found) => {
    if (found.kind === 'variant') runs[index] = found.result
    if (found.kind === 'uses') inputs.push(found.result)
    const done = runs.filter((one) => one !== undefined).length
    // what has no bound yet has no row
    const isWhole = ({ row }: VariantRun): boolean =>
      inputs.some(({ device }) => device === (row.variant.profile ?? null))
    const there = runs.filter((one) => one !== undefined).filter(isWhole)
    if (done + inputs.length === tasks.length) return { done, ...comparisonOf(there, inputs) }
    return { done, rows: rowsOf(there, inputs), curves: there.map(({ curve }) => curve) }
  })
}

/** The difference of two runs. @param watch as for runVariants */
export function runDifference(
  { scenario, from, variants }: DifferenceWork,
  start: StartTasks,
  watch: Watch<DifferenceView>,
): RunningWork {
  const [one, other] = variants
  const labels = [variantLabel(one, scenario), variantLabel(other, scenario)] as const
  const first: DifferenceView = { ...NOT_BEGUN, total: 1, labels, difference: null }
  return run([{ kind: 'difference', scenario, from, variants }], start, first, watch, (_index, found) => ({
    done: 1,
    difference: found.kind === 'difference' ? found.result : null,
  }))
}

/** The difference of two branches. @param watch as for runVariants */
export function runBranches(
  { branches, runs }: BranchWork,
  start: StartTasks,
  watch: Watch<BranchComparisonView>,
): RunningWork {
  const labels = [runs[0].label, runs[1].label] as const
  const first: BranchComparisonView = { ...NOT_BEGUN, total: 1, branches, labels, difference: null }
  return run([{ kind: 'branches', runs }], start, first, watch, (_index, found) => ({
    done: 1,
    difference: found.kind === 'branches' ? found.result : null,
  }))
}

/** The records that a number stands on. @param watch as for runVariants */
export function runRecords(
  { scenario, from, variant, asked }: RecordsWork,
  start: StartTasks,
  watch: Watch<RecordsView>,
): RunningWork {
  const { column: key, resource = null } = asked
  const label = variantLabel(variant, scenario)
  const first: RecordsView = { ...NOT_BEGUN, total: 1, label, key, resource, found: null }
  return run([{ kind: 'records', scenario, from, variant, asked }], start, first, watch, (_index, found) => ({
    done: 1,
    found: found.kind === 'records' ? found.result : null,
  }))
}

/** Every algorithm on a state of the heaps (DF-16). @param watch as for runVariants */
function runTrials(
  trial: DefragmentationTrial,
  start: StartTasks,
  watch: Watch<DefragmentationComparisonView>,
): RunningWork {
  const first: DefragmentationComparisonView = { ...NOT_BEGUN, total: ALGORITHMS.length, rows: [] }
  const results: (DefragmentationComparisonView['rows'][number] | undefined)[] = ALGORITHMS.map(() => undefined)
  const tasks = ALGORITHMS.map((algorithm) => ({ kind: 'defragmentation' as const, trial, algorithm }))
  return run(tasks, start, first, watch, (index, found) => {
    if (found.kind === 'defragmentation') results[index] = found.result
    const rows = results.flatMap((row) => row ?? [])
    return { done: rows.length, rows }
  })
}

/** Trials beside the session, one at a time. @param start undefined: there are none here */
export function trialsOf(
  start: StartTasks | undefined,
): ComparisonSlot<DefragmentationTrial, DefragmentationComparisonView> {
  return new ComparisonSlot(start && ((trial, watch) => runTrials(trial, start, watch)))
}

/** @param add what a result changes of the view */
function run<View extends WorkView>(
  tasks: readonly Task[],
  start: StartTasks,
  first: View,
  watch: Watch<View>,
  add: (index: number, found: TaskResult) => Partial<View>,
): RunningWork {
  const shares = tasks.map(() => 0)
  let view = first
  let left = tasks.length
  const show = (change: Partial<View>): void => {
    if (view.state !== 'running') return
    view = { ...view, ...change }
    watch(view)
  }
  /** in hundredths, so that it is shown when it can be seen */
  const share = (): number => Math.floor((100 * shares.reduce((sum, one) => sum + one, 0)) / tasks.length) / 100
  watch(view)
  const running = start(tasks, {
    share: (index, done) => {
      shares[index] = done
      const change: Partial<WorkView> = { share: share() }
      if (change.share !== view.share) show(change as Partial<View>)
    },
    done: (index, found) => {
      shares[index] = 1
      left--
      const change: Partial<WorkView> = { share: share(), ...(left === 0 ? { state: 'done' as const } : {}) }
      show({ ...add(index, found), ...(change as Partial<View>) })
    },
    failed: (message) => {
      const change: Partial<WorkView> = { state: 'failed', message }
      show(change as Partial<View>)
    },
  })
  return {
    cancel: () => {
      running.cancel()
      const change: Partial<WorkView> = { state: 'cancelled' }
      show(change as Partial<View>)
    },
  }
}
