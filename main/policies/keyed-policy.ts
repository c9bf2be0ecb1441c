/** A policy that keeps what it knows of each resource in columns by key: a million of them have no object each. */
import { keyOf, type Resource } from '../d3d12/resource'
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

  protected resourcesOf(keys: readonly number[]): Resource[] {
    return keys.map((key) => this.resourceOf(key))
  }

  protected useOf(key: number): LastUse {
    return this.uses[key] as LastUse
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
