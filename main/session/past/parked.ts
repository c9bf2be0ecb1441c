/**
 * Simulated systems that were left while the past is only looked at (LB-02): the end, which is returned to as it is, and
 * the moment that was looked at before, from which it is not far to one a little later. They go when a branch begins or
 * the run goes on, so that no more than these two are ever kept.
 */
import type { WatchedSystem } from '../run/watched-system'

/** Allocations of a system: larger ones are not kept, as memory for several might not be there. */
const MOST_ALLOCATIONS = 20_000

interface Place<Branch> {
  readonly system: WatchedSystem
  readonly branch: Branch
}

export class Parked<Branch> {
  private end: Place<Branch> | null = null
  private before: Place<Branch> | null = null

  /**
   * It is shown no more, and nothing was done since it was.
   * @param isEnd it stands at the end of that branch
   */
  keep(system: WatchedSystem, branch: Branch, isEnd: boolean): void {
    if (system.world.vidmm.residency.table.names.length > MOST_ALLOCATIONS) return
    if (isEnd) this.end = { system, branch }
    else this.before = { system, branch }
  }

  /**
   * The one from which it is the shortest way to a moment of that branch, which is not kept any longer.
   * @param at µs
   * @returns null: there is none before that moment
   */
  take(branch: Branch, at: number): WatchedSystem | null {
    const { end, before } = this
    if (end?.branch === branch && end.system.world.sim.now === at) {
      this.end = null
      return end.system
    }
    if (before?.branch !== branch || before.system.world.sim.now > at) return null
    this.before = null
    return before.system
  }

  /** Nobody returns to that branch. */
  forget(branch: Branch): void {
    if (this.end?.branch === branch) this.end = null
    if (this.before?.branch === branch) this.before = null
  }

  clear(): void {
    this.end = null
    this.before = null
  }
}
