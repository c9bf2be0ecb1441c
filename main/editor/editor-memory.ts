/**
 * The editor's memory that is placed in shared heaps: an allocator of D3D12MA on the app's device, and every allocation
 * by its name (DF-01 to DF-04, RS-15). All sizes in bytes.
 */

import type { PoolHeap } from '../../preload/contract/names'
import { GRANULE } from '../../preload/contract/names'
import type { PoolSpec } from '../../preload/contract/specs'
import type { Device } from '../d3d12/device'
import type { HeapType } from '../d3d12/heap-type'
import { failed, type HResultName } from '../d3d12/hresult'
import { Mapping, type PlacedHeap, type PlacedResource, written } from '../d3d12/placed-resource'
import { HeapFlag, type Resource } from '../d3d12/resource'
import { isBuffer, type OpaqueDesc } from '../d3d12/resource-desc'
import type { Allocation, Block } from '../d3d12ma/allocation'
import { Allocator } from '../d3d12ma/allocator'
import { type AllocationFailure, AllocationFlag, DEFAULT_BLOCK_SIZE, PoolFlag } from '../d3d12ma/definitions'
import type { HeapProvider } from '../d3d12ma/heap-provider'
import type { Pool } from '../d3d12ma/pool'
import { alignUp } from '../sim/align'
import { kept } from '../sim/continuation'
import type { Simulation } from '../sim/simulation'
import { inOneGo, type Sliced, within } from '../sim/slices'
import { type ResourceKind, Suballocation } from './suballocation'

export interface MemorySettings {
  /** of a block of the default pools */
  blockSize: number
  pools: readonly PoolSpec[]
  /** the custom pool of what the editor places in DEFAULT heaps; undefined: the default pool */
  pool: string | undefined
  /** whether BeginPass fails to reserve its next destination, as a scenario plans it (DF-08) [never] */
  reservationFails?: () => boolean
}

export interface MemoryHooks {
  /**
   * An allocation was made, freed or marked, a block or a pool came or went.
   * @param where the block that it is in, or one that is committed and was there before; null: neither
   */
  memoryChanged?(where: Block | Allocation | null): void
}

/** What is asked for. */
export interface PlacedSpec {
  size: number
  /** of PlacementAlignment [64 KiB]; only textures have another (DF-02) */
  alignment?: number | undefined
  heap: PoolHeap
  resident: boolean
  scratch?: boolean | undefined
  committed?: boolean | undefined
  pinned?: boolean | undefined
  /** for those who look [buffer] */
  kind?: ResourceKind | undefined
  /** a pool by name [the editor's own for DEFAULT heaps, else the default one of the heap type] */
  pool?: string | undefined
}

export interface FailureCounts {
  fragmentation: number
  exhaustion: number
  /** for other reasons: larger than a block, refused by the device, … */
  other: number
  last: string | null
}

export const HEAP_TYPE_OF = { default: 'DEFAULT', upload: 'UPLOAD', readback: 'READBACK' } as const satisfies Record<
  PoolHeap,
  HeapType
>

export class EditorMemory {
  readonly allocator: Allocator
  /** since the start of the run; kept when the device is recreated */
  readonly failures: FailureCounts
  private readonly byName = new Map<string, Suballocation>()

  constructor(
    private readonly sim: Simulation,
    readonly device: Device,
    private readonly settings: MemorySettings = { blockSize: DEFAULT_BLOCK_SIZE, pools: [], pool: undefined },
    private readonly hooks: MemoryHooks = {},
    before: EditorMemory | null = null,
  ) {
    this.failures = before?.failures ?? { fragmentation: 0, exhaustion: 0, other: 0, last: null }
    this.allocator = new Allocator({
      provider: new DeviceHeaps(device, settings),
      preferredBlockSize: settings.blockSize,
      ...(before === null ? {} : { firstSerial: before.allocator.allocations.nextSerial }),
      report: kept({ device }, ({ device }, rule: string, message: string) => device.debug.report({ rule, message })),
    })
  }

  /** Makes the pools that it begins with; once, before anything else is asked of it. A pool can begin with many blocks. */
  *addPools(): Sliced<void> {
    const { pools } = this.settings
    const total = pools.reduce((sum, { minBlocks }) => sum + minBlocks, 0)
    let made = 0
    for (const pool of pools) {
      yield* within(this.addPoolInSlices(pool), made, total)
      made += pool.minBlocks
      if (pool.minBlocks > 0) yield { done: made, total }
    }
  }

  /** All that live, in the order in which they were made. */
  get all(): Iterable<Suballocation> {
    return this.byName.values()
  }

  get count(): number {
    return this.byName.size
  }

  find(name: string): Suballocation | undefined {
    return this.byName.get(name)
  }

  /** The resource that lies in it; undefined: none of the editor's, or none any more. */
  of(allocation: Allocation): Suballocation | undefined {
    // where it is kept by the allocator: a table of a hundred thousand takes microseconds for each question
    const resource = allocation.privateData
    return resource instanceof Suballocation ? resource : undefined
  }

  /** A default or a custom pool by its name. */
  pool(name: string): Pool | undefined {
    for (const pool of this.allocator.pools()) if (pool.name === name) return pool
    return undefined
  }

