/** What the app has of the device's memory: resources, by whose heaps residency goes (RS-15). */
import type { HeapHandle, HeapType } from './heap-type'
import type { PlacedResource } from './placed-resource'

/** D3D12_HEAP_FLAGS */
export const HeapFlag = { NONE: 0x0, CREATE_NOT_RESIDENT: 0x800, CREATE_NOT_ZEROED: 0x1000 } as const

/** D3D12_RESIDENCY_FLAGS */
export const ResidencyFlag = { NONE: 0x0, DENY_OVERBUDGET: 0x1 } as const

/** Its residency is its heap's: a committed one has a heap of its own, a placed one shares it (RS-15). */
export interface Resource {
  /** of its heap */
  readonly handle: HeapHandle
  readonly name: string
  /** bytes, as GetResourceAllocationInfo gives them */
  readonly size: number
  /** a number of its own where the heap is shared: unlike every handle while it lives [the handle] */
  readonly key?: number
  /** MakeResident calls on it that no Evict has undone, where the heap is shared [the heap's] */
  references?: number
  /** of its heap [DEFAULT] */
  readonly heapType?: HeapType
  /** committed, a texture; `target`: one that may be render target or depth, as all that are multisampled [a buffer] */
  readonly texture?: 'sampled' | 'target'
  /** where the heap is shared, what lies in it */
  readonly placed?: PlacedResource
}

/**
 * The handles of resources of which each has a heap of its own, in their order: no two alike, and what they are for good.
 * They are the resources' keys, too. Undefined: one of them shares its heap.
 */
export function ownHeaps(resources: readonly Resource[]): readonly HeapHandle[] | undefined {
  const handles: HeapHandle[] = []
  for (const { handle, key } of resources) {
    if (key !== undefined) return undefined
    handles.push(handle)
  }
  return handles
}

/** A handle that tells resources apart, and not only their heaps. */
export function keyOf({ key, handle }: Resource): number {
  return key ?? handle
}
