import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../../main/d3d12/resource'
import { appPackets, create, KIB, MIB, stateOf, type TestWorld, worldOf } from '../../support/world'

/** 1 MiB takes 1 s to page. */
function slowWorld(system: Record<string, unknown> = {}): TestWorld {
  return worldOf({ system: { localMemory: '64MiB', pagingBandwidth: '1MiB', ...system } })
}

const SECOND = 1_000_000

function makeResident(world: TestWorld, ...resources: Resource[]) {
  const fence = world.device.createFence()
  expect(world.device.enqueueMakeResident(resources, 0, fence, 1).hr).toBe('S_OK')
  return fence
}

function transfers(world: TestWorld): unknown[][] {
  return world
    .of('page-in', 'page-out')
    .map(({ t, type, resource, start, end, reason }) => [t, type, resource, start, end, reason])
}

describe('EnqueueMakeResident', () => {
  test('transfers one after another, each by its bytes, and signals its fence at the end [RS-05]', () => {
    const world = worldOf({ system: { pagingBandwidth: '8GiB' } })
    const convert = create(world, 'Grayscale.convert', 32 * MIB, false)
    const luminance = create(world, 'Grayscale.luminance', 64 * KIB, false)
    const fence = makeResident(world, convert, luminance)
    // 32 MiB: 3906.25 µs; 64 KiB: 7.63 µs; each rounded up
    world.wait(3914)
    expect(fence.completedValue).toBe(0)
    world.wait(1)
    expect(fence.completedValue).toBe(1)
    expect(transfers(world)).toEqual([
      [3907, 'page-in', 'Grayscale.convert', 0, 3907, 'make-resident'],
      [3915, 'page-in', 'Grayscale.luminance', 3907, 3915, 'make-resident'],
    ])
    expect(world.of('make-resident')).toMatchObject([
      { t: 0, resources: ['Grayscale.convert', 'Grayscale.luminance'], bytes: 33_619_968, fence: 1 },
    ])
  })

  test('completes at once, with no paging work, when everything is in place [RS-05]', () => {
    const world = slowWorld()
    const resource = create(world, 'Blur.main', MIB)
    expect(makeResident(world, resource).completedValue).toBe(1)
    expect([world.sim.pending, transfers(world)]).toEqual([0, []])
  })

  test('requests are worked off in order: one that needs nothing still follows those before it [RS-05]', () => {
    const world = slowWorld()
    const there = create(world, 'Blur.main', MIB)
    const first = makeResident(world, create(world, 'A.one', 2 * MIB, false))
    const second = makeResident(world, there)
    const third = makeResident(world, create(world, 'A.two', MIB, false))
    world.wait(2 * SECOND - 1)
    expect([first.completedValue, second.completedValue, third.completedValue]).toEqual([0, 0, 0])
    world.wait(1)
    expect([first.completedValue, second.completedValue, third.completedValue]).toEqual([1, 1, 0])
    world.wait(SECOND)
    expect(third.completedValue).toBe(1)
  })

  test('the same allocation asked for twice is transferred once [RS-05 RS-01]', () => {
    const world = slowWorld()
    const resource = create(world, 'A.one', MIB, false)
    const fences = [makeResident(world, resource, resource), makeResident(world, resource)]
    world.wait(SECOND)
    expect(fences.map((fence) => fence.completedValue)).toEqual([1, 1])
    expect(transfers(world)).toHaveLength(1)
    expect(world.vidmm.residency.table.references[resource.handle]).toBe(3)
  })

  test('what is evicted again before its turn is not transferred, and the fence is signalled all the same [RS-05]', () => {
    const world = slowWorld()
    const one = create(world, 'A.one', MIB, false)
    const two = create(world, 'A.two', MIB, false)
    const fence = makeResident(world, one, two)
    world.device.evict(two)
    world.wait(SECOND)
    expect(fence.completedValue).toBe(1)
    expect([stateOf(world, one), stateOf(world, two)]).toEqual(['resident', 'paged-out'])
  })
})

