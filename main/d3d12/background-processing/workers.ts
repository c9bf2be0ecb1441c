/** Who carries tasks out, one at a time each: threads of the runtime's own, or the app's task system (BP-01, BP-30). */
import { type Cpu, CpuThread, type ThreadPriority } from '../../sim/cpu'
import type { TaskPriority, TaskSystem } from './dispatch'

export interface Worker<Task> {
  readonly name: string
  /** the runtime's own thread, or the app's task system (BP-30) */
  readonly by: CpuThread | TaskSystem
  task: Task | null
}

interface OwnWorker<Task> extends Worker<Task> {
  readonly by: CpuThread
}

export class Workers<Task> {
  /** in the order in which they were needed first */
  readonly all: Worker<Task>[] = []

  constructor(private readonly cpu: Cpu) {}

  /** What is carried out now. */
  get running(): Task[] {
    return this.all.flatMap(({ task }) => (task === null ? [] : [task]))
  }

  /**
   * A thread of the runtime's that does nothing; made where there is none.
   * @param core that it is kept to, from 0; null: none
   */
  freeThread(priority: ThreadPriority, core: number | null): OwnWorker<Task> {
    return (
      this.all.find((worker): worker is OwnWorker<Task> => worker.task === null && isOwn(worker)) ??
      this.addThread(priority, core)
    )
  }

  private addThread(priority: ThreadPriority, core: number | null): OwnWorker<Task> {
    const name = this.freeName()
    const by = this.cpu.createThread(name, priority)
    this.cpu.pin(by, core)
    const worker: OwnWorker<Task> = { name, by, task: null }
    this.all.push(worker)
    return worker
  }

  /** Threads of a device that is gone are there until their tasks end (BP-24). */
  private freeName(): string {
    for (let number = 1; ; number++) if (!this.cpu.hasThread(`worker ${number}`)) return `worker ${number}`
  }

  /** One that takes several at a time has a worker for each. */
  freeOf(system: TaskSystem): Worker<Task> {
    const free = this.all.find(({ by, task }) => by === system && task === null)
    if (free !== undefined) return free
    const worker: Worker<Task> = { name: system.name, by: system, task: null }
    this.all.push(worker)
    return worker
  }

  /** What is running goes on at another priority (BP-10). */
  setPriority(thread: ThreadPriority, task: TaskPriority): void {
    for (const { by } of this.all)
      if (by instanceof CpuThread) by.setPriority(thread)
      else by.setPriority(task)
  }

  /** Threads of the runtime's move at once. @param core from 0; null: wherever they find room */
  pin(core: number | null): void {
    for (const { by } of this.all) if (by instanceof CpuThread) this.cpu.pin(by, core)
  }

  /** The runtime cleans up its threads when its device goes (BP-24). */
  removeThreads(): void {
    for (const worker of this.all) if (isOwn(worker)) this.cpu.removeThread(worker.by)
  }
}

function isOwn<Task>(worker: Worker<Task>): worker is OwnWorker<Task> {
  return worker.by instanceof CpuThread
}
