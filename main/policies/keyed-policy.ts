/** A policy that keeps what it knows of each resource in columns by key: a million of them have no object each. */
import { keyOf, type Resource } from '../d3d12/resource'
import type { EvictReason } from '../sim/trace-records'
import type { SubmissionSet } from './policy'
import type { LastUse } from './tracked'
import { TrackingPolicy } from './tracking-policy'

export abstract class KeyedPolicy extends TrackingPolicy {
  private readonly resources: (Resource | undefined)[] = []
  private readonly uses: (LastUse | undefined)[] = []
  private capacity = 0

  protected enter(resource: Resource, use: LastUse, resident: boolean): void {
    const key = keyOf(resource)
    if (key >= this.capacity) {
      this.capacity = Math.max(64, 2 * this.capacity, key + 1)
      this.grow(this.capacity)
    }
    this.resources[key] = resource
    this.uses[key] = use
    this.entered(key, resident)
  }

  protected forget(resource: Resource): void {
    const key = keyOf(resource)
    this.left(key)
    this.resources[key] = undefined
    this.uses[key] = undefined
  }

  protected used(resource: Resource, use: LastUse): void {
    this.keysUsed([keyOf(resource)], use)
  }

  protected override usedAll(set: SubmissionSet, use: LastUse): void {
    this.keysUsed(keysOf(set), use)
  }

  protected override missingOf(set: SubmissionSet): readonly Resource[] {
    const keys = keysOf(set)
    const missing: Resource[] = []
    for (let i = 0; i < keys.length; i++) if (!this.isIn(keys[i] as number)) missing.push(set.resources[i] as Resource)
    return missing
  }

  protected isResident(resource: Resource): boolean {
    return this.isIn(keyOf(resource))
  }

  /** Columns of its own have room for so many from now on. */
  protected grow(_capacity: number): void {}
  /** It is known from now on. @param resident on the residency list */
  protected abstract entered(key: number, resident: boolean): void
  /** It is about to be forgotten. */
  protected abstract left(key: number): void
  /** The policy believes it to be on the residency list. */
  protected abstract isIn(key: number): boolean

  /** A submission uses them, in this order; they are resident from now on. */
  protected keysUsed(keys: readonly number[], use: LastUse): void {
    const { uses } = this
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as number
      // most have been used together before, and a look costs less than to write
      if (uses[key] !== use) uses[key] = use
    }
  }

  protected resourceOf(key: number): Resource {
    return this.resources[key] as Resource
  }

  protected resourcesOf(keys: Int32Array | readonly number[]): Resource[] {
    return Array.from(keys, (key) => this.resourceOf(key))
  }

  protected useOf(key: number): LastUse {
    return this.uses[key] as LastUse
  }

  /** As `evictResource` of each, in order, but as one where nothing else comes of it: a trim evicts half a million. */
  protected evictKeys(keys: Int32Array, reason: EvictReason): void {
    const { name, press } = this
    const { residency } = this.host.device
    for (let at = 0; at < keys.length; at++) {
      const end = residency.takeOnlyReferences(keys, at, { policy: name, rule: reason, press })
      this.recordEvictions(keys.subarray(at, end), reason)
      at = end
      if (at === keys.length) return
      const key = keys[at] as number
      this.evictResource(this.resourceOf(key), this.useOf(key).lastUsed, reason)
    }
  }

  /** Of resources with heaps of their own that had their last reference taken. @param keys handles, in that order */
  private recordEvictions(keys: Int32Array, reason: EvictReason): void {
    if (keys.length === 0) return
    const { name: policy, resources, uses } = this
    const { device, sim } = this.host
    const { residency } = device
    const { now } = sim
    sim.trace.addEvictions({
      reason,
      policy,
      keys,
      resourceOf: (key) => resources[key] as Resource,
      ageOf(key) {
        const { lastUsed } = uses[key] as LastUse
        return lastUsed < 0 ? -1 : now - lastUsed
      },
      leftOf: (key) => residency.heapBytes(key),
    })
  }

  /** All that it knows, by increasing key. */
  protected eachKey(visit: (key: number) => void): void {
    for (let key = 0; key < this.resources.length; key++) if (this.resources[key] !== undefined) visit(key)
  }
}

/** Of what is in a set, in its order. @returns handles that tell resources apart, as `keyOf` */
export function keysOf({ heaps, resources }: Pick<SubmissionSet, 'heaps' | 'resources'>): readonly number[] {
  return heaps ?? resources.map(keyOf)
}
