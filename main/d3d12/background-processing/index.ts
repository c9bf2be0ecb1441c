/**
 * ID3D12Device6::SetBackgroundProcessingMode and the threads of the runtime that carry out what drivers queue (BP-01 to
 * BP-24). The runtime owns the threads; the driver only queues work (BP-18). The app may choose who carries it out
 * (BP-30). Times in µs.
 */
import type { BackgroundMode, MeasurementsAction } from '../../../preload/contract/names'
import type { ProcessingWork, QueueResult } from '../../drivers/umd/processing-work'
import { goOnWith, kept, nothing, type Then } from '../../sim/continuation'
import { type Cpu, ThreadPriority } from '../../sim/cpu'
import { InjectedFault } from '../../sim/faults'
import type { Simulation } from '../../sim/simulation'
import type { HResultName } from '../hresult'
import { Commits } from './commits'
import type { CompletionEvent } from './completion-event'
import { coreOf, type TakenTask, type TaskDispatch, type TaskPriority, type TaskSource, taskSystemOf } from './dispatch'
import { type Worker, Workers } from './workers'

/** BP-01 */
const DEFAULT_TASKS_AT_ONCE = 2

export interface BackgroundOptions {
  sim: Simulation
  cpu: Cpu
  /** of the system; read at each call (BP-15) */
  readonly developerMode: () => boolean
  /** BackgroundProcessingSupported of OPTIONS6 (BP-16) */
  supported: boolean
  /** ordinals of the tasks that have not ended, of whichever device: none of another has one of these */
  readonly tasks: Set<number>
  /** pfnSetBackgroundProcessingMode of the driver. @returns FurtherMeasurementsDesired */
  driver(mode: BackgroundMode, action: MeasurementsAction): boolean
  /** whether QueueProcessingWorkCb fails this time [never] */
  queueingFails?(): boolean
  /** something that the driver did wrong, or that failed, is said; `pso`: for which pipeline state object */
  report?(rule: string, message: string, pso: string): void
  /** something that a view shows has changed */
  changed?: (() => void) | undefined
}

interface Task {
  readonly id: number
  readonly work: ProcessingWork
  readonly cause: number
}

export interface ModeResult {
  hr: HResultName
  furtherMeasurementsDesired: boolean
}

const DISABLING: ReadonlySet<BackgroundMode> = new Set<BackgroundMode>([
  'DISABLE_BACKGROUND_WORK',
  'DISABLE_PROFILING_BY_SYSTEM',
])
const COMMITTING: ReadonlySet<MeasurementsAction> = new Set<MeasurementsAction>([
  'COMMIT_RESULTS',
  'COMMIT_RESULTS_HIGH_PRIORITY',
])

/** Whether it ends in a commit: only such an action takes an event (BP-07, BP-12). */
export const isCommit = (action: MeasurementsAction): boolean => COMMITTING.has(action)

export class BackgroundProcessing implements TaskSource {
  private current: BackgroundMode = 'ALLOWED'
  /** what is queued now is cancelled at once (BP-04) */
  private disabled = false
  private readonly queue: Task[] = []
  private readonly workers: Workers<Task>
  private nextTask: number
  /** the driver is being told of a mode: what it queues starts when it has returned, at the priority that then holds */
  private tellsDriver = false
  private whenIdle: Then | null = null
  private destroyed = false
  private chosen: TaskDispatch = 'runtime'
  private readonly commits = new Commits<Task>(
    kept({ self: this }, ({ self }) => self.reprioritise()),
    kept({ self: this }, ({ self }, event: CompletionEvent | null) => self.signal(event)),
  )

  constructor(private readonly options: BackgroundOptions) {
    this.workers = new Workers(options.cpu)
    this.nextTask = Math.max(0, ...options.tasks) + 1
  }

  get mode(): BackgroundMode {
    return this.current
  }

  /** Tasks that wait, in the order in which they will start. */
  get waiting(): readonly { id: number; work: ProcessingWork }[] {
    return this.queue.map(({ id, work }) => ({ id, work }))
  }

  /** What each thread does; null: nothing. */
  get threads(): readonly {
    name: string
    priority: TaskPriority
    task: { id: number; work: ProcessingWork } | null
  }[] {
    return this.workers.all.map(({ name, task }) => ({ name, priority: this.priority, task }))
  }

  get isIdle(): boolean {
    return this.queue.length === 0 && this.workers.running.length === 0
  }

  /** How many commits have not finished. */
  get commitsUnderWay(): number {
    return this.commits.count
  }

  /**
   * Calls back when no commit is under way any more, at once where none is: what a commit makes is installed in any mode
   * (BP-07), so whoever compares frames waits for it, as one that drains its queues first does (BP-23).
   */
  whenCommitsAreDone(callback: Then): void {
    this.commits.whenDone(callback)
  }

