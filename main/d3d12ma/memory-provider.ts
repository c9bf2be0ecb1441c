/** A HeapProvider that only counts: for dumps that are opened, planning, benchmarks and tests (DF-23, DF-24). */

import { SegmentGroup } from '../../preload/contract/names'
import type { HeapType } from '../d3d12/heap-type'
import type { HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import { getResourceAllocationInfo, type ResourceAllocationInfo, type ResourceDesc } from '../d3d12/resource-desc'
import type { Heap, HeapDesc, HeapProvider, MemoryInfo } from './heap-provider'

export interface MemoryProviderOptions {
  /** bytes of each segment group that heaps may take [no limit] */
  capacity?: number
  /** bytes that DXGI gives as the budget of each segment group [the capacity] */
  budget?: number
}

export class MemoryProvider implements HeapProvider {
  readonly heaps = new Set<Heap>()
  readonly resources = new Set<Resource>()
  private readonly used = [0, 0]
  /** of committed resources: what their implicit heaps take, and where */
  private readonly implicit = new Map<Resource, { size: number; group: SegmentGroup }>()
  private nextHandle = 1

  constructor(private readonly options: MemoryProviderOptions = {}) {}

  getResourceAllocationInfo(desc: ResourceDesc): ResourceAllocationInfo | null {
    return getResourceAllocationInfo(desc)
  }

  createHeap(desc: HeapDesc, name: string): { hr: HResultName; heap: Heap | null } {
    const { sizeInBytes, type } = desc
    if (!this.reserve(groupOf(type), sizeInBytes)) return { hr: 'E_OUTOFMEMORY', heap: null }
    const heap = { handle: this.nextHandle++, name, type, size: sizeInBytes }
    this.heaps.add(heap)
    return { hr: 'S_OK', heap }
  }

  /** @throws RangeError for one that was released before, or is not of this provider */
  releaseHeap(heap: Heap): void {
    if (!this.heaps.delete(heap)) throw new RangeError(`heap ${heap.name} was released before`)
    this.give(groupOf(heap.type), heap.size)
  }

  createPlacedResource(
    heap: Heap,
    offset: number,
    desc: ResourceDesc,
    name: string,
  ): { hr: HResultName; resource: Resource | null } {
    const info = getResourceAllocationInfo(desc)
    if (info === null || offset % info.Alignment !== 0 || offset + info.SizeInBytes > heap.size)
      return { hr: 'E_INVALIDARG', resource: null }
    return { hr: 'S_OK', resource: this.addResource(name, info.SizeInBytes) }
  }

  createCommittedResource(
    desc: ResourceDesc,
    _heapFlags: number,
    name: string,
    heapType: HeapType,
  ): { hr: HResultName; resource: Resource | null } {
    const size = getResourceAllocationInfo(desc)?.SizeInBytes
    if (size === undefined) return { hr: 'E_INVALIDARG', resource: null }
    const group = groupOf(heapType)
    if (!this.reserve(group, size)) return { hr: 'E_OUTOFMEMORY', resource: null }
    const resource = this.addResource(name, size)
    this.implicit.set(resource, { size, group })
    return { hr: 'S_OK', resource }
  }

  /** @throws RangeError for one that was released before, or is not of this provider */
  releaseResource(resource: Resource): void {
    if (!this.resources.delete(resource)) throw new RangeError(`resource ${resource.name} was released before`)
    const heap = this.implicit.get(resource)
    if (heap === undefined) return
    this.implicit.delete(resource)
    this.give(heap.group, heap.size)
  }

  queryVideoMemoryInfo(group: SegmentGroup): MemoryInfo {
    const { capacity = Number.POSITIVE_INFINITY, budget = capacity } = this.options
    return { Budget: budget, CurrentUsage: this.used[group] as number }
  }

  private addResource(name: string, size: number): Resource {
    const resource = { handle: this.nextHandle++, name, size }
    this.resources.add(resource)
    return resource
  }

  private reserve(group: SegmentGroup, bytes: number): boolean {
    const used = (this.used[group] as number) + bytes
    if (used > (this.options.capacity ?? Number.POSITIVE_INFINITY)) return false
    this.used[group] = used
    return true
  }

  private give(group: SegmentGroup, bytes: number): void {
    this.used[group] = (this.used[group] as number) - bytes
  }
}

function groupOf(type: HeapType): SegmentGroup {
  return type === 'DEFAULT' ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL
}