  /** @returns S_OK · E_INVALIDARG (the name is taken) · what the device said about its least number of blocks */
  addPool(spec: PoolSpec): HResultName {
    return inOneGo(this.addPoolInSlices(spec))
  }

  private *addPoolInSlices(spec: PoolSpec): Sliced<HResultName> {
    if (this.pool(spec.name) !== undefined) return 'E_INVALIDARG'
    const flags =
      (spec.algorithm === 'linear' ? PoolFlag.ALGORITHM_LINEAR : PoolFlag.NONE) |
      (spec.alwaysCommitted ? PoolFlag.ALWAYS_COMMITTED : PoolFlag.NONE)
    const { hr } = yield* this.allocator.createPoolInSlices({
      name: spec.name,
      heapType: HEAP_TYPE_OF[spec.heap],
      blockSize: spec.blockSize ?? 0,
      minBlockCount: spec.minBlocks,
      maxBlockCount: spec.maxBlocks,
      flags,
    })
    this.hooks.memoryChanged?.(null)
    return hr
  }

  /**
   * @returns S_OK with the resource · E_INVALIDARG (the name is taken, no such pool) · E_OUTOFMEMORY with what was
   * found (DF-03) · DXGI_ERROR_DEVICE_REMOVED
   */
  create(name: string, spec: PlacedSpec): { hr: HResultName; resource: Suballocation | null } {
    if (this.device.removed !== null) return { hr: 'DXGI_ERROR_DEVICE_REMOVED', resource: null }
    const poolName = spec.pool ?? (spec.heap === 'default' ? this.settings.pool : undefined)
    const pool = poolName === undefined ? undefined : this.pool(poolName)
    if (this.byName.has(name) || (poolName !== undefined && pool === undefined))
      return { hr: 'E_INVALIDARG', resource: null }
    const desc = {
      name,
      heapType: HEAP_TYPE_OF[spec.heap],
      flags: spec.committed === true ? AllocationFlag.COMMITTED : AllocationFlag.NONE,
      movable: spec.pinned !== true,
      // a heap that is made for what is not resident takes no local memory either (TN-35)
      extraHeapFlags: spec.resident ? HeapFlag.NONE : HeapFlag.CREATE_NOT_RESIDENT,
      ...(pool === undefined || !pool.custom ? {} : { customPool: pool }),
    }
    const purpose = opaqueDescOf(spec)
    const info = this.device.getResourceAllocationInfo(purpose)
    if (info === null) return { hr: 'E_INVALIDARG', resource: null }
    const { SizeInBytes, Alignment } = info
    const { hr, allocation, failure } = this.allocator.allocateMemory(desc, SizeInBytes, Alignment, purpose)
    if (allocation === null) {
      this.allocationFailed(name, pool?.name ?? desc.heapType, failure)
      return { hr, resource: null }
    }
    return this.adopt(name, allocation, { ...spec, kind: isBuffer(purpose) ? 'buffer' : 'texture' })
  }

  /**
   * Makes the resource in memory that was allocated for it.
   * @returns S_OK with the resource · what CreatePlacedResource returned: the memory is given back
   */
  adopt(
    name: string,
    allocation: Allocation,
    { resident, scratch, kind }: Pick<PlacedSpec, 'resident' | 'scratch' | 'kind'>,
  ): { hr: HResultName; resource: Suballocation | null } {
    const { device, sim } = this
    const heap = allocation.getHeap() as PlacedHeap
    const info = { SizeInBytes: allocation.size, Alignment: allocation.alignment }
    const { hr, resource: placed } = device.createPlacedResource(heap, allocation.getOffset(), info, name, resident)
    if (placed === null) {
      allocation.release()
      return { hr, resource: null }
    }
    placed.contents = written(placed.contents, name)
    allocation.setResource(placed)
    const resource = new Suballocation(
      allocation,
      device.reserveKey(),
      { name, scratch: scratch ?? false, kind: kind ?? 'buffer' },
      placed,
    )
    allocation.setPrivateData(resource)
    this.byName.set(name, resource)
    const { pool, committed } = allocation
    sim.trace.write('allocate', {
      resource: name,
      bytes: allocation.size,
      pool: pool.name,
      heap: heap.name,
      offset: allocation.getOffset(),
      committed,
    })
    this.hooks.memoryChanged?.(allocation.block)
    return { hr: 'S_OK', resource }
  }

  /** @returns S_OK · DXGI_ERROR_INVALID_CALL: it is in the moves of a pass; it stays (DF-14) */
  release(resource: Suballocation): HResultName {
    const { allocation, name, size } = resource
    const { block } = allocation
    const pool = allocation.pool.name
    const hr = allocation.release()
    if (failed(hr)) return hr
    this.forget(resource)
    this.hooks.memoryChanged?.(block)
    this.sim.trace.write('free', { resource: name, bytes: size, pool })
    return 'S_OK'
  }

  /** It is gone with a move (DESTROY). */
  forget(resource: Suballocation): void {
    this.byName.delete(resource.name)
    resource.allocation.setPrivateData(null)
    this.device.returnKey(resource.key)
  }

