/**
 * Where the allocator's heaps and resources come from. The device is one provider; `MemoryProvider` is another, which
 * only counts, for dumps that are opened, benchmarks and tests.
 */
import type { SegmentGroup } from '../../preload/contract/names'
import type { HeapType } from '../d3d12/heap-type'
import type { HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import type { ResourceAllocationInfo, ResourceDesc } from '../d3d12/resource-desc'
import type { QueryVideoMemoryInfo } from '../d3d12/video-memory-info'

/** An ID3D12Heap: a block's memory, or that of a committed allocation without a resource. */
export interface Heap {
  /** the provider's own number of it */
  readonly handle: number
  readonly name: string
  readonly type: HeapType
  /** bytes */
  readonly size: number
}

/** D3D12_HEAP_DESC */
export interface HeapDesc {
  /** bytes */
  sizeInBytes: number
  /** bytes: 64 KiB, or 4 MiB for heaps that take multisampled textures */
  alignment: number
  type: HeapType
  /** D3D12_HEAP_FLAGS [NONE] */
  flags?: number
}

/** DXGI's view of a segment group, bytes (RS-08). */
export type MemoryInfo = Pick<QueryVideoMemoryInfo, 'Budget' | 'CurrentUsage'>

export interface HeapProvider {
  /** @returns null for a description that no device accepts (DF-02) */
  getResourceAllocationInfo(desc: ResourceDesc): ResourceAllocationInfo | null
  /** ID3D12Device::CreateHeap. @returns S_OK with the heap · E_INVALIDARG · E_OUTOFMEMORY · DXGI_ERROR_DEVICE_REMOVED */
  createHeap(desc: HeapDesc, name: string): { hr: HResultName; heap: Heap | null }
  /** The last reference of a heap in which nothing is placed any more. */
  releaseHeap(heap: Heap): void
  /**
   * ID3D12Device::CreatePlacedResource: shares the residency of its heap (RS-15).
   * @param offset bytes from the heap's start, aligned for the resource
   * @returns S_OK with the resource · E_INVALIDARG · DXGI_ERROR_DEVICE_REMOVED
   */
  createPlacedResource(
    heap: Heap,
    offset: number,
    desc: ResourceDesc,
    name: string,
  ): { hr: HResultName; resource: Resource | null }
  /**
   * ID3D12Device::CreateCommittedResource: has a heap of its own (RS-15).
   * @returns S_OK with the resource · E_INVALIDARG · E_OUTOFMEMORY · DXGI_ERROR_DEVICE_REMOVED
   */
  createCommittedResource(
    desc: ResourceDesc,
    heapFlags: number,
    name: string,
    heapType: HeapType,
  ): { hr: HResultName; resource: Resource | null }
  releaseResource(resource: Resource): void
  queryVideoMemoryInfo(group: SegmentGroup): MemoryInfo
  /**
   * Whether BeginPass may reserve a destination there: a failure of its own bookkeeping, which a scenario injects (DF-08).
   * @returns S_OK · E_OUTOFMEMORY [S_OK]
   */
  reserveDestination?(heap: Heap, offset: number, size: number): 'S_OK' | 'E_OUTOFMEMORY'
}
