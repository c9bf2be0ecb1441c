/**
 * The app's own task system, for apps that want to say themselves when and where background tasks run (BP-30): one
 * thread, which does one after another.
 */
import type { TakenTask, TaskPriority, TaskSource, TaskSystem } from '../d3d12/background-processing/dispatch'
import { goOnWith, kept } from '../sim/continuation'
import { type Cpu, type CpuThread, ThreadPriority } from '../sim/cpu'

export class AppTaskSystem implements TaskSystem {
  readonly name = 'app tasks'
  private readonly thread: CpuThread
  private busy = false
  /** the newest device's: one that is destroyed has nothing left to offer */
  private source: TaskSource | null = null

  constructor(cpu: Cpu) {
    this.thread = cpu.createThread(this.name, ThreadPriority.idle)
  }

  offered(source: TaskSource): void {
    this.source = source
    // what a task queues as it begins waits until that one is done
    if (this.busy) return
    this.busy = true
    let task: TakenTask | null = null
    let taken = false
    try {
      task = source.take()
      taken = true
    } finally {
      this.busy = task !== null
      // that one has ended; those behind it wait all the same
      if (!taken) this.next()
    }
    if (task !== null) this.run(task)
  }

  setPriority(priority: TaskPriority): void {
    this.thread.setPriority(priority === 'idle' ? ThreadPriority.idle : ThreadPriority.normal)
  }

  private run({ duration, priority, done }: TakenTask): void {
    this.setPriority(priority)
    const ended = kept({ self: this, done }, ({ self, done }) => {
      self.busy = false
      try {
        goOnWith(done)
      } finally {
        self.next()
      }
    })
    this.thread.run(duration, ended)
  }

  private next(): void {
    if (this.source !== null) this.offered(this.source)
  }
}
