/** `translation-layer`: D3D12TranslationLayer's residency manager (9on12, 11on12), faults included (PL-07 to PL-12). */
import type { PolicyName } from '../../../preload/contract/names'
import { failed, type HResultName } from '../../d3d12/hresult'
import type { Resource } from '../../d3d12/resource'
import { type TrimNotification, TrimNotificationFlag } from '../../d3d12/trim-notification'
import type { PolicyHost, SubmissionSet } from '../policy'
import { staticCallback } from '../tracking-policy'
import { agedGrace, SINGLE_PRECISION, type Threshold } from './aged-grace'
import type { Turning } from './blocking-policy'
import {
  bytesOf,
  fitting,
  type LayerObject,
  type MakingResident,
  type MemoryReading,
  ResidentList,
} from './resident-list'

/** µs for which usage and budget are not read again */
const REMEMBERED_FOR = 1_000_000

const NOTHING: MemoryReading = { usage: 0, budget: 0 }

const trimCallback = staticCallback()

export class TranslationLayer extends ResidentList {
  protected readonly threshold: Threshold = SINGLE_PRECISION
  private remembered: (MemoryReading & { readonly at: number }) | null = null
  /** what the press that is being prepared goes by, and what was so when it began: for its findings */
  private judged: { readonly read: MemoryReading; readonly actual: MemoryReading } = { read: NOTHING, actual: NOTHING }

  constructor(host: PolicyHost, name: PolicyName = 'translation-layer', callback = trimCallback) {
    super(name, host)
    this.register(callback)
  }

  protected override *turn(set: SubmissionSet): Turning {
    const making = this.begin(set)
    const reading = this.read()
    this.judged = { read: reading, actual: this.memory() }
    this.trimAged(making, reading)
    return making.missing.length === 0 ? 'S_OK' : yield* this.makeSetResident(making, reading)
  }

  /** PL-09: usage, budget and what is free stay what they are through all rounds. */
  protected *makeSetResident(making: MakingResident, { usage, budget }: MemoryReading): Turning {
    const { missing, number } = making
    const available = budget - usage
    for (;;) {
      if (available > 0) {
        const hr = this.enqueueFitting(making, available, usage, budget)
        if (failed(hr)) return this.failedAfter(hr, missing)
      }
      if (missing.length === 0) return 'S_OK'
      const { coldest } = this
      if (coldest === undefined || coldest.number === number) return this.enqueueRest(making)
      if (!(yield* this.waitForSubmission(coldest.number))) return this.enqueueRest(making)
      if (!this.makeRoom(making, coldest.number, usage + bytesOf(missing), budget))
        this.sayEmpty(making, 'an Evict of none')
    }
  }

  protected enqueueRest({ missing }: MakingResident): HResultName {
    const rest = missing.splice(0)
    const hr = this.makeResident(rest)
    return failed(hr) ? this.failedAfter(hr, rest) : hr
  }

  /**
   * The objects stay marked resident, and the work is submitted all the same: the device is lost by it (PL-12).
   * @param _missing what EnqueueMakeResident was asked for and what would have come after it
   */
  protected failedAfter(hr: HResultName, _missing: readonly LayerObject[]): HResultName {
    if (hr !== 'E_OUTOFMEMORY') return hr
    const message =
      'EnqueueMakeResident failed: what it named stays marked resident, and the work is submitted all the same'
    this.report('PL-12', message)
    return 'S_OK'
  }

  private enqueueFitting(making: MakingResident, available: number, usage: number, budget: number): HResultName {
    const { missing } = making
    const count = fitting(missing, available)
    if (count === 0) {
      if (missing.length > 0) this.sayEmpty(making, 'an EnqueueMakeResident of none')
      return 'S_OK'
    }
    const batch = missing.splice(0, count)
    const hr = this.enqueue(making, batch)
    this.judgeBatch(making, batch, usage + making.enqueued - making.evicted, budget)
    return hr
  }

  /** @param counted usage as its own numbers would have it, if they were kept */
  private judgeBatch(making: MakingResident, batch: readonly LayerObject[], counted: number, budget: number): void {
    const { coldest } = this
    if (coldest === undefined || coldest.number === making.number) return
    const name = batch[0]?.resource.name ?? ''
    const now = this.memory()
    if (counted > budget || (now.usage > now.budget && !this.isStale)) {
      const message = `${name} goes over the budget though others could be evicted: the same free space was counted again`
      this.sayOnce(making, 'PL-12a', message, name)
    } else if (now.usage > now.budget) {
      const message = `${name} goes over the budget, by usage and budget that were read up to 1 s ago`
      this.sayOnce(making, 'PL-12b', message, name)
    }
  }

