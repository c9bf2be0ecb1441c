/** Tasks in processes or threads of their own, one per core at most (LB-03): each gets the next when it is done with one. */
import type { RunningWork, Task, TaskWatch } from '../tasks'
import type { TaskReply, TaskRequest } from './messages'

/** A process, or a thread, that gets a request after the other and answers each. */
export interface TaskProcess {
  on(event: 'message', heard: (reply: TaskReply) => void): unknown
  on(event: 'exit', heard: (code: number) => void): unknown
  postMessage(message: TaskRequest): void
  kill(): boolean
  /** it has nothing left to do: it ends, or waits for others who have */
  done(): void
}

/**
 * @param take a process, new or without work
 * @param most processes beside each other
 * @param log is told, for whoever looks for it, that one has ended too soon
 * @throws what `take` throws: those that have begun are ended
 */
export function runTasks(
  tasks: readonly Task[],
  take: () => TaskProcess,
  watch: TaskWatch,
  most: number,
  log: (message: string) => void = () => {},
): RunningWork {
  const pool = new Pool(tasks, watch, log)
  try {
    for (let i = 0; i < Math.min(most, tasks.length); i++) pool.begin(take())
  } catch (error) {
    // those that have begun would wait for more for ever
    pool.end()
    throw error
  }
  return { cancel: () => pool.end() }
}

class Pool {
  private next = 0
  private over = false
  private readonly workers: TaskProcess[] = []

  constructor(
    private readonly tasks: readonly Task[],
    private readonly watch: TaskWatch,
    private readonly log: (message: string) => void,
  ) {}

  begin(child: TaskProcess): void {
    this.workers.push(child)
    let index = -1
    const goOn = (): void => {
      const task = this.tasks[this.next]
      index = task === undefined ? -1 : this.next++
      if (task === undefined) this.leave(child)
      else child.postMessage({ task })
    }
    child.on('message', (reply) => {
      if (this.over || index < 0) return
      if (reply.kind === 'share') this.watch.share(index, reply.share)
      else if (reply.kind === 'failed') this.fail(`The comparison failed: ${reply.message}`)
      else {
        this.watch.done(index, reply.result)
        if (!this.over) goOn()
      }
    })
    child.on('exit', (code) => {
      // one that has nothing left to do was ended
      if (this.over || index < 0) return
      this.log(`a comparison process ended with code ${code}`)
      this.fail(`The comparison process ended with code ${code}. Try again.`)
    })
    goOn()
  }

  private leave(child: TaskProcess): void {
    this.workers.splice(this.workers.indexOf(child), 1)
    child.done()
  }

  private fail(message: string): void {
    this.end()
    this.watch.failed(message)
  }

  /** What comes later is of nobody. */
  end(): void {
    this.over = true
    for (const child of this.workers) child.kill()
  }
}
