/**
 * vkd3d-proton's residency layer: it counts MakeResident and Evict calls and comes to a priority for each allocation that
 * has device-local memory of its own (PL-41 to PL-43). Nothing leaves the residency list.
 *
 * The count of an allocation is that of its references on the residency list, which never go, and what calls since have
 * added to it and taken away. Of what shares a heap here the heap has the count (RS-15), and each that is created resident
 * in it brings one (**choice**: so have placed resources references of their own in all that the emulator does).
 */
import type { Device } from '../../d3d12/device'
import type { PlacedResource } from '../../d3d12/placed-resource'
import { placedOf, type ResidencyLayer } from '../../d3d12/residency-layer'
import type { Resource } from '../../d3d12/resource'
import { layerPriority, NORMAL, raisedPriority, storedPriority } from './layer-priority'

/** bytes below which a buffer shares its memory with others */
const SHARED_BUFFER = 2 * 1024 * 1024
/** of what is evicted */
const EVICTED = 0

/** What the calls on an allocation come to. */
interface Counted {
  /** calls beyond its references on the residency list */
  beyond: number
  /** stored priority */
  stored: number
}

/** What differs between the layer as published and with its faults mended (PL-43). */
export interface LayerRules {
  /** committed resources that are created not resident count 1, unless their priority is raised (a) */
  readonly countsNotResident: boolean
  /** the count may fall below 0 (b) */
  readonly hasNoFloor: boolean
}

export class PriorityLayer implements ResidencyLayer {
  /** by committed resource, or by heap */
  private readonly counted = new WeakMap<object, Counted>()
  /** of what is placed in a heap, what its own calls have added to the heap's count */
  private readonly shares = new WeakMap<PlacedResource, number>()
  /** created not resident and counted all the same (PL-43a) */
  private readonly miscounted = new WeakSet<Resource>()

  constructor(
    private readonly device: Device,
    private readonly rules: LayerRules,
  ) {
    device.residency.enter(this, layerPriority(NORMAL))
  }

  leave(): void {
    this.device.residency.leave(this)
  }

  /**
   * An allocation of the app.
   * @param resident it is on the residency list
   * @param kept the app had it before there was this layer
   */
  admit(resource: Resource, resident: boolean, kept: boolean): void {
    const counted = this.of(resource)
    if (!kept && !resident && placedOf(resource) === undefined && !isRaised(resource) && this.rules.countsNotResident) {
      counted.beyond++
      this.miscounted.add(resource)
    }
    this.give(resource, this.countOf(resource) === 0 ? EVICTED : layerPriority(counted.stored))
  }

  /** What its calls have added to the count of a heap goes with it. */
  released(resource: Resource): void {
    const placed = placedOf(resource)
    if (placed !== undefined) this.of(resource).beyond -= this.shares.get(placed) ?? 0
  }

  madeResident(resource: Resource, enters: boolean): void {
    // what enters has a reference more on the list
    if (!enters) this.add(resource, 1)
    this.give(resource, layerPriority(this.of(resource).stored))
  }

  evicted(resource: Resource): number {
    const before = this.countOf(resource)
    if (before > 0 || this.rules.hasNoFloor) this.add(resource, -1)
    const count = this.countOf(resource)
    if (count === 0) this.give(resource, EVICTED)
    if (this.takesPart(resource)) this.reportFaults(resource, count)
    return count
  }

  prioritised(resource: Resource, priority: number): void {
    const counted = this.of(resource)
    // a heap has the highest of what is placed in it
    counted.stored = storedPriority(
      placedOf(resource) === undefined ? priority : this.device.residency.priorityOf(resource),
    )
    if (this.countOf(resource) !== 0) this.give(resource, layerPriority(counted.stored))
  }

  countOf(resource: Resource): number {
    return this.device.residency.heapReferencesOf(resource) + this.of(resource).beyond
  }

  ignoresOverbudget(bytes: number): void {
    const message = `EnqueueMakeResident with DENY_OVERBUDGET went ${bytes} bytes over the budget: the layer ignores the flag`
    this.device.debug.report({ rule: 'PL-43c', message })
  }

  private reportFaults(resource: Resource, count: number): void {
    const { name } = resource
    if (this.miscounted.has(resource) && count === 1) {
      const message = `${name} was evicted as often as it was made resident, but keeps its priority: created not resident, it has counted 1 since`
      this.device.debug.report({ rule: 'PL-43a', resource: name, message })
    }
    if (count < 0 && this.device.residency.layerPriorityOf(resource) !== EVICTED) {
      const message = `${name} was evicted, but keeps its priority: after an Evict too many its count is ${count}`
      this.device.debug.report({ rule: 'PL-43b', resource: name, message })
    }
  }

  private add(resource: Resource, change: 1 | -1): void {
    const placed = placedOf(resource)
    this.of(resource).beyond += change
    if (placed !== undefined) this.shares.set(placed, (this.shares.get(placed) ?? 0) + change)
  }

  private of(resource: Resource): Counted {
    const owner = placedOf(resource)?.heap ?? resource
    let counted = this.counted.get(owner)
    if (counted === undefined) {
      const asked = storedPriority(this.device.residency.priorityOf(resource))
      const stored = isRaised(resource) && asked === NORMAL ? raisedPriority(resource.size) : asked
      counted = { beyond: 0, stored }
      this.counted.set(owner, counted)
    }
    return counted
  }

  private give(resource: Resource, priority: number): void {
    if (this.takesPart(resource)) this.device.residency.setLayerPriority(resource, priority)
  }

  /** It has device-local memory of its own. Heaps here are for everything, so that they have (PL-41). */
  private takesPart(resource: Resource): boolean {
    const { heapType = 'DEFAULT', texture, size } = resource
    const placed = placedOf(resource)
    if ((placed?.heap.type ?? heapType) !== 'DEFAULT') return false
    return placed !== undefined || texture !== undefined || size >= SHARED_BUFFER
  }
}

/** It may be render target or depth. That it may be unordered access no description here says (PL-42). */
function isRaised({ texture }: Resource): boolean {
  return texture === 'target'
}
