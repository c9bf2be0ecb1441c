/**
 * Least-recently-used order of what is resident, coldest first, and the trims that walk it. A walk costs in proportion
 * to what it evicts. What was never used stands at the cold end in the order of registration.
 */

import { keyOf, type Resource } from '../d3d12/resource'
import { type TrimNotification, TrimNotificationFlag } from '../d3d12/trim-notification'
import { IntrusiveList } from '../sim/intrusive-list'
import type { EvictReason } from '../sim/trace-records'
import type { SubmissionSet } from './policy'
import type { LastUse } from './tracked'
import { TrackingPolicy } from './tracking-policy'

/** A resource not used by the last so many submissions is evicted (the seed's c_OpportunisticSubmissionEvictionLRUWindow). */
const SUBMISSION_WINDOW = 3

export abstract class LruPolicy extends TrackingPolicy {
  /** what the policy believes to be on the residency list: membership is all that it keeps of that */
  private readonly lru = new IntrusiveList()
  // by key: a million of them have no object each
  private readonly resources: (Resource | undefined)[] = []
  private readonly uses: (LastUse | undefined)[] = []
  /** the last of those that were never used, -1: none */
  private lastUnused = -1
  /** TN-17, starting at 0 (TN-20) */
  private lastPeriodicTrimFence = 0

  protected enter(resource: Resource, use: LastUse, resident: boolean): void {
    const key = keyOf(resource)
    this.resources[key] = resource
    this.uses[key] = use
    if (!resident) return
    this.lru.insertAfter(this.lastUnused, key)
    this.lastUnused = key
  }

  protected forget(resource: Resource): void {
    const key = keyOf(resource)
    this.leave(key)
    this.resources[key] = undefined
    this.uses[key] = undefined
  }

  protected used(resource: Resource, use: LastUse): void {
    const key = keyOf(resource)
    this.uses[key] = use
    this.leave(key)
    this.lru.pushBack(key)
  }

  protected override usedAll(set: SubmissionSet, use: LastUse): void {
    const { heaps } = set
    if (heaps === undefined) return super.usedAll(set, use)
    const { uses, lru } = this
    for (let i = 0; i < heaps.length; i++) {
      const key = heaps[i] as number
      // most have been used together before, and a look costs less than to write
      if (uses[key] !== use) uses[key] = use
    }
    // nothing else has this use
    while (this.lastUnused >= 0 && uses[this.lastUnused] === use) this.lastUnused = lru.before(this.lastUnused)
    lru.pushAllBack(heaps)
  }

  protected override missingOf(set: SubmissionSet): readonly Resource[] {
    const { heaps, resources } = set
    if (heaps === undefined) return super.missingOf(set)
    const missing: Resource[] = []
    for (let i = 0; i < heaps.length; i++) if (!this.lru.has(heaps[i] as number)) missing.push(resources[i] as Resource)
    return missing
  }

  protected isResident(resource: Resource): boolean {
    return this.lru.has(keyOf(resource))
  }

  /** Evicts what none of the last three submissions used, the set's own and what the GPU is using excepted (TN-20). */
  protected trimUnusedSubmissions(set: SubmissionSet): void {
    if (this.submissions < SUBMISSION_WINDOW) return
    this.markSet(set)
    const { lru } = this
    for (let key = lru.first, next = key; key >= 0; key = next) {
      next = lru.after(key)
      const use = this.useOf(key)
      if (use.lastSubmission > this.submissions - SUBMISSION_WINDOW) break
      if (!this.isMarked(key) && !this.inUse(use)) this.evict(key, 'opportunistic')
    }
  }

  wouldTrim(): readonly Resource[] {
    const unused: Resource[] = []
    this.eachUnused((key) => unused.push(this.resources[key] as Resource))
    return unused
  }

  /** Evicts what the context fence shows as not referenced since the last periodic trim (TN-17). */
  protected trimPeriodically(): void {
    this.eachUnused((key) => this.evict(key, 'periodic'))
    this.restartPeriod()
  }

  /** Evicts least recently used first until `bytes` are freed; never what the GPU is using (TN-19). */
  protected trimBytes(bytes: number, spared?: SubmissionSet): void {
    if (spared !== undefined) this.markSet(spared)
    let freed = 0
    const { lru } = this
    for (let key = lru.first, next = key; key >= 0; key = next) {
      next = lru.after(key)
      const use = this.useOf(key)
      // what is warmer was used later still, so it is in flight too
      if (freed >= bytes || use.lastFence > this.host.queue.lastCompleted) break
      const spare = spared !== undefined && this.isMarked(key)
      if (!spare && !this.inUse(use)) freed += this.evict(key, 'budget')
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

  /** Coldest first; what is visited may be evicted. */
  private eachUnused(visit: (key: number) => void): void {
    const { lru, lastPeriodicTrimFence } = this
    for (let key = lru.first, next = key; key >= 0; key = next) {
      next = lru.after(key)
      const use = this.useOf(key)
      if (use.lastFence > lastPeriodicTrimFence) return
      if (!this.inUse(use)) visit(key)
    }
  }

  private useOf(key: number): LastUse {
    return this.uses[key] as LastUse
  }

  private evict(key: number, reason: EvictReason): number {
    this.leave(key)
    return this.evictResource(this.resources[key] as Resource, this.useOf(key).lastUsed, reason)
  }

  private leave(key: number): void {
    if (!this.lru.has(key)) return
    if (key === this.lastUnused) this.lastUnused = this.lru.before(key)
    this.lru.remove(key)
  }
}
