/** Work beside the simulation, one of each kind at a time. */
import type { CommandResult } from '../../../preload/contract'
import type { RunningWork } from './tasks'

/** Begins to compare; calls back as it goes on, at first before it returns. */
type Start<Subject, View> = (subject: Subject, watch: (comparison: View) => void) => RunningWork

export class ComparisonSlot<Subject, View extends { readonly state: string }> {
  private current: RunningWork | null = null

  /**
   * @param begin undefined: there are no comparisons here
   * @param running what is said to who would begin another
   */
  constructor(
    private readonly begin: Start<Subject, View> | undefined,
    private readonly running = 'A comparison is running already. Cancel it first.',
  ) {}

  get isRunning(): boolean {
    return this.current !== null
  }

  /** Why none can begin now; null: one can */
  get problem(): string | null {
    if (this.isRunning) return this.running
    return this.begin === undefined ? 'Comparisons are not available here.' : null
  }

  /** @param watch gets each view as it goes on */
  start(subject: Subject, watch: (view: View) => void): void {
    let over = false
    const running = this.begin?.(subject, (view) => {
      if (view.state !== 'running') {
        over = true
        this.current = null
      }
      watch(view)
    })
    if (running !== undefined && !over) this.current = running
  }

  cancel(): CommandResult {
    if (this.current === null) return { ok: false, message: 'No comparison is running.' }
    this.current.cancel()
    return { ok: true }
  }
}