describe('states [RS-04]', () => {
  test('paged out, pending while the transfer is under way, resident, evictable', () => {
    const world = slowWorld()
    const one = create(world, 'A.one', MIB, false)
    const two = create(world, 'A.two', MIB, false)
    const states = () => [stateOf(world, one), stateOf(world, two)]
    expect(states()).toEqual(['paged-out', 'paged-out'])
    makeResident(world, one, two)
    expect(states()).toEqual(['pending', 'pending'])
    world.wait(SECOND)
    expect(states()).toEqual(['resident', 'pending'])
    world.wait(SECOND)
    expect(states()).toEqual(['resident', 'resident'])
    world.device.evict(one)
    expect(states()).toEqual(['evictable', 'resident'])
  })

  test('evicted in the middle of its transfer it is evictable, not paged out: its memory is assigned', () => {
    const world = slowWorld()
    const one = create(world, 'A.one', MIB, false)
    makeResident(world, one)
    world.wait(SECOND / 2)
    world.device.evict(one)
    expect(stateOf(world, one)).toBe('evictable')
    world.wait(SECOND)
    expect(stateOf(world, one)).toBe('evictable')
  })
})

describe('Evict', () => {
  test('lazily leaves the contents where they are: making them resident again costs nothing [RS-03]', () => {
    const world = slowWorld({ evictionMode: 'lazy' })
    const resource = create(world, 'Blur.main', MIB)
    world.device.evict(resource)
    world.wait(100 * SECOND)
    expect(stateOf(world, resource)).toBe('evictable')
    expect(world.vidmm.residency.counters[0]).toEqual({ usage: 0, inPlace: 0, committed: MIB, evictable: MIB })
    expect(makeResident(world, resource).completedValue).toBe(1)
    expect([stateOf(world, resource), transfers(world)]).toEqual(['resident', []])
  })

  test('eagerly pages out at once, and it has to be transferred again [RS-03]', () => {
    const world = slowWorld({ evictionMode: 'eager' })
    const resource = create(world, 'Blur.main', MIB)
    world.device.evict(resource)
    world.wait(SECOND - 1)
    expect(stateOf(world, resource)).toBe('evictable')
    world.wait(1)
    expect(stateOf(world, resource)).toBe('paged-out')
    expect(world.vidmm.residency.segments[0].freeBytes).toBe(64 * MIB - 64 * KIB)
    makeResident(world, resource)
    world.wait(SECOND)
    expect(transfers(world)).toEqual([
      [1_000_000, 'page-out', 'Blur.main', 0, 1_000_000, 'eager'],
      [2_000_000, 'page-in', 'Blur.main', 1_000_000, 2_000_000, 'make-resident'],
    ])
    expect([world.vidmm.paging.pageOutBytes, world.vidmm.paging.pageInBytes]).toEqual([MIB, MIB])
  })

  test('eagerly, but made resident again before its turn: it stays [RS-03]', () => {
    const world = slowWorld({ evictionMode: 'eager' })
    const one = create(world, 'A.one', MIB)
    const two = create(world, 'A.two', MIB)
    world.device.evict(one)
    world.device.evict(two)
    const fence = makeResident(world, two)
    world.wait(10 * SECOND)
    expect([fence.completedValue, stateOf(world, two)]).toEqual([1, 'resident'])
    expect(transfers(world).map(([, , resource]) => resource)).toEqual(['A.one'])
  })

  test('made resident in the middle of its page-out it comes back after it [RS-03 RS-05]', () => {
    const world = slowWorld({ evictionMode: 'eager' })
    const one = create(world, 'A.one', MIB)
    world.device.evict(one)
    world.wait(SECOND / 4)
    const fence = makeResident(world, one)
    expect(stateOf(world, one)).toBe('pending')
    world.wait(SECOND)
    expect([stateOf(world, one), fence.completedValue]).toEqual(['pending', 0])
    world.wait(SECOND)
    expect([stateOf(world, one), fence.completedValue]).toEqual(['resident', 1])
    expect(transfers(world).map(([t, type]) => [t, type])).toEqual([
      [1_000_000, 'page-out'],
      [2_000_000, 'page-in'],
    ])
  })

  test.each(['eager', 'lazy'])(
    'and only work that uses it waits for that, which is no hitch: nothing was taken from the list (%s) [RS-05 RS-10]',
    (evictionMode) => {
      const world = slowWorld({ evictionMode, localMemory: '4MiB' })
      const one = create(world, 'A.one', MIB)
      const other = create(world, 'B.one', MIB)
      world.device.evict(one)
      // pressure from outside takes what is evictable
      if (evictionMode === 'lazy') world.do({ verb: 'otherProcess', value: { name: 'game', usage: 2.5 * MIB } })
      world.wait(SECOND / 4)
      world.do({ verb: 'otherProcess', value: { name: 'game', usage: 0 } })
      // comes in before it
      makeResident(world, create(world, 'C.one', MIB, false))
      const fence = makeResident(world, one)
      world.wait(SECOND)
      expect(stateOf(world, one)).toBe('pending')
      world.queue.executeCommandLists({ name: 'B', gpuTime: 10, resources: [other] })
      world.queue.wait(fence, 1, true)
      world.queue.executeCommandLists({ name: 'A', gpuTime: 10, resources: [one] })
      world.wait(10 * SECOND)
      expect(world.of('page-out')).toMatchObject([{ resource: 'A.one', start: 0, end: SECOND }])
      expect(appPackets(world).map(({ command, start, hitch }) => [command, start, hitch])).toEqual([
        ['B', 1.25 * SECOND, undefined],
        ['A', 3 * SECOND, undefined],
      ])
    },
  )

  test('again while a packet runs, with the first page-out still queued: that one waits for the packet too [RS-07]', () => {
    const world = slowWorld({ evictionMode: 'eager' })
    const one = create(world, 'A.one', MIB)
    makeResident(world, create(world, 'B.one', MIB, false))
    world.device.evict(one)
    makeResident(world, one)
    world.queue.executeCommandLists({ name: 'A', gpuTime: 5 * SECOND, resources: [one] })
    world.device.evict(one)
    world.wait(10 * SECOND)
    expect(appPackets(world)).toMatchObject([{ start: 0, end: 5_000_000, outcome: 'completed' }])
    expect(world.of('page-out')).toMatchObject([{ resource: 'A.one', start: 5_000_000, end: 6_000_000 }])
  })

  test('with references left pages nothing out, in either mode [RS-01 RS-03]', () => {
    const world = slowWorld({ evictionMode: 'eager' })
    const one = create(world, 'A.one', MIB)
    makeResident(world, one)
    world.device.evict(one)
    world.wait(10 * SECOND)
    expect([stateOf(world, one), transfers(world)]).toEqual(['resident', []])
  })

  test('turning eager pages out what is evictable by then, turning lazy stops it for the next [RS-03]', () => {
    const world = slowWorld()
    const [one, two] = [create(world, 'A.one', MIB), create(world, 'A.two', MIB)]
    world.device.evict(one)
    world.vidmm.setEvictionMode('eager')
    world.wait(SECOND)
    expect(stateOf(world, one)).toBe('paged-out')
    world.vidmm.setEvictionMode('lazy')
    world.device.evict(two)
    world.wait(10 * SECOND)
    expect(stateOf(world, two)).toBe('evictable')
  })
})

test('a new resource has nothing to transfer: it is in place at once [RS-05]', () => {
  const world = slowWorld()
  const resource = create(world, 'Blur.main', 32 * MIB)
  expect([stateOf(world, resource), world.sim.pending]).toEqual(['resident', 0])
})

test('one created not resident uses no memory of its segment [RS-04 TN-35]', () => {
  const world = slowWorld()
  create(world, 'Grayscale.convert', 32 * MIB, false)
  expect(world.vidmm.residency.counters[0]).toEqual({ usage: 0, inPlace: 0, committed: 0, evictable: 0 })
  expect(world.vidmm.residency.pagedOutBytes).toBe(32 * MIB)
  expect(world.of('create')).toMatchObject([{ resource: 'Grayscale.convert', bytes: 33_554_432, resident: false }])
})
