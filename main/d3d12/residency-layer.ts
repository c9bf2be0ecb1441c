/**
 * A layer that takes the app's MakeResident and Evict calls and evicts nothing: what is resident once stays on the
 * residency list, and calls come to priorities (PL-41). It stands between the device's calls and the kernel.
 */
import { type PlacedHeap, PlacedResource } from './placed-resource'
import type { Resource } from './resource'

export interface ResidencyLayer {
  /** An allocation is created. @returns the layer priority with which it begins; undefined: the initial one */
  creating(resource: Omit<Resource, 'handle'>): number | undefined
  /** MakeResident of one. @param enters it is put on the residency list by this: it has not been there */
  madeResident(resource: Resource, enters: boolean): void
  /** Evict of one. @returns how many references are left, which may be below 0 */
  evicted(resource: Resource): number
  /** SetResidencyPriority of one. @param priority index in RESIDENCY_PRIORITIES */
  prioritised(resource: Resource, priority: number): void
  /** How many MakeResident calls no Evict has undone, as it counts them. */
  countOf(resource: Resource): number
  /**
   * The app has released it: its heap has what is left in it.
   * @param references how many it had on the residency list, which go when the GPU is done
   */
  released(resource: PlacedResource, references: number): void
  /** It is another resource from now on, which has as many references on the heap of its own: what calls came to goes along. */
  moved(from: PlacedResource, to: PlacedResource): void
  /** MakeResident of a heap itself, for moves that need it in place (DF-21). */
  held(heap: PlacedHeap): void
  /** Evict of a heap itself, which those moves need no longer. */
  letGo(heap: PlacedHeap): void
  /** DENY_OVERBUDGET was asked for, and these bytes are over the budget: the call goes through all the same. */
  ignoresOverbudget(bytes: number): void
}

/** What lies in a shared heap; undefined: it has a heap of its own. */
export function placedOf(resource: Resource | Omit<Resource, 'handle'>): PlacedResource | undefined {
  return resource instanceof PlacedResource ? resource : resource.placed
}
