/** Which heap type the memory of a dump is: Direct3D 12 names it, Vulkan's memory types have flags. */
import type { PoolHeap } from '../../../preload/contract'
import { NAME_SEPARATOR } from '../../d3d12ma/dump/format'
import type { DumpApi } from './dump'
import type { DumpFile } from './schema'

/** GPU_UPLOAD is video memory that the CPU writes: of the three it is used as UPLOAD is. */
const D3D12_HEAPS: Readonly<Record<string, PoolHeap | 'custom'>> = {
  DEFAULT: 'default',
  UPLOAD: 'upload',
  READBACK: 'readback',
  CUSTOM: 'custom',
  GPU_UPLOAD: 'upload',
}

/** What the keys of pools are expected to be. */
export const MEMORY_TYPES: Readonly<Record<DumpApi, string>> = {
  'Direct3D 12': Object.keys(D3D12_HEAPS).join(', '),
  Vulkan: '"Type" and a number',
}

/**
 * @param memoryType as the file has it: "DEFAULT", "DEFAULT - Buffers", "Type 0"
 * @param flags of the pool
 * @returns null for a memory type that the API does not have
 */
export function heapOf(file: DumpFile, memoryType: string, flags: readonly unknown[]): PoolHeap | null {
  if (file.General.API === 'Vulkan') return /^Type \d+$/.test(memoryType) ? vulkanHeap(file, memoryType) : null
  // on adapters of the first resource heap tier there are pools for kinds of resources, named after the heap type
  const [type = ''] = memoryType.split(NAME_SEPARATOR, 1)
  const heap = Object.hasOwn(D3D12_HEAPS, type) ? D3D12_HEAPS[type] : undefined
  return heap === 'custom' ? customHeap(flags) : (heap ?? null)
}

/** By how the CPU sees it. */
function customHeap(flags: readonly unknown[]): PoolHeap {
  if (flags.includes('CPU_PAGE_PROPERTY_WRITE_COMBINE')) return 'upload'
  return flags.includes('CPU_PAGE_PROPERTY_WRITE_BACK') ? 'readback' : 'default'
}

function vulkanHeap({ MemoryInfo }: DumpFile, memoryType: string): PoolHeap {
  const flags = Object.values(MemoryInfo).flatMap(({ MemoryPools = {} }) =>
    Object.hasOwn(MemoryPools, memoryType) ? (MemoryPools[memoryType]?.Flags ?? []) : [],
  )
  if (!flags.includes('HOST_VISIBLE')) return 'default'
  return flags.includes('HOST_CACHED') ? 'readback' : 'upload'
}
