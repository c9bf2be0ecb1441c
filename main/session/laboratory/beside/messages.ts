/** What is said between who wants work done beside the simulation, and a process or thread that does it. */
import type { Task, TaskResult } from '../tasks'

export interface TaskRequest {
  task: Task
}

/** `share`: 0 to 1, how much of it is done. The next task may come when one is done. */
export type TaskReply =
  | { kind: 'share'; share: number }
  | { kind: 'done'; result: TaskResult }
  | { kind: 'failed'; message: string }
