/** What the video memory manager needs of an engine that does its paging work; the scheduler supplies it (RS-13). */
import { goOnWith, kept, type Then } from '../../sim/continuation'
import type { Simulation } from '../../sim/simulation'
import type { AllocationHandle } from './allocation-table'

export interface PagingWork {
  /** µs of engine time */
  duration: number
  /** what it is done to, for messages */
  resource: string
  handle: AllocationHandle | null
  /**
   * Done once, when the work has run to its end: `start`, µs, when it began to run, and whether it is `complete`: false where
   * the adapter was reset meanwhile.
   */
  readonly finished: Then<[start: number, complete: boolean]>
}

export interface PagingEngine {
  submit(work: PagingWork): void
  /** Before an allocation is moved or evicted: an engine on which it is still bound switches away from its context (GP-15). */
  unbind(handle: AllocationHandle, then: Then): void
}

/** A paging engine with nobody else on it. */
export class SoleEngine implements PagingEngine {
  constructor(private readonly sim: Simulation) {}

  submit({ duration, finished }: PagingWork): void {
    const start = this.sim.now
    this.sim.schedule(
      duration,
      kept({ finished, start }, ({ finished, start }) => goOnWith(finished, start, true)),
    )
  }

  unbind(_handle: AllocationHandle, then: Then): void {
    goOnWith(then)
  }
}
