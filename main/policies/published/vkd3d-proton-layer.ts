/**
 * vkd3d-proton's residency layer: it counts MakeResident and Evict calls and comes to a priority for each allocation that
 * has device-local memory of its own (PL-41 to PL-43). Nothing leaves the residency list.
 *
 * The count of an allocation is that of its references on the residency list, which never go, and what calls since have
 * added to it and taken away. Of what shares a heap here the heap has the count (RS-15), and each that is created resident
 * in it brings one (**choice**: so have placed resources references of their own in all that the emulator does). Its stored
 * priority is the highest of what is placed in it, always.
 *
 * What does not take part has no count that calls could change: its Evict is done and nothing has come of it, so that its
 * count is that of the residency list (**choice**).
 *
 * Counts and stored priorities are the layer's and not the app's: the next such layer has them, whatever its rules. With
 * another kind of policy in between they are forgotten as soon as that makes a call (**choice**).
 */
import type { Device } from '../../d3d12/device'
import type { PlacedHeap, PlacedResource } from '../../d3d12/placed-resource'
import { placedOf, type ResidencyLayer } from '../../d3d12/residency-layer'
import type { Resource } from '../../d3d12/resource'
import { layerPriority, NORMAL, raisedPriority, storedPriority } from './vkd3d-proton-priority'

/** bytes below which a buffer shares its memory with others */
const SHARED_BUFFER = 2 * 1024 * 1024
/** of what is evicted */
const EVICTED = 0

/** What the calls on an allocation come to. */
interface Counted {
  /** calls beyond its references on the residency list */
  beyond: number
  /** stored priority, of what has memory of its own */
  stored: number
  /** it has been given its first priority */
  admitted: boolean
}

/** What differs between the layer as published and with its faults mended (PL-43). */
export interface LayerRules {
  /** committed resources that are created not resident count 1, unless their priority is raised (a) */
  readonly countsNotResident: boolean
  /** the count may fall below 0 (b) */
  readonly hasNoFloor: boolean
}

/** What such a layer knows of a device's allocations. */
class Counts {
  /** by committed resource, or by heap */
  readonly counted = new WeakMap<object, Counted>()
  /** of what is placed in a heap, what its own calls have added to the heap's count */
  readonly shares = new WeakMap<PlacedResource, number>()
  /** created not resident and counted all the same (PL-43a) */
  readonly miscounted = new WeakSet<Resource>()
}

export class PriorityLayer implements ResidencyLayer {
  private readonly counts: Counts

  constructor(
    private readonly device: Device,
    private readonly rules: LayerRules,
  ) {
    const last = device.residency.layers.enter(this, layerPriority(NORMAL))
    this.counts = last instanceof PriorityLayer ? last.counts : new Counts()
  }

  leave(): void {
    this.device.residency.layers.leave(this)
  }

  /** It begins with f(P), 0 to 1: the next one that is created may already need room (PL-42). */
  creating(resource: Omit<Resource, 'handle'>): number | undefined {
    return isRaised(resource) && takesPart(resource) ? layerPriority(raisedPriority(resource.size)) : undefined
  }

  /**
   * An allocation of the app.
   * @param resident it is on the residency list
   * @param kept the app had it before there was this layer
   */
  admit(resource: Resource, resident: boolean, kept: boolean): void {
    if (!takesPart(resource)) return
    const counted = this.of(resource)
    // the layer before this one had it
    if (kept && counted.admitted) return
    counted.admitted = true
    if (!kept && !resident && placedOf(resource) === undefined && !isRaised(resource) && this.rules.countsNotResident) {
      counted.beyond++
      this.counts.miscounted.add(resource)
    }
    this.give(resource, this.countOf(resource) === 0 ? EVICTED : layerPriority(this.storedOf(resource)))
  }

  /**
   * What it has added to the count of a heap goes with it, as by Evict: where that leaves 0, only what is evicted is in it
   * (PL-41). Else its priority may go.
   * @param references how many it had on the residency list
   */
  released(resource: PlacedResource, references: number): void {
    if (!takesPart(resource)) return
    const share = this.counts.shares.get(resource) ?? 0
    this.of(resource).beyond -= share
    if (resource.heap.released) return
    const count = this.countOf(resource)
    if (count <= 0 && count + references + share > 0) this.give(resource, EVICTED)
    else if (this.device.residency.layers.priorityOf(resource) !== EVICTED)
      this.give(resource, layerPriority(this.storedOf(resource)))
  }

  moved(from: PlacedResource, to: PlacedResource): void {
    if (!takesPart(to)) return
    const share = this.counts.shares.get(from) ?? 0
    if (share !== 0) this.add(to, share)
  }

