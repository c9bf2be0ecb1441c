import { describe, expect, it } from 'vitest'
import { MemoryProvider } from '../../../main/d3d12ma/memory-provider'
import { SegmentGroup } from '../../../preload/contract'

const KIB = 1024
const HEAP = { sizeInBytes: 128 * KIB, alignment: 64 * KIB } as const
const buffer = { dimension: 'buffer', width: 100 } as const
const usage = (provider: MemoryProvider) =>
  [SegmentGroup.LOCAL, SegmentGroup.NON_LOCAL].map((group) => provider.queryVideoMemoryInfo(group).CurrentUsage)

describe('memory that is only counted [DF-24]', () => {
  it('is taken and given back in the group of its heap type', () => {
    const provider = new MemoryProvider()
    const { heap } = provider.createHeap({ ...HEAP, type: 'DEFAULT' }, 'h')
    const { resource } = provider.createCommittedResource(buffer, 0, 'r', 'UPLOAD')
    if (heap === null || resource === null) throw new Error('expected both')
    // a buffer takes whole 64 KiB
    expect(usage(provider)).toEqual([128 * KIB, 64 * KIB])
    provider.releaseResource(resource)
    provider.releaseHeap(heap)
    expect(usage(provider)).toEqual([0, 0])
  })

  it('is refused beyond what there is, of each group by itself', () => {
    const provider = new MemoryProvider({ capacity: 128 * KIB, budget: 1000 })
    expect(provider.createHeap({ ...HEAP, type: 'DEFAULT' }, 'h').hr).toBe('S_OK')
    expect(provider.createCommittedResource(buffer, 0, 'r', 'DEFAULT').hr).toBe('E_OUTOFMEMORY')
    expect(provider.createCommittedResource(buffer, 0, 'r', 'READBACK').hr).toBe('S_OK')
    expect(provider.queryVideoMemoryInfo(SegmentGroup.LOCAL)).toEqual({ Budget: 1000, CurrentUsage: 128 * KIB })
  })

  it('of a placed resource is its heap’s: aligned, and within it [DF-02]', () => {
    const provider = new MemoryProvider()
    const { heap } = provider.createHeap({ ...HEAP, type: 'DEFAULT' }, 'h')
    if (heap === null) throw new Error('expected a heap')
    const placed = (offset: number) => provider.createPlacedResource(heap, offset, buffer, 'r').hr
    expect([placed(0), placed(64 * KIB), placed(4 * KIB), placed(128 * KIB)]).toEqual([
      'S_OK',
      'S_OK',
      'E_INVALIDARG',
      'E_INVALIDARG',
    ])
    expect(usage(provider)).toEqual([128 * KIB, 0])
  })

  it('given back twice is a mistake of who does it', () => {
    const provider = new MemoryProvider()
    const { resource } = provider.createCommittedResource(buffer, 0, 'r', 'DEFAULT')
    if (resource === null) throw new Error('expected a resource')
    provider.releaseResource(resource)
    expect(() => provider.releaseResource(resource)).toThrow('resource r was released before')
  })
})
