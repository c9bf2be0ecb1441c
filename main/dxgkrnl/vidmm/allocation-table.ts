/** All allocations of the adapter, a row each in typed columns indexed by handle; a million of them is ordinary. */
import { grown } from '../../sim/event-queue'
import type { Extent } from './segment'

export type AllocationHandle = number

/** Bits of `flags`. */
export const AllocationFlag = {
  /** the row is in use */
  LIVE: 1,
  /** memory of its segment is assigned to it */
  IN_SEGMENT: 2,
  /** that memory holds its contents: no transfer into it is outstanding */
  VALID: 4,
  /** destroyed by its owner; goes when the GPU no longer needs it (RS-11) */
  DESTROYED: 8,
} as const

export class AllocationTable {
  bytes = new Float64Array(64)
  references = new Int32Array(64)
  flags = new Uint8Array(64)
  segments = new Uint8Array(64)
  devices = new Int32Array(64)
  /** packets submitted and not finished that use it */
  queued = new Int32Array(64)
  /** packets running now that use it */
  running = new Int32Array(64)
  /** paging operations queued or running that name it */
  pagingOperations = new Int32Array(64)
  /** µs, moment of the last change of its state */
  changedAt = new Float64Array(64)
  readonly names: string[] = []
  readonly extents: (readonly Extent[] | null)[] = []
  private readonly freeRows: number[] = []
  private capacity = 64

  add(row: { name: string; bytes: number; device: number; segment: number }): AllocationHandle {
    const handle = this.freeRows.pop() ?? this.names.length
    if (handle >= this.capacity) this.grow()
    this.bytes[handle] = row.bytes
    this.references[handle] = 0
    this.flags[handle] = AllocationFlag.LIVE
    this.segments[handle] = row.segment
    this.devices[handle] = row.device
    this.queued[handle] = 0
    this.running[handle] = 0
    this.pagingOperations[handle] = 0
    this.changedAt[handle] = 0
    this.names[handle] = row.name
    this.extents[handle] = null
    return handle
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

  /** Handles of every live row, ascending. */
  *live(): Generator<AllocationHandle> {
    for (let handle = 0; handle < this.names.length; handle++) if (this.has(handle, AllocationFlag.LIVE)) yield handle
  }

  private grow(): void {
    this.capacity *= 2
    this.bytes = grown(Float64Array, this.bytes, this.capacity)
    this.references = grown(Int32Array, this.references, this.capacity)
    this.flags = grown(Uint8Array, this.flags, this.capacity)
    this.segments = grown(Uint8Array, this.segments, this.capacity)
    this.devices = grown(Int32Array, this.devices, this.capacity)
    this.queued = grown(Int32Array, this.queued, this.capacity)
    this.running = grown(Int32Array, this.running, this.capacity)
    this.pagingOperations = grown(Int32Array, this.pagingOperations, this.capacity)
    this.changedAt = grown(Float64Array, this.changedAt, this.capacity)
  }
}