  /**
   * @param event hEventToSignalUponCompletion; null unless the action is a commit
   * @returns S_OK · E_INVALIDARG (BP-12, BP-15) · E_FAIL when the driver threw: nothing has changed then
   */
  setMode(mode: BackgroundMode, action: MeasurementsAction, event: CompletionEvent | null): ModeResult {
    const result = this.changeMode(mode, action, event)
    this.record(mode, action, event, result)
    // after its own record: what follows from the call follows it in the trace
    if (result.hr === 'S_OK' && COMMITTING.has(action)) this.commit(action, event)
    this.startTasks()
    return result
  }

  /** The call is refused with `hr` before anything of it is looked at; it leaves its record as any other. */
  refuse(mode: BackgroundMode, action: MeasurementsAction, event: CompletionEvent | null, hr: HResultName): ModeResult {
    const result: ModeResult = { hr, furtherMeasurementsDesired: false }
    this.record(mode, action, event, result)
    return result
  }

  private record(
    mode: BackgroundMode,
    action: MeasurementsAction,
    event: CompletionEvent | null,
    { hr, furtherMeasurementsDesired }: ModeResult,
  ): void {
    const named = event === null ? {} : { event: event.name }
    this.options.sim.trace.write('background-mode', { mode, action, ...named, result: hr, furtherMeasurementsDesired })
    this.options.changed?.()
  }

  private changeMode(mode: BackgroundMode, action: MeasurementsAction, event: CompletionEvent | null): ModeResult {
    const { developerMode, supported } = this.options
    const refused: ModeResult = { hr: 'E_INVALIDARG', furtherMeasurementsDesired: false }
    if (event !== null && !COMMITTING.has(action)) return refused
    const needsDeveloperMode = DISABLING.has(mode) || action === 'COMMIT_RESULTS_HIGH_PRIORITY'
    if (needsDeveloperMode && !developerMode()) return refused
    if (!supported) return { hr: 'S_OK', furtherMeasurementsDesired: false }
    const before = this.disabled
    // what the driver queues in response to a commit is carried out whatever the mode (BP-09)
    this.disabled = DISABLING.has(mode) && !COMMITTING.has(action)
    this.tellsDriver = true
    let furtherMeasurementsDesired: boolean
    try {
      furtherMeasurementsDesired = this.options.driver(mode, action)
    } catch (error) {
      // the mode has not changed, and what was queued goes on
      this.disabled = before
      if (error instanceof InjectedFault) return { hr: 'E_FAIL', furtherMeasurementsDesired: false }
      throw error
    } finally {
      this.tellsDriver = false
    }
    this.current = mode
    this.disabled = DISABLING.has(mode)
    return { hr: 'S_OK', furtherMeasurementsDesired }
  }

  /** Everything that is queued or running now is the commit (BP-07). */
  private commit(action: MeasurementsAction, event: CompletionEvent | null): void {
    this.commits.begin([...this.workers.running, ...this.queue], action === 'COMMIT_RESULTS_HIGH_PRIORITY', event)
  }

  /**
   * QueueProcessingWorkCb: fails only where a scenario makes it, and then invokes neither callback nor cancel (BP-21). While
   * tasks are disabled the cancel callback runs before it returns (BP-04, BP-20).
   */
  queueProcessingWork(work: ProcessingWork): QueueResult {
    if (this.options.queueingFails?.() === true) {
      const message = `QueueProcessingWorkCb (${work.reason}) returned E_OUTOFMEMORY: nothing was queued, and neither callback nor cancel is invoked`
      this.options.report?.('BP-21', message, work.pso)
      return 'E_OUTOFMEMORY'
    }
    const task: Task = { id: this.nextTask++, work, cause: this.options.sim.trace.cause }
    if (this.disabled || this.destroyed) {
      this.cancel(task)
      return 'S_OK'
    }
    this.write(task, 'queued')
    this.options.tasks.add(task.id)
    this.queue.push(task)
    this.startTasks()
    this.options.changed?.()
    return 'S_OK'
  }

  /**
   * The device is destroyed: what runs is completed, what is queued is cancelled in order (BP-24).
   * @param done called when nothing is in flight any more; at once where nothing is
   */
  destroy(done: Then): void {
    this.destroyed = true
    for (const task of this.queue.splice(0)) {
      this.cancel(task)
      this.commits.settle(task)
    }
    this.whenIdle = done
    this.endThreads()
  }

  private get priority(): TaskPriority {
    return this.commits.boosted ? 'above-idle' : 'idle'
  }

  /** BP-01, BP-10 */
  private get tasksAtOnce(): number {
    return this.commits.boosted
      ? Math.max(DEFAULT_TASKS_AT_ONCE, this.options.cpu.options.cores)
      : DEFAULT_TASKS_AT_ONCE
  }

  private get threadPriority(): ThreadPriority {
    return this.commits.boosted ? ThreadPriority.normal : ThreadPriority.idle
  }

  private reprioritise(): void {
    this.workers.setPriority(this.threadPriority, this.priority)
  }

