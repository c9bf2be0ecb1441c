/**
 * `creative-app`: the seed's sample program as written, faults included (TN-26 to TN-36). Names and order of the walks
 * are the sample's; what contradicts TN-17 or RS-07 is reported as a finding (TN-34).
 */
import type { PolicyName } from '../../preload/contract/names'
import { keyOf, type Resource } from '../d3d12/resource'
import { type TrimNotification, TrimNotificationFlag } from '../d3d12/trim-notification'
import type { EvictReason } from '../sim/trace-records'
import { LockingPolicy } from './locking-policy'
import type { PolicyHost, SubmissionSet } from './policy'
import type { Tracked } from './tracked'
import { staticCallback } from './tracking-policy'

/** Evict if not used in the last 3 submissions. */
const c_OpportunisticSubmissionEvictionLRUWindow = 3

export interface ResourceInfo extends Tracked {
  LastNotificationUsage: number
  LastSubmissionUsage: number
  /** the use (context fence) for which the guard's fault was reported already; 0: no use, nothing to report */
  reportedFence: number
}

const trimCallback = staticCallback()

export class CreativeApp extends LockingPolicy<ResourceInfo> {
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

  /** TN-26 */
  protected describe(tracked: Tracked): ResourceInfo {
    return Object.assign(tracked, {
      LastNotificationUsage: this.m_LastTrimNotificationReceivedIndex,
      LastSubmissionUsage: Math.max(this.submissions, 1),
      reportedFence: 0,
    })
  }

  /** TN-27 */
  protected override evictBefore(set: SubmissionSet): void {
    const index = this.submissions
    if (index < c_OpportunisticSubmissionEvictionLRUWindow) return
    this.markSet(set)
    for (const otherEffect of this.effects.keys()) {
      if (otherEffect === set.effect) continue
      const infos = this.resourcesOf(otherEffect)
      for (let i = 0; i < infos.length; i++) {
        const info = infos[i] as ResourceInfo
        if (
          info.LastSubmissionUsage <= index - c_OpportunisticSubmissionEvictionLRUWindow &&
          info.resident &&
          !this.isMarked(keyOf(info.resource)) &&
          this.mayEvictOpportunistically(info)
        )
          this.evictInfo(info, 'opportunistic')
      }
    }
  }

  /** TN-29 */
  protected override onUsed(info: ResourceInfo): void {
    info.LastSubmissionUsage = this.submissions
    info.LastNotificationUsage = this.m_LastTrimNotificationReceivedIndex
  }

  wouldTrim(): readonly Resource[] {
    const index = this.m_LastTrimNotificationReceivedIndex + 1
    const unused = this.infos().filter((info) => info.resident && this.isUnused(info, index) && this.mayEvict(info))
    return unused.map(({ resource }) => resource)
  }

  /** The comparison of a periodic trim. @param index after it has risen (TN-30, fault a) */
  protected isUnused(info: ResourceInfo, index: number): boolean {
    return info.LastNotificationUsage < index
  }

  /** "not in flight from the very latest submission" (TN-30, TN-31, fault c) */
  protected mayEvict(info: ResourceInfo): boolean {
    return info.LastSubmissionUsage < this.submissions
  }

  /** The sample asks nothing here (fault c). */
  protected mayEvictOpportunistically(_info: ResourceInfo): boolean {
    return true
  }

  /** TN-32 */
  protected restart(): void {
    this.m_LastTrimNotificationReceivedIndex = 0
    for (const info of this.infos()) info.LastNotificationUsage = 0
  }

  /** `if (m_pDevice && m_CallbackCookie)`: a cookie of 0 is taken for none (fault b). */
  protected knowsRegistration(cookie: number): boolean {
    return cookie !== 0
  }

  protected infos(): ResourceInfo[] {
    const infos: ResourceInfo[] = []
    for (const effect of this.effects.keys()) for (const info of this.resourcesOf(effect)) infos.push(info)
    return infos
  }

  /** TN-30 */
  private trimPeriodically(): void {
    const index = ++this.m_LastTrimNotificationReceivedIndex
    for (const info of this.infos()) {
      if (!this.isUnused(info, index) || !info.resident) continue
      if (this.mayEvict(info)) this.evictInfo(info, 'periodic')
      else if (info.lastFence <= this.lastPeriodicTrimFence) this.reportSpared(info)
    }
    this.lastPeriodicTrimFence = this.host.queue.lastCompleted
  }

  /** TN-31; the sort is stable, so equal usages keep the order of registration. */
  private trimToBudget(bytesToTrim: number): void {
    let bytesFreed = 0
    const byUsage = this.infos().sort((a, b) => a.LastSubmissionUsage - b.LastSubmissionUsage)
    for (const info of byUsage) {
      if (bytesFreed >= bytesToTrim) break
      if (!info.resident) continue
      if (this.mayEvict(info)) bytesFreed += this.evictInfo(info, 'budget')
      else this.reportSpared(info)
    }
  }

  /** @returns the bytes that the sample counts as freed, by GetResourceAllocationInfo */
  private evictInfo(info: ResourceInfo, reason: EvictReason): number {
    const { name, size } = info.resource
    const inFlight = this.inUse(info)
    this.evict(info, reason)
    if (this.host.device.removed !== null) return size // nothing was evicted: there is nothing to find
    if (inFlight) this.report('TN-34c', `${name} was evicted though a submission that uses it is in flight`, name)
    if (reason === 'periodic' && this.wasUsedSincePeriodicTrim(info))
      this.report('TN-34a', `${name} was evicted though it was used since the previous periodic trim`, name)
    return size
  }

  /** Used in the period that has just ended: what the index, had it risen after the comparison, would have spared. */
  private wasUsedSincePeriodicTrim({ LastNotificationUsage, lastFence }: ResourceInfo): boolean {
    return (
      LastNotificationUsage >= this.m_LastTrimNotificationReceivedIndex - 1 && lastFence > this.lastPeriodicTrimFence
    )
  }

  /** The guard kept something whose work has long ended. Said once for each use. */
  private reportSpared(info: ResourceInfo): void {
    if (this.inUse(info) || info.reportedFence === info.lastFence) return
    info.reportedFence = info.lastFence
    const { name } = info.resource
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
