/** Fills, discarded contents, page tables that cost memory, and the implicit system memory segment (AN-06, AN-10, AN-11). */
import { describe, expect, test } from 'vitest'
import { HeapFlag, ResidencyFlag, type Resource } from '../../../../main/d3d12/resource'
import { createCompressed, integrated, story, use } from '../../support/aperture'
import { conservationProblems } from '../../support/conservation'
import { create, KIB, MIB, MS, runOf, stateOf, type TestWorld, worldOf } from '../../support/world'

/** 1 MiB takes 1 ms to be transferred; the paging process's VA space has 16 MiB, a quarter of the segment. */
const SYSTEM = { localMemory: 64 * MIB, pagingBandwidth: 1000 * MIB, evictionMode: 'eager' }
const FILLING = { ...SYSTEM, fillBandwidth: 4000 * MIB }

const worldWith = (system: Record<string, unknown> = SYSTEM) => worldOf({ system })
const fills = (world: TestWorld) => world.of('paging-operation').filter(({ operation }) => operation === 'VIRTUAL_FILL')

function makeResident(world: TestWorld, resource: Resource): void {
  const fence = world.device.createFence()
  expect(world.device.enqueueMakeResident([resource], ResidencyFlag.NONE, fence, 1).hr).toBe('S_OK')
}

function notZeroed(world: TestWorld, name: string, bytes: number, flags: number = HeapFlag.NONE): Resource {
  const desc = { dimension: 'buffer', width: bytes } as const
  const made = world.device.createCommittedResource(desc, flags | HeapFlag.CREATE_NOT_ZEROED, name)
  return made.resource as Resource
}

describe('new memory is zeroed [AN-10]', () => {
  test('when it is created resident, at once where fills take no time', () => {
    const world = worldWith()
    const made = create(world, 'a', MIB)
    expect(stateOf(world, made)).toBe('resident')
    expect(fills(world)).toEqual([
      {
        t: 0,
        type: 'paging-operation',
        operation: 'VIRTUAL_FILL',
        resource: 'a',
        segment: 'local',
        chunk: 0,
        chunks: 1,
        offset: 0,
        bytes: MIB,
        start: 0,
        end: 0,
        direction: 'in',
      },
    ])
    world.wait(MS)
    // no turn on an engine, and nothing that was transferred
    expect(world.of('packet', 'page-in')).toEqual([])
  })

  test('when it becomes resident for the first time, before anything is transferred, and not again', () => {
    const world = worldWith()
    const made = create(world, 'a', 2 * MIB, false)
    expect(fills(world)).toEqual([])
    makeResident(world, made)
    world.wait(10 * MS)
    expect(story(world.of('paging-operation'))).toEqual(['0–0 VIRTUAL_FILL 1/1', '0–2000 VIRTUAL_TRANSFER 1/1'])
    world.device.evict(made)
    world.wait(10 * MS)
    makeResident(world, made)
    world.wait(10 * MS)
    expect(fills(world)).toHaveLength(1)
    expect(world.of('page-in').map(({ start, end }) => end - start)).toEqual([2 * MS, 2 * MS])
  })

  test('bytes over the bandwidth, on the paging engine, and nobody uses it before', () => {
    const world = worldWith(FILLING)
    const made = create(world, 'a', 4 * MIB)
    expect(stateOf(world, made)).toBe('pending')
    world.queue.executeCommandLists({ name: 'use', gpuTime: 100, resources: [made] })
    world.wait(10 * MS)
    expect(story(fills(world))).toEqual(['0–1000 VIRTUAL_FILL 1/1'])
    const packets = world.of('packet').map(({ kind, start, end }) => [kind, start, end])
    expect(packets).toEqual([
      ['paging', 0, 1000],
      ['standard', 1000, 1100],
    ])
    expect(stateOf(world, made)).toBe('resident')
  })

  test('in chunks of the VA space, which together take as long as the whole', () => {
    const world = worldWith(FILLING)
    create(world, 'a', 40 * MIB)
    world.wait(20 * MS)
    expect(
      fills(world).map(({ chunk, chunks, offset, bytes, start, end }) => [chunk, chunks, offset, bytes, start, end]),
    ).toEqual([
      [0, 3, 0, 16 * MIB, 0, 4 * MS],
      [1, 3, 16 * MIB, 16 * MIB, 4 * MS, 8 * MS],
      [2, 3, 32 * MIB, 8 * MIB, 8 * MS, 10 * MS],
    ])
  })

  test('one after another, behind what the engine transfers', () => {
    const world = worldWith(FILLING)
    const first = create(world, 'first', 2 * MIB, false)
    makeResident(world, first)
    create(world, 'second', 4 * MIB)
    world.wait(20 * MS)
    expect(story(world.of('paging-operation'))).toEqual([
      '0–500 VIRTUAL_FILL 1/1',
      '500–2500 VIRTUAL_TRANSFER 1/1',
      '2500–3500 VIRTUAL_FILL 1/1',
    ])
    // a page-in begins with the fill of its memory
    expect(world.of('page-in')).toMatchObject([{ resource: 'first', start: 0, end: 2500 }])
  })

  test('but for memory that was asked for with CREATE_NOT_ZEROED', () => {
    const world = worldWith(FILLING)
    expect(stateOf(world, notZeroed(world, 'a', 4 * MIB))).toBe('resident')
    const later = notZeroed(world, 'b', 2 * MIB, HeapFlag.CREATE_NOT_RESIDENT)
    makeResident(world, later)
    world.wait(10 * MS)
    expect(story(world.of('paging-operation'))).toEqual(['0–2000 VIRTUAL_TRANSFER 1/1'])
  })

  test('also in the heaps that the allocator makes, and in an aperture once it is mapped', () => {
    const world = worldOf({ system: FILLING, app: { allocation: 'placed' } })
    world.do({ verb: 'allocate', value: { name: 'p', size: MIB } })
    world.wait(10 * MS)
    expect(fills(world)).toMatchObject([{ resource: 'DEFAULT block 0', bytes: 8 * MIB, start: 0, end: 2 * MS }])
    const upload = world.device.createCommittedResource(
      { dimension: 'buffer', width: MIB },
      HeapFlag.CREATE_NOT_RESIDENT,
      'u',
      'UPLOAD',
    )
    makeResident(world, upload.resource as Resource)
    world.wait(10 * MS)
    expect(story(world.of('paging-operation')).slice(1)).toEqual([
      '10000–10002 MAP_APERTURE_SEGMENT 1/1',
      '10002–10252 VIRTUAL_FILL 1/1',
    ])
  })

  test('as a scenario has it: a field of the system, and one of the resource', async () => {
    const resources = [
      { name: 'zeroed', size: '4MiB' },
      { name: 'raw', size: '4MiB', notZeroed: true },
    ]
    const run = await runOf({
      system: FILLING,
      app: { policy: 'none', effects: [{ name: 'E', resources }] },
      until: '1s',
    })
    expect(run.of('paging-operation')).toMatchObject([{ resource: 'E.zeroed', operation: 'VIRTUAL_FILL', end: 1000 }])
  })
})

