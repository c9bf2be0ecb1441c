/** `d3dx12-residency-fixed`: the library with its four faults mended, and nothing else changed (TN-39). */
import { TrimNotificationFlag } from '../../d3d12/trim-notification'
import type { PolicyHost } from '../policy'
import { staticCallback } from '../tracking-policy'
import { D3dx12Residency } from './d3dx12-residency'

const trimCallback = staticCallback()

export class D3dx12ResidencyFixed extends D3dx12Residency {
  constructor(host: PolicyHost) {
    super(host, 'd3dx12-residency-fixed', trimCallback)
  }

  protected override raisesIndex(flags: number): boolean {
    return (flags & TrimNotificationFlag.PERIODIC_TRIM) !== 0
  }

  protected override passesBothOn(): boolean {
    return true
  }

  protected override isOver(usage: number, target: number): boolean {
    return usage > target
  }

  /** Only completed work. */
  protected override mayTrimToBudget(key: number, firstUncompleted: number): boolean {
    return this.syncPointOf(key) < firstUncompleted
  }

  /** As of TN-18: only what is in flight counts as used from now on, the rest goes at the next PERIODIC_TRIM. */
  protected override restart(): void {
    const index = this.notificationIndex
    this.eachKey((key) => {
      this.lastIndex[key] = this.inUse(this.useOf(key)) || this.isWaited(key) ? index : index - 1
    })
  }
}
