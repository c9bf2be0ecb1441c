/** Runs comparisons in a process of their own; cancelling ends the process. */
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type {
  BranchComparisonView,
  ComparisonView,
  DefragmentationComparisonView,
  VariantComparisonView,
} from '../../../preload/contract'
import type { BranchWork, RunningComparison, VariantWork } from '../../session/laboratory/comparisons'
import { type DefragmentationTrial, TRIALS } from '../../session/laboratory/defragmentation-comparison'
import { comparisonConfigurations } from '../../session/laboratory/preemption-comparison'
import type { Scenario } from '../../session/scenario'
import { log } from '../log'
import type { ComparisonReply, ComparisonRequest } from './comparison-messages'
import { runVariants, workloadText } from './variants'

/** What both kinds show of themselves. */
interface View<Row> {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  rows: Row[]
  message: string | null
}

/** GP-28. @param watch gets the first view at once, and the last one exactly once */
export function startComparison(workload: Scenario, watch: (comparison: ComparisonView) => void): RunningComparison {
  const first: ComparisonView = {
    state: 'running',
    done: 0,
    total: comparisonConfigurations().length,
    workload: workloadText(workload),
    rows: [],
    message: null,
  }
  return start({ kind: 'preemption', scenario: workload }, first, watch)
}

/** DF-16. @param watch gets the first view at once, and the last one exactly once */
export function startDefragmentationComparison(
  trial: DefragmentationTrial,
  watch: (comparison: DefragmentationComparisonView) => void,
): RunningComparison {
  const first: DefragmentationComparisonView = { state: 'running', done: 0, total: TRIALS, rows: [], message: null }
  return start({ kind: 'defragmentation', trial }, first, watch)
}

/** LB-03. @param watch gets the first view at once, and the last one exactly once */
export function startVariants(
  work: VariantWork,
  watch: (comparison: VariantComparisonView) => void,
): RunningComparison {
  return runVariants(work, fork, watch)
}

/** LB-06. @param watch gets the first view at once, and the last one exactly once */
export function startBranches(
  { branches, runs }: BranchWork,
  watch: (comparison: BranchComparisonView) => void,
): RunningComparison {
  const first: BranchComparisonView = { state: 'running', done: 0, total: 1, branches, rows: [], message: null }
  return start({ kind: 'branches', runs }, first, watch)
}

function fork(): Electron.UtilityProcess {
  return utilityProcess.fork(join(import.meta.dirname, 'comparison.js'), [], { serviceName: 'Trimline comparison' })
}

function start<Row, V extends View<Row>>(
  request: ComparisonRequest,
  first: V,
  watch: (view: V) => void,
): RunningComparison {
  const child = fork()
  let view = first
  const show = (change: Partial<View<Row>>): void => {
    if (view.state !== 'running') return
    view = { ...view, ...change }
    watch(view)
  }
  const end = (change: Partial<View<Row>>): void => {
    show(change)
    child.kill()
  }
  child.on('message', (reply: ComparisonReply<Row>) => {
    if (reply.kind === 'row') show({ rows: [...view.rows, reply.row], done: reply.done })
    else if (reply.kind === 'done') end({ state: 'done' })
    else end({ state: 'failed', message: `The comparison failed: ${reply.message}` })
  })
  child.on('exit', (code) => {
    if (view.state !== 'running') return
    log(`the comparison process ended with code ${code}`)
    show({ state: 'failed', message: `The comparison process ended with code ${code}. Try again.` })
  })
  child.postMessage(request)
  watch(view)
  return { cancel: () => end({ state: 'cancelled' }) }
}
