/**
 * `creative-app`: the seed's sample program as written, faults included (TN-26 to TN-36). Names and order of the walks
 * are the sample's; what contradicts TN-17 or RS-07 is reported as a finding (TN-34).
 */
import type { PolicyName } from '../../preload/contract/names'
import type { Resource } from '../d3d12/resource'
import { type TrimNotification, TrimNotificationFlag } from '../d3d12/trim-notification'
import { grown } from '../sim/grown'
import type { EvictReason } from '../sim/trace-records'
import { LockingPolicy } from './locking-policy'
import type { PolicyHost, SubmissionSet } from './policy'
import type { LastUse } from './tracked'
import { staticCallback } from './tracking-policy'

/** Evict if not used in the last 3 submissions. */
const c_OpportunisticSubmissionEvictionLRUWindow = 3

const trimCallback = staticCallback()

export class CreativeApp extends LockingPolicy {
  // by key, the sample's ResourceInfo
  protected LastNotificationUsage = new Int32Array(0)
  protected LastSubmissionUsage = new Int32Array(0)
  /** by key: the use (context fence) for which the guard's fault was reported already; 0: no use, nothing to report */
  private reportedFence = new Float64Array(0)
  protected m_LastTrimNotificationReceivedIndex = 0
  /** what TN-17 would compare with; for the findings only, the sample has no such thing */
  private lastPeriodicTrimFence = 0
  private disposed = false
  private staleCallReported = false
  /** fault b: destroyed, and its callback still registered */
  private leftRegistered = false

  constructor(host: PolicyHost, name: PolicyName = 'creative-app', callback = trimCallback) {
    super(name, host)
    this.register(callback)
  }

  override onTrim(notification: TrimNotification): void {
    if (this.leftRegistered) this.reportStaleCall()
    if (!this.disposed) super.onTrim(notification)
  }

  protected trim({ Flags, NumBytesToTrim }: TrimNotification): void {
    if (Flags & TrimNotificationFlag.PERIODIC_TRIM) this.trimPeriodically()
    if (Flags & TrimNotificationFlag.TRIM_TO_BUDGET) this.trimToBudget(NumBytesToTrim)
    if (Flags & TrimNotificationFlag.RESTART_PERIODIC_TRIM) {
      this.restart()
      this.lastPeriodicTrimFence = this.host.queue.lastCompleted
    }
  }

  override dispose(): void {
    this.disposed = true
    super.dispose()
    if (this.registration?.hr !== 'S_OK' || this.knowsRegistration(this.registration.cookie)) return
    this.leftRegistered = true
    const { cookie } = this.registration
    this.report('TN-34b', `the destructor takes cookie ${cookie} for "none" and leaves its callback registered`)
  }

  /** A cookie that is taken for none stays registered. */
  protected override unregister(cookie: number): void {
    if (this.knowsRegistration(cookie)) super.unregister(cookie)
  }

  protected override grow(capacity: number): void {
    super.grow(capacity)
    this.LastNotificationUsage = grown(Int32Array, this.LastNotificationUsage, capacity)
    this.LastSubmissionUsage = grown(Int32Array, this.LastSubmissionUsage, capacity)
    this.reportedFence = grown(Float64Array, this.reportedFence, capacity)
  }

  /** TN-26 */
  protected override entered(key: number, resident: boolean): void {
    super.entered(key, resident)
    this.LastNotificationUsage[key] = this.m_LastTrimNotificationReceivedIndex
    this.LastSubmissionUsage[key] = Math.max(this.submissions, 1)
    this.reportedFence[key] = 0
  }

