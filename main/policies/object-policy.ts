/** A policy that keeps an object for each resource, with what it wants to know beyond the common. */

import type { HResultName } from '../d3d12/hresult'
import { keyOf, type Resource } from '../d3d12/resource'
import type { EvictReason } from '../sim/trace-records'
import type { SubmissionSet } from './policy'
import { type LastUse, Tracked } from './tracked'
import { TrackingPolicy } from './tracking-policy'

/** Objects by key. Keys are small numbers that are given again, so that this is a table. */
class Table<T> {
  private readonly objects: (T | undefined)[] = []
  private count = 0

  get size(): number {
    return this.count
  }

  get(key: number): T | undefined {
    return this.objects[key]
  }

  set(key: number, object: T): void {
    if (this.objects[key] === undefined) this.count++
    this.objects[key] = object
  }

  delete(key: number): void {
    if (this.objects[key] !== undefined) this.count--
    this.objects[key] = undefined
  }

  /** By increasing key. */
  *values(): Generator<T> {
    for (const object of this.objects) if (object !== undefined) yield object
  }
}

export abstract class ObjectPolicy<T extends Tracked = Tracked> extends TrackingPolicy {
  protected readonly byKey = new Table<T>()
  /** of effects that were asked for since anything was entered or forgotten: some policies walk all at every submission */
  private readonly ofEffects = new Map<string, readonly T[]>()

  /** Adds what this policy keeps per resource. */
  protected abstract describe(tracked: Tracked): T
  protected onTracked(_tracked: T): void {}
  protected onUntracked(_tracked: T): void {}
  protected onUsed(_tracked: T): void {}

  protected enter(resource: Resource, use: LastUse, resident: boolean): void {
    this.ofEffects.clear()
    const tracked = this.describe(new Tracked(resource, use, resident))
    this.byKey.set(keyOf(resource), tracked)
    this.onTracked(tracked)
  }

  protected forget(resource: Resource): void {
    this.ofEffects.clear()
    this.onUntracked(this.known(resource))
    this.byKey.delete(keyOf(resource))
  }

  protected used(resource: Resource, use: LastUse): void {
    this.usedNow(this.known(resource), use)
  }

  protected override usedAll(set: SubmissionSet, use: LastUse): void {
    for (const tracked of this.objectsIn(set)) this.usedNow(tracked, use)
  }

  private usedNow(tracked: T, use: LastUse): void {
    tracked.use = use
    tracked.resident = true
    this.onUsed(tracked)
  }

  protected isResident(resource: Resource): boolean {
    return this.known(resource).resident
  }

  protected resourcesOf(effect: string): readonly T[] {
    const known = this.ofEffects.get(effect) ?? this.objectsOf(this.resourcesIn(effect))
    this.ofEffects.set(effect, known)
    return known
  }

  /** Of all in a set, in its order. */
  protected objectsIn({ effect, resources }: SubmissionSet): readonly T[] {
    const isWhole = effect !== null && this.resourcesIn(effect) === resources
    return isWhole ? this.resourcesOf(effect) : this.objectsOf(resources)
  }

  protected objectsOf(resources: readonly Resource[]): readonly T[] {
    return resources.map((resource) => this.known(resource))
  }

  /** @returns bytes that left the residency list, as evictResource: 0 while references remain or when the call failed */
  protected evict(tracked: Tracked, reason: EvictReason): number {
    tracked.resident = false
    return this.evictResource(tracked.resource, tracked.lastUsed, reason)
  }

  protected makeResident(missing: readonly Tracked[]): HResultName {
    return this.enqueueMakeResident(missing.map((tracked) => tracked.resource))
  }

  private known(resource: Resource): T {
    return this.byKey.get(keyOf(resource)) as T
  }
}
