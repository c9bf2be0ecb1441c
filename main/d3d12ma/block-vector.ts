/**
 * The blocks of a pool, and the choice among them (DF-01). The fuller a block, the earlier it is tried, so that the
 * emptiest one may become empty; the order changes by one step with each release, as D3D12MA keeps it.
 */

import type { HeapType } from '../d3d12/heap-type'
import type { HResultName } from '../d3d12/hresult'
import { type Sliced, sliceEnds } from '../sim/slices'
import type { Allocation, Block } from './allocation'
import { BlockOf } from './block'
import { type BlockMetadata, type Handle, NONE } from './block-metadata'
import { AllocationFlag, type FailureReason } from './definitions'
import type { HeapProvider } from './heap-provider'
import { LinearMetadata } from './linear-metadata'
import type { NumberedAllocations } from './numbered-allocations'
import { TlsfMetadata } from './tlsf-metadata'

export interface BlockVectorOptions {
  name: string
  heapType: HeapType
  /** bytes: the preferred size of a block */
  blockSize: number
  /** all blocks have that size; otherwise the first ones are smaller, and so is one that cannot be made as large */
  explicitBlockSize: boolean
  minBlockCount: number
  /** Infinity: no limit */
  maxBlockCount: number
  linear: boolean
  /** bytes: 4 MiB where multisampled textures may be placed */
  heapAlignment: number
  provider: HeapProvider
  allocations: NumberedAllocations<Allocation>
  budget: {
    /** bytes that a new heap of the type may have without exceeding the budget */
    withinBudget(heapType: HeapType): number
  }
}

interface Refusal {
  hr: HResultName
  block: null
  reason: FailureReason
  because: string
}

/** Where something was placed, or why nowhere. */
export type Placement = { hr: 'S_OK'; block: Block; handle: Handle } | Refusal

/** A new block has at least this part of the preferred size: halved so often at most (NEW_BLOCK_SIZE_SHIFT_MAX). */
const MOST_HALVINGS = 3

export class BlockVector {
  /** In the order in which they are tried. */
  readonly blocks: Block[] = []
  /** false: the order stays as it is, as defragmentation needs it (DF-09) */
  sorting = true
  private nextId = 0
  /** found empty last: a look at it spares a search, as long as it is there and still empty */
  private knownEmpty: Block | null = null
  /** empty blocks that go together at the end of a batch; null: each goes at once */
  private batch: Block[] | null = null

  constructor(readonly options: BlockVectorOptions) {}

  get freeBytes(): number {
    let bytes = 0
    for (const { metadata } of this.blocks) bytes += metadata.freeBytes
    return bytes
  }

  /** Bytes; 0 when all blocks are full, or there are none. */
  get largestFreeRange(): number {
    let largest = 0
    for (const { metadata } of this.blocks) largest = Math.max(largest, metadata.largestFreeRange)
    return largest
  }

  get allocationCount(): number {
    let count = 0
    for (const { metadata } of this.blocks) count += metadata.allocationCount
    return count
  }

  /** The blocks that the pool is never without. @returns S_OK · what the device said */
  *createMinBlocks(): Sliced<HResultName> {
    const { minBlockCount: total } = this.options
    while (this.blocks.length < total) {
      const { hr } = this.addBlock(this.options.blockSize)
      if (hr !== 'S_OK') return hr
      if (sliceEnds(this.blocks.length)) yield { done: this.blocks.length, total }
    }
    return 'S_OK'
  }

  /**
   * In a block that exists, otherwise in a new one, where the pool may grow.
   * @param size bytes
   * @param alignment bytes
   * @param flags of ALLOCATION_FLAGS
   * @param heapFlags D3D12_HEAP_FLAGS of a new block
   * @throws Error when a new block does not take what it was made for, which would be a mistake of the algorithm
   */
  allocate(size: number, alignment: number, flags: number, heapFlags = 0): Placement {
    const { blockSize, linear, maxBlockCount } = this.options
    if ((flags & AllocationFlag.UPPER_ADDRESS) !== 0 && (!linear || maxBlockCount !== 1))
      return refused('E_INVALIDARG', 'invalid', 'UPPER_ADDRESS needs a linear pool with a MaxBlockCount of 1')
    const found = this.allocateFromExisting(size, alignment, flags)
    if (found !== null) return found
    if (size > blockSize)
      return refused('E_OUTOFMEMORY', 'too-large', `a new block of the pool would have ${blockSize} bytes`)
    if ((flags & AllocationFlag.NEVER_ALLOCATE) !== 0)
      return refused('E_OUTOFMEMORY', 'never-allocate', 'NEVER_ALLOCATE keeps the pool from growing')
    if (this.blocks.length >= maxBlockCount)
      return refused('E_OUTOFMEMORY', 'exhausted', `the pool has all ${maxBlockCount} blocks that it may have`)
    const placement = this.addBlockFor(size, (flags & AllocationFlag.WITHIN_BUDGET) !== 0, heapFlags)
    if (!('added' in placement)) return placement
    const block = placement.added
    const handle = block.metadata.allocate(size, alignment, flags)
    if (handle === NONE) throw new Error(`${size} bytes do not fit the new block ${block.heap.name} of ${block.size}`)
    return { hr: 'S_OK', block, handle }
  }

  /**
   * A new block that takes `size`: as large as the pool's blocks are to be now, or, where none so large can be made, half
   * of that, and again (DF-01).
   */
  private addBlockFor(size: number, withinBudget: boolean, heapFlags: number): { added: Block } | Refusal {
    const { explicitBlockSize } = this.options
    let { blockSize, halvings } = explicitBlockSize ? { ...this.options, halvings: MOST_HALVINGS } : this.startFor(size)
    for (;;) {
      const refusal = this.tryBlock(blockSize, withinBudget, heapFlags)
      if ('added' in refusal || halvings >= MOST_HALVINGS || blockSize / 2 < size) return refusal
      blockSize /= 2
      halvings++
    }
  }

