/** Heaps and what is placed in them, on a real device: they share the heap's residency (RS-15). */
import { describe, expect, it } from 'vitest'
import type { HeapType } from '../../../main/d3d12/heap-type'
import { Mapping, type PlacedHeap, type PlacedResource, written } from '../../../main/d3d12/placed-resource'
import { HeapFlag, type Resource } from '../../../main/d3d12/resource'
import { conservationProblems } from '../support/conservation'
import { MIB, MS, type TestWorld, worldOf } from '../support/world'

function heapOf(world: TestWorld, mib = 4, type: HeapType = 'DEFAULT'): PlacedHeap {
  const { hr, heap } = world.device.createHeap(mib * MIB, type, 'H')
  if (heap === null) throw new Error(hr)
  return heap
}

function place(world: TestWorld, heap: PlacedHeap, name: string, mib: number, resident = true): PlacedResource {
  const info = { SizeInBytes: MIB, Alignment: 65_536 }
  const { hr, resource } = world.device.createPlacedResource(heap, mib * MIB, info, name, resident)
  if (resource === null) throw new Error(hr)
  return resource
}

const state = (world: TestWorld, { handle }: Pick<Resource, 'handle'>) => world.vidmm.residency.state(handle)
const makeResident = (world: TestWorld, ...resources: Resource[]) =>
  world.device.enqueueMakeResident(resources, 0, world.device.createFence(), 1).hr

describe('a heap', () => {
  it('has whole 64 KiB, of the segment of its type, and is resident until something brings references of its own [RS-15]', () => {
    const world = worldOf()
    for (const size of [0, -65_536, 65_535, 65_537])
      expect(world.device.createHeap(size, 'DEFAULT', 'H')).toEqual({ hr: 'E_INVALIDARG', heap: null })
    const local = heapOf(world)
    const upload = heapOf(world, 2, 'UPLOAD')
    expect([state(world, local), state(world, upload)]).toEqual(['resident', 'resident'])
    expect(world.vidmm.residency.counters.map(({ usage }) => usage)).toEqual([4 * MIB, 2 * MIB])
    place(world, local, 'a', 0, false)
    expect(state(world, local)).toBe('evictable')
  })

  it('of CREATE_NOT_RESIDENT takes no local memory until what is placed in it is made resident [TN-35] [RS-15]', () => {
    const world = worldOf()
    const { heap } = world.device.createHeap(4 * MIB, 'DEFAULT', 'H', HeapFlag.CREATE_NOT_RESIDENT)
    const a = place(world, heap as PlacedHeap, 'a', 0, false)
    expect([state(world, a), world.vidmm.residency.counters[0].usage]).toEqual(['paged-out', 0])
    expect(makeResident(world, a)).toBe('S_OK')
    world.wait(20 * MS)
    expect([state(world, a), world.vidmm.residency.counters[0].usage]).toEqual(['resident', 4 * MIB])
    expect(world.device.evict(a)).toMatchObject({ references: 0, left: 4 * MIB })
  })

  it('that cannot be made is E_OUTOFMEMORY, on a removed device DXGI_ERROR_DEVICE_REMOVED', () => {
    const world = worldOf()
    world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 1 } })
    expect(world.device.createHeap(MIB, 'DEFAULT', 'H').hr).toBe('E_OUTOFMEMORY')
    const heap = heapOf(world)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    expect(world.device.createHeap(MIB, 'DEFAULT', 'H').hr).toBe('DXGI_ERROR_DEVICE_REMOVED')
    const info = { SizeInBytes: 1, Alignment: 1 }
    expect(world.device.createPlacedResource(heap, 0, info, 'a', true).hr).toBe('DXGI_ERROR_DEVICE_REMOVED')
  })

  it('goes with everything in it when the GPU no longer needs it [RS-11]', () => {
    const world = worldOf()
    const heap = heapOf(world)
    const a = place(world, heap, 'a', 0)
    world.queue.executeCommandLists({ name: 'work', gpuTime: 5 * MS, resources: [a] })
    world.wait(1 * MS)
    world.device.releaseResource(a)
    world.device.releaseHeap(heap)
    world.wait(3 * MS)
    expect(world.of('destroy')).toEqual([])
    world.wait(10 * MS)
    expect(world.of('destroy').map(({ t, resource, bytes }) => [t, resource, bytes])).toEqual([[5 * MS, 'H', 4 * MIB]])
    expect(world.of('device-removed')).toEqual([])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  it('stays in place for queued work that uses what was released in it [RS-11] [RS-15] [RS-07]', () => {
    const world = worldOf({ system: { evictionMode: 'eager' } })
    const heap = heapOf(world)
    const a = place(world, heap, 'a', 0)
    for (let i = 0; i < 2; i++) world.queue.executeCommandLists({ name: 'work', gpuTime: 5 * MS, resources: [a] })
    world.wait(1 * MS)
    world.device.releaseResource(a)
    expect([a.references, world.device.isListed(a), state(world, heap)]).toEqual([0, false, 'resident'])
    world.wait(8 * MS)
    expect(world.of('page-out')).toEqual([])
    world.wait(50 * MS)
    expect(world.of('packet').flatMap(({ command, outcome }) => (command === 'work' ? [outcome] : []))).toEqual([
      'completed',
      'completed',
    ])
    expect(world.of('page-out')).toMatchObject([{ resource: 'H', start: 10 * MS }])
    expect(world.of('device-removed')).toEqual([])
  })
})

