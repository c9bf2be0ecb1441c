/**
 * D3D12MA::Allocator: default pools per heap type, custom pools, committed allocations, statistics and budget
 * (DF-01 to DF-04).
 */

import { SegmentGroup } from '../../preload/contract/names'
import type { HeapType } from '../d3d12/heap-type'
import type { HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import { isBuffer, isMultisampled, type ResourceDesc } from '../d3d12/resource-desc'
import { isPowerOfTwo } from '../sim/align'
import { goOnWith, type Then } from '../sim/continuation'
import { inOneGo, type Sliced } from '../sim/slices'
import { Allocation, type AllocationPool, type Memory } from './allocation'
import type { AllocationDesc, AllocationResult } from './allocation-request'
import { NONE } from './block-metadata'
import {
  AllocationFlag,
  DEFAULT_BLOCK_SIZE,
  type FailureReason,
  HEAP_TYPES,
  type PoolDesc,
  PoolFlag,
} from './definitions'
import type { HeapProvider } from './heap-provider'
import { NumberedAllocations } from './numbered-allocations'
import { Pool, type PoolHost } from './pool'
import {
  addDetailedStatistics,
  addStatistics,
  type Budget,
  emptyDetailedStatistics,
  emptyStatistics,
  type TotalStatistics,
} from './statistics'

/** bytes: buffers up to this prefer a committed allocation (DF-01) */
const SMALL_BUFFER = 32 * 1024

/** D3D12MA::ALLOCATOR_DESC */
export interface AllocatorDesc {
  provider: HeapProvider
  /** bytes of a block of the default pools, and of custom ones that ask for no size [64 MiB] */
  preferredBlockSize?: number
  /** all committed, as ALLOCATOR_FLAG_ALWAYS_COMMITTED [false] */
  alwaysCommitted?: boolean
  /** where several follow one another: that of the first allocation [0] */
  firstSerial?: number
  /** misuse that was refused, with its clause [nobody is told] */
  report?: Then<[rule: string, message: string]>
}

/** One request, with what it needs and where it may go. */
interface Request {
  pool: Pool
  desc: AllocationDesc
  flags: number
  size: number
  alignment: number
  /** what is created with the memory; null: memory alone */
  resource: ResourceDesc | null
  /** what the memory is for, where that is known: some prefer a heap of their own */
  purpose: ResourceDesc | null
}

type Grant = { memory: Memory; resource: Resource | null } | ({ memory: null } & Denied)

interface Denied {
  hr: HResultName
  reason: FailureReason
  because: string
}

/** What pools have of their allocator; a class, as a checkpoint cannot have what functions have captured. */
class HostOfPools implements PoolHost {
  readonly provider: HeapProvider
  readonly allocations: NumberedAllocations<Allocation>
  /** bytes */
  readonly preferredBlockSize: number

  constructor(
    private readonly allocator: Allocator,
    private readonly desc: AllocatorDesc,
  ) {
    this.provider = desc.provider
    this.allocations = allocator.allocations
    this.preferredBlockSize = desc.preferredBlockSize ?? DEFAULT_BLOCK_SIZE
  }

  withinBudget(heapType: HeapType): number {
    return this.allocator.withinBudget(heapType)
  }

  report(rule: string, message: string): void {
    goOnWith(this.desc.report, rule, message)
  }

  removePool(pool: Pool): void {
    this.allocator.removePool(pool)
  }
}

export class Allocator {
  readonly defaultPools: Readonly<Record<HeapType, Pool>>
  /** live allocations by number */
  readonly allocations: NumberedAllocations<Allocation>
  private readonly custom: Pool[] = []
  private readonly host: PoolHost

  constructor(private readonly desc: AllocatorDesc) {
    this.allocations = new NumberedAllocations<Allocation>(desc.firstSerial)
    this.host = new HostOfPools(this, desc)
    const flags = desc.alwaysCommitted === true ? PoolFlag.ALWAYS_COMMITTED : PoolFlag.NONE
    const pool = (heapType: HeapType) => new Pool(this.host, { heapType, flags }, false)
    this.defaultPools = { DEFAULT: pool('DEFAULT'), UPLOAD: pool('UPLOAD'), READBACK: pool('READBACK') }
  }

  /** The default pools, in the order of heap types. */
  get defaults(): Pool[] {
    return HEAP_TYPES.map((type) => this.defaultPools[type])
  }

  /** @internal it is released */
  removePool(pool: Pool): void {
    this.custom.splice(this.custom.indexOf(pool), 1)
  }

  /** The custom pools, oldest first. */
  get customPools(): readonly Pool[] {
    return this.custom
  }

  /** @returns S_OK with the pool · E_INVALIDARG · what the device said about its least number of blocks */
  createPool(desc: PoolDesc): { hr: HResultName; pool: Pool | null } {
    return inOneGo(this.createPoolInSlices(desc))
  }

  /** As createPool, for a pool whose least number of blocks is large. @returns as createPool */
  *createPoolInSlices(desc: PoolDesc): Sliced<{ hr: HResultName; pool: Pool | null }> {
    const problem = poolProblem(desc)
    if (problem !== null) {
      this.host.report('DF-01', `pool ${desc.name ?? desc.heapType} cannot be created: ${problem}`)
      return { hr: 'E_INVALIDARG', pool: null }
    }
    const pool = new Pool(this.host, desc, true)
    const hr = yield* pool.blockVector.createMinBlocks()
    if (hr !== 'S_OK') {
      pool.blockVector.destroy()
      return { hr, pool: null }
    }
    this.custom.push(pool)
    return { hr: 'S_OK', pool }
  }

  /**
   * A resource and the memory for it: placed in a block, or committed where that is asked for or preferred (DF-01).
   * @returns S_OK · E_INVALIDARG · E_OUTOFMEMORY, with the reason (DF-03) · DXGI_ERROR_DEVICE_REMOVED
   */
  createResource(desc: AllocationDesc, resource: ResourceDesc): AllocationResult {
    const info = this.desc.provider.getResourceAllocationInfo(resource)
    if (info === null) return this.invalid(this.poolOf(desc), 0, 'no device accepts this resource description')
    const result = this.allocate(desc, info.SizeInBytes, info.Alignment, resource)
    const { allocation } = result
    const heap = allocation?.block?.heap
    if (allocation === null || heap === undefined) return result
    const placed = this.desc.provider.createPlacedResource(heap, allocation.getOffset(), resource, desc.name ?? '')
    if (placed.resource === null) {
      allocation.release()
      const because = `the device created no resource in ${heap.name}: ${placed.hr}`
      return this.failure(this.poolOf(desc), placed.hr, allocation.size, 'device', because)
    }
    allocation.setResource(placed.resource)
    return result
  }

  /**
   * Memory without a resource.
   * @param size bytes
   * @param alignment bytes, a power of two; 0: the default placement alignment
   * @param purpose what the user will place there, whose preference counts (DF-01) [nobody knows]
   * @returns as createResource
   */
  allocateMemory(
    desc: AllocationDesc,
    size: number,
    alignment = 0,
    purpose: ResourceDesc | null = null,
  ): AllocationResult {
    return this.allocate(desc, size, alignment, null, purpose)
  }

  /** D3D12MA::Allocator::GetBudget of a segment group: its own heaps beside what DXGI says of the whole process. */
  getBudget(group: SegmentGroup): Budget {
    const stats = emptyStatistics()
    for (const pool of this.pools()) if (groupOf(pool.heapType) === group) addStatistics(stats, pool.getStatistics())
    const { CurrentUsage, Budget } = this.desc.provider.queryVideoMemoryInfo(group)
    return { Stats: stats, UsageBytes: CurrentUsage, BudgetBytes: Budget }
  }

  /** Visits every range of every pool. */
  calculateStatistics(): TotalStatistics {
    const heapTypes = HEAP_TYPES.map(emptyDetailedStatistics)
    const groups = [emptyDetailedStatistics(), emptyDetailedStatistics()]
    const Total = emptyDetailedStatistics()
    for (const pool of this.pools()) {
      const stats = pool.calculateStatistics()
      const targets = [heapTypes[HEAP_TYPES.indexOf(pool.heapType)], groups[groupOf(pool.heapType)], Total]
      for (const target of targets) if (target !== undefined) addDetailedStatistics(target, stats)
    }
    return { HeapType: heapTypes, MemorySegmentGroup: groups, Total }
  }

  /** Default pools, then custom ones. */
  *pools(): IterableIterator<Pool> {
    yield* this.defaults
    yield* this.custom
  }

  /**
   * An allocation that lies where the caller put it: for the destinations of moves and for dumps (DF-08, DF-23).
   * @param size bytes
   * @param alignment bytes
   */
  adopt(pool: AllocationPool, size: number, alignment: number, memory: Memory): Allocation {
    const allocation = this.allocations.add((id, serial) => new Allocation(pool, id, serial, size, alignment, memory))
    if (memory.block === null) pool.committed.add(allocation)
    else pool.rename(allocation)
    return allocation
  }

  private allocate(
    desc: AllocationDesc,
    size: number,
    alignment: number,
    resource: ResourceDesc | null,
    purpose = resource,
  ): AllocationResult {
    const pool = this.poolOf(desc)
    const flags = desc.flags ?? 0
    const request = { pool, desc, flags, size, alignment: pool.alignmentFor(alignment), resource, purpose }
    const problem = requestProblem(request)
    if (problem !== null) return this.invalid(pool, size, problem)
    const granted = this.grant(request)
    if (granted.memory === null) return this.denial(request, granted)
    const allocation = this.adopt(pool, size, request.alignment, granted.memory)
    allocation.name = desc.name ?? ''
    allocation.privateData = desc.privateData ?? null
    allocation.movable = desc.movable ?? true
    allocation.setResource(granted.resource)
    return { hr: 'S_OK', allocation, failure: null }
  }

  /** Committed or in a block, as the request and the pool want it; the other way where the first fails (DF-01). */
  private grant(request: Request): Grant {
    const { pool, flags, size } = request
    if (mustBeCommitted(request)) return this.commit(request)
    const mayCommit = !pool.custom && (flags & AllocationFlag.NEVER_ALLOCATE) === 0
    const prefers = mayCommit && (size > pool.blockSize / 2 || isSmallBuffer(request))
    const preferred = prefers ? this.commit(request) : null
    if (preferred !== null && preferred.memory !== null) return preferred
    const placed = place(request)
    // what no block could ever hold lacked the memory of its own
    if (preferred !== null && placed.memory === null && placed.reason === 'too-large') return preferred
    if (placed.memory !== null || prefers || !mayCommit || placed.reason === 'invalid') return placed
    const committed = this.commit(request)
    return committed.memory === null ? placed : committed
  }

  /** A heap of its own: the implicit one of a committed resource, or a plain one for memory alone. */
  private commit({ pool, desc, flags, size, alignment, resource }: Request): Grant {
    const { provider } = this.desc
    if ((flags & AllocationFlag.WITHIN_BUDGET) !== 0 && size > this.withinBudget(pool.heapType))
      return denied('E_OUTOFMEMORY', 'budget', `a committed allocation of ${size} bytes would exceed the budget`)
    const name = desc.name ?? ''
    const heapFlags = desc.extraHeapFlags ?? 0
    if (resource !== null) {
      const made = provider.createCommittedResource(resource, heapFlags, name, pool.heapType)
      if (made.resource === null) return deviceDenied(made.hr, 'committed resource', size)
      return { memory: { block: null, handle: NONE, heap: null }, resource: made.resource }
    }
    const made = provider.createHeap({ sizeInBytes: size, alignment, type: pool.heapType, flags: heapFlags }, name)
    if (made.heap === null) return deviceDenied(made.hr, 'heap', size)
    return { memory: { block: null, handle: NONE, heap: made.heap }, resource: null }
  }

  private poolOf(desc: AllocationDesc): Pool {
    return desc.customPool ?? this.defaultPools[desc.heapType ?? 'DEFAULT']
  }

  /** @internal @returns bytes that a new heap of the type may have within the budget */
  withinBudget(heapType: HeapType): number {
    const { Budget, CurrentUsage } = this.desc.provider.queryVideoMemoryInfo(groupOf(heapType))
    return Budget - CurrentUsage
  }

  private invalid(pool: Pool, size: number, because: string): AllocationResult {
    return this.failure(pool, 'E_INVALIDARG', size, 'invalid', because)
  }

  /** Tells fragmentation apart: had the free bytes been in one range, they would have sufficed (DF-03). */
  private denial(request: Request, { hr, reason, because }: Denied): AllocationResult {
    const { pool, size } = request
    const enough = !mustBeCommitted(request) && pool.blockVector.freeBytes >= size
    return enough && hr === 'E_OUTOFMEMORY' && SCATTERED_IS_WHY.has(reason)
      ? this.failure(pool, hr, size, 'fragmentation', because, '; defragment the pool with FULL, or let it grow')
      : this.failure(pool, hr, size, reason, because)
  }

  private failure(
    pool: Pool,
    hr: HResultName,
    size: number,
    reason: FailureReason,
    because: string,
    advice = '',
  ): AllocationResult {
    const { freeBytes, largestFreeRange } = pool.blockVector
    const found = `${freeBytes} bytes are free in it, the largest free range has ${largestFreeRange} bytes`
    const message = `${size} bytes in pool ${pool.name}: ${because}; ${found}${advice}`
    return { hr, allocation: null, failure: { reason, message, size, freeBytes, largestFreeRange } }
  }
}

/** What keeps a pool from growing, and would not matter if the free bytes were in one range (DF-03). */
const SCATTERED_IS_WHY: ReadonlySet<FailureReason> = new Set(['exhausted', 'device', 'budget', 'never-allocate'])

function groupOf(heapType: HeapType): SegmentGroup {
  return heapType === 'DEFAULT' ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL
}

function mustBeCommitted({ pool, flags, purpose }: Request): boolean {
  if (pool.alwaysCommitted || (flags & AllocationFlag.COMMITTED) !== 0) return true
  return purpose !== null && isMultisampled(purpose) && pool.multisampledCommitted
}

/** Drivers pack small buffers better than 64 KiB of a block each; MIN_TIME has them placed, which is sooner done. */
function isSmallBuffer({ flags, purpose }: Request): boolean {
  if (purpose === null || !isBuffer(purpose) || (flags & AllocationFlag.STRATEGY_MIN_TIME) !== 0) return false
  return purpose.width <= SMALL_BUFFER
}

function place({ pool, desc, flags, size, alignment }: Request): Grant {
  const { hr, ...placement } = pool.blockVector.allocate(size, alignment, flags, desc.extraHeapFlags)
  if (placement.block === null) return denied(hr, placement.reason, placement.because)
  return { memory: { ...placement, heap: null }, resource: null }
}

function denied(hr: HResultName, reason: FailureReason, because: string): Grant {
  return { memory: null, hr, reason, because }
}

function deviceDenied(hr: HResultName, what: string, size: number): Grant {
  return denied(hr, 'device', `the device created no ${what} of ${size} bytes: ${hr}`)
}

function requestProblem({ pool, flags, size, alignment }: Request): string | null {
  const both = AllocationFlag.COMMITTED | AllocationFlag.NEVER_ALLOCATE
  if (pool.released) return 'the pool was released'
  if (!Number.isSafeInteger(size) || size <= 0) return 'a size is a whole number above 0'
  if (!isPowerOfTwo(alignment)) return `an alignment is a power of two, found ${alignment}`
  if ((flags & both) === both) return 'COMMITTED and NEVER_ALLOCATE contradict each other'
  return null
}

function poolProblem(desc: PoolDesc): string | null {
  const { blockSize = 0, minBlockCount = 0, maxBlockCount = 0, minAllocationAlignment = 0 } = desc
  if (!Number.isSafeInteger(blockSize) || blockSize < 0) return `a block size is a whole number, found ${blockSize}`
  if (maxBlockCount > 0 && minBlockCount > maxBlockCount)
    return `it would have at least ${minBlockCount} and at most ${maxBlockCount} blocks`
  if (minAllocationAlignment !== 0 && !isPowerOfTwo(minAllocationAlignment))
    return `an alignment is a power of two, found ${minAllocationAlignment}`
  return null
}
