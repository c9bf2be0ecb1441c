/**
 * Least-recently-used order of what is resident, coldest first, and the trims that walk it. A walk costs in proportion
 * to what it evicts. What was never used stands at the cold end in the order of registration.
 */

import type { SegmentGroup } from '../../preload/contract/names'
import type { Resource } from '../d3d12/resource'
import { type TrimNotification, TrimNotificationFlag } from '../d3d12/trim-notification'
import { IntrusiveList } from '../sim/intrusive-list'
import type { EvictReason } from '../sim/trace-records'
import { KeyedPolicy } from './keyed-policy'
import type { SubmissionSet } from './policy'
import type { LastUse } from './tracked'

/** A resource not used by the last so many submissions is evicted (the seed's c_OpportunisticSubmissionEvictionLRUWindow). */
const SUBMISSION_WINDOW = 3

export abstract class LruPolicy extends KeyedPolicy {
  /** what the policy believes to be on the residency list: membership is all that it keeps of that */
  private readonly lru = new IntrusiveList()
  /** the last of those that were never used, -1: none */
  private lastUnused = -1
  /** TN-17, starting at 0 (TN-20) */
  private lastPeriodicTrimFence = 0

  protected entered(key: number, resident: boolean): void {
    if (!resident) return
    this.lru.insertAfter(this.lastUnused, key)
    this.lastUnused = key
  }

  protected left(key: number): void {
    if (!this.lru.has(key)) return
    if (key === this.lastUnused) this.lastUnused = this.lru.before(key)
    this.lru.remove(key)
  }

  protected isIn(key: number): boolean {
    return this.lru.has(key)
  }

  protected override keysUsed(keys: readonly number[], use: LastUse): void {
    super.keysUsed(keys, use)
    const { lru } = this
    // nothing else has this use
    while (this.lastUnused >= 0 && this.useOf(this.lastUnused) === use) this.lastUnused = lru.before(this.lastUnused)
    lru.pushAllBack(keys)
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
    return this.resourcesOf(this.unused())
  }

  /** Evicts what the context fence shows as not referenced since the last periodic trim (TN-17). */
  protected trimPeriodically(): void {
    const unused = this.unused()
    this.leftAll(unused)
    this.evictKeys(unused, 'periodic')
    this.restartPeriod()
  }

  /**
   * Evicts least recently used first until `bytes` are freed; never what the GPU is using (TN-19).
   * @param spared stays
   * @param group in which they are to be freed: what lies elsewhere frees none of them [either]
   */
  protected trimBytes(bytes: number, spared?: SubmissionSet, group?: SegmentGroup): void {
    if (spared !== undefined) this.markSet(spared)
    let freed = 0
    const { lru } = this
    for (let key = lru.first, next = key; key >= 0; key = next) {
      next = lru.after(key)
      const use = this.useOf(key)
      // what is warmer was used later still, so it is in flight too
      if (freed >= bytes || use.lastFence > this.host.queue.lastCompleted) break
      const spare = spared !== undefined && this.isMarked(key)
      if (spare || this.inUse(use)) continue
      const left = this.evict(key, 'budget')
      if (group === undefined || this.host.device.residency.groupOf(this.resourceOf(key)) === group) freed += left
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

  /** What a periodic trim takes now, coldest first. */
  private unused(): Int32Array {
    const { lru, lastPeriodicTrimFence } = this
    const unused = new Int32Array(lru.size)
    let count = 0
    let last: LastUse | null = null
    let isInUse = false
    for (let key = lru.first; key >= 0; key = lru.after(key)) {
      const use = this.useOf(key)
      if (use !== last) {
        if (use.lastFence > lastPeriodicTrimFence) break
        last = use
        isInUse = this.inUse(use)
      }
      if (!isInUse) unused[count++] = key
    }
    return unused.subarray(0, count)
  }

  /** As `left` of each, all of which are in the list. */
  private leftAll(keys: Int32Array): void {
    let first = 0
    // the last of those that were never used, which stand before the others, has to stay known
    while (first < keys.length && this.lastUnused >= 0) this.left(keys[first++] as number)
    this.lru.removeAll(keys, first, keys.length)
  }

  private evict(key: number, reason: EvictReason): number {
    this.left(key)
    return this.evictResource(this.resourceOf(key), this.useOf(key).lastUsed, reason)
  }
}
