/**
 * What the policies from research share: how a replacement algorithm for pages of one size, that is asked for one page at a
 * time, becomes a policy for submission sets. All that a submission needs is resident at once, and what the GPU may be using
 * is not evicted (TN-19). In all of them
 *
 * - the cache is the app's local memory and its capacity the local budget, in bytes; lists and lists of ghosts (what was
 *   evicted and is remembered) are limited in bytes where the paper counts slots;
 * - a submission is one reference to each resource of its set, in set order. What is missing is looked for among the ghosts
 *   first; then victims go until the set fits, passing over what is in the set or in flight; then it is made resident, and
 *   enters the lists once it is submitted. Where nothing can go the set is made resident all the same;
 * - what is created resident enters as what was brought in just now, and its first use is the reference that brought it in
 *   (**choice**): what is used equally often counts equally, however it was created;
 * - what is not in local memory is made resident when it is needed, and never evicted;
 * - papers know no notifications: TRIM_TO_BUDGET takes the algorithm's victims until its bytes are freed, PERIODIC_TRIM
 *   evicts what nothing has referenced since the one before, RESTART_PERIODIC_TRIM begins that anew (TN-17 to TN-19).
 */
import type { PolicyName } from '../../../preload/contract/names'
import { SegmentGroup } from '../../../preload/contract/names'
import { keyOf, type Resource } from '../../d3d12/resource'
import { type TrimNotification, TrimNotificationFlag } from '../../d3d12/trim-notification'
import type { EvictReason } from '../../sim/trace-records'
import { ObjectPolicy } from '../object-policy'
import type { PolicyHost, SubmissionSet } from '../policy'
import type { Tracked } from '../tracked'
import { staticCallback } from '../tracking-policy'

const trimCallback = staticCallback()

export abstract class CachePolicy<T extends Tracked = Tracked> extends ObjectPolicy<T> {
  /** TN-17, starting at 0 */
  private lastPeriodicTrimFence = 0
  /** in the lists of the algorithm */
  private readonly cached = new Set<T>()
  /** in the lists since they were created resident: nothing has referenced them yet */
  private readonly unused = new Set<T>()
  /** found among the ghosts when their set was asked for, whatever its victims have pushed out since */
  private readonly returning = new Set<T>()

  constructor(name: PolicyName, host: PolicyHost) {
    super(name, host)
    this.register(trimCallback)
  }

  /** Enters the lists: it was brought in, or created resident. @param returns it was a ghost */
  protected abstract admit(object: T, returns: boolean): void
  /** A reference to what is in the lists. */
  protected abstract hit(object: T): void
  /** The first reference to what was created resident: it comes in only now. */
  protected admitAnew(object: T): void {
    this.gone(object)
    this.admit(object, false)
  }
  /** A submission is about to need it, and it is not resident. @returns it was a ghost, and is none any more */
  protected takeGhost(_object: T): boolean {
    return false
  }
  /** Whom the algorithm evicts; it leaves the lists by `left`. @param may it is not pinned @returns undefined: all are */
  protected abstract victim(may: (object: T) => boolean): T | undefined
  /** It was evicted: it leaves the lists, and may become a ghost. */
  protected abstract left(object: T): void
  /** Nothing of it remains, not even a ghost. */
  protected abstract gone(object: T): void

  onTrim({ Flags, NumBytesToTrim }: TrimNotification): void {
    const may = (object: T): boolean => !this.inUse(object)
    if (Flags & TrimNotificationFlag.PERIODIC_TRIM) this.trimPeriodically()
    if (Flags & TrimNotificationFlag.TRIM_TO_BUDGET) this.evictBytes(NumBytesToTrim, may)
    if (Flags & (TrimNotificationFlag.PERIODIC_TRIM | TrimNotificationFlag.RESTART_PERIODIC_TRIM))
      this.lastPeriodicTrimFence = this.host.queue.lastCompleted
  }

  /** Bytes that the lists may hold together. */
  protected get capacity(): number {
    return this.host.device.queryVideoMemoryInfo(SegmentGroup.LOCAL).Budget
  }

  protected override evictBefore(set: SubmissionSet): void {
    const { device } = this.host
    for (const object of this.objectsOf(set.resources))
      if (!object.resident && this.takeGhost(object)) this.returning.add(object)
    const missing = set.resources.filter((resource) => !this.isResident(resource))
    const { Budget, CurrentUsage } = device.queryVideoMemoryInfo(SegmentGroup.LOCAL)
    const lacking = CurrentUsage + device.residency.bytesToList(missing, SegmentGroup.LOCAL) - Budget
    this.markSet(set)
    this.evictBytes(lacking, (object) => !this.isMarked(keyOf(object.resource)) && !this.inUse(object))
  }

  protected override onTracked(object: T): void {
    if (!object.resident) return
    this.enterCache(object)
    // what another policy had before has been used
    if (object.lastUsed < 0 && this.cached.has(object)) this.unused.add(object)
  }

  protected override onUntracked(object: T): void {
    this.cached.delete(object)
    this.unused.delete(object)
    this.returning.delete(object)
    this.gone(object)
  }

  protected override onUsed(object: T): void {
    if (this.unused.delete(object)) this.admitAnew(object)
    else if (this.cached.has(object)) this.hit(object)
    else this.enterCache(object)
  }

  private enterCache(object: T): void {
    if (!this.concerns(object)) return
    this.cached.add(object)
    this.admit(object, this.returning.delete(object))
  }

  private concerns({ resource }: T): boolean {
    return this.host.device.residency.groupOf(resource) === SegmentGroup.LOCAL
  }

  private evictBytes(bytes: number, may: (object: T) => boolean): void {
    for (let left = bytes; left > 0; ) {
      const object = this.victim(may)
      if (object === undefined) return
      left -= this.letGo(object, 'budget')
    }
  }

  wouldTrim(): readonly Resource[] {
    return this.unreferenced().map(({ resource }) => resource)
  }

  private trimPeriodically(): void {
    for (const object of this.unreferenced()) this.letGo(object, 'periodic')
  }

  /** What nothing has referenced since the periodic trim before. */
  private unreferenced(): T[] {
    return [...this.cached].filter(
      (object) => Math.max(object.lastFence, object.earlierFence) <= this.lastPeriodicTrimFence && !this.inUse(object),
    )
  }

  /** @returns bytes that left the residency list */
  private letGo(object: T, reason: EvictReason): number {
    this.cached.delete(object)
    this.unused.delete(object)
    this.left(object)
    return this.evict(object, reason)
  }
}
