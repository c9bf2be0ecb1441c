/**
 * `d3dx12-residency`: the published D3DX12Residency library's rules, faults included (TN-38, TN-39). One submission per
 * applied effect; submissions are numbered from 0 as sync points. Where the library blocks its thread until the GPU has
 * passed a sync point, the press stays pending here: it goes on when that has happened, and later presses wait behind it.
 */
import type { PolicyName } from '../../../preload/contract/names'
import { SegmentGroup } from '../../../preload/contract/names'
import { failed, type HResultName } from '../../d3d12/hresult'
import type { Resource } from '../../d3d12/resource'
import { type TrimNotification, TrimNotificationFlag } from '../../d3d12/trim-notification'
import { type Continuation, kept } from '../../sim/continuation'
import { grown } from '../../sim/grown'
import { IntrusiveList } from '../../sim/intrusive-list'
import { HeldBack } from '../held-back'
import { keysOf } from '../keyed-policy'
import { LockingPolicy } from '../locking-policy'
import type { PolicyHost, SubmissionSet } from '../policy'
import { usesOneOf } from '../tracked'
import { staticCallback } from '../tracking-policy'
import { d3dx12Grace } from './d3dx12-grace'

/** One press: its set is marked when its turn comes, and made resident in as many batches as it takes. */
interface PagingWork {
  readonly set: SubmissionSet
  /** the press, for the trace */
  readonly cause: number
  readonly resume: (hr: HResultName) => void
  /** null: its turn has not come */
  syncPoint: number | null
  /** keys of what is not made resident yet, in set order */
  missing: number[]
}

/** What a press waits for the GPU with, as it was read before. */
interface GpuWait {
  readonly work: PagingWork
  readonly firstUncompleted: number
  /** bytes */
  readonly usage: number
  readonly budget: number
}

const trimCallback = staticCallback()

export class D3dx12Residency extends LockingPolicy {
  /** Starts at 1: at the first periodic trim, what was never used has 0 and goes, what was used stays. */
  protected notificationIndex = 1
  /** by key: notification index of the last use */
  protected lastIndex = new Int32Array(0)
  /** by key: sync point of the last use */
  protected syncPoints = new Int32Array(0)
  /** by key: µs of the last use */
  private lastTime = new Float64Array(0)
  /** resident objects, coldest first; those that are being made resident included */
  private readonly lru = new IntrusiveList()
  /** presses whose sets are not resident yet; the first is waiting for the GPU */
  private readonly work: PagingWork[] = []
  /** what they wait for; null: nothing */
  private heldBy: HeldBack | null = null
  /** context fences of the sync points that are not completed, as far as known; the last is the last submission's */
  private readonly inFlight: number[] = []
  /** context fence of the last submission before this policy */
  private readonly earlierFence: number

  constructor(host: PolicyHost, name: PolicyName = 'd3dx12-residency', callback = trimCallback) {
    super(name, host)
    this.earlierFence = host.queue.lastSubmitted
    this.register(callback)
  }

  protected trim({ Flags, NumBytesToTrim }: TrimNotification): void {
    if (this.host.device.removed !== null) return // nothing can be evicted: there is nothing to find
    if (this.raisesIndex(Flags)) this.notificationIndex++
    const periodic = Flags & TrimNotificationFlag.PERIODIC_TRIM ? this.takeUnused() : new Int32Array(0)
    const budget =
      Flags & TrimNotificationFlag.TRIM_TO_BUDGET ? this.takeBytes(NumBytesToTrim, this.bytesOf(periodic)) : null
    if (budget === null || this.passesBothOn()) this.evictKeys(periodic, 'periodic')
    else for (const key of periodic) this.reportLost(key)
    if (budget !== null) this.evictKeys(budget, 'budget')
    if (Flags & TrimNotificationFlag.RESTART_PERIODIC_TRIM) this.restart()
  }

