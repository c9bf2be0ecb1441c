/** What every policy here shares: the resources of each effect, Evict and EnqueueMakeResident with their records. */
import type { PolicyId } from '../../preload/contract/names'
import type { Press } from '../d3d12/command-list'
import type { Fence } from '../d3d12/fence'
import type { HResultName } from '../d3d12/hresult'
import { keyOf, type Resource } from '../d3d12/resource'
import type { TrimNotification, TrimNotificationCallback } from '../d3d12/trim-notification'
import { lasts } from '../sim/checkpoint/lasting'
import { kept } from '../sim/continuation'
import type { EvictReason } from '../sim/trace-records'
import type { PolicyHost, PolicyRegistration, ResidencyPolicy, SubmissionSet } from './policy'
import { LastUse, TrackedEffect } from './tracked'

export abstract class TrackingPolicy implements ResidencyPolicy {
  submissions = 0
  registration: PolicyRegistration | null = null
  /** in declared order */
  protected readonly effects = new Map<string, TrackedEffect>()
  private readonly residencyFence: Fence
  private residencyFenceValue = 0
  /** by key: the last set that it was marked for */
  private readonly marks: number[] = []
  private mark = 0
  /** the press that is being prepared; null: none is */
  protected press: Press | null = null

  constructor(
    readonly name: PolicyId,
    protected readonly host: PolicyHost,
  ) {
    this.residencyFence = host.device.createFence()
  }

  track(...[effect, resources, isResident, earlier, since, kept = false]: Parameters<ResidencyPolicy['track']>): void {
    const tracked = new TrackedEffect(effect, resources, earlier)
    this.effects.set(effect, tracked)
    for (const resource of resources) {
      const own = since?.(resource)
      const isLater = own !== undefined && own.lastFence > earlier.lastFence
      this.enter(resource, isLater ? new LastUse(own) : tracked.use, isResident(resource))
    }
    this.registered(resources, kept)
  }

  untrack(effect: string): void {
    for (const resource of this.resourcesIn(effect)) this.forget(resource)
    this.effects.delete(effect)
  }

  prepare(set: SubmissionSet, _resume: (hr: HResultName) => void): HResultName {
    this.pressing(set, () => this.evictBefore(set))
    return this.enqueueMakeResident(this.missingOf(set))
  }

  /** What of a set the policy believes not to be resident, in order. */
  protected missingOf({ resources }: SubmissionSet): readonly Resource[] {
    return resources.filter((resource) => !this.isResident(resource))
  }

  submitted(set: SubmissionSet, fence: number): void {
    const { effect } = set
    this.submissions++
    const own = effect === null ? undefined : this.effects.get(effect)?.use
    const use = own ?? new LastUse({ lastFence: 0, lastApplied: -1 })
    use.lastFence = fence
    use.lastSubmission = this.submissions
    use.lastUsed = this.host.sim.now
    this.usedAll(set, use)
  }

  deviceRemoved(): void {}

  dispose(): void {
    if (this.registration?.hr === 'S_OK') this.unregister(this.registration.cookie)
  }

  protected unregister(cookie: number): void {
    this.host.device.unregisterTrimNotificationCallback(cookie)
  }

  /** All of them are tracked. @param _kept the app had them before this policy took over */
  protected registered(_resources: readonly Resource[], _kept: boolean): void {}
  /** Starts keeping what this policy knows of a resource. */
  protected abstract enter(resource: Resource, use: LastUse, resident: boolean): void
  protected abstract forget(resource: Resource): void
  /** A submission uses it; it is resident from now on. */
  protected abstract used(resource: Resource, use: LastUse): void
  /** A submission uses all of a set, in its order. */
  protected usedAll({ resources }: SubmissionSet, use: LastUse): void {
    for (const resource of resources) this.used(resource, use)
  }

  /** The policy believes it to be on the residency list. */
  protected abstract isResident(resource: Resource): boolean
  /** Evicts what is to go before the set is submitted. */
  protected evictBefore(_set: SubmissionSet): void {}

  /** What `evict` takes away is taken for this press. */
  protected pressing(set: SubmissionSet, evict: () => void): void {
    this.press = { effect: set.effect, submission: this.submissions + 1 }
    evict()
    this.press = null
  }

  /** From now on `isMarked` tells what is in this set. */
  protected markSet({ resources }: SubmissionSet): void {
    this.mark++
    for (const resource of resources) this.marks[keyOf(resource)] = this.mark
  }

  protected isMarked(key: number): boolean {
    return this.marks[key] === this.mark
  }

  /** In the order of registration. */
  protected resourcesIn(effect: string): readonly Resource[] {
    return this.effects.get(effect)?.resources ?? []
  }

  /** The GPU may still be using it. */
  protected inUse({ lastFence, earlierFence }: Pick<LastUse, 'lastFence' | 'earlierFence'>): boolean {
    return Math.max(lastFence, earlierFence) > this.host.queue.lastCompleted
  }

  /**
   * Evict, with its trace record (SC-08).
   * @param lastUsed µs, -1: never
   * @returns bytes that left the residency list, all of its heap's (RS-15): 0 while references remain or when the call
   * failed
   */
  protected evictResource(resource: Resource, lastUsed: number, reason: EvictReason): number {
    const { device, sim } = this.host
    const { residency } = device
    const references = residency.takeReference(resource)
    if (references === null) return 0
    const { name, size } = resource
    const left = residency.leftBy(resource, references)
    if (left > 0) residency.explainEviction(resource.handle, this.name, reason, this.press)
    const age = lastUsed < 0 ? undefined : sim.now - lastUsed
    const ofAll = references > 0 || left === size ? undefined : left
    sim.trace.addEviction(name, size, reason, references, this.name, age, ofAll)
    return left
  }

  /** One EnqueueMakeResident and a Wait of the queue for it; nothing when the list is empty (TN-28). */
  protected enqueueMakeResident(resources: readonly Resource[]): HResultName {
    if (resources.length === 0) return 'S_OK'
    const { device, queue } = this.host
    const { hr } = device.enqueueMakeResident(resources, 0, this.residencyFence, this.residencyFenceValue + 1)
    if (hr === 'S_OK') queue.wait(this.residencyFence, ++this.residencyFenceValue, true)
    return hr
  }

  /** Registers the policy's static callback with `this` as its context. */
  protected register(callback: TrimNotificationCallback): void {
    const data = { pfnCallback: callback, pContext: this, CallbackCookie: 0 }
    const hr = this.host.device.registerTrimNotificationCallback(data)
    this.registration = { hr, cookie: data.CallbackCookie }
  }
}

/** A policy that takes notifications. */
interface TrimHandler {
  onTrim(notification: TrimNotification): void
}

/**
 * Makes the static callback function of a policy: one function object per policy, as in a program whose callback is a
 * static member, so that a second registration of the same policy is DXGI_ERROR_ALREADY_EXISTS (TN-08).
 */
export function staticCallback(): TrimNotificationCallback {
  // one for all systems, in copies of them too
  return lasts(
    kept({}, (_, notification: TrimNotification) => (notification.pContext as TrimHandler).onTrim(notification)),
  )
}
