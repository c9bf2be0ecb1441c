/** `translation-layer-fixed`: D3D12TranslationLayer's manager without its faults, and nothing else changed (PL-13). */

import { failed, type HResultName } from '../../d3d12/hresult'
import { keyOf } from '../../d3d12/resource'
import { TrimNotificationFlag } from '../../d3d12/trim-notification'
import type { PolicyHost } from '../policy'
import { staticCallback } from '../tracking-policy'
import { SEVEN_TENTHS } from './aged-grace'
import type { Turning } from './blocking-policy'
import { bytesOf, fitting, type LayerObject, type MakingResident } from './resident-list'
import { TranslationLayer } from './translation-layer'

const trimCallback = staticCallback()

export class TranslationLayerFixed extends TranslationLayer {
  protected override readonly threshold = SEVEN_TENTHS

  constructor(host: PolicyHost) {
    super(host, 'translation-layer-fixed', trimCallback)
  }

  /** New objects enter at the warm end, with the present time and index. */
  protected override onTracked(object: LayerObject): void {
    object.time = this.host.sim.now
    object.index = this.index
    if (object.resident) this.lru.pushBack(keyOf(object.resource))
  }

  /** PL-09 with usage and budget read anew before every round, and no call for nothing. */
  protected override *makeSetResident(making: MakingResident): Turning {
    const { missing, number } = making
    for (;;) {
      const { usage, budget } = this.read(true)
      const batch = missing.splice(0, fitting(missing, budget - usage))
      const hr = this.enqueue(making, batch)
      if (failed(hr)) return this.failedAfter(hr, [...batch, ...missing])
      if (missing.length === 0) return 'S_OK'
      const { coldest } = this
      if (coldest === undefined || coldest.number === number) return this.enqueueRest(making)
      if (!(yield* this.waitForSubmission(coldest.number))) return this.enqueueRest(making)
      this.makeRoom(making, coldest.number, usage + bytesOf(batch) + bytesOf(missing), budget)
    }
  }

  /** What it asked for is not resident, and the work is not submitted (**choice**). */
  protected override failedAfter(hr: HResultName, missing: readonly LayerObject[]): HResultName {
    this.giveUp(missing)
    return hr
  }

  protected override isShort(usage: number, budget: number): boolean {
    return usage > budget
  }

  protected override goesOn(usage: number, target: number): boolean {
    return usage > target
  }

  protected override onAged(): void {}
  protected override onMadeRoom(): void {}
  protected override onUnused(): void {}
  protected override onBlocked(): void {}

  protected override raisesIndex(flags: number): boolean {
    return (flags & TrimNotificationFlag.PERIODIC_TRIM) !== 0
  }

  protected override readForTrim(): number {
    return this.read(true).usage
  }

  protected override bytesToTrim(asked: number, _usage: number, already: number): number {
    return Math.max(0, asked - already)
  }

  /** As of TN-18: only what is in flight counts as used from now on, the rest goes at the next PERIODIC_TRIM. */
  protected override restart(): void {
    for (const object of this.byKey.values()) object.index = this.inUse(object) ? this.index : this.index - 1
  }
}
