/**
 * Simulated systems that were left while the past is only looked at (LB-02): the end, which is returned to as it is, and
 * the moment that was looked at before, or was on its way to be, from which it is not far to one a little later. They go when a branch begins or
 * the run goes on, so that no more than these two are ever kept.
 */
import { isSmall } from '../run/watched-origin'
import type { WatchedSystem } from '../run/watched-system'

interface Place<Branch> {
  readonly system: WatchedSystem
  readonly branch: Branch
  /** it was given up on its way to another moment: where it stands, it is not to be shown */
  readonly isOnWay: boolean
}

export class Parked<Branch> {
  private end: Place<Branch> | null = null
  private before: Place<Branch> | null = null

  /**
   * It is shown no more, and nothing was done since it was.
   * @param isEnd it stands at the end of that branch
   */
  keep(system: WatchedSystem, branch: Branch, isEnd: boolean): void {
    if (!isSmall(system)) return
    const place = { system, branch, isOnWay: false }
    if (isEnd) this.end = place
    else this.before = place
  }

  /** The way to another moment of that branch was given up. */
  keepOnWay(system: WatchedSystem, branch: Branch): void {
    if (isSmall(system)) this.before = { system, branch, isOnWay: true }
  }

  /**
   * The one from which it is the shortest way to a moment of that branch, which is not kept any longer.
   * @param at µs
   * @param from µs: where one can go on from anyway
   * @returns null: there is none between these two; `isThere`: it can be shown at once
   */
  take(branch: Branch, at: number, from: number): { readonly system: WatchedSystem; readonly isThere: boolean } | null {
    const { end, before } = this
    if (end?.branch === branch && end.system.world.sim.now === at) {
      this.end = null
      return { system: end.system, isThere: true }
    }
    if (before?.branch !== branch) return null
    const { now } = before.system.world.sim
    if (now > at || now < from) return null
    this.before = null
    const { system, isOnWay } = before
    return { system, isThere: !isOnWay && now === at }
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
