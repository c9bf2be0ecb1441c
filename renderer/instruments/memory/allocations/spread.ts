/** Makes the rows of very many allocations without stopping the interface: a few ms in each animation frame. */
import { frames } from '../../../frame/scheduler'
import type { AllocationColumns } from '../../../store/allocations'
import { type RowFilter, type RowSort, rowSteps } from './rows'

/** ms of one animation frame */
const SHARE = 4

interface Wish {
  columns: AllocationColumns
  filter: RowFilter
  sort: RowSort | null
}

export class SpreadRows {
  private steps: Generator<void, readonly number[]> | null = null
  private current: Wish | null = null
  /** asked for meanwhile */
  private next: Wish | null = null
  private readonly working = frames.task('work', () => this.work())

  constructor(private readonly onRows: (rows: readonly number[]) => void) {}

  /** Other filters or orders replace what is under way; newer columns wait for it, or it might never come to its end. */
  ask(columns: AllocationColumns, filter: RowFilter, sort: RowSort | null): void {
    const wish = { columns, filter, sort }
    if (this.steps !== null && this.current?.filter === filter && this.current.sort === sort) this.next = wish
    else this.begin(wish)
  }

  stop(): void {
    this.working.cancel()
    this.steps = null
    this.next = null
  }

  private begin(wish: Wish): void {
    this.stop()
    this.current = wish
    this.steps = rowSteps(wish.columns, wish.filter, wish.sort)
    this.work()
  }

  private work(): void {
    if (this.steps === null) return
    const until = performance.now() + SHARE
    while (performance.now() < until) {
      const { done, value } = this.steps.next()
      if (done) {
        this.finished(value)
        return
      }
    }
    this.working.request()
  }

  private finished(rows: readonly number[]): void {
    this.steps = null
    this.onRows(rows)
    const { next } = this
    this.next = null
    if (next !== null) this.begin(next)
  }
}
