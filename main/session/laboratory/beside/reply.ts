/**
 * What a process or thread of its own does with the tasks that it is sent (LB-03, GP-28, DF-16): one after the other, while
 * messages come through between slices and shares go out. No rejection is left to nobody: it would end the process.
 */
import { runTask, type Task } from '../tasks'
import type { TaskReply, TaskRequest } from './messages'

/** Whether what has come asks for work; anything else that it is sent is none. */
export function isTaskRequest(value: unknown): value is TaskRequest {
  return typeof value === 'object' && value !== null && 'task' in value
}

/**
 * Does one task.
 * @param send gets how far it is, and what has come of it
 * @param breathe lets messages through between slices
 */
export function runAndReply(task: Task, send: (reply: TaskReply) => void, breathe: () => Promise<void>): void {
  let told = 0
  const onShare = (share: number): void => {
    // so many more that it can be seen
    if (share < told + 0.01) return
    told = share
    send({ kind: 'share', share })
  }
  runTask(task, { onShare, breathe }).then(
    (result) => send({ kind: 'done', result }),
    (error: unknown) => send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
}
