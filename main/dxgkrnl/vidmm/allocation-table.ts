/** All allocations of the adapter, a row each in typed columns indexed by handle; a million of them is ordinary. */
import { GRANULE, RESIDENCY_PRIORITIES } from '../../../preload/contract/names'
import { grown } from '../../sim/grown'
import type { Extent } from './segment'

export type AllocationHandle = number

/** Bits of `flags`. */
export const AllocationBit = {
  /** the row is in use */
  LIVE: 1,
  /** memory of its segment is assigned to it */
  IN_SEGMENT: 2,
  /** that memory holds its contents: no transfer into it is outstanding */
  VALID: 4,
  /** destroyed by its owner; goes when the GPU no longer needs it (RS-11) */
  DESTROYED: 8,
  /** DXGK_ALLOCATIONINFOFLAGS2 that its driver set (AN-01) */
  NOTIFY_EVICTION: 16,
  NOTIFY_IOMMU_UNMAP: 32,
  /** memory that it gets has to be zeroed before it is used (AN-10) */
  NEEDS_FILL: 64,
  /** what is in it was discarded: nothing of it has to be transferred until the GPU has used it again (AN-10) */
  DISCARDED: 128,
} as const

/** Of an allocation for which nothing else was asked. */
export const NORMAL_PRIORITY = RESIDENCY_PRIORITIES.indexOf('normal')

export class AllocationTable {
  bytes = new Float64Array(64)
  references = new Int32Array(64)
  flags = new Uint8Array(64)
  segments = new Uint8Array(64)
  devices = new Int32Array(64)
  /** residency priority, 0 (minimum) to 4 (maximum) */
  priorities = new Uint8Array(64)
  /** packets submitted and not finished that use it */
  queued = new Int32Array(64)
  /** packets running now that use it */
  running = new Int32Array(64)
  /** paging operations queued or running that name it */
  pagingOperations = new Int32Array(64)
  /** µs, moment of the last change of its state */
  changedAt = new Float64Array(64)
  /** how many allocations had become evictable when it last did, itself included */
  evictableTurns = new Float64Array(64)
  /** how many rows had been added when it was, itself included: handles come again, and this does not (until 4,294,967,295) */
  ordinals = new Uint32Array(64)
  /** of the last row that was added */
  lastOrdinal = 0
  readonly names: string[] = []
  /** first page of the memory assigned to it; where that is in pieces, they are in `scattered` */
  private firstPages = new Int32Array(64)
  private readonly scattered = new Map<AllocationHandle, readonly Extent[]>()
  private readonly freeRows: number[] = []
  private capacity = 64

  /** @param row `device`: its id; `segment`: index of a SegmentGroup */
  add(row: { name: string; bytes: number; device: number; segment: number }): AllocationHandle {
    const handle = this.freeRows.pop() ?? this.names.length
    if (handle >= this.capacity) this.grow()
    this.bytes[handle] = row.bytes
    this.references[handle] = 0
    this.flags[handle] = AllocationBit.LIVE
    this.segments[handle] = row.segment
    this.devices[handle] = row.device
    this.priorities[handle] = NORMAL_PRIORITY
    this.queued[handle] = 0
    this.running[handle] = 0
    this.pagingOperations[handle] = 0
    this.changedAt[handle] = 0
    this.ordinals[handle] = ++this.lastOrdinal
    this.names[handle] = row.name
    return handle
  }

  /** A handle that stands for no allocation, and for nothing else until it is given back. */
  reserve(): AllocationHandle {
    const handle = this.freeRows.pop() ?? this.names.length
    if (handle >= this.capacity) this.grow()
    this.flags[handle] = 0
    this.names[handle] = ''
    return handle
  }

  giveBack(handle: AllocationHandle): void {
    this.freeRows.push(handle)
  }

  remove(handle: AllocationHandle): void {
    this.flags[handle] = 0
    this.names[handle] = ''
    this.freeRows.push(handle)
  }

  has(handle: AllocationHandle, flag: number): boolean {
    return ((this.flags[handle] as number) & flag) === flag
  }

  set(handle: AllocationHandle, flag: number): void {
    this.flags[handle] = (this.flags[handle] as number) | flag
  }

  clear(handle: AllocationHandle, flag: number): void {
    this.flags[handle] = (this.flags[handle] as number) & ~flag
  }

  /** The memory assigned to it; empty when there is none. */
  extents(handle: AllocationHandle): readonly Extent[] {
    if (!this.has(handle, AllocationBit.IN_SEGMENT)) return []
    const pages = (this.bytes[handle] as number) / GRANULE
    return this.scattered.get(handle) ?? [{ first: this.firstPages[handle] as number, pages }]
  }

  /** @param extents as many pages as it has bytes */
  assign(handle: AllocationHandle, extents: readonly Extent[]): void {
    const [only] = extents
    if (only !== undefined && extents.length === 1) this.firstPages[handle] = only.first
    else this.scattered.set(handle, extents)
    this.set(handle, AllocationBit.IN_SEGMENT)
  }

  /** @returns the memory that it no longer has */
  unassign(handle: AllocationHandle): readonly Extent[] {
    const extents = this.extents(handle)
    this.scattered.delete(handle)
    this.clear(handle, AllocationBit.IN_SEGMENT)
    return extents
  }

  /** Handles of every live row, ascending. */
  *live(): Generator<AllocationHandle> {
    for (let handle = 0; handle < this.names.length; handle++) if (this.has(handle, AllocationBit.LIVE)) yield handle
  }

  private grow(): void {
    this.capacity *= 2
    this.bytes = grown(Float64Array, this.bytes, this.capacity)
    this.references = grown(Int32Array, this.references, this.capacity)
    this.flags = grown(Uint8Array, this.flags, this.capacity)
    this.segments = grown(Uint8Array, this.segments, this.capacity)
    this.devices = grown(Int32Array, this.devices, this.capacity)
    this.priorities = grown(Uint8Array, this.priorities, this.capacity)
    this.queued = grown(Int32Array, this.queued, this.capacity)
    this.running = grown(Int32Array, this.running, this.capacity)
    this.pagingOperations = grown(Int32Array, this.pagingOperations, this.capacity)
    this.changedAt = grown(Float64Array, this.changedAt, this.capacity)
    this.evictableTurns = grown(Float64Array, this.evictableTurns, this.capacity)
    this.ordinals = grown(Uint32Array, this.ordinals, this.capacity)
    this.firstPages = grown(Int32Array, this.firstPages, this.capacity)
  }
}
