import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../../main/d3d12/resource'
import { RESIDENCY_PRIORITIES } from '../../../../preload/contract/names'
import { conservationProblems } from '../../support/conservation'
import {
  anotherDevice,
  appPackets,
  create,
  KIB,
  MS,
  register,
  S,
  stateOf,
  type TestWorld,
  worldOf,
} from '../../support/world'

const PAGE = 64 * KIB

/** Local memory of so many pages beside the page tables' one (AN-11); a page takes 1 ms to transfer. */
function pagesOf(pages: number, system: Record<string, unknown> = {}): TestWorld {
  return worldOf({ system: { localMemory: (pages + 1) * PAGE, pagingBandwidth: 1000 * PAGE, ...system } })
}

function usage(world: TestWorld, name: string, pages: number, foreground?: boolean): void {
  const value = { name, usage: pages * PAGE, ...(foreground === undefined ? {} : { foreground }) }
  world.do({ verb: 'otherProcess', value })
}

/** name → pages: what it uses, what it holds, its budget */
function processes(world: TestWorld): Record<string, number[]> {
  const appUsage = world.vidmm.residency.counters[0].usage
  return Object.fromEntries(
    world.vidmm.others
      .view(appUsage)
      .map((view) => [view.name, [view.usage / PAGE, view.committed / PAGE, view.budget / PAGE]]),
  )
}

const pageOuts = (world: TestWorld) => world.of('page-out').map(({ resource, reason }) => `${resource} ${reason}`)
const budget = (world: TestWorld): number => world.device.queryVideoMemoryInfo(0).Budget / PAGE

describe('budgets of several processes [RS-09]', () => {
  test('are 90 % of the segment less what all the others use, each its own', () => {
    const world = pagesOf(20)
    create(world, 'a', 3 * PAGE)
    usage(world, 'game', 5)
    usage(world, 'browser', 2)
    // 18 pages less 7, less 3 + 2, less 3 + 5
    expect(budget(world)).toBe(11)
    expect(processes(world)).toEqual({ game: [5, 5, 13], browser: [2, 2, 10] })
  })

  test('of the app are at most what was configured, whole 64 KiB, never below 0', () => {
    const world = worldOf({ system: { localMemory: 20 * PAGE, budget: 10 * PAGE } })
    usage(world, 'game', 8)
    expect(budget(world)).toBe(10)
    world.do({ verb: 'otherProcess', value: { name: 'game', usage: 8 * PAGE + 1 } })
    expect(budget(world)).toBe(9)
    usage(world, 'browser', 12)
    expect(budget(world)).toBe(0)
    expect(processes(world).game?.[2]).toBe(6)
  })

  test('of others are never below 0', () => {
    const world = pagesOf(10)
    create(world, 'a', 9 * PAGE)
    usage(world, 'game', 5)
    usage(world, 'browser', 1)
    expect(processes(world).browser?.[2]).toBe(0)
  })

  test('move back when another process needs less', () => {
    const world = pagesOf(20)
    usage(world, 'game', 9)
    usage(world, 'browser', 9)
    usage(world, 'game', 1)
    expect(world.of('budget').map((record) => record.budget / PAGE)).toEqual([9, 0, 8])
  })

  test('the foreground process is served first with what there is', () => {
    const served = (front: string) => {
      const world = pagesOf(10)
      create(world, 'a', 4 * PAGE)
      world.vidmm.setReservation(4 * PAGE)
      usage(world, 'browser', 0)
      usage(world, 'game', 0)
      usage(world, front, 0, true)
      // both at once: what they ask for is granted when the memory comes
      world.vidmm.others.setUsage('browser', 5 * PAGE)
      world.vidmm.others.setUsage('game', 5 * PAGE)
      world.vidmm.others.takeBack(0, null)
      return Object.entries(processes(world)).map(([name, [, held]]) => `${name} ${held}`)
    }
    expect(served('game')).toEqual(['browser 1', 'game 5'])
    expect(served('browser')).toEqual(['browser 5', 'game 1'])
  })

  test('a process comes to the front and leaves it; one that is behind has nothing to leave', () => {
    const world = pagesOf(10)
    const front = () => world.vidmm.others.foreground
    usage(world, 'game', 1, true)
    expect(front()).toBe('game')
    usage(world, 'browser', 1, false)
    expect(front()).toBe('game')
    usage(world, 'browser', 1, true)
    expect(front()).toBe('browser')
    usage(world, 'browser', 2)
    expect(front()).toBe('browser')
    usage(world, 'browser', 2, false)
    expect(front()).toBeNull()
  })
})