  held(heap: PlacedHeap): void {
    if (heap.type === 'DEFAULT') this.give(heap, layerPriority(storedPriority(this.device.residency.priorityOf(heap))))
  }

  letGo(heap: PlacedHeap): void {
    if (heap.type !== 'DEFAULT') return
    if (this.listedIn(heap) + this.of(heap).beyond === 0) this.give(heap, EVICTED)
  }

  madeResident(resource: Resource, enters: boolean): void {
    if (!takesPart(resource)) return
    // what enters has a reference more on the list
    if (!enters) this.add(resource, 1)
    this.give(resource, layerPriority(this.storedOf(resource)))
  }

  evicted(resource: Resource): number {
    if (!takesPart(resource)) return this.countOf(resource)
    if (this.ownCountOf(resource) > 0 || this.rules.hasNoFloor) this.add(resource, -1)
    const count = this.countOf(resource)
    if (count === 0) this.give(resource, EVICTED)
    this.reportFaults(resource, count)
    return count
  }

  prioritised(resource: Resource, priority: number): void {
    if (!takesPart(resource)) return
    this.of(resource).stored = storedPriority(priority)
    if (this.countOf(resource) !== 0) this.give(resource, layerPriority(this.storedOf(resource)))
  }

  countOf(resource: Resource): number {
    const heap = placedOf(resource)?.heap
    const listed = heap === undefined ? this.device.residency.heapReferencesOf(resource) : this.listedIn(heap)
    return takesPart(resource) ? listed + this.of(resource).beyond : listed
  }

  /**
   * Of what is placed, what it has brought to the count of its heap itself: what its neighbours and moves have there is
   * theirs, and goes with them.
   */
  private ownCountOf(resource: Resource): number {
    const placed = placedOf(resource)
    return placed === undefined ? this.countOf(resource) : placed.references + (this.counts.shares.get(placed) ?? 0)
  }

  ignoresOverbudget(bytes: number): void {
    const message = `EnqueueMakeResident with DENY_OVERBUDGET went ${bytes} bytes over the budget: the layer ignores the flag`
    this.device.debug.report({ rule: 'PL-43c', message })
  }

  /** References on the residency list of what is in it still. */
  private listedIn(heap: PlacedHeap): number {
    return this.device.residency.heapReferencesOf(heap) - heap.leaving
  }

  private reportFaults(resource: Resource, count: number): void {
    const { name } = resource
    if (this.counts.miscounted.has(resource) && count === 1) {
      const message = `${name} was evicted as often as it was made resident, but keeps its priority: created not resident, it has counted 1 since`
      this.device.debug.report({ rule: 'PL-43a', resource: name, message })
    }
    if (count < 0 && this.device.residency.layers.priorityOf(resource) !== EVICTED) {
      const message = `${name} was evicted, but keeps its priority: after an Evict too many its count is ${count}`
      this.device.debug.report({ rule: 'PL-43b', resource: name, message })
    }
  }

  private add(resource: Resource, change: number): void {
    const placed = placedOf(resource)
    this.of(resource).beyond += change
    const { shares } = this.counts
    if (placed !== undefined) shares.set(placed, (shares.get(placed) ?? 0) + change)
  }

  private of(resource: Resource): Counted {
    const owner = ownerOf(resource)
    let counted = this.counts.counted.get(owner)
    if (counted === undefined) {
      const asked = storedPriority(this.device.residency.priorityOf(resource))
      const stored = isRaised(resource) && asked === NORMAL ? raisedPriority(resource.size) : asked
      counted = { beyond: 0, stored, admitted: false }
      this.counts.counted.set(owner, counted)
    }
    return counted
  }

  /** A heap has the highest of what is placed in it at the time (RS-10). */
  private storedOf(resource: Resource): number {
    if (placedOf(resource) === undefined) return this.of(resource).stored
    return storedPriority(this.device.residency.priorityOf(resource))
  }

  private give(resource: Resource, priority: number): void {
    this.device.residency.layers.setPriority(resource, priority)
  }
}

/** What has the count. */
function ownerOf(resource: Resource): object {
  return placedOf(resource)?.heap ?? resource
}

/** It has device-local memory of its own. Heaps here are for everything, so that they have (PL-41). */
function takesPart(resource: Omit<Resource, 'handle'>): boolean {
  const { heapType = 'DEFAULT', texture, size } = resource
  const placed = placedOf(resource)
  if ((placed?.heap.type ?? heapType) !== 'DEFAULT') return false
  return placed !== undefined || texture !== undefined || size >= SHARED_BUFFER
}

/** It may be render target or depth. That it may be unordered access no description here says (PL-42). */
function isRaised({ texture }: Pick<Resource, 'texture'>): boolean {
  return texture === 'target'
}
