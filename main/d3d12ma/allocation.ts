/**
 * D3D12MA::Allocation: a part of a block, or a committed allocation, and the resource in it (DF-04). The object stays
 * the same when defragmentation moves what it stands for (DF-11).
 */

import type { HeapType } from '../d3d12/heap-type'
import type { HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import type { BlockOf } from './block'
import type { Handle, NONE } from './block-metadata'
import type { Heap, HeapProvider } from './heap-provider'

export type Block = BlockOf<Allocation>

/** What an allocation has of its pool. */
export interface AllocationPool {
  /** destinations in its blocks of a pass that is under way (DF-08) */
  readonly reserved: Set<Allocation>
  readonly name: string
  readonly heapType: HeapType
  readonly provider: HeapProvider
  /** its committed allocations */
  readonly committed: Set<Allocation>
  give(allocation: Allocation): void
  rename(allocation: Allocation): void
  report(rule: string, message: string): void
}

/** Where an allocation lies: in a block, or committed, with its own heap or, for a committed resource, none to see. */
export type Memory =
  | { block: Block; handle: Handle; heap: null }
  | { block: null; handle: typeof NONE; heap: Heap | null }

export class Allocation {
  /** the user's */
  name = ''
  privateData: unknown = null
  /** false: pinned; defragmentation leaves it where it is (DF-20) */
  movable = true
  /** in the moves of a defragmentation pass that has not ended: it cannot be released (DF-14) */
  inPass = false
  // what a Memory says, without an object to keep for each
  private itsBlock: Block | null
  private itsHandle: Handle
  private itsHeap: Heap | null
  private resource: Resource | null = null
  private live = true

  /**
   * Made by an Allocator.
   * @param id unique among the live allocations of an allocator, and the same for as long as it lives
   * @param serial ordinal, unlike that of every other allocation, released ones too
   * @param size bytes
   * @param alignment bytes, as GetResourceAllocationInfo asked for it
   */
  constructor(
    readonly pool: AllocationPool,
    readonly id: number,
    readonly serial: number,
    readonly size: number,
    readonly alignment: number,
    memory: Memory,
  ) {
    this.itsBlock = memory.block
    this.itsHandle = memory.handle
    this.itsHeap = memory.heap
  }

  get released(): boolean {
    return !this.live
  }

  /** In a heap of its own, which defragmentation never moves (DF-01). */
  get committed(): boolean {
    return this.itsBlock === null
  }

  /** null: committed */
  get block(): Block | null {
    return this.itsBlock
  }

  /** In the block's metadata; NONE: committed. */
  get handle(): Handle {
    return this.itsHandle
  }

  get heapType(): HeapType {
    return this.pool.heapType
  }

  /** The heap that it lies in; null for a committed resource, whose heap is implicit. */
  getHeap(): Heap | null {
    return this.itsBlock?.heap ?? this.itsHeap
  }

  /** Bytes from the start of its heap; 0 for a committed one. */
  getOffset(): number {
    return this.itsBlock === null ? 0 : this.itsBlock.metadata.offsetOf(this.itsHandle)
  }

  /** Bytes. */
  getSize(): number {
    return this.size
  }

  /** Bytes. */
  getAlignment(): number {
    return this.alignment
  }

  getResource(): Resource | null {
    return this.resource
  }

  /** Releases the resource held before, if it is another, and holds this one from now on (DF-04). */
  setResource(resource: Resource | null): void {
    if (resource === this.resource) return
    const before = this.resource
    this.resource = resource
    if (before !== null) this.pool.provider.releaseResource(before)
  }

  getPrivateData(): unknown {
    return this.privateData
  }

  setPrivateData(privateData: unknown): void {
    this.privateData = privateData
  }

  getName(): string {
    return this.name
  }

  setName(name: string): void {
    this.name = name
  }

  /**
   * Exchanges memory and resource with another allocation of the same size and pool: at the end of a pass the source
   * takes over the destination's, and the temporary allocation, released next, gives the old ones back (DF-11).
   * @throws RangeError where size or pool differ, which those of a move never do
   */
  swap(other: Allocation): void {
    if (other.pool !== this.pool || other.size !== this.size)
      throw new RangeError(
        `${this.name || this.id} (${this.size} bytes in ${this.pool.name}) cannot exchange its memory with ` +
          `${other.name || other.id} (${other.size} bytes in ${other.pool.name}): both must have the same size and pool`,
      )
    const { itsBlock, itsHandle, itsHeap, resource } = this
    this.itsBlock = other.itsBlock
    this.itsHandle = other.itsHandle
    this.itsHeap = other.itsHeap
    this.resource = other.resource
    other.itsBlock = itsBlock
    other.itsHandle = itsHandle
    other.itsHeap = itsHeap
    other.resource = resource
    this.pool.rename(this)
    this.pool.rename(other)
  }

  /**
   * Releases its resource and gives its memory back.
   * @returns S_OK · DXGI_ERROR_INVALID_CALL, and all stays as it is, while it is in the moves of a pass (DF-14)
   * @throws RangeError for one that was released before
   */
  release(): HResultName {
    if (!this.live) throw new RangeError(`allocation ${this.name || this.id} was released before`)
    if (this.inPass) {
      this.pool.report(
        'DF-14',
        `${this.name || `allocation ${this.id}`} is in the moves of a defragmentation pass and cannot be released ` +
          'before EndPass; choose DESTROY for its move instead',
      )
      return 'DXGI_ERROR_INVALID_CALL'
    }
    this.setResource(null)
    this.live = false
    this.pool.give(this)
    return 'S_OK'
  }
}