describe('TRIM_TO_BUDGET with several processes', () => {
  test('tells the app its excess as each of them grows, and again a second later [TN-24]', () => {
    const world = pagesOf(20)
    create(world, 'a', 10 * PAGE)
    register(world.device, () => {})
    usage(world, 'game', 8)
    expect(world.of('notification')).toEqual([])
    usage(world, 'browser', 3)
    world.wait(S / 2)
    usage(world, 'game', 9)
    world.wait(S + S / 4)
    // 18 pages less 11, then less 12; the repeat a second after the second delivery
    expect(world.of('notification').map(({ t, flags, bytesToTrim }) => [t, flags, bytesToTrim / PAGE])).toEqual([
      [0, 4, 3],
      [S / 2, 4, 4],
      [S + S / 2, 4, 4],
    ])
  })

  test('waits for the notification being delivered, and several changes come as one with the newest excess [TN-25]', () => {
    const world = pagesOf(20)
    create(world, 'a', 10 * PAGE)
    register(world.device, () => {})
    world.do({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: 2 * S } })
    world.do({ verb: 'periodicTrim', value: true })
    usage(world, 'game', 9)
    world.wait(S / 4)
    usage(world, 'browser', 6)
    world.wait(S / 4)
    usage(world, 'game', 5)
    world.wait(2 * S)
    // 18 pages less 11: 7 left for 10
    expect(world.of('notification').map(({ t, flags, bytesToTrim }) => [t, flags, bytesToTrim / PAGE])).toEqual([
      [0, 1, 0],
      [2 * S, 4, 3],
    ])
  })

  test('that waits and is over by the time of its turn is not sent [TN-25]', () => {
    const world = pagesOf(20)
    create(world, 'a', 10 * PAGE)
    register(world.device, () => {})
    world.do({ verb: 'inject', value: { fault: 'callback-takes', count: 1, duration: 2 * S } })
    world.do({ verb: 'periodicTrim', value: true })
    usage(world, 'game', 9)
    usage(world, 'game', 0)
    world.wait(5 * S)
    expect(world.of('notification').map(({ flags }) => flags)).toEqual([1])
  })
})