  /** Its device is about to go, and all that is placed with it; nobody keeps anything by its key any more. */
  dispose(): void {
    for (const { key } of this.all) this.device.returnKey(key)
  }

  /** The GPU, or the CPU through a mapping, has written to it. @param to where the writer's descriptor led */
  written(resource: Suballocation, to: PlacedResource, writer: string): void {
    to.contents = written(to.contents, writer)
    resource.expected = written(resource.expected, writer)
  }

  /** ID3D12Resource::Map; during a pass of the source, which is what is copied. @returns E_INVALIDARG in DEFAULT memory */
  map(resource: Suballocation): HResultName {
    if (resource.allocation.heapType === 'DEFAULT') return 'E_INVALIDARG'
    resource.mapping = new Mapping(resource.stored)
    this.changed(resource)
    return 'S_OK'
  }

  /** ID3D12Resource::Unmap; of what is not mapped nothing is undone. */
  unmap(resource: Suballocation): void {
    resource.mapping = null
    this.changed(resource)
  }

  /** Through the mapping (DF-15). @returns E_INVALIDARG without one, or through one that a move has made stale */
  write(resource: Suballocation): HResultName {
    const { mapping, name } = resource
    if (mapping === null) return 'E_INVALIDARG'
    if (mapping.write('CPU')) {
      resource.expected = written(resource.expected, 'CPU')
      return 'S_OK'
    }
    const message = `${name} was written through a mapping from before its move: Map it again after EndPass`
    this.device.debug.report({ rule: 'DF-15', resource: name, message })
    return 'E_INVALIDARG'
  }

  setMovable(resource: Suballocation, movable: boolean): void {
    resource.allocation.movable = movable
    this.changed(resource)
  }

  /** What is shown of it may be something else. */
  private changed({ allocation }: Suballocation): void {
    this.hooks.memoryChanged?.(allocation.block ?? allocation)
  }

  /** What kept the last allocation from being made, for messages. */
  private allocationFailed(name: string, pool: string, failure: AllocationFailure): void {
    const { reason, message, size, freeBytes, largestFreeRange } = failure
    const because = reason === 'exhausted' ? 'exhaustion' : reason
    this.failures[because === 'fragmentation' || because === 'exhaustion' ? because : 'other']++
    this.failures.last = `${name}: ${message}`
    this.sim.trace.write('allocation-failed', {
      resource: name,
      bytes: size,
      pool,
      because,
      free: freeBytes,
      largest: largestFreeRange,
    })
    this.hooks.memoryChanged?.(null)
  }
}

/**
 * What is asked for as D3D12 describes it: `size` and `alignment`, bytes, come from there, wherever it lies (DF-02).
 */
export function opaqueDescOf({
  size,
  alignment,
  kind,
}: {
  size: number
  alignment?: number | undefined
  kind?: ResourceKind | undefined
}): OpaqueDesc {
  return { dimension: 'opaque', width: size, alignment, texture: kind === 'texture' }
}

/** The device as the allocator sees it. */
class DeviceHeaps implements HeapProvider {
  constructor(
    private readonly device: Device,
    private readonly settings: Pick<MemorySettings, 'reservationFails'>,
  ) {}

  getResourceAllocationInfo(...[desc]: Asked<'getResourceAllocationInfo'>): Answer<'getResourceAllocationInfo'> {
    return this.device.getResourceAllocationInfo(desc)
  }

  createHeap(...[{ sizeInBytes, type, flags }, name]: Asked<'createHeap'>): Answer<'createHeap'> {
    return this.device.createHeap(alignUp(sizeInBytes, GRANULE), type, name, flags)
  }

  releaseHeap(...[heap]: Asked<'releaseHeap'>): void {
    this.device.releaseHeap(heap as PlacedHeap)
  }

  createPlacedResource(...[heap, offset, desc, name]: Asked<'createPlacedResource'>): Answer<'createPlacedResource'> {
    const info = this.device.getResourceAllocationInfo(desc)
    if (info === null) return { hr: 'E_INVALIDARG', resource: null }
    return this.device.createPlacedResource(heap as PlacedHeap, offset, info, name, true)
  }

  createCommittedResource(
    ...[desc, heapFlags, name, type]: Asked<'createCommittedResource'>
  ): Answer<'createCommittedResource'> {
    return this.device.createCommittedResource(desc, heapFlags & HeapFlag.CREATE_NOT_RESIDENT, name, type)
  }

  releaseResource(resource: Resource): void {
    this.device.releaseResource(resource)
  }

  queryVideoMemoryInfo(...[group]: Asked<'queryVideoMemoryInfo'>): Answer<'queryVideoMemoryInfo'> {
    return this.device.queryVideoMemoryInfo(group)
  }

  reserveDestination(): Answer<'reserveDestination'> {
    return this.settings.reservationFails?.() ? 'E_OUTOFMEMORY' : 'S_OK'
  }
}

type Calls = Required<HeapProvider>
type Asked<Call extends keyof Calls> = Parameters<Calls[Call]>
type Answer<Call extends keyof Calls> = ReturnType<Calls[Call]>
