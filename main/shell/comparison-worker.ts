/**
 * A process of its own that runs the workload under every preemption model and granularity (GP-28), so that the desktop
 * app stays responsive. It gets one scenario and sends what it has, row by row.
 */
import { runComparison } from '../session/preemption-comparison'
import { comparisonReply, isComparisonRequest } from './comparison-messages'

const { parentPort } = process

parentPort.once('message', (event: Electron.MessageEvent) => {
  const request: unknown = event.data
  if (!isComparisonRequest(request)) return
  const send = (message: ReturnType<typeof comparisonReply>): void => parentPort.postMessage(message)
  let total = 0
  runComparison(request.scenario, {
    onRow: (row, done, all) => {
      total = all
      send(comparisonReply({ kind: 'row', row, done, total: all }))
    },
  }).then(
    () => send(comparisonReply({ kind: 'done', total })),
    (error: unknown) =>
      send(comparisonReply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })),
  )
})
