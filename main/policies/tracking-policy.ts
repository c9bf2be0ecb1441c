/** What every policy here shares: the resources of each effect, Evict and EnqueueMakeResident with their records. */
import type { PolicyName } from '../../preload/contract'
import type { Resource } from '../d3d12/device'
import type { HResultName } from '../d3d12/hresult'
import type { TrimNotification, TrimNotificationCallback } from '../d3d12/trim-notification'
import type { AllocationHandle } from '../dxgkrnl/vidmm/allocation-table'
import type { MonitoredFence } from '../dxgkrnl/vidsch/monitored-fence'
import type { EvictReason, TraceFields } from '../sim/trace-records'
import type { EarlierUse, PolicyHost, PolicyRegistration, ResidencyPolicy } from './policy'
import { type Tracked, TrackedEffect } from './tracked'

export abstract class TrackingPolicy<T extends Tracked = Tracked> implements ResidencyPolicy {
  submissions = 0
  registration: PolicyRegistration | null = null
  /** in declared order */
  protected readonly effects = new Map<string, TrackedEffect>()
  private readonly residencyFence: MonitoredFence
  private residencyFenceValue = 0

  constructor(
    readonly name: PolicyName,
    protected readonly host: PolicyHost,
  ) {
    this.residencyFence = host.device.createFence()
  }

  track(
    effect: string,
    resources: readonly Resource[],
    isResident: (resource: Resource) => boolean,
    earlier: EarlierUse,
  ): void {
    const use = new TrackedEffect(effect, resources, earlier)
    this.effects.set(effect, use)
    for (const resource of resources) this.onTracked(this.keep(resource, use, isResident(resource)))
  }

  untrack(effect: string): void {
    for (const tracked of this.resourcesOf(effect)) {
      this.onUntracked(tracked)
      this.forget(tracked.resource.handle)
    }
    this.effects.delete(effect)
  }

  prepare(effect: string, _resume: (hr: HResultName) => void): HResultName {
    this.evictBefore(effect)
    return this.makeResident([...this.resourcesOf(effect)].filter((tracked) => !tracked.resident))
  }

  submitted(effect: string, fence: number): void {
    this.submissions++
    const use = this.effects.get(effect)
    if (use === undefined) return
    use.lastFence = fence
    use.lastSubmission = this.submissions
    use.lastUsed = this.host.sim.now
    for (const tracked of this.resourcesOf(effect)) {
      tracked.resident = true
      this.onUsed(tracked)
    }
  }

  deviceRemoved(): void {}

  dispose(): void {
    if (this.registration?.hr === 'S_OK') this.host.device.unregisterTrimNotificationCallback(this.registration.cookie)
  }

  /** Starts keeping what this policy knows of a resource. */
  protected abstract keep(resource: Resource, use: TrackedEffect, resident: boolean): T
  /** What it knows of a resource that it keeps. */
  protected abstract known(handle: AllocationHandle): T
  protected abstract forget(handle: AllocationHandle): void
  /** Evicts what is to go before `effect` is submitted. */
  protected evictBefore(_effect: string): void {}
  protected onTracked(_tracked: T): void {}
  protected onUntracked(_tracked: T): void {}
  protected onUsed(_tracked: T): void {}

  /** In the order of registration. */
  protected *resourcesOf(effect: string): Generator<T> {
    for (const { handle } of this.effects.get(effect)?.resources ?? []) yield this.known(handle)
  }

  /** The GPU may still be using it. */
  protected inUse(tracked: Tracked): boolean {
    return Math.max(tracked.lastFence, tracked.earlierFence) > this.host.queue.lastCompleted
  }

  /**
   * Evict, with its trace record (SC-08).
   * @returns bytes that left the residency list: 0 while references remain or when the call failed
   */
  protected evict(tracked: Tracked, reason: EvictReason): number {
    const { device, sim } = this.host
    const { resource, lastUsed } = tracked
    const { hr, references } = device.evict(resource)
    tracked.resident = false
    if (hr !== 'S_OK') return 0
    const { name, size } = resource
    const record: TraceFields['evict'] = { resource: name, bytes: size, reason, references, policy: this.name }
    if (lastUsed >= 0) record.age = sim.now - lastUsed
    sim.trace.write('evict', record)
    return references === 0 ? size : 0
  }

  /** One EnqueueMakeResident and a Wait of the queue for it; nothing when the list is empty (TN-28). */
  protected makeResident(missing: readonly Tracked[]): HResultName {
    if (missing.length === 0) return 'S_OK'
    const { device, queue } = this.host
    const resources = missing.map((tracked) => tracked.resource)
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
export interface TrimHandler {
  onTrim(notification: TrimNotification): void
}

/**
 * Makes the static callback function of a policy: one function object per policy, as in a program whose callback is a
 * static member, so that a second registration of the same policy is DXGI_ERROR_ALREADY_EXISTS (TN-08).
 */
export function staticCallback(): TrimNotificationCallback {
  return (notification) => (notification.pContext as TrimHandler).onTrim(notification)
}
