/**
 * A process of its own that runs what is compared (LB-03, GP-28, DF-16), so that the desktop app stays responsive: one task
 * after the other, as they are sent. No rejection is left to nobody: from Electron 37 on it would end the process.
 */
import { breathe } from '../../files/breathe'
import { runTask, type Task } from '../../session/laboratory/tasks'
import type { TaskReply, TaskRequest } from './messages'

const { parentPort } = process

function send(message: TaskReply): void {
  parentPort.postMessage(message)
}

/** Whether what has come asks for work; anything else that a process is sent is none. */
function isTaskRequest(value: unknown): value is TaskRequest {
  return typeof value === 'object' && value !== null && 'task' in value
}

async function runAndReply(task: Task): Promise<void> {
  let told = 0
  const onShare = (share: number): void => {
    // so many more that it can be seen
    if (share < told + 0.01) return
    told = share
    send({ kind: 'share', share })
  }
  send({ kind: 'done', result: await runTask(task, { onShare, breathe }) })
}

parentPort.on('message', (event: Electron.MessageEvent) => {
  const request: unknown = event.data
  if (!isTaskRequest(request)) return
  runAndReply(request.task).catch((error: unknown) =>
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
