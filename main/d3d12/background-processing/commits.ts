/** Commits that are under way: each is everything that was queued or running when it was asked for (BP-07, BP-10). */
import { goOnWith, type Then } from '../../sim/continuation'
import type { CompletionEvent } from './completion-event'

interface Commit<Task> {
  /** tasks that are not done */
  readonly left: Set<Task>
  readonly boosted: boolean
  readonly event: CompletionEvent | null
}

export class Commits<Task> {
  private underWay: Commit<Task>[] = []
  private waiters: Then[] = []

  /**
   * @param reprioritise a commit has begun or ended: what runs has another priority now
   * @param signal a commit has ended, whose event this is; null: it has none
   */
  constructor(
    private readonly reprioritise: Then,
    private readonly signal: Then<[CompletionEvent | null]>,
  ) {}

  /** Those that have not finished. */
  get count(): number {
    return this.underWay.length
  }

  /** One of them is in a hurry (BP-10). */
  get boosted(): boolean {
    return this.underWay.some(({ boosted }) => boosted)
  }

  /** A commit of these tasks begins; of none it has ended at once. */
  begin(tasks: Iterable<Task>, boosted: boolean, event: CompletionEvent | null): void {
    const left = new Set(tasks)
    if (left.size === 0) return goOnWith(this.signal, event)
    this.underWay.push({ left, boosted, event })
    goOnWith(this.reprioritise)
  }

  /** A task is done; each commit of which it was the last signals its own event (BP-10). */
  settle(task: Task): void {
    const ended: Commit<Task>[] = []
    for (const commit of this.underWay) if (commit.left.delete(task) && commit.left.size === 0) ended.push(commit)
    if (ended.length === 0) return
    this.underWay = this.underWay.filter((commit) => !ended.includes(commit))
    goOnWith(this.reprioritise)
    for (const { event } of ended) goOnWith(this.signal, event)
    if (this.underWay.length === 0) for (const callback of this.waiters.splice(0)) goOnWith(callback)
  }

  /** Calls back when none is under way any more, at once where none is. */
  whenDone(callback: Then): void {
    if (this.underWay.length === 0) goOnWith(callback)
    else this.waiters.push(callback)
  }
}
