/** How long a run used more than its budget, and the most that it had (RS-09). */
import { SegmentGroup } from '../../../../preload/contract'
import type { VideoMemoryManager } from '../../../dxgkrnl/vidmm/video-memory-manager'

/** Of local memory; looks at every moment after which something may be different. */
export class OverBudget {
  /** µs above it so far */
  time = 0
  /** bytes: the most that the budget was */
  most = 0
  private since: number | null = null

  startOver(): void {
    this.time = 0
    this.most = 0
    this.since = null
  }

  look({ sim, residency, budget: { budget } }: VideoMemoryManager): void {
    const { now } = sim
    if (this.since !== null) this.time += now - this.since
    this.most = Math.max(this.most, budget)
    this.since = residency.counters[SegmentGroup.LOCAL].usage > budget ? now : null
  }
}
