/**
 * Writes an allocator's state as D3D12MA's BuildStatsString does with its detailed map (DF-23): valid by the published
 * schema, and drawn by the published visualiser. Nothing of the allocator changes, and the same state gives the same text.
 */
import { SegmentGroup } from '../../../preload/contract/names'
import type { Allocation, Block } from '../allocation'
import type { Allocator } from '../allocator'
import { HEAP_TYPES } from '../definitions'
import type { Pool } from '../pool'
import { addDetailedStatistics, type Budget, type DetailedStatistics, emptyDetailedStatistics } from '../statistics'
import {
  type AllocationJson,
  type BlockJson,
  type CustomPoolJson,
  type DumpJson,
  type MemoryJson,
  NAME_SEPARATOR,
  POOL_FLAG_NAMES,
  type PoolJson,
  type ResourceType,
  type StatsJson,
  type SuballocationJson,
  TYPE_FREE,
} from './format'
import { jsonText } from './json-text'

/** What an allocation's resource is. */
export interface DumpKind {
  type: ResourceType
  /** D3D12_RESOURCE_FLAGS */
  usage: number
}

export interface WriteDumpOptions {
  /** the adapter's name */
  gpu: string
  /** the adapter has no memory of its own, so that all heaps are of L0 */
  uma: boolean
  /** null: it has no resource, or one that nobody knows [always null] */
  kindOf?: (allocation: Allocation) => DumpKind | null
}

/** What the type of `kindOf` is without an answer. */
const UNKNOWN: DumpKind = { type: 'UNKNOWN', usage: 0 }
/** D3D12MA's name for heaps of type CUSTOM, which this allocator has none of. */
const CUSTOM = 'CUSTOM'
/** The digits of a pointer. */
const POINTER_DIGITS = 16

/** @returns JSON, UTF-8 when written as it is, ending with a newline */
export function writeDump(allocator: Allocator, options: WriteDumpOptions): string {
  return jsonText(buildDump(allocator, options))
}

/** The dump as a value, before it is text (DF-23); sizes and offsets in bytes. */
function buildDump(allocator: Allocator, options: WriteDumpOptions): DumpJson {
  const kindOf = options.kindOf ?? (() => null)
  const { HeapType, Total } = allocator.calculateStatistics()
  return {
    General: { API: 'Direct3D 12', GPU: options.gpu },
    Total: statsJson(Total),
    MemoryInfo: memoryInfo(allocator, HeapType, options.uma),
    DefaultPools: Object.fromEntries(allocator.defaults.map((pool) => [pool.heapType, poolJson(pool, kindOf)])),
    CustomPools: customPools(allocator.customPools, kindOf),
  }
}

type KindOf = NonNullable<WriteDumpOptions['kindOf']>

/** @param byHeapType in the order of HEAP_TYPES */
function memoryInfo(
  allocator: Allocator,
  byHeapType: readonly DetailedStatistics[],
  uma: boolean,
): DumpJson['MemoryInfo'] {
  const heaps = HEAP_TYPES.map((type, i) => [type, byHeapType[i] as DetailedStatistics] as const)
  const local = allocator.getBudget(SegmentGroup.LOCAL)
  if (uma) return { L0: memoryJson(local, heaps) }
  return {
    L0: memoryJson(allocator.getBudget(SegmentGroup.NON_LOCAL), heaps.slice(1)),
    L1: memoryJson(local, heaps.slice(0, 1)),
  }
}

function memoryJson(budget: Budget, heaps: readonly (readonly [string, DetailedStatistics])[]): MemoryJson {
  const stats = emptyDetailedStatistics()
  for (const [, of] of heaps) addDetailedStatistics(stats, of)
  const pools = [...heaps, [CUSTOM, emptyDetailedStatistics()] as const]
  return {
    // without a limit it is no number that JSON has
    Budget: { BudgetBytes: Math.min(budget.BudgetBytes, Number.MAX_SAFE_INTEGER), UsageBytes: budget.UsageBytes },
    Stats: statsJson(stats),
    MemoryPools: Object.fromEntries(pools.map(([type, of]) => [type, { Stats: statsJson(of) }])),
  }
}

function statsJson({ Stats, UnusedRangeCount, ...extremes }: DetailedStatistics): StatsJson {
  const { BlockCount, BlockBytes, AllocationCount, AllocationBytes } = Stats
  const { AllocationSizeMin, AllocationSizeMax, UnusedRangeSizeMin, UnusedRangeSizeMax } = extremes
  return {
    BlockCount,
    BlockBytes,
    AllocationCount,
    AllocationBytes,
    UnusedRangeCount,
    ...(AllocationCount === 0 ? {} : { AllocationSizeMin, AllocationSizeMax }),
    ...(UnusedRangeCount === 0 ? {} : { UnusedRangeSizeMin, UnusedRangeSizeMax }),
  }
}

function customPools(pools: readonly Pool[], kindOf: KindOf): DumpJson['CustomPools'] {
  const byType: DumpJson['CustomPools'] = {}
  for (const type of HEAP_TYPES) {
    const own = pools.filter(({ heapType }) => heapType === type)
    if (own.length > 0) byType[type] = own.map((pool, i): CustomPoolJson => named(pool, i, poolJson(pool, kindOf)))
  }
  return byType
}

function named({ desc }: Pool, index: number, json: PoolJson): CustomPoolJson {
  return { Name: desc.name === undefined ? `${index}` : `${index}${NAME_SEPARATOR}${desc.name}`, ...json }
}

function poolJson(pool: Pool, kindOf: KindOf): PoolJson {
  return {
    Flags: [
      ...(pool.linear ? [POOL_FLAG_NAMES.ALGORITHM_LINEAR] : []),
      ...(pool.alwaysCommitted ? [POOL_FLAG_NAMES.ALWAYS_COMMITTED] : []),
    ],
    PreferredBlockSize: pool.blockSize,
    Blocks: Object.fromEntries(pool.blockVector.blocks.map((block) => [block.id, blockJson(block, kindOf)])),
    DedicatedAllocations: Array.from(pool.committed, (allocation) => allocationJson(allocation, kindOf)),
  }
}

function blockJson(block: Block, kindOf: KindOf): BlockJson {
  const { metadata } = block
  const Suballocations: SuballocationJson[] = []
  metadata.forEachRange((Offset, Size, handle) => {
    if (handle < 0) Suballocations.push({ Offset, Type: TYPE_FREE, Size })
    else Suballocations.push({ Offset, ...allocationJson(block.allocationOf(handle), kindOf) })
  })
  return {
    TotalBytes: block.size,
    UnusedBytes: metadata.freeBytes,
    Allocations: metadata.allocationCount,
    UnusedRanges: metadata.freeRangeCount,
    Suballocations,
  }
}

/** The visualiser reads `Usage` of each one, so that none is left out. */
function allocationJson(allocation: Allocation, kindOf: KindOf): AllocationJson {
  const { type, usage } = kindOf(allocation) ?? UNKNOWN
  const data = customData(allocation.privateData)
  return {
    Type: type,
    Size: allocation.size,
    Usage: usage,
    ...(data === null ? {} : { CustomData: data }),
    ...(allocation.name === '' ? {} : { Name: allocation.name }),
  }
}

/** A number as a pointer's digits, a word as it is; the format has no place for anything else. */
function customData(data: unknown): string | null {
  if (typeof data === 'string') return /^[0-9a-zA-Z]+$/.test(data) ? data : null
  if (typeof data !== 'number' || !Number.isSafeInteger(data) || data < 0) return null
  return data.toString(16).toUpperCase().padStart(POINTER_DIGITS, '0')
}
