import { expect, it } from 'vitest'
import { heapOf } from '../../../../main/session/dump/heap-types'
import type { DumpFile } from '../../../../main/session/dump/schema'

const RANGES = { BlockCount: 0, BlockBytes: 0, AllocationCount: 0, AllocationBytes: 0, UnusedRangeCount: 0 }
const dump = (API: DumpFile['General']['API'], pools: Record<string, string[]> = {}): DumpFile => ({
  General: { API, GPU: 'a GPU' },
  Total: RANGES,
  MemoryInfo: {
    'Heap 0': {
      Budget: {},
      Stats: RANGES,
      MemoryPools: Object.fromEntries(Object.entries(pools).map(([name, Flags]) => [name, { Flags }])),
    },
  },
})

it.each([
  ['DEFAULT', [], 'default'],
  ['UPLOAD', [], 'upload'],
  ['READBACK - Buffers', [], 'readback'],
  // video memory that the CPU writes
  ['GPU_UPLOAD', [], 'upload'],
  ['CUSTOM', ['CPU_PAGE_PROPERTY_WRITE_COMBINE'], 'upload'],
  ['CUSTOM', ['CPU_PAGE_PROPERTY_WRITE_BACK'], 'readback'],
  ['CUSTOM', ['CPU_PAGE_PROPERTY_NOT_AVAILABLE'], 'default'],
  ['constructor', [], null],
  ['Type 0', [], null],
])('of Direct3D 12 %s %j is %s [DF-23]', (type, flags, heap) => {
  expect(heapOf(dump('Direct3D 12'), type, flags)).toBe(heap)
})

it.each([
  ['Type 0', ['DEVICE_LOCAL'], 'default'],
  ['Type 1', ['DEVICE_LOCAL', 'HOST_VISIBLE', 'HOST_COHERENT'], 'upload'],
  ['Type 2', ['HOST_VISIBLE', 'HOST_COHERENT', 'HOST_CACHED'], 'readback'],
])('of Vulkan %s with %j is %s [DF-23]', (type, flags, heap) => {
  expect(heapOf(dump('Vulkan', { [type]: flags }), type, [])).toBe(heap)
})

it('of Vulkan what names no type is none, and a type that the file does not describe is the GPU’s own', () => {
  expect(heapOf(dump('Vulkan'), 'DEFAULT', [])).toBeNull()
  expect(heapOf(dump('Vulkan'), 'Type 7', [])).toBe('default')
})
