import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../../main/d3d12/resource'
import { LayerPriorities } from '../../../../main/dxgkrnl/vidmm/layer-priorities'
import { RESIDENCY_PRIORITIES } from '../../../../preload/contract/names'
import { conservationProblems } from '../../support/conservation'
import { appPackets, create, KIB, register, stateOf, type TestWorld, worldOf } from '../../support/world'

const PAGE = 64 * KIB
/** a page takes 1 ms to transfer */
const MS = 1000
const LOW = RESIDENCY_PRIORITIES.indexOf('low')

/** Local memory of so many pages; the app may have all but a tenth of them. */
function pagesOf(pages: number, system: Record<string, unknown> = {}): TestWorld {
  return worldOf({ system: { localMemory: (pages + 1) * PAGE, pagingBandwidth: 1000 * PAGE, ...system } })
}

function pageOuts(world: TestWorld): unknown[][] {
  return world.of('page-out').map(({ start, end, resource, reason }) => [start / MS, end / MS, resource, reason])
}

function submit(world: TestWorld, name: string, gpuTime: number, ...resources: Resource[]): void {
  expect(world.queue.executeCommandLists({ name, gpuTime, resources }).hr).toBe('S_OK')
}

function others(world: TestWorld, pages: number): void {
  world.do({ verb: 'otherProcess', value: { name: 'game', usage: pages * PAGE } })
}

