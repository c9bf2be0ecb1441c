/**
 * A process of its own that runs what is compared (LB-03, GP-28, DF-16), so that the desktop app stays responsive: one task
 * after the other, as they are sent.
 */
import { carryOut, isTaskRequest } from '../../session/laboratory/beside/carry'

const { parentPort } = process

/** Messages come through between slices, and shares go out. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

parentPort.on('message', ({ data }: Electron.MessageEvent) => {
  const request: unknown = data
  if (isTaskRequest(request)) carryOut(request.task, (reply) => parentPort.postMessage(reply), breathe)
})
