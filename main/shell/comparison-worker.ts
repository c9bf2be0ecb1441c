/**
 * A process of its own that runs the workload under every preemption model and granularity (GP-28), so that the desktop
 * app stays responsive. It gets one scenario and sends what it has, row by row.
 */
import { runComparison } from '../session/preemption-comparison'
import { type ComparisonReply, isComparisonRequest } from './comparison-messages'

const { parentPort } = process

parentPort.once('message', (event: Electron.MessageEvent) => {
  const request: unknown = event.data
  if (!isComparisonRequest(request)) return
  const send = (message: ComparisonReply): void => parentPort.postMessage(message)
  runComparison(request.scenario, {
    onRow: (row, done, total) => {
      send({ kind: 'row', row, done, total })
    },
  }).then(
    () => send({ kind: 'done' }),
    (error: unknown) => send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
