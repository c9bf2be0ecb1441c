/**
 * A process of its own that runs what is compared (LB-03, GP-28, DF-16), so that the desktop app stays responsive: one task
 * after the other, as they are sent.
 */
import { breathe } from '../../files/breathe'
import { isTaskRequest, runAndReply } from '../../session/laboratory/beside/reply'
import { compileLate, FOR_COMPARISONS } from '../late-compiler'

compileLate(FOR_COMPARISONS)

const { parentPort } = process

parentPort.on('message', ({ data }: Electron.MessageEvent) => {
  const request: unknown = data
  if (isTaskRequest(request)) runAndReply(request.task, (reply) => parentPort.postMessage(reply), breathe)
})