describe('what goes under pressure [RS-10]', () => {
  test('evictable allocations of the lowest residency priority first, whenever they became evictable', () => {
    const world = pagesOf(5)
    const resources = [3, 1, 4, 0, 2].map((priority) => {
      const resource = create(world, RESIDENCY_PRIORITIES[priority] as string, PAGE)
      expect(world.device.setResidencyPriority([resource], priority)).toBe('S_OK')
      return resource
    })
    for (const resource of resources) world.device.evict(resource)
    for (const name of ['v', 'w', 'x', 'y', 'z']) create(world, name, PAGE)
    world.wait(20 * MS)
    expect(pageOuts(world)).toEqual(['minimum', 'low', 'normal', 'high', 'maximum'].map((name) => `${name} reclaim`))
  })

  test('within one priority the least recently evictable first, whenever it got that priority', () => {
    const world = pagesOf(3)
    const [a, b, c] = ['a', 'b', 'c'].map((name) => create(world, name, PAGE)) as [Resource, Resource, Resource]
    for (const resource of [a, b, c]) world.device.evict(resource)
    world.device.setResidencyPriority([c], RESIDENCY_PRIORITIES.indexOf('low'))
    world.device.setResidencyPriority([a], RESIDENCY_PRIORITIES.indexOf('low'))
    for (const name of ['x', 'y', 'z']) create(world, name, PAGE)
    world.wait(20 * MS)
    expect(pageOuts(world)).toEqual(['a reclaim', 'c reclaim', 'b reclaim'])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('an evictable allocation of the highest priority before a resident one of the lowest', () => {
    const world = pagesOf(2)
    const [low, high] = [create(world, 'low', PAGE), create(world, 'high', PAGE)]
    world.device.setResidencyPriority([low], RESIDENCY_PRIORITIES.indexOf('minimum'))
    world.device.setResidencyPriority([high], RESIDENCY_PRIORITIES.indexOf('maximum'))
    world.device.evict(high)
    create(world, 'x', PAGE)
    world.wait(20 * MS)
    expect(pageOuts(world)).toEqual(['high reclaim'])
  })

  test('a process over its budget before one that keeps to it, also when that one is in the background', () => {
    const world = pagesOf(20)
    world.device.setVideoMemoryReservation(6 * PAGE)
    usage(world, 'game', 16, true)
    const a = create(world, 'a', 4 * PAGE)
    // the app's 6 are within its reservation; beside them the game may have 12 of its 16
    const b = create(world, 'b', 2 * PAGE)
    world.wait(20 * MS)
    expect([a, b].map((resource) => stateOf(world, resource))).toEqual(['resident', 'resident'])
    expect(pageOuts(world)).toEqual(['process game pressure'])
    expect(processes(world).game).toEqual([16, 14, 12])
  })

  test('of others in the background before the one in front', () => {
    const world = pagesOf(10)
    usage(world, 'browser', 2)
    usage(world, 'game', 6, true)
    const a = create(world, 'a', 3 * PAGE)
    world.wait(20 * MS)
    expect(stateOf(world, a)).toBe('resident')
    expect(pageOuts(world)).toEqual(['process browser pressure'])
    expect(processes(world)).toMatchObject({ game: [6, 6, 4], browser: [2, 1, 0] })
  })

  test('the largest of equals first, and the one in front only after all of them', () => {
    const world = pagesOf(12)
    usage(world, 'browser', 2)
    usage(world, 'music', 3)
    usage(world, 'game', 7, true)
    create(world, 'a', 4 * PAGE)
    world.wait(20 * MS)
    // three of the larger one, then one of the browser's; the game in front keeps all
    expect(pageOuts(world)).toEqual(['process music pressure', 'process browser pressure'])
    expect(processes(world)).toMatchObject({ game: [7, 7, 2], music: [3, 0, 0], browser: [2, 1, 0] })
  })

  test('the app in the background, over its budget, loses its own before the game in front does', () => {
    const world = pagesOf(10)
    usage(world, 'game', 5, true)
    const a = create(world, 'a', 5 * PAGE)
    const b = create(world, 'b', 2 * PAGE)
    world.wait(20 * MS)
    expect(pageOuts(world)).toEqual(['a pressure'])
    expect([stateOf(world, a), stateOf(world, b)]).toEqual(['paged-out', 'resident'])
    expect(processes(world).game).toEqual([5, 5, 2])
  })

  test('for another process that grows, too: one in the background before the app in front, and after it', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 3 * PAGE)
    usage(world, 'browser', 3)
    usage(world, 'game', 6)
    world.wait(20 * MS)
    expect(stateOf(world, a)).toBe('resident')
    expect(pageOuts(world)).toEqual(['process browser pressure'])
    expect(processes(world)).toEqual({ game: [6, 6, 3], browser: [3, 1, 0] })
    usage(world, 'game', 9)
    world.wait(20 * MS)
    expect(pageOuts(world).slice(1)).toEqual(['process browser pressure', 'a pressure'])
    expect(processes(world).game).toEqual([9, 9, 3])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('for another process that grows: the app in the background before another one in front', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 3 * PAGE)
    usage(world, 'game', 3, true)
    usage(world, 'browser', 6)
    world.wait(20 * MS)
    expect(stateOf(world, a)).toBe('paged-out')
    expect(pageOuts(world)).toEqual(['a pressure'])
    expect(processes(world)).toMatchObject({ game: [3, 3, 0], browser: [6, 6, 3] })
  })

  test('for the process that grows, and no more than it lacks: who gave memory up waits until some is free', () => {
    const world = pagesOf(10)
    usage(world, 'browser', 6)
    usage(world, 'game', 6)
    world.wait(20 * MS)
    expect(processes(world)).toMatchObject({ game: [6, 6, 3], browser: [6, 4, 3] })
    usage(world, 'music', 1)
    world.wait(20 * MS)
    expect(pageOuts(world)).toEqual(['process browser pressure', 'process game pressure'])
    expect(processes(world)).toMatchObject({ game: [6, 5, 2], browser: [6, 4, 2], music: [1, 1, 0] })
    expect([world.vidmm.paging.idle, world.sim.pending]).toEqual([true, 0])
  })

  test('of an app that its reservation keeps within its budget nothing, of another process all [RS-08]', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 4 * PAGE)
    expect(world.device.setVideoMemoryReservation(4 * PAGE)).toBe('S_OK')
    usage(world, 'browser', 3)
    usage(world, 'game', 9)
    world.wait(20 * MS)
    expect(stateOf(world, a)).toBe('resident')
    expect(processes(world)).toMatchObject({ game: [9, 6, 2], browser: [3, 0, 0] })
    expect(world.sim.pending).toBe(0)
  })

  test('nothing of an app within its budget, as a reservation keeps it, for another process that grows [RS-08]', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 4 * PAGE)
    expect(world.device.setVideoMemoryReservation(4 * PAGE)).toBe('S_OK')
    usage(world, 'game', 9)
    world.wait(20 * MS)
    expect([stateOf(world, a), budget(world)]).toEqual(['resident', 4])
    expect(processes(world).game).toEqual([9, 6, 5])
    expect(world.of('notification')).toEqual([])
    expect(world.sim.pending).toBe(0)
  })
})