  /** The press goes by numbers that were not so any more when it began. */
  private get isStale(): boolean {
    const { read, actual } = this.judged
    return read.usage !== actual.usage || read.budget !== actual.budget
  }

  private sayEmpty(making: MakingResident, what: string): void {
    this.sayOnce(making, 'PL-12g', `the press makes a call for nothing: ${what}`)
  }

  protected override onAged(object: LayerObject): void {
    const { name } = object.resource
    const { usage, budget } = this.judged.actual
    const grace = agedGrace(usage, budget, this.threshold)
    if (object.number > 0 && (grace === null || this.host.sim.now - object.time <= grace))
      this.report('PL-12b', `${name} was evicted by its age, for a pressure that is past`, name)
    super.onAged(object)
  }

  protected override onMadeRoom(making: MakingResident, object: LayerObject, left: number, budget: number): void {
    const { name } = object.resource
    const { read, actual } = this.judged
    const since = making.enqueued - making.evicted + bytesOf(making.missing)
    if (left === budget) super.onMadeRoom(making, object, left, budget)
    else if (read.usage + since <= read.budget)
      this.report('PL-12a', `${name} was evicted though there was room: what went before it is not counted`, name)
    else if (actual.usage + since <= actual.budget)
      this.report('PL-12b', `${name} was evicted for a usage that is past`, name)
  }

  /** PL-07: what was read less than 1 s ago is given again. */
  protected read(anew = false): MemoryReading {
    const { now } = this.host.sim
    if (anew || this.remembered === null || now - this.remembered.at >= REMEMBERED_FOR)
      this.remembered = { ...this.memory(), at: now }
    return this.remembered
  }

  wouldTrim(): readonly Resource[] {
    if (this.host.device.removed !== null) return []
    return Array.from(this.unused(this.index + 1), ({ resource }) => resource)
  }

  protected override trim({ Flags, NumBytesToTrim }: TrimNotification): void {
    if (this.host.device.removed !== null) return // nothing can be evicted: there is nothing to find
    if (this.raisesIndex(Flags)) this.index++
    if (Flags & TrimNotificationFlag.PERIODIC_TRIM) this.periods++
    const periodic = Flags & TrimNotificationFlag.PERIODIC_TRIM ? this.takeUnused() : []
    const budget =
      Flags & TrimNotificationFlag.TRIM_TO_BUDGET ? this.takeSurplus(NumBytesToTrim, bytesOf(periodic)) : []
    for (const object of periodic) this.evict(object, 'periodic')
    for (const object of budget) this.evict(object, 'budget')
    if (Flags & TrimNotificationFlag.RESTART_PERIODIC_TRIM) this.restart()
  }

  protected override onBlocked(): void {
    this.report('PL-12h', 'a notification waits for a press that waits for the GPU with the lock held')
  }

  /** Whatever is notified (PL-12f). */
  protected raisesIndex(_flags: number): boolean {
    return true
  }

  /** Not handled (PL-12f). */
  protected restart(): void {
    this.report('PL-12f', 'RESTART_PERIODIC_TRIM was not handled, but raised the notification index')
  }

  private takeUnused(): LayerObject[] {
    const taken: LayerObject[] = []
    for (const object of this.unused(this.index)) {
      this.onUnused(object)
      taken.push(this.takeOut(object))
    }
    return taken
  }

  /** @param already bytes that the periodic step of the same notification took, which the usage counts still */
  private takeSurplus(asked: number, already: number): LayerObject[] {
    const remembered = this.readForTrim()
    const usage = Math.max(0, remembered - already)
    const bytes = this.bytesToTrim(asked, usage, already)
    if (bytes < asked - already && this.memory().usage - already > usage)
      this.report('PL-12b', `the budget trim stops at the usage that was read up to 1 s ago, ${remembered} bytes`)
    const taken: LayerObject[] = []
    for (const object of this.surplus(usage, bytes, already, asked)) taken.push(this.takeOut(object))
    return taken
  }

  protected readForTrim(): number {
    return this.read().usage
  }

  /** In addition to what the periodic step freed (PL-12d). */
  protected bytesToTrim(asked: number, usage: number, _already: number): number {
    return Math.min(asked, usage)
  }
}
