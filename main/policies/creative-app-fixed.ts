/** `creative-app-fixed`: the sample with its three faults mended, and nothing else changed (TN-34). */
import { CreativeApp } from './creative-app'
import type { PolicyHost } from './policy'
import { staticCallback } from './tracking-policy'

const trimCallback = staticCallback()

export class CreativeAppFixed extends CreativeApp {
  constructor(host: PolicyHost) {
    super(host, 'creative-app-fixed', trimCallback)
  }

  /** Used neither in the period that has just ended nor since. */
  protected override isUnused(key: number, index: number): boolean {
    return this.lastNotificationOf(key) < index - 1
  }

  protected override mayEvict(key: number): boolean {
    return !this.inUse(this.useOf(key))
  }

  protected override mayEvictOpportunistically(key: number): boolean {
    return !this.inUse(this.useOf(key))
  }

  /** As of TN-18: only what is in flight counts as used from now on, the rest goes at the next PERIODIC_TRIM. */
  protected override restart(): void {
    const index = this.m_LastTrimNotificationReceivedIndex
    this.eachKey((key) => {
      this.LastNotificationUsage[key] = this.inUse(this.useOf(key)) ? index : index - 1
    })
  }

  /** "No cookie" is kept apart from cookie 0. */
  protected override knowsRegistration(): boolean {
    return true
  }
}
