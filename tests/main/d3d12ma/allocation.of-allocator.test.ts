/** An allocation as its allocator made it: what it says, and what releases, moves and exchanges it. */
import { describe, expect, it } from 'vitest'
import { buffer, granted, KiB, MiB, setUp } from './allocating'

describe('an Allocation [DF-04]', () => {
  it('gives heap, offset, size, alignment, resource, private data and name', () => {
    const { allocator, provider } = setUp()
    granted(allocator.createResource({}, buffer(MiB)))
    const privateData = { layer: 3 }
    const allocation = granted(allocator.createResource({ name: 'mask', privateData }, buffer(3 * MiB)))
    expect(allocation.getHeap()).toBe([...provider.heaps][0])
    expect([allocation.getOffset(), allocation.getSize(), allocation.getAlignment()]).toEqual([MiB, 3 * MiB, 64 * KiB])
    expect(allocation.getResource()).toMatchObject({ name: 'mask', size: 3 * MiB })
    expect([allocation.getPrivateData(), allocation.getName()]).toEqual([privateData, 'mask'])
    allocation.setPrivateData(null)
    allocation.setName('matte')
    expect([allocation.getPrivateData(), allocation.getName()]).toEqual([null, 'matte'])
  })

  it('SetResource releases the resource held before, but not the same one again', () => {
    const { allocator, provider } = setUp()
    const allocation = granted(allocator.createResource({}, buffer(MiB)))
    const before = allocation.getResource()
    const heap = allocation.getHeap()
    if (before === null || heap === null) throw new Error('it is placed')
    const { resource } = provider.createPlacedResource(heap, 0, buffer(MiB), 'new')
    allocation.setResource(before)
    expect(provider.resources.has(before)).toBe(true)
    allocation.setResource(resource)
    expect([provider.resources.has(before), allocation.getResource()]).toEqual([false, resource])
    allocation.setResource(null)
    expect(provider.resources.size).toBe(0)
  })

  it('released, gives back its resource and its memory once', () => {
    const { allocator, provider } = setUp()
    const allocation = granted(allocator.createResource({}, buffer(MiB)))
    const block = allocation.block
    expect(allocation.release()).toBe('S_OK')
    expect([provider.resources.size, block?.metadata.freeBytes, allocator.allocations.count]).toEqual([0, 8 * MiB, 0])
    expect(() => allocation.release()).toThrow(/was released before/)
  })

  it('in the moves of a pass, cannot be released: refused, reported, nothing lost [DF-14]', () => {
    const { allocator, provider, reports } = setUp()
    const allocation = granted(allocator.createResource({ name: 'lut' }, buffer(MiB)))
    allocation.inPass = true
    expect(allocation.release()).toBe('DXGI_ERROR_INVALID_CALL')
    expect(reports).toEqual([expect.stringMatching(/^DF-14: lut .*EndPass/)])
    expect([allocation.released, provider.resources.size]).toEqual([false, 1])
  })

  it('is movable unless it is pinned [DF-20]', () => {
    const { allocator } = setUp()
    const free = granted(allocator.createResource({}, buffer(MiB)))
    const pinned = granted(allocator.createResource({ movable: false }, buffer(MiB)))
    expect([free.movable, pinned.movable]).toEqual([true, false])
  })

  it('exchanges memory and resource with one of the same size and pool, and blocks know it [DF-11]', () => {
    const { allocator, provider } = setUp()
    const [a, b] = ['a', 'b'].map((name) => granted(allocator.createResource({ name }, buffer(MiB))))
    if (a === undefined || b === undefined) throw new Error('both are there')
    a.swap(b)
    expect([a.getOffset(), b.getOffset()]).toEqual([MiB, 0])
    expect([a.getResource()?.name, b.getResource()?.name]).toEqual(['b', 'a'])
    expect([...(a.block ?? [])]).toEqual([b, a])
    b.release()
    expect([...provider.resources]).toEqual([a.getResource()])
    const other = granted(allocator.createResource({}, buffer(2 * MiB)))
    expect(() => a.swap(other)).toThrow(/same size and pool/)
  })

  it('whose resource the device refuses is not there at all', () => {
    const { allocator, provider } = setUp()
    provider.createPlacedResource = () => ({ hr: 'DXGI_ERROR_DEVICE_REMOVED', resource: null })
    const result = allocator.createResource({}, buffer(MiB))
    expect([result.hr, result.failure?.reason]).toEqual(['DXGI_ERROR_DEVICE_REMOVED', 'device'])
    expect(allocator.allocations.count).toBe(0)
  })
})