describe('what was discarded is not transferred [AN-10]', () => {
  const discarded = (): { world: TestWorld; made: Resource } => {
    const world = worldOf({
      system: SYSTEM,
      app: { effects: [{ name: 'E', resources: [{ name: 'a', size: 2 * MIB }] }] },
    })
    const made = world.editor.find('E.a') as Resource
    expect(world.do({ verb: 'discard', value: 'E.a' })).toBe('S_OK')
    return { world, made }
  }

  test('neither out nor in; its next memory is zeroed', () => {
    const { world, made } = discarded()
    const before = world.of('paging-operation').length
    world.device.evict(made)
    world.wait(10 * MS)
    expect(stateOf(world, made)).toBe('paged-out')
    makeResident(world, made)
    world.wait(10 * MS)
    expect(story(world.of('paging-operation').slice(before))).toEqual([
      '0–0 DISCARD_CONTENT 1/1',
      '10000–10000 VIRTUAL_FILL 1/1',
    ])
    expect(world.of('page-out', 'page-in').map(({ type, bytes, start, end }) => [type, bytes, end - start])).toEqual([
      ['page-out', 2 * MIB, 0],
      ['page-in', 2 * MIB, 0],
    ])
    expect([world.vidmm.paging.pageOutBytes, world.vidmm.paging.pageInBytes]).toEqual([0, 0])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('until the GPU has used it again', () => {
    const { world, made } = discarded()
    world.queue.executeCommandLists({ name: 'use', gpuTime: 100, resources: [made] })
    world.wait(MS)
    world.device.evict(made)
    world.wait(10 * MS)
    expect(story(world.of('paging-operation').slice(-1))).toEqual(['1000–3000 VIRTUAL_TRANSFER 1/1'])
  })

  test('the driver is notified before it is discarded, which is the eviction itself [AN-02] [AN-07]', () => {
    const world = integrated({ notifyIoMmuUnmap: true })
    const made = createCompressed(world, 'a', 6 * MIB)
    use(world, made)
    const before = world.of('paging-operation').length
    expect(world.device.discardResource(made)).toBe('S_OK')
    world.device.evict(made)
    world.wait(30 * MS)
    expect(
      world
        .of('paging-operation')
        .flatMap(({ operation, notify }) => notify ?? operation)
        .slice(before),
    ).toEqual([
      ...['NotifyEviction', 'NotifyEviction', 'NotifyIoMmuUnmap', 'NotifyIoMmuUnmap'].flatMap((notify) => [
        'UPDATE_PAGE_TABLE',
        notify,
        'UPDATE_PAGE_TABLE',
      ]),
      'DISCARD_CONTENT',
      'UNMAP_APERTURE_SEGMENT',
    ])
  })

  test('nor is it discarded where the eviction is abandoned [AN-16]', () => {
    const world = integrated()
    world.do({ verb: 'inject', value: { fault: 'build-paging-buffer-fails', count: 1 } })
    const made = createCompressed(world, 'a', 6 * MIB)
    use(world, made)
    world.device.discardResource(made)
    world.device.evict(made)
    world.wait(30 * MS)
    expect(stateOf(world, made)).toBe('evictable')
    expect(world.of('paging-operation').filter(({ operation }) => operation === 'DISCARD_CONTENT')).toEqual([])
  })

  test('what nobody is to read is not corrupt, though it went compressed [AN-14]', () => {
    const world = integrated({ notifyEviction: false })
    const [kept, made] = [createCompressed(world, 'kept', MIB), createCompressed(world, 'a', MIB)]
    use(world, kept, made)
    world.device.discardResource(made)
    for (const resource of [kept, made]) world.device.evict(resource)
    world.wait(10 * MS)
    expect([stateOf(world, kept), stateOf(world, made)]).toEqual(['paged-out', 'paged-out'])
    expect(world.of('finding')).toMatchObject([{ rule: 'AN-14', resource: 'kept' }])
  })

  test('whoever does not exist is not discarded', () => {
    const world = worldWith()
    expect(world.do({ verb: 'discard', value: 'nobody' })).toBe('E_INVALIDARG')
    expect(world.of('finding')).toMatchObject([{ rule: 'AN-10', resource: 'nobody' }])
  })
})

describe('page tables of the paging process cost memory [AN-11]', () => {
  test.each([
    // a quarter of the segment, 4 bytes for each of its pages of 4096, and a page for the root; whole pages of 64 KiB
    [64 * MIB, 0, 64 * KIB],
    [2048 * MIB, 0, 576 * KIB],
    [24 * 1024 * MIB, 0, 6 * MIB + 64 * KIB],
    // the driver's answer, in MiB
    [64 * MIB, 8192, 8 * MIB + 64 * KIB],
  ])('of a local segment of %d bytes and an answer of %d MiB: %d bytes', (localMemory, pagingProcessVa, bytes) => {
    const world = worldOf({ system: { localMemory, pagingProcessVa } })
    const [local, nonLocal] = world.vidmm.residency.segments
    expect([local.systemBytes, local.size - local.freeBytes, nonLocal.systemBytes]).toEqual([bytes, bytes, 0])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('nothing where there is no VA space', () => {
    const world = worldOf({ system: { localSegment: 'aperture', localMemory: 64 * MIB, nonLocalMemory: 0 } })
    expect(world.vidmm.residency.segments[0].systemBytes).toBe(0)
  })

  test('budgets are of the whole segment: the system is no process [RS-09]', () => {
    const { budget } = worldOf({ system: { localMemory: 64 * MIB, pagingProcessVa: 8192 } }).vidmm.budget
    // 90 % of 64 MiB, down to 64 KiB
    expect(budget).toBe(921 * 64 * KIB)
  })

  test('nothing pages them out: two allocations of half the segment are not in place together', () => {
    const world = worldWith()
    const made = [create(world, 'a', 32 * MIB), create(world, 'b', 32 * MIB)]
    world.wait(100 * MS)
    expect(made.map((own) => stateOf(world, own)).toSorted()).toEqual(['paged-out', 'resident'])
    expect(world.vidmm.residency.segments[0].freeBytes).toBe(32 * MIB - 64 * KIB)
  })

  test('a space whose tables would take the whole segment leaves nobody any of it', () => {
    const world = worldOf({ system: { localMemory: MIB, pagingProcessVa: 4096 } })
    expect(world.vidmm.residency.segments[0].freeBytes).toBe(0)
    const { hr } = world.device.createCommittedResource({ dimension: 'buffer', width: 1 }, HeapFlag.NONE, 'a')
    expect(hr).toBe('E_OUTOFMEMORY')
    expect(world.of('finding')).toMatchObject([{ rule: 'AN-11' }])
  })
})

describe('the implicit system memory segment [AN-06]', () => {
  const evicted = (nonLocalSegment: string) => {
    const world = worldOf({ system: { ...SYSTEM, nonLocalSegment, driver: { notifyIoMmuUnmap: true } } })
    const made = world.device.createCommittedResource({ dimension: 'buffer', width: MIB }, HeapFlag.NONE, 'u', 'UPLOAD')
    world.device.evict(made.resource as Resource)
    world.wait(10 * MS)
    return world.of('paging-operation').map(({ operation, segment }) => `${operation} ${segment}`)
  }

  test('an eviction from it is notified as one from an aperture, and only pages are unmapped', () => {
    expect(evicted('aperture').slice(1)).toEqual([
      'UPDATE_PAGE_TABLE non-local',
      'NOTIFY_ALLOC non-local',
      'UPDATE_PAGE_TABLE non-local',
      'UNMAP_APERTURE_SEGMENT non-local',
    ])
    expect(evicted('system').slice(1)).toEqual([
      'UPDATE_PAGE_TABLE system',
      'NOTIFY_ALLOC system',
      'UPDATE_PAGE_TABLE system',
      'UPDATE_PAGE_TABLE system',
    ])
  })
})
