/**
 * Background processing as the interface keeps it: one record per task, made of the phases that frames bring (BP-28),
 * and the view before the first frame. Times in µs.
 */
import type { BackgroundEventView, BackgroundView } from '../../preload/contract'

export type TaskPriority = BackgroundEventView['priority']
type TaskState = 'queued' | 'running' | 'finished' | 'cancelled'

/** What is known of a task. A moment that was not seen, because the session no longer had it, is null. */
export interface TaskRecord {
  readonly task: number
  readonly pso: string
  readonly reason: string
  queued: number | null
  started: number | null
  /** finished or cancelled */
  ended: number | null
  thread: string | null
  /** at its start; before it: when it was queued */
  priority: TaskPriority
  /** at its end; another one where a commit began or ended meanwhile (BP-10) */
  endPriority: TaskPriority | null
  state: TaskState
}

export interface BackgroundHistory {
  /** grows by one with every change */
  readonly version: number
  readonly tasks: TaskRing
}

export const KEPT_TASKS = 8_192
export const KEPT_FRAME_TIMES = 32_768

/** The newest tasks in the order in which they were first heard of; written in place, so that a frame costs what it brings. */
export class TaskRing {
  private readonly slots: TaskRecord[] = []
  private readonly byTask = new Map<number, TaskRecord>()
  /** place of the oldest, once the ring is full */
  private first = 0
  /** threads that have run a task, in the order in which they first did */
  readonly threads: string[] = []
  /** tasks that made room for newer ones */
  forgotten = 0

  get count(): number {
    return this.slots.length
  }

  /** @param position from 0, the oldest kept */
  at(position: number): TaskRecord {
    return this.slots[(this.first + position) % this.slots.length]!
  }

  get(task: number | null): TaskRecord | undefined {
    return task === null ? undefined : this.byTask.get(task)
  }

  add(event: BackgroundEventView): void {
    const record = this.byTask.get(event.task) ?? this.make(event)
    apply(record, event)
    if (event.thread !== null && !this.threads.includes(event.thread)) this.threads.push(event.thread)
  }

  private make({ task, pso, reason, priority }: BackgroundEventView): TaskRecord {
    const record: TaskRecord = {
      task,
      pso,
      reason,
      queued: null,
      started: null,
      ended: null,
      thread: null,
      priority,
      endPriority: null,
      state: 'queued',
    }
    this.byTask.set(task, record)
    if (this.slots.length < KEPT_TASKS) this.slots.push(record)
    else {
      this.byTask.delete(this.slots[this.first]!.task)
      this.slots[this.first] = record
      this.first = (this.first + 1) % KEPT_TASKS
      this.forgotten++
    }
    return record
  }
}

/**
 * The priority that an execution is drawn with: above idle when it had that at its start or at its end. A commit boosts
 * what is queued in response to it only after the driver has returned, so that such a task starts as idle (BP-07, BP-10).
 * @param current of the threads, which a task that still runs has
 */
export function shownPriority({ priority, endPriority }: TaskRecord, current: TaskPriority = 'idle'): TaskPriority {
  return priority === 'above-idle' || (endPriority ?? current) === 'above-idle' ? 'above-idle' : 'idle'
}

function apply(record: TaskRecord, { phase, t, thread, priority }: BackgroundEventView): void {
  switch (phase) {
    case 'queued':
      record.queued = t
      break
    case 'start':
      Object.assign(record, { started: t, thread, priority, state: 'running' })
      break
    case 'finish':
      Object.assign(record, { ended: t, thread: thread ?? record.thread, endPriority: priority, state: 'finished' })
      break
    case 'cancel':
      Object.assign(record, { ended: t, endPriority: priority, state: 'cancelled' })
  }
}

export function emptyBackgroundHistory(): BackgroundHistory {
  return { version: 0, tasks: new TaskRing() }
}

/** Adds one frame's events in place and returns the history under a new version. */
export function appendBackground(
  history: BackgroundHistory,
  events: readonly BackgroundEventView[] | undefined,
): BackgroundHistory {
  if (events === undefined || events.length === 0) return history
  for (const event of events) history.tasks.add(event)
  return { ...history, version: history.version + 1 }
}

/** Background processing before the first frame. */
export const NO_BACKGROUND: BackgroundView = {
  supported: true,
  developerMode: false,
  mode: 'ALLOWED',
  furtherMeasurementsDesired: null,
  calls: [],
  threads: [],
  queue: [],
  finished: 0,
  cancelled: 0,
  cpu: { cores: 1, smt: false, smtSlowdown: 0, quantum: 5_000, frameTime: 0, dispatch: 'runtime' },
  workflow: null,
}
