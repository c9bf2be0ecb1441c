/**
 * A process of its own that compares: the workload under every preemption model and granularity (GP-28), or every
 * defragmentation algorithm on a state of the heaps (DF-16), so that the desktop app stays responsive. It gets one request
 * and sends what it has, row by row. No rejection is left to nobody: from Electron 37 on it would end the process.
 */
import { runTrials } from '../session/laboratory/defragmentation-comparison'
import { runComparison } from '../session/laboratory/preemption-comparison'
import { type AnyRow, type ComparisonReply, type ComparisonRequest, isComparisonRequest } from './comparison-messages'

const { parentPort } = process

function send(message: ComparisonReply<AnyRow>): void {
  parentPort.postMessage(message)
}

async function compare(request: ComparisonRequest): Promise<void> {
  const onRow = (row: AnyRow, done: number, total: number): void => send({ kind: 'row', row, done, total })
  if (request.kind === 'preemption') await runComparison(request.scenario, { onRow })
  else runTrials(request.trial, onRow)
}

parentPort.once('message', (event: Electron.MessageEvent) => {
  const request: unknown = event.data
  if (!isComparisonRequest(request)) return
  compare(request).then(
    () => send({ kind: 'done' }),
    (error: unknown) => send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
