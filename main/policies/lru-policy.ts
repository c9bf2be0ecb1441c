/**
 * Least-recently-used order of what is resident, coldest first, and the trims that walk it. A walk costs in proportion
 * to what it evicts. What was never used stands at the cold end in the order of registration.
 */

import type { Resource } from '../d3d12/device'
import { type TrimNotification, TrimNotificationFlag } from '../d3d12/trim-notification'
import type { AllocationHandle } from '../dxgkrnl/vidmm/allocation-table'
import { IntrusiveList } from '../sim/intrusive-list'
import type { EvictReason } from '../sim/trace-records'
import { Tracked, type TrackedEffect } from './tracked'
import { TrackingPolicy } from './tracking-policy'

/** A resource not used by the last so many submissions is evicted (the seed's c_OpportunisticSubmissionEvictionLRUWindow). */
export const SUBMISSION_WINDOW = 3

export abstract class LruPolicy extends TrackingPolicy {
  /** what the policy believes to be on the residency list: membership is all that it keeps of that */
  private readonly lru = new IntrusiveList()
  // by handle; a Tracked is made when one is looked at, so that a million of them cost no object each
  private readonly resources: (Resource | undefined)[] = []
  private readonly uses: (TrackedEffect | undefined)[] = []
  /** the last of those that were never used, -1: none */
  private lastUnused = -1
  /** TN-17, starting at 0 (TN-20) */
  private lastPeriodicTrimFence = 0

  protected keep(resource: Resource, use: TrackedEffect, resident: boolean): Tracked {
    this.resources[resource.handle] = resource
    this.uses[resource.handle] = use
    return new Tracked(resource, use, resident)
  }

  protected known(handle: AllocationHandle): Tracked {
    return new Tracked(this.resources[handle] as Resource, this.uses[handle] as TrackedEffect, this.lru.has(handle))
  }

  protected forget(handle: AllocationHandle): void {
    this.resources[handle] = undefined
    this.uses[handle] = undefined
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
    const { lru } = this
    for (let handle = lru.first; handle >= 0; ) {
      const next = lru.after(handle) // the caller may evict this one
      yield this.known(handle)
      handle = next
    }
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
