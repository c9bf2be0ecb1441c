/** What every policy here shares: the resources of each effect, Evict and EnqueueMakeResident with their records. */
import type { PolicyName } from '../../preload/contract'
import type { Resource } from '../d3d12/device'
import type { HResultName } from '../d3d12/hresult'
import type { TrimNotification, TrimNotificationCallback } from '../d3d12/trim-notification'
import type { MonitoredFence } from '../dxgkrnl/vidsch/monitored-fence'
import type { EvictReason } from '../sim/trace-records'
import type { EarlierUse, PolicyHost, PolicyRegistration, ResidencyPolicy } from './policy'

/** One resource as a policy sees it. */
export interface Tracked {
  readonly resource: Resource
  readonly effect: string
  /** the policy believes it to be on the residency list */
  resident: boolean
  /** context fence value of the last submission that used it, 0: none */
  lastFence: number
  /** the same, before this policy took over: that work may still be in flight */
  readonly earlierFence: number
  /** index of the last submission that used it, 0: none */
  lastSubmission: number
  /** µs of the last use by a submission, -1: none */
  lastUsed: number
}

export abstract class TrackingPolicy<T extends Tracked = Tracked> implements ResidencyPolicy {
  submissions = 0
  registration: PolicyRegistration | null = null
  /** resources of each effect, effects in declared order, resources in the order of registration */
  protected readonly effects = new Map<string, Set<T>>()
  protected readonly byHandle = new Map<number, T>()
  private readonly residencyFence: MonitoredFence
  private residencyFenceValue = 0

  constructor(
    readonly name: PolicyName,
    protected readonly host: PolicyHost,
  ) {
    this.residencyFence = host.device.createFence()
  }

  track(resource: Resource, effect: string, resident: boolean, earlier: EarlierUse): void {
    const use = { lastFence: 0, lastSubmission: 0, earlierFence: earlier.lastFence, lastUsed: earlier.lastApplied }
    const tracked = this.describe({ resource, effect, resident, ...use })
    const siblings = this.effects.get(effect)
    if (siblings === undefined) this.effects.set(effect, new Set([tracked]))
    else siblings.add(tracked)
    this.byHandle.set(resource.handle, tracked)
    this.onTracked(tracked)
  }

  untrack(resource: Resource): void {
    const tracked = this.byHandle.get(resource.handle)
    if (tracked === undefined) return
    this.onUntracked(tracked)
    this.byHandle.delete(resource.handle)
    const siblings = this.effects.get(tracked.effect)
    siblings?.delete(tracked)
    if (siblings?.size === 0) this.effects.delete(tracked.effect)
  }

  prepare(effect: string, _resume: (hr: HResultName) => void): HResultName {
    this.evictBefore(effect)
    return this.makeResident([...this.resourcesOf(effect)].filter((tracked) => !tracked.resident))
  }

  submitted(effect: string, fence: number): void {
    this.submissions++
    for (const tracked of this.resourcesOf(effect)) {
      tracked.lastFence = fence
      tracked.lastSubmission = this.submissions
      tracked.lastUsed = this.host.sim.now
      tracked.resident = true
      this.onUsed(tracked)
    }
  }

  deviceRemoved(): void {}

  dispose(): void {
    if (this.registration?.hr === 'S_OK') this.host.device.unregisterTrimNotificationCallback(this.registration.cookie)
  }

  /** Adds what this policy keeps per resource. */
  protected abstract describe(tracked: Tracked): T
  /** Evicts what is to go before `effect` is submitted. */
  protected evictBefore(_effect: string): void {}
  protected onTracked(_tracked: T): void {}
  protected onUntracked(_tracked: T): void {}
  protected onUsed(_tracked: T): void {}

  protected resourcesOf(effect: string): Iterable<T> {
    return this.effects.get(effect) ?? []
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
    const record = { resource: name, bytes: size, reason, references, policy: this.name }
    // spreading the age into the record would cost more than the eviction itself
    sim.trace.write('evict', lastUsed < 0 ? record : Object.assign(record, { age: sim.now - lastUsed }))
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