describe('when a segment is full', () => {
  test('evictable allocations go first, the least recently evictable one before others [RS-10]', () => {
    const world = pagesOf(4)
    const [a, b, c] = ['a', 'b', 'c'].map((name) => create(world, name, PAGE)) as [Resource, Resource, Resource]
    create(world, 'd', PAGE)
    world.device.evict(b)
    world.device.evict(c)
    world.device.evict(a)
    create(world, 'e', PAGE)
    create(world, 'f', PAGE)
    world.wait(10 * MS)
    expect(pageOuts(world)).toEqual([
      [0, 1, 'b', 'reclaim'],
      [1, 2, 'c', 'reclaim'],
    ])
    expect(stateOf(world, a)).toBe('evictable')
  })

  test('being made resident and evicted again counts as a new turn [RS-10 RS-03]', () => {
    const world = pagesOf(2)
    const [a, b] = [create(world, 'a', PAGE), create(world, 'b', PAGE)]
    world.device.evict(a)
    world.device.evict(b)
    world.device.enqueueMakeResident([a], 0, world.device.createFence(), 1)
    world.device.evict(a)
    create(world, 'c', PAGE)
    world.wait(10 * MS)
    expect(pageOuts(world)).toEqual([[0, 1, 'b', 'reclaim']])
  })

  test('what a MakeResident named and was evicted before its turn goes before resident memory [RS-10]', () => {
    const world = pagesOf(4)
    const { device } = world
    const [, , named] = ['a', 'b', 'named'].map((name) => create(world, name, PAGE)) as [Resource, Resource, Resource]
    const [first, second] = [create(world, 'first', PAGE, false), create(world, 'second', PAGE, false)]
    device.enqueueMakeResident([first], 0, device.createFence(), 1)
    device.enqueueMakeResident([named, second], 0, device.createFence(), 1)
    device.evict(named)
    device.evict(named)
    world.wait(10 * MS)
    expect(pageOuts(world)).toEqual([[1, 2, 'named', 'reclaim']])
    expect(stateOf(world, second)).toBe('resident')
  })

  test('a priority that is set says nothing of how long it has been evictable [RS-10]', () => {
    const world = pagesOf(4)
    const { device } = world
    const [normal, low, lower, kept] = ['normal', 'low', 'lower', 'kept'].map((name) => create(world, name, PAGE)) as [
      Resource,
      Resource,
      Resource,
      Resource,
    ]
    device.setResidencyPriority([low, lower], LOW)
    for (const resource of [normal, low, lower, kept]) device.evict(resource)
    // the longest evictable of all, so the first of the low ones too; what has its priority already stays where it is
    device.setResidencyPriority([normal], LOW)
    device.setResidencyPriority([low], LOW)
    for (const name of ['e', 'f', 'g']) create(world, name, PAGE)
    world.wait(10 * MS)
    expect(pageOuts(world).map(([, , resource]) => resource)).toEqual(['normal', 'low', 'lower'])
    expect(stateOf(world, kept)).toBe('evictable')
  })

  test('no more goes than is needed [RS-10]', () => {
    const world = pagesOf(5)
    const evicted = [2, 1, 1].map((pages, i) => create(world, `e${i}`, pages * PAGE))
    for (const resource of evicted) world.device.evict(resource)
    const wanted = create(world, 'wanted', 3 * PAGE)
    expect(stateOf(world, wanted)).toBe('pending')
    world.wait(10 * MS)
    expect(pageOuts(world)).toEqual([[0, 2, 'e0', 'reclaim']])
    expect(stateOf(world, wanted)).toBe('resident')
  })

  test('then resident ones go, the least recently used first [RS-10]', () => {
    const world = pagesOf(3)
    const [a, b] = [create(world, 'a', PAGE), create(world, 'b', PAGE), create(world, 'c', PAGE)]
    submit(world, 'A', 1, a)
    submit(world, 'B', 1, b)
    world.wait(MS)
    create(world, 'd', PAGE)
    create(world, 'e', PAGE)
    world.wait(10 * MS)
    expect(pageOuts(world).map(([, , resource, reason]) => [resource, reason])).toEqual([
      ['c', 'pressure'],
      ['a', 'pressure'],
    ])
    expect(stateOf(world, a)).toBe('paged-out')
    expect(world.vidmm.residency.isListed(a.handle)).toBe(true)
  })

  test('what a running packet uses is spared while there is another of its kind [RS-07 RS-10]', () => {
    const world = pagesOf(2)
    const a = create(world, 'a', PAGE)
    submit(world, 'A', 20 * MS, a)
    create(world, 'b', PAGE)
    create(world, 'c', PAGE)
    world.wait(5 * MS)
    expect(pageOuts(world)).toEqual([[0, 1, 'b', 'pressure']])
  })

  test('what a running packet uses goes before what has a higher layer priority, and after its equals [PL-41 RS-07 RS-10]', () => {
    const play = (priorities: Record<string, number>): unknown[][] => {
      const world = pagesOf(3)
      const [a, b, c] = ['a', 'b', 'c'].map((name) => create(world, name, PAGE)) as [Resource, Resource, Resource]
      const layer = new LayerPriorities(0.5)
      world.vidmm.residency.layer = layer
      for (const resource of [a, b, c]) layer.set(resource.handle, priorities[resource.name] ?? 0.5)
      submit(world, 'A', 20 * MS, a)
      create(world, 'd', PAGE)
      world.wait(30 * MS)
      return pageOuts(world)
    }
    // a runs and was used last
    expect(play({})).toEqual([[0, 1, 'b', 'pressure']])
    expect(play({ a: 0.3 })).toEqual([[20, 21, 'a', 'pressure']])
    expect(play({ a: 0.3, c: 0.3 })).toEqual([[0, 1, 'c', 'pressure']])
    expect(play({ b: 0.6, c: 0.4 })).toEqual([[0, 1, 'c', 'pressure']])
  })

  test('what a running packet uses, evicted, is taken before resident memory: at the packet’s end [RS-07 RS-10]', () => {
    const world = pagesOf(2)
    const a = create(world, 'a', PAGE)
    create(world, 'b', PAGE)
    submit(world, 'A', 20 * MS, a)
    world.device.evict(a)
    const c = create(world, 'c', PAGE)
    world.wait(20 * MS - 1)
    expect([stateOf(world, a), stateOf(world, c)]).toEqual(['evictable', 'pending'])
    world.wait(10 * MS)
    expect(pageOuts(world)).toEqual([[20, 21, 'a', 'reclaim']])
    expect([stateOf(world, a), stateOf(world, c)]).toEqual(['paged-out', 'resident'])
  })
})

