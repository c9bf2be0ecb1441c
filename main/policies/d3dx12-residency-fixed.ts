/** `d3dx12-residency-fixed`: the library with its four faults mended, and nothing else changed (TN-39). */
import { TrimNotificationFlag } from '../d3d12/trim-notification'
import { D3dx12Residency, type ManagedObject } from './d3dx12-residency'
import type { PolicyHost } from './policy'
import { staticCallback } from './tracking-policy'

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
  protected override mayTrimToBudget(object: ManagedObject, firstUncompleted: number): boolean {
    return object.syncPoint < firstUncompleted
  }

  /** Every object counts as used in the present period. */
  protected override restart(): void {
    for (const object of this.byKey.values()) object.lastIndex = this.notificationIndex
  }
}
