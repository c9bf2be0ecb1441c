/**
 * `glon12`: the residency manager of Mesa's D3D12 driver as released in 25.0, which takes no notifications, faults included
 * (PL-14 to PL-17).
 */
import type { PolicyName } from '../../../preload/contract/names'
import { failed, type HResultName } from '../../d3d12/hresult'
import type { PolicyHost, SubmissionSet } from '../policy'
import { SEVEN_TENTHS } from './aged-grace'
import type { Turning } from './blocking-policy'
import { bytesOf, fitting, type LayerObject, type MakingResident, ResidentList } from './resident-list'

/** objects of one EnqueueMakeResident */
const BATCH = 128

export class Glon12 extends ResidentList {
  protected readonly threshold = SEVEN_TENTHS

  constructor(host: PolicyHost, name: PolicyName = 'glon12') {
    super(name, host)
  }

  protected override *turn(set: SubmissionSet): Turning {
    const reading = this.memory()
    const making = this.begin(set)
    this.trimAged(making, reading)
    return making.missing.length === 0 ? 'S_OK' : yield* this.makeSetResident(making)
  }

  /** PL-16. Of `missing` those before `next` are done with, but for the last of a full batch, which comes again. */
  protected *makeSetResident(making: MakingResident): Turning {
    const { missing } = making
    let rest = bytesOf(missing)
    let next = 0
    let again = false
    for (;;) {
      const { usage, budget } = this.memory()
      const { coldest } = this
      const free = coldest === undefined || coldest.number === making.number
      const batch = this.nextBatch(making, next, free, budget - usage)
      const [first] = batch
      if (again && first !== undefined) this.reportTwice(first)
      const hr = this.enqueue(making, batch)
      if (failed(hr)) return this.failedAfter(hr, missing.slice(next))
      rest -= bytesOf(batch)
      next += batch.length
      again = batch.length === BATCH || (again && batch.length === 0)
      if (batch.length === BATCH) {
        next--
        continue
      }
      if (next === missing.length) return 'S_OK'
      if (coldest === undefined) return this.enqueueRest(making, next)
      const isIdle = coldest.number <= this.completed()
      if (!(yield* this.waitForSubmission(coldest.number))) return this.enqueueRest(making, next)
      const went = this.makeRoom(making, coldest.number, usage + rest, budget)
      if (!went && isIdle && batch.length === 0) return this.repeatsForEver(making, next)
    }
  }

  /** From `next` on, in set order, whatever fits, 128 at most. @param free whatever it takes */
  protected nextBatch(making: MakingResident, next: number, free: boolean, available: number): LayerObject[] {
    const candidates = making.missing.slice(next, next + BATCH)
    const batch = free ? candidates : candidates.slice(0, fitting(candidates, available))
    if (batch.length > 0 && batch.length < candidates.length) this.sayOrder(making)
    return batch
  }

  /** What is missing still, whatever it takes, as one batch: nothing waits any more. */
  protected enqueueRest(making: MakingResident, next: number): HResultName {
    const rest = making.missing.slice(next)
    const hr = this.enqueue(making, rest)
    return failed(hr) ? this.failedAfter(hr, rest) : hr
  }

  /** They are not resident, and the press is not submitted (PL-21; of 25.0 a **choice**). */
  protected failedAfter(hr: HResultName, missing: readonly LayerObject[]): HResultName {
    this.giveUp(missing)
    return hr
  }

  private reportTwice({ resource: { name } }: LayerObject): void {
    const message = `${name} was enqueued again as the last of a full batch: its second reference outlives its next Evict`
    this.report('PL-17a', message, name)
  }

  private repeatsForEver(making: MakingResident, next: number): HResultName {
    const name = making.missing[next]?.resource.name
    const message = `${name ?? 'the next object'} does not fit and nothing is evicted: as published this round is repeated for ever; here the rest is made resident at once`
    this.report('PL-17b', message, name)
    return this.enqueueRest(making, next)
  }

  private sayOrder(making: MakingResident): void {
    const message =
      'not all that is missing fits at once: which come first is as published a matter of their addresses, here of set order'
    this.sayOnce(making, 'PL-17c', message)
  }
}
