/** What the video memory manager needs of an engine that does its paging work; the scheduler supplies it (RS-13). */
import type { Simulation } from '../../sim/simulation'
import type { AllocationHandle } from './allocation-table'

export interface PagingWork {
  /** µs of engine time */
  duration: number
  /** what it is done to, for messages */
  resource: string
  handle: AllocationHandle | null
  /**
   * Called once, when the work has run to its end.
   * @param start µs, when it began to run
   * @param complete false: the adapter was reset meanwhile
   */
  finished(start: number, complete: boolean): void
}

export interface PagingEngine {
  submit(work: PagingWork): void
  /** Before an allocation is moved or evicted: an engine on which it is still bound switches away from its context (GP-15). */
  unbind(handle: AllocationHandle, then: () => void): void
}

/** A paging engine with nobody else on it. */
export class SoleEngine implements PagingEngine {
  constructor(private readonly sim: Simulation) {}

  submit({ duration, finished }: PagingWork): void {
    const start = this.sim.now
    this.sim.schedule(duration, () => finished(start, true))
  }

  unbind(_handle: AllocationHandle, then: () => void): void {
    then()
  }
}
