/** `creative-app-fixed`: the sample with its three faults mended, and nothing else changed (TN-34). */
import { CreativeApp, type ResourceInfo } from './creative-app'
import type { PolicyHost } from './policy'
import { staticCallback } from './tracking-policy'

const trimCallback = staticCallback()

export class CreativeAppFixed extends CreativeApp {
  constructor(host: PolicyHost) {
    super(host, 'creative-app-fixed', trimCallback)
  }

  /** Used neither in the period that has just ended nor since. */
  protected override isUnused(info: ResourceInfo, index: number): boolean {
    return info.LastNotificationUsage < index - 1
  }

  protected override mayEvict(info: ResourceInfo): boolean {
    return !this.inUse(info)
  }

  protected override mayEvictOpportunistically(info: ResourceInfo): boolean {
    return !this.inUse(info)
  }

  /** As of TN-18: only what is in flight counts as used from now on, the rest goes at the next PERIODIC_TRIM. */
  protected override restart(): void {
    const index = this.m_LastTrimNotificationReceivedIndex
    for (const info of this.infos()) info.LastNotificationUsage = this.inUse(info) ? index : index - 1
  }

  /** "No cookie" is kept apart from cookie 0. */
  protected override knowsRegistration(): boolean {
    return true
  }
}