describe('a hitch [RS-10]', () => {
  const hitches = (world: TestWorld) => appPackets(world).map(({ hitch }) => hitch)

  test('is the wait of a packet for required memory that pressure took', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 3 * PAGE)
    usage(world, 'game', 9)
    world.wait(20 * MS)
    usage(world, 'game', 0)
    world.queue.executeCommandLists({ name: 'A', gpuTime: MS, resources: [a] })
    world.wait(20 * MS)
    expect(hitches(world)).toEqual([3 * MS])
    world.queue.executeCommandLists({ name: 'A', gpuTime: MS, resources: [a] })
    world.wait(20 * MS)
    expect(hitches(world)).toEqual([3 * MS, undefined])
  })

  test('includes the time in which room is made for it', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 3 * PAGE)
    usage(world, 'game', 9)
    world.wait(20 * MS)
    world.queue.executeCommandLists({ name: 'A', gpuTime: MS, resources: [a] })
    world.wait(20 * MS)
    // two pages of the game out, one is free; three in
    expect(hitches(world)).toEqual([5 * MS])
  })

  test('is none where memory is paged in that pressure did not take', () => {
    const world = pagesOf(10)
    const a = create(world, 'a', 3 * PAGE, false)
    world.device.enqueueMakeResident([a], 0, world.device.createFence(), 1)
    // the packet does not wait for the fence: it finds its memory on the way
    world.queue.executeCommandLists({ name: 'A', gpuTime: MS, resources: [a] })
    world.wait(20 * MS)
    expect(appPackets(world)).toMatchObject([{ start: 3 * MS }])
    expect(hitches(world)).toEqual([undefined])
    expect(world.scheduler.waitedForPaging).toBe(3 * MS)
  })
})

test('before a context of a device runs, what that device lost is brought back, and nothing of another’s [RS-02]', () => {
  const world = pagesOf(10)
  const other = anotherDevice(world)
  const { resource: foreign } = other.createCommittedResource({ dimension: 'buffer', width: 2 * PAGE }, 0, 'foreign')
  const [a, b] = [create(world, 'a', PAGE), create(world, 'b', PAGE)]
  usage(world, 'game', 10)
  world.wait(20 * MS)
  usage(world, 'game', 0)
  world.queue.executeCommandLists({ name: 'A', gpuTime: MS, resources: [a] })
  world.wait(20 * MS)
  expect([a, b, foreign as Resource].map((resource) => stateOf(world, resource))).toEqual([
    'resident',
    'resident',
    'paged-out',
  ])
})
