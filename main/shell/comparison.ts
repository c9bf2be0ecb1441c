/** Runs comparisons in a process of their own; cancelling ends the process. */
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type { ComparisonView } from '../../preload/contract'
import type { RunningComparison } from '../session/acting'
import { comparisonConfigurations } from '../session/preemption-comparison'
import type { Scenario } from '../session/scenario'
import type { ComparisonReply, ComparisonRequest } from './comparison-messages'
import { log } from './log'

/** @param watch gets the first view at once, and the last one exactly once */
export function startComparison(workload: Scenario, watch: (comparison: ComparisonView) => void): RunningComparison {
  const child = utilityProcess.fork(join(import.meta.dirname, 'comparison.js'), [], {
    serviceName: 'Trimline comparison',
  })
  let view: ComparisonView = {
    state: 'running',
    done: 0,
    total: comparisonConfigurations().length,
    workload: `${workload.name}: ${workload.steps.length} steps, ${(workload.until / 1e6).toFixed(2)} s`,
    rows: [],
    message: null,
  }
  const show = (change: Partial<ComparisonView>): void => {
    if (view.state !== 'running') return
    view = { ...view, ...change }
    watch(view)
  }
  const end = (change: Partial<ComparisonView>): void => {
    show(change)
    child.kill()
  }
  child.on('message', (reply: ComparisonReply) => {
    if (reply.kind === 'row') show({ rows: [...view.rows, reply.row], done: reply.done, total: reply.total })
    else if (reply.kind === 'done') end({ state: 'done' })
    else end({ state: 'failed', message: `The comparison failed: ${reply.message}` })
  })
  child.on('exit', (code) => {
    if (view.state !== 'running') return
    log(`the comparison process ended with code ${code}`)
    show({ state: 'failed', message: `The comparison process ended with code ${code}. Try again.` })
  })
  const request: ComparisonRequest = { scenario: workload }
  child.postMessage(request)
  watch(view)
  return { cancel: () => end({ state: 'cancelled' }) }
}
