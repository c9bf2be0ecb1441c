/**
 * Least-recently-used order of what is resident, coldest first, and the trims that walk it. A walk costs in proportion
 * to what it evicts. What was never used stands at the cold end in the order of registration.
 */

import type { Resource } from '../d3d12/device'
import { type TrimNotification, TrimNotificationFlag } from '../d3d12/trim-notification'
import type { AllocationHandle } from '../dxgkrnl/vidmm/allocation-table'
import { IntrusiveList } from '../sim/intrusive-list'
import type { EvictReason } from '../sim/trace-records'
import type { TrackedEffect } from './tracked'
import { TrackingPolicy } from './tracking-policy'

/** A resource not used by the last so many submissions is evicted (the seed's c_OpportunisticSubmissionEvictionLRUWindow). */
export const SUBMISSION_WINDOW = 3

export abstract class LruPolicy extends TrackingPolicy {
  /** what the policy believes to be on the residency list: membership is all that it keeps of that */
  private readonly lru = new IntrusiveList()
  // by handle: a million of them have no object each
  private readonly resources: (Resource | undefined)[] = []
  private readonly uses: (TrackedEffect | undefined)[] = []
  /** the last of those that were never used, -1: none */
  private lastUnused = -1
  /** TN-17, starting at 0 (TN-20) */
  private lastPeriodicTrimFence = 0

  protected enter(resource: Resource, use: TrackedEffect, resident: boolean): void {
    const { handle } = resource
    this.resources[handle] = resource
    this.uses[handle] = use
    if (!resident) return
    this.lru.insertAfter(this.lastUnused, handle)
    this.lastUnused = handle
  }

  protected forget({ handle }: Resource): void {
    this.leave(handle)
    this.resources[handle] = undefined
    this.uses[handle] = undefined
  }

  protected used({ handle }: Resource): void {
    this.leave(handle)
    this.lru.pushBack(handle)
  }

  protected isResident({ handle }: Resource): boolean {
    return this.lru.has(handle)
  }

  /** Evicts what none of the last three submissions used, the effect's own and what the GPU is using excepted (TN-20). */
  protected trimUnusedSubmissions(effect: string): void {
    if (this.submissions < SUBMISSION_WINDOW) return
    for (const handle of this.lru) {
      const use = this.useOf(handle)
      if (use.lastSubmission > this.submissions - SUBMISSION_WINDOW) break
      if (use.name !== effect && !this.inUse(use)) this.evict(handle, 'opportunistic')
    }
  }

  /** Evicts what the context fence shows as not referenced since the last periodic trim (TN-17). */
  protected trimPeriodically(): void {
    for (const handle of this.lru) {
      const use = this.useOf(handle)
      if (use.lastFence > this.lastPeriodicTrimFence) break
      if (!this.inUse(use)) this.evict(handle, 'periodic')
    }
    this.restartPeriod()
  }

  /** Evicts least recently used first until `bytes` are freed; never what the GPU is using (TN-19). */
  protected trimBytes(bytes: number, spared?: string): void {
    let freed = 0
    for (const handle of this.lru) {
      const use = this.useOf(handle)
      // what is warmer was used later still, so it is in flight too
      if (freed >= bytes || use.lastFence > this.host.queue.lastCompleted) break
      if (use.name !== spared && !this.inUse(use)) freed += this.evict(handle, 'budget')
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

  private useOf(handle: AllocationHandle): TrackedEffect {
    return this.uses[handle] as TrackedEffect
  }

  private evict(handle: AllocationHandle, reason: EvictReason): number {
    this.leave(handle)
    return this.evictResource(this.resources[handle] as Resource, this.useOf(handle).lastUsed, reason)
  }

  private leave(handle: number): void {
    if (!this.lru.has(handle)) return
    if (handle === this.lastUnused) this.lastUnused = this.lru.before(handle)
    this.lru.remove(handle)
  }
}