describe('what pressure took from the residency list', () => {
  /** a and b resident, both forced out by another process that then goes away */
  function squeezed(): { world: TestWorld; a: Resource; b: Resource } {
    const world = pagesOf(10)
    const [a, b] = [create(world, 'a', 3 * PAGE), create(world, 'b', 3 * PAGE)]
    others(world, 8)
    world.wait(10 * MS)
    expect([stateOf(world, a), stateOf(world, b)]).toEqual(['paged-out', 'paged-out'])
    others(world, 0)
    return { world, a, b }
  }

  test('still counts as usage, and as paged out [RS-04 RS-08]', () => {
    const { world } = squeezed()
    expect(world.device.queryVideoMemoryInfo(0).CurrentUsage).toBe(6 * PAGE)
    expect(world.vidmm.residency.counters[0]).toEqual({ usage: 6 * PAGE, inPlace: 0, committed: 0, evictable: 0 })
    expect(world.vidmm.residency.pagedOutBytes).toBe(6 * PAGE)
  })

  test('is brought back before the device runs anything, also what the packet does not use [RS-02]', () => {
    const { world, a, b } = squeezed()
    submit(world, 'A', MS, a)
    world.wait(20 * MS)
    expect(world.of('page-in').map(({ resource, reason }) => [resource, reason])).toEqual([
      ['a', 'demand'],
      ['b', 'demand'],
    ])
    expect(stateOf(world, b)).toBe('resident')
    // 10 ms + 6 pages
    expect(appPackets(world)).toMatchObject([{ start: 16 * MS, end: 17 * MS }])
    expect(world.scheduler.waitedForPaging).toBe(6 * MS)
  })

  test('is brought back in the name of the command whose packet is about to start [RS-02]', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 3 * PAGE)
    world.sim.causedBy(6, () => submit(world, 'first', 20 * MS))
    world.sim.causedBy(7, () => submit(world, 'second', MS, a))
    others(world, 8)
    world.wait(10 * MS)
    others(world, 0)
    world.wait(20 * MS)
    expect(world.of('page-in')).toMatchObject([{ resource: 'a', start: 20 * MS, reason: 'demand', cause: 7 }])
  })

  test('is not used by a packet whose device was removed meanwhile [RS-07 RS-02]', () => {
    const { world, a } = squeezed()
    submit(world, 'A', MS, a)
    world.wait(MS)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test says so')
    // long enough for the repeated budget demand to find that there is nothing to demand
    world.wait(2000 * MS)
    expect(appPackets(world)).toEqual([])
    expect(conservationProblems(world.vidmm)).toEqual([])
    expect([world.vidmm.residency.isRunning(a.handle), world.sim.pending]).toEqual([false, 0])
  })

  test('is not brought back when it was evicted meanwhile [RS-02 RS-01]', () => {
    const { world, a, b } = squeezed()
    world.device.evict(b)
    submit(world, 'A', MS, a)
    world.wait(20 * MS)
    expect(world.of('page-in').map(({ resource }) => resource)).toEqual(['a'])
  })

  test('and does not fit beside others as a whole: the packet gets at least its own [RS-02 RS-10]', () => {
    const world = pagesOf(4)
    const [a, b, c] = ['a', 'b', 'c'].map((name) => create(world, name, 2 * PAGE)) as [Resource, Resource, Resource]
    world.wait(10 * MS)
    expect(stateOf(world, a)).toBe('paged-out')
    submit(world, 'A', MS, a)
    submit(world, 'A and C', MS, a, c)
    submit(world, 'B', MS, b)
    world.wait(100 * MS)
    expect(appPackets(world).map(({ fence, outcome }) => [fence, outcome])).toEqual([
      [1, 'completed'],
      [2, 'completed'],
      [3, 'completed'],
    ])
  })
})

test('a callback that evicts in time saves resident memory from being taken [RS-10 TN-24]', () => {
  const world = pagesOf(10)
  const [a, b] = [create(world, 'a', 4 * PAGE), create(world, 'b', 4 * PAGE)]
  register(world.device, () => world.device.evict(b))
  world.vidmm.setBudget(4 * PAGE)
  world.wait(0)
  others(world, 5)
  world.wait(10 * MS)
  expect([stateOf(world, a), stateOf(world, b)]).toEqual(['resident', 'paged-out'])
})