  /** @see LockingPolicy.prepareLocked @returns S_OK · E_PENDING: it waits for the GPU · what failed */
  override prepareLocked(set: SubmissionSet, resume: (hr: HResultName) => void): HResultName {
    if (this.host.device.removed !== null) return 'DXGI_ERROR_DEVICE_REMOVED'
    const { cause } = this.host.sim.trace
    const work: PagingWork = { set, cause, resume, syncPoint: null, missing: [] }
    this.work.push(work)
    if (this.work.length > 1) {
      if (this.heldBy !== null) set.owner?.heldBack?.(this.heldBy)
      return 'E_PENDING'
    }
    const hr = this.advance(work)
    if (hr !== 'E_PENDING') this.work.shift()
    return hr
  }

  /** @param fence context fence value */
  override submitted(set: SubmissionSet, fence: number): void {
    super.submitted(set, fence)
    this.inFlight.push(fence)
  }

  protected override submitPending(using?: readonly Resource[]): void {
    if (using === undefined || this.waitsForLock(using)) {
      // who waits for the lock was pressed after who waits for the GPU
      this.proceed(false)
      super.submitPending(using)
      this.proceed(false)
      return
    }
    const count = this.work.findLastIndex(({ set }) => usesOneOf(set, using)) + 1
    if (count === 0) return
    this.proceed(false, count)
    this.proceed(true)
  }

  override deviceRemoved(): void {
    super.deviceRemoved()
    for (const { cause, resume } of this.work.splice(0))
      this.host.sim.causedBy(cause, () => resume('DXGI_ERROR_DEVICE_REMOVED'))
  }

  protected override grow(capacity: number): void {
    super.grow(capacity)
    this.lastIndex = grown(Int32Array, this.lastIndex, capacity)
    this.syncPoints = grown(Int32Array, this.syncPoints, capacity)
    this.lastTime = grown(Float64Array, this.lastTime, capacity)
  }

  /** New objects enter at the cold end. */
  protected override entered(key: number, resident: boolean): void {
    super.entered(key, resident)
    this.lastIndex[key] = 0
    this.syncPoints[key] = 0
    this.lastTime[key] = 0
    if (resident) this.lru.insertAfter(-1, key)
  }

  protected override left(key: number): void {
    this.lru.remove(key)
  }

  /** Whatever is notified (TN-39d). */
  protected raisesIndex(_flags: number): boolean {
    return true
  }

  /** The budget step starts the eviction list over (TN-39a). */
  protected passesBothOn(): boolean {
    return false
  }

  /** Goes on evicting at the target (TN-39b). */
  protected isOver(usage: number, target: number): boolean {
    return usage >= target
  }

  /** Includes what the first uncompleted submission uses (TN-39c). */
  protected mayTrimToBudget(key: number, firstUncompleted: number): boolean {
    return this.syncPointOf(key) <= firstUncompleted
  }

  /** Not handled (TN-39d). */
  protected restart(): void {
    this.report('TN-39d', 'RESTART_PERIODIC_TRIM was not handled, but raised the notification index')
  }

  /** It is in the set of a press that is marked already and waits for the GPU: its use is still to come. */
  protected isWaited(key: number): boolean {
    return this.work[0]?.syncPoint === this.syncPointOf(key)
  }

  protected syncPointOf(key: number): number {
    return this.syncPoints[key] as number
  }

  private report(rule: string, message: string, resource?: string): void {
    this.host.device.debug.report({ rule, message, ...(resource === undefined ? {} : { resource }) })
  }

  private reportLost(key: number): void {
    const { name } = this.resourceOf(key)
    this.report('TN-39a', `${name} was marked evicted by the periodic step but never passed to Evict`, name)
  }

  /** Infinity when none is in flight: then nothing is too warm to be evicted. */
  private firstUncompleted(): number {
    const { lastCompleted } = this.host.queue
    while (this.inFlight.length > 0 && (this.inFlight[0] as number) <= lastCompleted) this.inFlight.shift()
    if (this.inFlight.length > 0) return this.submissions - this.inFlight.length
    return lastCompleted < this.earlierFence ? 0 : Number.POSITIVE_INFINITY
  }

  wouldTrim(): readonly Resource[] {
    if (this.host.device.removed !== null) return []
    return this.resourcesOf(this.unused(this.notificationIndex + 1))
  }

