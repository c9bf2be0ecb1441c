/**
 * What the mapping layers have in common: one list of what is resident, from cold to warm, the aged trim, and the walks
 * that make room (PL-02 to PL-04).
 */
import { SegmentGroup } from '../../../preload/contract/names'
import { keyOf } from '../../d3d12/resource'
import { IntrusiveList } from '../../sim/intrusive-list'
import type { EvictReason } from '../../sim/trace-records'
import type { SubmissionSet } from '../policy'
import type { Tracked } from '../tracked'
import { agedGrace, type Threshold } from './aged-grace'
import { BlockingPolicy } from './blocking-policy'

export interface LayerObject extends Tracked {
  /** of the submission that used it last, from 1; 0: none since this policy took over */
  number: number
  /** µs of the last use; -Infinity: never, which is older than any grace */
  time: number
  /** notification index of the last use */
  index: number
  /** PERIODIC_TRIMs so far, at the last use */
  period: number
}

/** Local and non-local together, bytes. */
export interface MemoryReading {
  readonly usage: number
  readonly budget: number
}

/** A set that is being made resident. */
export interface MakingResident {
  readonly set: SubmissionSet
  readonly number: number
  /** not enqueued yet, in set order */
  readonly missing: LayerObject[]
  /** bytes enqueued, and evicted, so far in this press */
  enqueued: number
  evicted: number
  /** faults that are said once per press */
  readonly said: Set<string>
}

export abstract class ResidentList extends BlockingPolicy<LayerObject> {
  /** resident objects, coldest first */
  protected readonly lru = new IntrusiveList()
  /** notifications so far, and 1 */
  protected index = 1
  /** PERIODIC_TRIMs so far */
  protected periods = 0
  /** above it objects age */
  protected abstract readonly threshold: Threshold

  protected describe(tracked: Tracked): LayerObject {
    return Object.assign(tracked, { number: 0, time: Number.NEGATIVE_INFINITY, index: 0, period: 0 })
  }

  /** New objects enter at the cold end. */
  protected override onTracked(object: LayerObject): void {
    if (object.resident) this.lru.insertAfter(-1, keyOf(object.resource))
  }

  protected override onUntracked(object: LayerObject): void {
    this.lru.remove(keyOf(object.resource))
  }

  /** Marked with this submission and put at the warm end in set order; what is missing is noted. */
  protected begin(set: SubmissionSet): MakingResident {
    const number = this.submissions + 1
    const missing: LayerObject[] = []
    for (const object of this.objectsOf(set.resources)) {
      if (!object.resident) missing.push(object)
      object.number = number
      object.time = this.host.sim.now
      object.index = this.index
      object.period = this.periods
      if (object.resident || this.marksMissing()) this.warm(object)
    }
    return { set, number, missing, enqueued: 0, evicted: 0, said: new Set() }
  }

  /** What is missing counts as resident from its marking on, and not from its batch on. */
  protected marksMissing(): boolean {
    return true
  }

  protected warm(object: LayerObject): void {
    object.resident = true
    this.lru.pushBack(keyOf(object.resource))
  }

  /** Off the list; what is taken is passed to Evict, at once or later. */
  protected takeOut(object: LayerObject): LayerObject {
    object.resident = false
    this.lru.remove(keyOf(object.resource))
    return object
  }

  protected evictObject(object: LayerObject, reason: EvictReason): void {
    this.evict(this.takeOut(object), reason)
  }

  protected memory(): MemoryReading {
    const { device } = this.host
    const local = device.queryVideoMemoryInfo(SegmentGroup.LOCAL)
    const nonLocal = device.queryVideoMemoryInfo(SegmentGroup.NON_LOCAL)
    return { usage: local.CurrentUsage + nonLocal.CurrentUsage, budget: local.Budget + nonLocal.Budget }
  }

  /** What is older than the grace goes, from cold to warm, up to the first that is not or is not completed (PL-04). */
  protected trimAged(making: MakingResident, { usage, budget }: MemoryReading): void {
    const { now } = this.host.sim
    const completed = this.completed()
    const grace = agedGrace(usage, budget, this.threshold)
    if (grace === null) return
    this.pressing(making.set, () => {
      for (const object of this.coldestFirst()) {
        if (now - object.time <= grace || object.number > completed) break
        this.onAged(object)
        making.evicted += object.resource.size
        this.evictObject(object, 'aged')
      }
    })
  }

  /** Before an object goes by its age. */
  protected onAged(object: LayerObject): void {
    if (object.number > 0) return
    const { name } = object.resource
    this.report('PL-12c', `${name} was evicted though ${unseen(object)}: it counts as older than any grace`, name)
  }

