/**
 * A process of its own that compares: the workload under every preemption model and granularity (GP-28), or every
 * defragmentation algorithm on a state of the heaps (DF-16), or under other policies and budgets (LB-03), or two
 * branches (LB-06), so that the desktop app stays responsive. It gets one request
 * and sends what it has, row by row. No rejection is left to nobody: from Electron 37 on it would end the process.
 */
import { compareVariants, differenceOfRuns } from '../../session/laboratory/comparison/compare'
import type { VariantRun } from '../../session/laboratory/comparison/measure'
import { runTrials } from '../../session/laboratory/defragmentation-comparison'
import { runComparison } from '../../session/laboratory/preemption-comparison'
import { type AnyRow, type ComparisonReply, type ComparisonRequest, isComparisonRequest } from './comparison-messages'

const { parentPort } = process

function send(message: ComparisonReply<AnyRow>): void {
  parentPort.postMessage(message)
}

/** Messages come through between slices, and rows go out. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function compare(request: ComparisonRequest): Promise<void> {
  const onRow = (row: AnyRow, done: number, total: number): void => send({ kind: 'row', row, done, total })
  if (request.kind === 'preemption') await runComparison(request.scenario, { onRow, breathe })
  else if (request.kind === 'branches') onRow(await differenceOfRuns(request.runs, { breathe }), 1, 1)
  else if (request.kind === 'defragmentation') runTrials(request.trial, onRow)
  else {
    const { workload, variants } = request.work
    const onRun = (run: VariantRun, done: number): void => onRow(run, done, variants.length)
    await compareVariants(workload, variants, { onRun, breathe })
  }
}

parentPort.once('message', (event: Electron.MessageEvent) => {
  const request: unknown = event.data
  if (!isComparisonRequest(request)) return
  compare(request).then(
    () => send({ kind: 'done' }),
    (error: unknown) => send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
