/**
 * Work in threads of their own, one per core at most (LB-03). Command line and library are one file, which is what a thread
 * is started with; where they are not that file, as in tests or in somebody's own bundle, work is done here, one after the
 * other, and what comes of it is the same.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { breathe } from '../files/breathe'
import { runTasks, type TaskProcess } from '../session/laboratory/beside/pool'
import { isTaskRequest, runAndReply } from '../session/laboratory/beside/reply'
import { runTask, type Task, type TaskResult } from '../session/laboratory/tasks'

/** The data of a thread that is one of these. */
const WORKS = 'trimline: works'

/** The one file that both are; null: this is part of another. */
const own = import.meta.url.endsWith('/trimline.js') ? fileURLToPath(import.meta.url) : null

/** In a thread that was started to work, tasks are heard from now on. */
export function workInThread(): void {
  const port = parentPort
  if (isMainThread || port === null || workerData !== WORKS) return
  port.on('message', (request: unknown) => {
    if (isTaskRequest(request)) runAndReply(request.task, (reply) => port.postMessage(reply), breathe)
  })
}

/**
 * Does all of it. @returns what each has come to, in their order
 * @throws Error when one of them failed
 */
export async function resultsOf(
  tasks: readonly Task[],
  onProgress: (passed: number, whole: number) => void,
): Promise<TaskResult[]> {
  const shares = tasks.map(() => 0)
  const share = (index: number, of: number): void => {
    shares[index] = of
    onProgress(Math.floor(1000 * shares.reduce((sum, one) => sum + one, 0)), 1000 * tasks.length)
  }
  const most = own === null ? 1 : availableParallelism()
  if (own !== null && most > 1 && tasks.length > 1) return inThreads(own, tasks, most, share)
  const results: TaskResult[] = []
  for (const [index, task] of tasks.entries())
    results.push(await runTask(task, { onShare: (of) => share(index, of), breathe }))
  return results
}

function inThreads(
  file: string,
  tasks: readonly Task[],
  most: number,
  share: (index: number, of: number) => void,
): Promise<TaskResult[]> {
  return new Promise((resolve, reject) => {
    const results: TaskResult[] = []
    let left = tasks.length
    const done = (index: number, result: TaskResult): void => {
      share(index, 1)
      results[index] = result
      if (--left === 0) resolve(results)
    }
    // what a thread says of its end says more than that it has ended
    let because: Error | null = null
    const failed = (message: string): void => reject(because ?? new Error(message))
    const ofThread = (error: Error): void => {
      because ??= error
    }
    runTasks(tasks, () => threadOf(file, ofThread), { share, done, failed }, most)
  })
}

/** @param failed told why it ends, where that is a fault; its end is told then, too */
function threadOf(file: string, failed: (error: Error) => void): TaskProcess {
  // not with this process's own options: some, like --input-type, are for its main script alone
  const worker = new Worker(file, { workerData: WORKS, execArgv: [] })
  worker.on('error', failed)
  const kill = (): boolean => {
    void worker.terminate()
    return true
  }
  return {
    on: (event: 'message' | 'exit', heard: (...args: never[]) => void) => worker.on(event, heard as () => void),
    postMessage: (message) => worker.postMessage(message),
    kill,
    done: kill,
  }
}