  /** TN-27 */
  protected override evictBefore(set: SubmissionSet): void {
    const index = this.submissions
    if (index < c_OpportunisticSubmissionEvictionLRUWindow) return
    this.markSet(set)
    for (const { name: otherEffect, keys } of this.effects.values()) {
      if (otherEffect === set.effect) continue
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i] as number
        if (
          this.lastSubmissionOf(key) <= index - c_OpportunisticSubmissionEvictionLRUWindow &&
          this.isIn(key) &&
          !this.isMarked(key) &&
          this.mayEvictOpportunistically(key)
        )
          this.evictInfo(key, 'opportunistic')
      }
    }
  }

  /** TN-29 */
  protected override keysUsed(keys: readonly number[], use: LastUse): void {
    super.keysUsed(keys, use)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number
      this.LastSubmissionUsage[key] = this.submissions
      this.LastNotificationUsage[key] = this.m_LastTrimNotificationReceivedIndex
    }
  }

  wouldTrim(): readonly Resource[] {
    const index = this.m_LastTrimNotificationReceivedIndex + 1
    return this.resourcesOf(
      this.infos().filter((key) => this.isIn(key) && this.isUnused(key, index) && this.mayEvict(key)),
    )
  }

  /** The comparison of a periodic trim. @param index after it has risen (TN-30, fault a) */
  protected isUnused(key: number, index: number): boolean {
    return this.lastNotificationOf(key) < index
  }

  /** "not in flight from the very latest submission" (TN-30, TN-31, fault c) */
  protected mayEvict(key: number): boolean {
    return this.lastSubmissionOf(key) < this.submissions
  }

  /** The sample asks nothing here (fault c). */
  protected mayEvictOpportunistically(_key: number): boolean {
    return true
  }

  /** TN-32 */
  protected restart(): void {
    this.m_LastTrimNotificationReceivedIndex = 0
    this.LastNotificationUsage.fill(0)
  }

  /** `if (m_pDevice && m_CallbackCookie)`: a cookie of 0 is taken for none (fault b). */
  protected knowsRegistration(cookie: number): boolean {
    return cookie !== 0
  }

  protected lastNotificationOf(key: number): number {
    return this.LastNotificationUsage[key] as number
  }

  private lastSubmissionOf(key: number): number {
    return this.LastSubmissionUsage[key] as number
  }

  /** Keys of all, in the order in which the sample has them. */
  private infos(): number[] {
    const infos: number[] = []
    for (const { keys } of this.effects.values()) for (let i = 0; i < keys.length; i++) infos.push(keys[i] as number)
    return infos
  }

  /** TN-30 */
  private trimPeriodically(): void {
    const index = ++this.m_LastTrimNotificationReceivedIndex
    for (const key of this.infos()) {
      if (!this.isUnused(key, index) || !this.isIn(key)) continue
      if (this.mayEvict(key)) this.evictInfo(key, 'periodic')
      else if (this.useOf(key).lastFence <= this.lastPeriodicTrimFence) this.reportSpared(key)
    }
    this.lastPeriodicTrimFence = this.host.queue.lastCompleted
  }

  /** TN-31; the sort is stable, so equal usages keep the order of registration. */
  private trimToBudget(bytesToTrim: number): void {
    let bytesFreed = 0
    const byUsage = this.infos().sort((a, b) => this.lastSubmissionOf(a) - this.lastSubmissionOf(b))
    for (const key of byUsage) {
      if (bytesFreed >= bytesToTrim) break
      if (!this.isIn(key)) continue
      if (this.mayEvict(key)) bytesFreed += this.evictInfo(key, 'budget')
      else this.reportSpared(key)
    }
  }

  /** @returns the bytes that the sample counts as freed, by GetResourceAllocationInfo */
  private evictInfo(key: number, reason: EvictReason): number {
    const { name, size } = this.resourceOf(key)
    const inFlight = this.inUse(this.useOf(key))
    this.evict(key, reason)
    if (this.host.device.removed !== null) return size // nothing was evicted: there is nothing to find
    if (inFlight) this.report('TN-34c', `${name} was evicted though a submission that uses it is in flight`, name)
    if (reason === 'periodic' && this.wasUsedSincePeriodicTrim(key))
      this.report('TN-34a', `${name} was evicted though it was used since the previous periodic trim`, name)
    return size
  }

  /** Used in the period that has just ended: what the index, had it risen after the comparison, would have spared. */
  private wasUsedSincePeriodicTrim(key: number): boolean {
    return (
      this.lastNotificationOf(key) >= this.m_LastTrimNotificationReceivedIndex - 1 &&
      this.useOf(key).lastFence > this.lastPeriodicTrimFence
    )
  }

  /** The guard kept something whose work has long ended. Said once for each use. */
  private reportSpared(key: number): void {
    const use = this.useOf(key)
    if (this.inUse(use) || this.reportedFence[key] === use.lastFence) return
    this.reportedFence[key] = use.lastFence
    const { name } = this.resourceOf(key)
    this.report(
      'TN-34c',
      `${name} was kept because it belongs to the latest submission, though the GPU has finished it`,
      name,
    )
  }

  /** Said once: every later notification calls it too. */
  private reportStaleCall(): void {
    if (this.staleCallReported) return
    this.staleCallReported = true
    this.report('TN-34b', 'a trim callback was called for an app that is destroyed already: it was never unregistered')
  }

  private report(rule: string, message: string, resource?: string): void {
    this.host.device.debug.report({ rule, message, ...(resource === undefined ? {} : { resource }) })
  }
}