describe('a placed resource', () => {
  it('lies within its heap, aligned as its description says [DF-02]', () => {
    const world = worldOf()
    const heap = heapOf(world)
    const at = (offset: number, SizeInBytes: number, Alignment: number) =>
      world.device.createPlacedResource(heap, offset, { SizeInBytes, Alignment }, 'a', true).hr
    expect(at(65_536, 4 * MIB - 65_536, 65_536)).toBe('S_OK')
    expect(at(65_536, 4 * MIB - 65_535, 65_536)).toBe('E_INVALIDARG')
    expect(at(4_096, 4_096, 65_536)).toBe('E_INVALIDARG')
    expect(at(4_096, 4_096, 4_096)).toBe('S_OK')
    world.device.releaseHeap(heap)
    expect(at(0, 4_096, 4_096)).toBe('E_INVALIDARG')
  })

  it('keeps its heap: the heap goes only when the last one is evicted [RS-15] [RS-01]', () => {
    const world = worldOf({ system: { evictionMode: 'eager' } })
    const heap = heapOf(world)
    const [a, b] = [place(world, heap, 'a', 0), place(world, heap, 'b', 1)]
    expect(world.device.evict(a).hr).toBe('S_OK')
    world.wait(50 * MS)
    expect([state(world, heap), world.device.isListed(a), world.device.isListed(b)]).toEqual(['resident', false, true])
    expect(world.of('page-out')).toEqual([])
    expect(world.device.evict(b)).toMatchObject({ hr: 'S_OK', references: 0 })
    world.wait(50 * MS)
    expect([state(world, heap), state(world, a), state(world, b)]).toEqual(['paged-out', 'paged-out', 'paged-out'])
    expect(world.of('page-out').map(({ resource, bytes }) => [resource, bytes])).toEqual([['H', 4 * MIB]])
  })

  it('brings the whole heap: making one resident transfers all of it, for the others too [RS-15] [RS-05]', () => {
    const world = worldOf({ system: { pagingBandwidth: 1000 * MIB } })
    const heap = heapOf(world)
    const [a, b] = [place(world, heap, 'a', 0, false), place(world, heap, 'b', 1, false)]
    world.wait(1 * MS)
    world.do({ verb: 'system', value: { evictionMode: 'eager' } })
    world.wait(50 * MS)
    expect(state(world, b)).toBe('paged-out')
    const t = world.sim.now
    expect(makeResident(world, a)).toBe('S_OK')
    world.wait(50 * MS)
    expect(world.of('page-in')).toMatchObject([{ resource: 'H', bytes: 4 * MIB, start: t, end: t + 4 * MS }])
    expect([state(world, b), world.device.isListed(a), world.device.isListed(b)]).toEqual(['resident', true, false])
  })

  it('counts its own references: n calls need n, and nobody can undo those of another [RS-01] [RS-15]', () => {
    const world = worldOf()
    const heap = heapOf(world)
    const [a, b] = [place(world, heap, 'a', 0), place(world, heap, 'b', 1)]
    makeResident(world, a, a)
    expect([a.references, b.references]).toEqual([3, 1])
    for (let i = 0; i < 3; i++) expect(world.device.evict(a).hr).toBe('S_OK')
    expect(world.device.evict(a)).toMatchObject({ hr: 'E_INVALIDARG', references: 0 })
    expect([a.references, b.references, state(world, heap)]).toEqual([0, 1, 'resident'])
    expect(world.of('finding')).toMatchObject([{ rule: 'RS-01', resource: 'a' }])
  })

  it('takes its references along when it is released, once [RS-15]', () => {
    const world = worldOf()
    const heap = heapOf(world)
    const [a, b] = [place(world, heap, 'a', 0), place(world, heap, 'b', 1)]
    makeResident(world, a)
    world.device.releaseResource(a)
    expect([a.released, a.references, state(world, heap)]).toEqual([true, 0, 'resident'])
    world.device.evict(b)
    expect(state(world, heap)).toBe('evictable')
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  it('used by a packet while its heap is not listed removes the device; listed by another in it, it does not [RS-07] [RS-15]', () => {
    for (const [evicted, removals] of [
      [['a'], 0],
      [['a', 'b'], 1],
    ] as const) {
      const world = worldOf()
      const heap = heapOf(world)
      const resources = { a: place(world, heap, 'a', 0), b: place(world, heap, 'b', 1) }
      for (const name of evicted) world.device.evict(resources[name])
      world.queue.executeCommandLists({ name: 'work', gpuTime: 1 * MS, resources: [resources.a] })
      world.wait(5 * MS)
      expect(world.of('device-removed')).toHaveLength(removals)
    }
  })

  it('stays in place while it is held, and leaves when it is let go [DF-21]', () => {
    const world = worldOf()
    const heap = heapOf(world)
    const a = place(world, heap, 'a', 0)
    world.device.heaps.hold(heap)
    world.device.evict(a)
    expect([state(world, heap), world.device.isListed(a)]).toEqual(['resident', false])
    world.device.heaps.letGo(heap)
    expect(state(world, heap)).toBe('evictable')
    world.device.heaps.hold(heap)
    world.device.releaseHeap(heap)
    world.device.heaps.letGo(heap)
    expect(world.of('destroy')).toMatchObject([{ resource: 'H' }])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })
})

describe('a released resource that a list names', () => {
  it('is a finding; where its heap is gone too, a page fault [DF-10] [RS-07]', () => {
    const world = worldOf()
    const heap = heapOf(world)
    const [a, b] = [place(world, heap, 'a', 0), place(world, heap, 'b', 1)]
    const use = () => world.queue.executeCommandLists({ name: 'Glow', gpuTime: 1, resources: [a, b] }).hr
    expect(use()).toBe('S_OK')
    world.device.releaseResource(a)
    expect(use()).toBe('S_OK')
    expect(world.of('finding')).toMatchObject([
      {
        rule: 'DF-10',
        resource: 'a',
        message: 'Glow uses a stale descriptor of a: its resource in H at 0 is released',
      },
    ])
    world.wait(1 * MS)
    world.device.releaseResource(b)
    world.device.releaseHeap(heap)
    expect(use()).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(world.of('device-removed')).toMatchObject([{ because: 'Glow read a in H, which is gone' }])
  })
})

describe('contents', () => {
  it('differ by who wrote, how often and in which order [DF-18]', () => {
    const after = (...writers: string[]) => writers.reduce(written, { version: 0, checksum: 0 })
    const all = [after(), after('a'), after('b'), after('a', 'b'), after('b', 'a'), after('a', 'a'), after('aa')]
    expect(all.map(({ version }) => version)).toEqual([0, 1, 1, 2, 2, 2, 1])
    expect(new Set(all.map(({ checksum }) => checksum)).size).toBe(all.length)
    expect(after('a', 'b')).toEqual(after('a', 'b'))
  })

  it('are not changed through a mapping of what is released [DF-15]', () => {
    const world = worldOf()
    const a = place(world, heapOf(world, 4, 'UPLOAD'), 'a', 0)
    const mapping = new Mapping(a)
    expect([mapping.write('CPU'), a.contents.version]).toEqual([true, 1])
    world.device.releaseResource(a)
    expect([mapping.write('CPU'), a.contents.version]).toEqual([false, 1])
  })
})
