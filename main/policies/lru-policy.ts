/**
 * Least-recently-used order of what is resident, coldest first, and the trims that walk it. A walk costs in proportion
 * to what it evicts. What was never used stands at the cold end in the order of registration.
 */
import { type TrimNotification, TrimNotificationFlag } from '../d3d12/trim-notification'
import { IntrusiveList } from '../sim/intrusive-list'
import type { EvictReason } from '../sim/trace-records'
import { type Tracked, TrackingPolicy } from './tracking-policy'

/** A resource not used by the last so many submissions is evicted (the seed's c_OpportunisticSubmissionEvictionLRUWindow). */
export const SUBMISSION_WINDOW = 3

export abstract class LruPolicy extends TrackingPolicy {
  private readonly lru = new IntrusiveList()
  /** the last of those that were never used, -1: none */
  private lastUnused = -1
  /** TN-17, starting at 0 (TN-20) */
  private lastPeriodicTrimFence = 0

  protected describe(tracked: Tracked): Tracked {
    return tracked
  }

  protected override onTracked(tracked: Tracked): void {
    if (!tracked.resident) return
    this.lru.insertAfter(this.lastUnused, tracked.resource.handle)
    this.lastUnused = tracked.resource.handle
  }

  protected override onUntracked(tracked: Tracked): void {
    this.leave(tracked.resource.handle)
  }

  protected override onUsed(tracked: Tracked): void {
    this.leave(tracked.resource.handle)
    this.lru.pushBack(tracked.resource.handle)
  }

  /** Evicts what none of the last three submissions used, the effect's own and what the GPU is using excepted (TN-20). */
  protected trimUnusedSubmissions(effect: string): void {
    if (this.submissions < SUBMISSION_WINDOW) return
    for (const tracked of this.coldestFirst()) {
      if (tracked.lastSubmission > this.submissions - SUBMISSION_WINDOW) break
      if (tracked.effect !== effect && !this.inUse(tracked)) this.evictTracked(tracked, 'opportunistic')
    }
  }

  /** Evicts what the context fence shows as not referenced since the last periodic trim (TN-17). */
  protected trimPeriodically(): void {
    for (const tracked of this.coldestFirst()) {
      if (tracked.lastFence > this.lastPeriodicTrimFence) break
      if (!this.inUse(tracked)) this.evictTracked(tracked, 'periodic')
    }
    this.restartPeriod()
  }

  /** Evicts least recently used first until `bytes` are freed; never what the GPU is using (TN-19). */
  protected trimBytes(bytes: number, spared?: string): void {
    let freed = 0
    for (const tracked of this.coldestFirst()) {
      // what is warmer was used later still, so it is in flight too
      if (freed >= bytes || tracked.lastFence > this.host.queue.lastCompleted) break
      if (tracked.effect !== spared && !this.inUse(tracked)) freed += this.evictTracked(tracked, 'budget')
    }
  }

  /** TN-18 */
  protected restartPeriod(): void {
    this.lastPeriodicTrimFence = this.host.queue.lastCompleted
  }

  /** TN-17 to TN-19, in the order periodic, budget, restart (TN-33). */
  protected followNotification({ Flags, NumBytesToTrim }: TrimNotification): void {
    if (Flags & TrimNotificationFlag.PERIODIC_TRIM) this.trimPeriodically()
    if (Flags & TrimNotificationFlag.TRIM_TO_BUDGET) this.trimBytes(NumBytesToTrim)
    if (Flags & TrimNotificationFlag.RESTART_PERIODIC_TRIM) this.restartPeriod()
  }

  private *coldestFirst(): Generator<Tracked> {
    for (const handle of this.lru) yield this.byHandle.get(handle) as Tracked
  }

  private evictTracked(tracked: Tracked, reason: EvictReason): number {
    this.leave(tracked.resource.handle)
    return this.evict(tracked, reason)
  }

  private leave(handle: number): void {
    if (!this.lru.has(handle)) return
    if (handle === this.lastUnused) this.lastUnused = this.lru.before(handle)
    this.lru.remove(handle)
  }
}