  /**
   * Evicts from the cold end while `wanted`, less what this walk evicted, reaches the budget; up to the first of a later
   * submission than `last`.
   * @param wanted usage, and the bytes that are still missing
   * @returns whether anything went
   */
  protected makeRoom(making: MakingResident, last: number, wanted: number, budget: number): boolean {
    let left = wanted
    this.pressing(making.set, () => {
      for (const object of this.coldestFirst()) {
        if (!this.isShort(left, budget) || object.number > last) break
        this.onMadeRoom(making, object, left, budget)
        left -= object.resource.size
        making.evicted += object.resource.size
        this.evictObject(object, 'budget')
      }
    })
    return left < wanted
  }

  /** Goes on evicting where it fits exactly (PL-12e). */
  protected isShort(usage: number, budget: number): boolean {
    return usage >= budget
  }

  /** Before an object goes for room. */
  protected onMadeRoom(
    _making: MakingResident,
    { resource: { name } }: LayerObject,
    left: number,
    budget: number,
  ): void {
    if (left === budget)
      this.report('PL-12e', `${name} was evicted though what is missing had room exactly: one more than needed`, name)
  }

  /** Usage, counted down, has not fallen below what a budget trim wants to leave (PL-11). */
  protected goesOn(usage: number, target: number): boolean {
    return usage >= target
  }

  /**
   * What the periodic step takes: from cold to warm, up to the first that is not completed (PL-10).
   * @param index as the notification has raised it
   */
  protected *unused(index: number): Generator<LayerObject> {
    const completed = this.completed()
    for (const object of this.coldestFirst()) {
      if (object.number > completed) return
      if (object.index < index - 1) yield object
    }
  }

  /**
   * What a budget trim takes, from cold to warm, up to the first that is not completed (PL-11).
   * @param start usage
   * @param bytes how many are to go
   * @param already that the periodic step of the same notification took
   * @param asked NumBytesToTrim
   */
  protected *surplus(start: number, bytes: number, already: number, asked: number): Generator<LayerObject> {
    if (bytes <= 0) return
    const completed = this.completed()
    let usage = start
    for (const object of this.coldestFirst()) {
      if (!this.goesOn(usage, start - bytes) || object.number > completed) return
      const { name, size } = object.resource
      const freed = start - usage
      if (freed === bytes)
        this.report('PL-12e', `${name} was evicted though the target was reached exactly: one more than needed`, name)
      else if (already > 0 && freed + already >= asked)
        this.report(
          'PL-12d',
          `${name} was evicted though the periodic step had freed enough with what went before`,
          name,
        )
      usage -= size
      yield object
    }
  }

  /** Before an object goes by a periodic trim: whether it would have, with an index that only PERIODIC_TRIM raises. */
  protected onUnused(object: LayerObject): void {
    const { number, period, resource } = object
    const { name } = resource
    if (number === 0)
      this.report('PL-12c', `${name} was evicted by a periodic trim though ${unseen(object)}: its index is 0`, name)
    else if (period >= this.periods - 1) {
      const message = `${name} was evicted though it was used since the last PERIODIC_TRIM: other notifications have aged it`
      this.report('PL-12f', message, name)
    }
  }

  /** One EnqueueMakeResident of these, which are the next that are missing. */
  protected enqueue(making: MakingResident, batch: readonly LayerObject[]): ReturnType<ResidentList['makeResident']> {
    const hr = this.makeResident(batch)
    if (hr === 'S_OK') making.enqueued += bytesOf(batch)
    return hr
  }

  /** undefined: the list is empty */
  protected get coldest(): LayerObject | undefined {
    return this.byKey.get(this.lru.first)
  }

  protected *coldestFirst(): Generator<LayerObject> {
    for (const key of this.lru) yield this.byKey.get(key) as LayerObject
  }

  /** @param missing are not made resident after all: EnqueueMakeResident failed */
  protected giveUp(missing: readonly LayerObject[]): void {
    for (const object of missing) this.takeOut(object)
  }

  protected sayOnce({ said }: MakingResident, rule: string, message: string, resource?: string): void {
    if (said.has(rule)) return
    said.add(rule)
    this.report(rule, message, resource)
  }
}

/** Sizes as GetResourceAllocationInfo gives them, together (PL-01). */
export function bytesOf(objects: readonly LayerObject[]): number {
  return objects.reduce((total, { resource }) => total + resource.size, 0)
}

/** How many objects from the front fit into `available` bytes together. */
export function fitting(objects: readonly LayerObject[], available: number): number {
  let bytes = 0
  const tooMany = objects.findIndex(({ resource }) => {
    bytes += resource.size
    return bytes > available
  })
  return tooMany < 0 ? objects.length : tooMany
}

/** Of what no submission has used since this policy took over: an earlier one may have seen it used. */
function unseen({ lastUsed }: LayerObject): string {
  return lastUsed < 0 ? 'it was never used' : 'it was not used since the policy took over'
}