  /** From cold to warm, up to the first that is not completed: what was not used since the period before. */
  private unused(notificationIndex: number): Int32Array {
    const { lru, lastIndex, syncPoints } = this
    const firstUncompleted = this.firstUncompleted()
    const unused = new Int32Array(lru.size)
    let count = 0
    for (let key = lru.first; key >= 0; key = lru.after(key)) {
      if ((syncPoints[key] as number) >= firstUncompleted) break
      if ((lastIndex[key] as number) < notificationIndex - 1) unused[count++] = key
      // from what was used on the index never falls, so the walk costs what it finds; before it a restart may have spared
      // single ones, which an earlier policy's work had in flight
      else if (this.useOf(key).lastFence > 0) break
    }
    return unused.subarray(0, count)
  }

  private takeUnused(): Int32Array {
    const unused = this.unused(this.notificationIndex)
    const { resident } = this
    for (let i = 0; i < unused.length; i++) resident[unused[i] as number] = 0
    this.lru.removeAll(unused, 0, unused.length)
    return unused
  }

  /** @param already bytes that the periodic step of the same notification has marked evicted */
  private takeBytes(bytesToTrim: number, already: number): Int32Array {
    const firstUncompleted = this.firstUncompleted()
    let usage = this.memory().usage - already
    const target = usage - Math.min(bytesToTrim, usage)
    const taken: number[] = []
    this.coldestFirst((key) => {
      if (!this.isOver(usage, target) || !this.mayTrimToBudget(key, firstUncompleted)) return false
      const { name, size } = this.resourceOf(key)
      if (usage <= target) this.report('TN-39b', `${name} was evicted though the target was reached already`, name)
      if (this.inUse(this.useOf(key))) this.report('TN-39c', `${name} was evicted while the GPU is using it`, name)
      usage -= size
      this.markEvicted(key)
      taken.push(key)
      return true
    })
    return Int32Array.from(taken)
  }

  private markEvicted(key: number): void {
    this.resident[key] = 0
    this.lru.remove(key)
  }

  /**
   * Carries on with the presses in their order.
   * @param mayWait false: what does not fit is made resident all the same
   * @param most presses
   */
  private proceed(mayWait: boolean, most = Number.POSITIVE_INFINITY): void {
    if (mayWait && this.work.length > 0 && this.isLockedOut(null)) return
    let left = most
    for (let work = this.work[0]; work !== undefined && left > 0; work = this.work[0], left--) {
      const { cause, resume } = work
      const current = work
      const hr = this.host.sim.causedBy(cause, () => this.advance(current, mayWait))
      if (hr === 'E_PENDING') return
      this.work.shift()
      this.host.sim.causedBy(cause, () => resume(hr))
    }
  }

  /** @returns S_OK · E_PENDING: it waits for the GPU and proceeds then · what EnqueueMakeResident returned */
  private advance(work: PagingWork, mayWait = true): HResultName {
    const syncPoint = work.syncPoint ?? this.start(work)
    const { usage, budget } = this.memory()
    const hr = this.makeBatchResident(work, this.fitting(work.missing, budget - usage))
    if (failed(hr) || work.missing.length === 0) return hr
    const firstUncompleted = this.firstUncompleted()
    const [fence] = this.inFlight
    if (!mayWait || fence === undefined || this.coldestSyncPoint() >= syncPoint)
      return this.makeBatchResident(work, work.missing.length)
    this.holdBack(new HeldBack(this.name, this.host.queue.workOf(fence)))
    this.host.queue.whenCompleted(fence, this.goingOn({ work, firstUncompleted, usage, budget }))
    return 'E_PENDING'
  }

  /** The GPU has completed what the press waited for: it makes room and goes on. */
  private waited(wait: GpuWait): void {
    const { work, usage, budget, firstUncompleted } = wait
    if (this.work[0] !== work || this.isLockedOut(wait)) return // it did not have to wait after all, or has to still
    const wanted = usage + this.bytesOf(work.missing)
    this.host.sim.causedBy(work.cause, () =>
      this.pressing(work.set, () => this.trimToSyncPoint(firstUncompleted, wanted, budget)),
    )
    this.proceed(true)
  }