  /** An eighth, a quarter or half of the preferred size while that is above every block and takes the request twice. */
  private startFor(size: number): { blockSize: number; halvings: number } {
    let { blockSize } = this.options
    let largest = 0
    for (const block of this.blocks) largest = Math.max(largest, block.size)
    let halvings = 0
    while (halvings < MOST_HALVINGS && blockSize / 2 > largest && blockSize / 2 >= 2 * size) {
      blockSize /= 2
      halvings++
    }
    return { blockSize, halvings }
  }

  private tryBlock(blockSize: number, withinBudget: boolean, heapFlags: number): { added: Block } | Refusal {
    if (withinBudget && blockSize > this.options.budget.withinBudget(this.options.heapType))
      return refused('E_OUTOFMEMORY', 'budget', `a new block of ${blockSize} bytes would exceed the budget`)
    const { hr, block } = this.addBlock(blockSize, this.nextId, heapFlags)
    return block === null
      ? refused(hr, 'device', `the device gave no new block of ${blockSize} bytes: ${hr}`)
      : { added: block }
  }

  /** Gives it back; of several empty blocks one is kept for what comes next (DF-12 frees all). */
  free(block: Block, handle: Handle): void {
    block.metadata.free(handle)
    if (block.isEmpty && this.hasOtherEmpty(block)) {
      if (this.batch === null) this.remove([block])
      else this.batch.push(block)
    }
    this.sortOneStep()
  }

  /** What becomes empty until `endBatch` goes then: taking out one of many takes time in proportion to them all. */
  beginBatch(): void {
    this.batch = []
  }

  endBatch(): void {
    const blocks = this.batch ?? []
    this.batch = null
    this.remove(blocks)
  }

  /** Gives all empty blocks back, but for the least number that the pool has. @returns how many, and their bytes */
  freeEmptyBlocks(): { count: number; bytes: number } {
    return this.remove(this.blocks.filter(({ isEmpty }) => isEmpty).reverse())
  }

  /**
   * A block with the number and size that a dump gives it (DF-23).
   * @param size bytes
   * @param flags D3D12_HEAP_FLAGS
   * @returns what the device said, and the block
   */
  addBlock(size: number, id = this.nextId, flags = 0): { hr: HResultName; block: Block | null } {
    const { name, heapType, provider, linear, allocations, heapAlignment } = this.options
    const desc = { sizeInBytes: size, alignment: heapAlignment, type: heapType, flags }
    const { hr, heap } = provider.createHeap(desc, `${name} block ${id}`)
    if (heap === null) return { hr, block: null }
    this.nextId = Math.max(this.nextId, id + 1)
    const metadata: BlockMetadata = linear ? new LinearMetadata(size) : new TlsfMetadata(size)
    const block = new BlockOf<Allocation>(id, heap, metadata, allocations)
    this.blocks.push(block)
    return { hr, block }
  }

  /** @param blocks those that there are, in the order in which they are to be tried */
  arrange(blocks: readonly Block[]): void {
    // not as arguments of one call: the stack has no room for very many
    for (const [index, block] of blocks.entries()) this.blocks[index] = block
  }

  /** Everything goes, whether empty or not: the pool is released. */
  destroy(): void {
    this.knownEmpty = null
    for (const block of this.blocks.splice(0)) this.options.provider.releaseHeap(block.heap)
  }

  /** From the fullest on; MIN_TIME begins with the emptiest, where a range is found soonest. */
  private allocateFromExisting(size: number, alignment: number, flags: number): Placement | null {
    const { blocks } = this
    const backward = (flags & AllocationFlag.STRATEGY_MIN_TIME) !== 0
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[backward ? blocks.length - 1 - i : i] as Block
      if (block.metadata.freeBytes < size) continue
      const handle = block.metadata.allocate(size, alignment, flags)
      if (handle !== NONE) return { hr: 'S_OK', block, handle }
    }
    return null
  }

  private hasOtherEmpty(block: Block): boolean {
    const { knownEmpty } = this
    if (knownEmpty !== null && knownEmpty !== block && knownEmpty.isEmpty) return true
    const other = this.blocks.find((one) => one !== block && one.isEmpty)
    this.knownEmpty = other ?? block
    return other !== undefined
  }

  /** In this order, for as long as the pool has more than its least number. @param blocks that are empty */
  private remove(blocks: readonly Block[]): { count: number; bytes: number } {
    const most = Math.max(0, this.blocks.length - this.options.minBlockCount)
    const gone = new Set(blocks.slice(0, most))
    let bytes = 0
    for (const block of gone) {
      bytes += block.size
      this.options.provider.releaseHeap(block.heap)
    }
    if (this.knownEmpty !== null && gone.has(this.knownEmpty)) this.knownEmpty = null
    let kept = 0
    for (const block of this.blocks) if (!gone.has(block)) this.blocks[kept++] = block
    this.blocks.length = kept
    return { count: gone.size, bytes }
  }

  /** A full sort would take time with each release; one step keeps what is nearly sorted so. */
  private sortOneStep(): void {
    const { blocks } = this
    if (!this.sorting || this.options.linear) return
    for (let i = 1; i < blocks.length; i++) {
      const before = blocks[i - 1] as Block
      const block = blocks[i] as Block
      if (before.metadata.freeBytes <= block.metadata.freeBytes) continue
      blocks[i - 1] = block
      blocks[i] = before
      return
    }
  }
}

function refused(hr: HResultName, reason: FailureReason, because: string): Refusal {
  return { hr, block: null, reason, because }
}
