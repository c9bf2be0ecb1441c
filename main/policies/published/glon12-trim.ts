/** `glon12-trim`: the residency manager of Mesa's D3D12 driver on its main branch, which takes notifications (PL-18 to PL-21). */
import { failed } from '../../d3d12/hresult'
import type { Resource } from '../../d3d12/resource'
import { type TrimNotification, TrimNotificationFlag } from '../../d3d12/trim-notification'
import type { PolicyHost } from '../policy'
import { staticCallback } from '../tracking-policy'
import type { Turning } from './blocking-policy'
import { Glon12 } from './glon12'
import { bytesOf, type LayerObject, type MakingResident } from './resident-list'

const trimCallback = staticCallback()

export class Glon12Trim extends Glon12 {
  constructor(host: PolicyHost) {
    super(host, 'glon12-trim')
    this.register(trimCallback)
  }

  /** It is on the list only when its batch has been enqueued. */
  protected override marksMissing(): boolean {
    return false
  }

  /** PL-19 */
  protected override *makeSetResident(making: MakingResident): Turning {
    const { missing, number } = making
    let rest = bytesOf(missing)
    let next = 0
    while (next < missing.length) {
      const { usage, budget } = this.memory()
      const { coldest } = this
      const free = coldest === undefined || coldest.number === number
      const batch = this.nextBatch(making, next, free, budget - usage)
      const hr = this.enqueue(making, batch)
      if (failed(hr)) return this.failedAfter(hr, missing.slice(next))
      for (const object of batch) this.warm(object)
      rest -= bytesOf(batch)
      next += batch.length
      if (batch.length > 0 || coldest === undefined) continue
      if (!(yield* this.waitForSubmission(coldest.number))) return this.enqueueLast(making, next)
      this.makeRoom(making, coldest.number, usage + rest, budget)
    }
    return 'S_OK'
  }

  private enqueueLast(making: MakingResident, next: number): ReturnType<Glon12['enqueueRest']> {
    const hr = this.enqueueRest(making, next)
    if (!failed(hr)) for (const object of making.missing.slice(next)) this.warm(object)
    return hr
  }

  wouldTrim(): readonly Resource[] {
    if (this.host.device.removed !== null) return []
    return Array.from(this.unused(this.index + 1), ({ resource }) => resource)
  }

  protected override trim({ Flags, NumBytesToTrim }: TrimNotification): void {
    if (this.host.device.removed !== null) return // nothing can be evicted: there is nothing to find
    this.index++
    if (Flags & TrimNotificationFlag.PERIODIC_TRIM) this.periods++
    const taken: LayerObject[] = []
    if (Flags & TrimNotificationFlag.PERIODIC_TRIM)
      for (const object of this.unused(this.index)) {
        this.onUnused(object)
        taken.push(object)
        this.evictObject(object, 'periodic')
      }
    if (Flags & TrimNotificationFlag.TRIM_TO_BUDGET) {
      const { usage } = this.memory()
      const bytes = Math.min(NumBytesToTrim, usage)
      for (const object of this.surplus(usage, bytes, bytesOf(taken), NumBytesToTrim))
        this.evictObject(object, 'budget')
    }
    if (Flags & TrimNotificationFlag.RESTART_PERIODIC_TRIM)
      this.report('PL-12f', 'RESTART_PERIODIC_TRIM was not handled, but raised the notification index')
  }
}