  /** @param wait what is over then [none] */
  private goingOn(wait: GpuWait | null): Continuation {
    return kept({ self: this, wait }, ({ self, wait }) => (wait === null ? self.proceed(true) : self.waited(wait)))
  }

  /** @returns true: a callback has the lock, and it goes on when that has returned (TN-33) */
  private isLockedOut(wait: GpuWait | null): boolean {
    if (!this.lock.isHeld) return false
    this.holdBack(this.lockHolder())
    this.lock.resume(this.goingOn(wait))
    return true
  }

  /** All that are pending wait for this now. */
  private holdBack(by: HeldBack): void {
    this.heldBy = by
    for (const { set } of this.work) set.owner?.heldBack?.(by)
  }

  /** Marks the set and notes what is missing, then evicts what has aged. @returns the sync point */
  private start(work: PagingWork): number {
    const syncPoint = this.submissions
    work.syncPoint = syncPoint
    const { resident, syncPoints, lastTime, lastIndex, notificationIndex } = this
    const { now } = this.host.sim
    const keys = keysOf(work.set)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number
      if (resident[key] === 0) work.missing.push(key)
      resident[key] = 1
      syncPoints[key] = syncPoint
      lastTime[key] = now
      lastIndex[key] = notificationIndex
    }
    this.lru.pushAllBack(keys)
    this.pressing(work.set, () => this.trimAged())
    return syncPoint
  }

  private trimAged(): void {
    const { CurrentUsage, Budget } = this.host.device.queryVideoMemoryInfo(SegmentGroup.LOCAL)
    const grace = d3dx12Grace(CurrentUsage, Budget)
    if (grace === null) return
    const firstUncompleted = this.firstUncompleted()
    const { now } = this.host.sim
    this.coldestFirst((key) => {
      if (this.syncPointOf(key) >= firstUncompleted || now - (this.lastTime[key] as number) <= grace) return false
      this.markEvicted(key)
      this.evict(key, 'aged')
      return true
    })
  }

  private trimToSyncPoint(syncPoint: number, usageWanted: number, budget: number): void {
    let usage = usageWanted
    this.coldestFirst((key) => {
      if (this.syncPointOf(key) > syncPoint || usage < budget) return false
      usage -= this.resourceOf(key).size
      this.markEvicted(key)
      this.evict(key, 'budget')
      return true
    })
  }

  /** Makes the first `count` missing objects resident; what they are to be used by waits for it on the GPU. */
  private makeBatchResident(work: PagingWork, count: number): HResultName {
    return this.enqueueMakeResident(this.resourcesOf(work.missing.splice(0, count)))
  }

  private memory(): { usage: number; budget: number } {
    const local = this.host.device.queryVideoMemoryInfo(SegmentGroup.LOCAL)
    const nonLocal = this.host.device.queryVideoMemoryInfo(SegmentGroup.NON_LOCAL)
    return { usage: local.CurrentUsage + nonLocal.CurrentUsage, budget: local.Budget + nonLocal.Budget }
  }

  /** Never of an empty list: what a press makes resident is in it. */
  private coldestSyncPoint(): number {
    return this.syncPointOf(this.lru.first)
  }

  /** @param visit may take what it is given out of the list; false: no further */
  private coldestFirst(visit: (key: number) => boolean): void {
    const { lru } = this
    for (let key = lru.first, next = key; key >= 0; key = next) {
      next = lru.after(key)
      if (!visit(key)) return
    }
  }

  /**
   * The library knows objects and their sizes, and takes each for memory of its own: of several in one heap it counts each
   * at once, though their memory leaves only with the last of them (**choice**: as published; RS-15).
   */
  private bytesOf(keys: Int32Array | readonly number[]): number {
    let bytes = 0
    for (const key of keys) bytes += this.resourceOf(key).size
    return bytes
  }

  /** How many objects from the front fit into `available` bytes together. */
  private fitting(keys: readonly number[], available: number): number {
    let bytes = 0
    const tooMany = keys.findIndex((key) => {
      bytes += this.resourceOf(key).size
      return bytes > available
    })
    return tooMany < 0 ? keys.length : tooMany
  }
}