  /**
   * Who carries tasks out from now on. What runs already goes on where it is; a thread of the runtime's moves to the core
   * at once.
   * @returns S_OK · E_INVALIDARG when the CPU has no such core: nothing has changed then
   * @see spec BP-30
   */
  setDispatch(dispatch: TaskDispatch): HResultName {
    const core = coreOf(dispatch)
    const { cpu } = this.options
    if (core !== null && !(Number.isInteger(core) && core >= 0 && core < cpu.options.cores)) return 'E_INVALIDARG'
    this.chosen = dispatch
    this.workers.pin(core)
    this.startTasks()
    this.options.changed?.()
    return 'S_OK'
  }

  private startTasks(): void {
    const system = taskSystemOf(this.chosen)
    if (system !== null) {
      if (this.mayStart) system.offered(this)
      return
    }
    while (this.mayStart) this.start(this.queue.shift() as Task)
  }

  /** Something waits, and may start now (BP-01, BP-10). */
  private get mayStart(): boolean {
    if (this.tellsDriver || this.queue.length === 0) return false
    return this.workers.running.length < this.tasksAtOnce
  }

  private start(task: Task): void {
    const worker = this.workers.freeThread(this.threadPriority, coreOf(this.chosen))
    this.options.sim.causedBy(task.cause, () => worker.by.run(...this.begun(worker, task)))
  }

  /** What its thread is to do. */
  private begun(worker: Worker<Task>, task: Task): [duration: number, end: Then] {
    const { duration, finished } = this.begin(worker, task)
    const end = kept({ self: this, worker, task, finished }, (run) =>
      run.self.finish(run.worker, run.task, run.finished),
    )
    return [duration, end]
  }

  /** @internal for the app's own task system (BP-30) @throws what pfnCallback does: that item has ended */
  take(): TakenTask | null {
    const system = taskSystemOf(this.chosen)
    if (system === null || !this.mayStart) return null
    const task = this.queue.shift() as Task
    const worker = this.workers.freeOf(system)
    const { sim } = this.options
    const { duration, finished } = sim.causedBy(task.cause, () => this.begin(worker, task))
    const done = this.endOf(worker, task, finished)
    return { pso: task.work.pso, duration, priority: this.priority, done }
  }

  private endOf(worker: Worker<Task>, task: Task, finished: Then): Then {
    return kept({ self: this, worker, task, finished }, ({ self, worker, task, finished }) =>
      self.options.sim.causedBy(task.cause, () => self.finish(worker, task, finished)),
    )
  }

  private begin(worker: Worker<Task>, task: Task): ReturnType<ProcessingWork['callback']> {
    worker.task = task
    this.write(task, 'start', worker)
    return this.called(worker, task)
  }

  /** pfnCallback. One that throws has ended its task: the thread, and the commits that wait for it, are free. */
  private called(worker: Worker<Task>, task: Task): ReturnType<ProcessingWork['callback']> {
    try {
      return task.work.callback()
    } catch (error) {
      // it takes no processor time, and comes to nothing
      if (this.survived(error, task, 'in its callback')) return { duration: 0, finished: nothing }
      this.finish(worker, task, nothing)
      throw error
    }
  }

  private finish(worker: Worker<Task>, task: Task, finished: Then): void {
    this.write(task, 'finish', worker)
    this.options.tasks.delete(task.id)
    worker.task = null
    try {
      goOnWith(finished)
    } catch (error) {
      if (!this.survived(error, task, 'at its end')) throw error
    } finally {
      // whatever came of it, nobody waits for it any longer
      this.commits.settle(task)
      this.startTasks()
      this.options.changed?.()
      this.endThreads()
    }
  }

  /** The runtime cleans up its threads when the device goes, and no task is in flight any more (BP-24). */
  private endThreads(): void {
    if (this.whenIdle === null || !this.isIdle) return
    const done = this.whenIdle
    this.whenIdle = null
    this.workers.removeThreads()
    goOnWith(done)
  }

  private cancel(task: Task): void {
    this.write(task, 'cancel')
    this.options.tasks.delete(task.id)
    try {
      task.work.cancel?.()
    } catch (error) {
      if (!this.survived(error, task, 'in its cancel callback')) throw error
    }
  }

  /**
   * A scenario made the driver throw: that is said, and counts as its having returned (BP-21).
   * @returns false: it is a mistake of the emulator's own, which nothing hides
   */
  private survived(error: unknown, { id, work }: Task, place: string): boolean {
    if (!(error instanceof InjectedFault)) return false
    this.options.report?.('BP-21', `background task ${id} (${work.reason}) threw ${place}`, work.pso)
    return true
  }

  private signal(event: CompletionEvent | null): void {
    if (event === null) return
    this.options.sim.trace.write('background-event', { event: event.name })
    event.signal()
  }

  private write(task: Task, phase: 'queued' | 'start' | 'finish' | 'cancel', worker?: Worker<Task>): void {
    const { work, id } = task
    this.options.sim.trace.write('background-task', {
      task: id,
      pso: work.pso,
      phase,
      ...(worker === undefined ? {} : { thread: worker.name }),
      priority: this.priority,
      reason: work.reason,
    })
  }
}
