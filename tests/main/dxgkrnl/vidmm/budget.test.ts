import { describe, expect, test } from 'vitest'
import { create, MIB, register, S, type TestWorld, worldOf } from '../../support/world'

/** Seconds and MiB of every TRIM_TO_BUDGET. */
function demands(world: TestWorld): number[][] {
  return world.of('notification').map(({ t, flags, bytesToTrim }) => {
    expect(flags).toBe(4)
    return [t / S, bytesToTrim / MIB]
  })
}

function over(budget: string): TestWorld {
  const world = worldOf({ system: { localMemory: '1GiB', budget } })
  create(world, 'Blur.main', 64 * MIB)
  create(world, 'Blur.temp', 32 * MIB)
  world.wait(0)
  return world
}

describe('the budget [RS-09]', () => {
  // 90 % of 1 GiB are 966,367,641.6 bytes
  test.each([
    ['absent: 90 % of the segment, whole 64 KiB', undefined, 0, 966_328_320],
    ['more than there is', '2GiB', 0, 966_328_320],
    ['as configured, whole 64 KiB', '100000001B', 0, 99_942_400],
    ['less what other processes use', undefined, 100 * MIB, 861_470_720],
    ['unmoved while enough is left', '256MiB', 100 * MIB, 268_435_456],
    ['never below 0', undefined, 1024 * MIB, 0],
    ['nothing', '0B', 0, 0],
  ])('%s', (_what, budget, usage, expected) => {
    const world = worldOf({ system: { localMemory: '1GiB', ...(budget === undefined ? {} : { budget }) } })
    world.do({ verb: 'otherProcess', value: { name: 'game', usage } })
    expect(world.device.queryVideoMemoryInfo(0).Budget).toBe(expected)
  })

  test('each process counts with its newest usage; a change of the budget is recorded, an unmoved one is not', () => {
    const world = worldOf({ system: { localMemory: '1GiB', budget: '512MiB' } })
    create(world, 'Blur.main', 64 * MIB)
    world.do({ verb: 'otherProcess', value: { name: 'game', usage: 300 * MIB } })
    world.do({ verb: 'otherProcess', value: { name: 'browser', usage: 200 * MIB } })
    world.do({ verb: 'otherProcess', value: { name: 'game', usage: 100 * MIB } })
    const usage = 67_108_864
    expect(world.of('budget')).toMatchObject([
      // 966,367,641 − 500 MiB = 442,079,641
      { process: 'app', budget: 442_040_320, usage },
      { process: 'app', budget: 536_870_912, usage },
    ])
  })

  test('of the non-local group is 90 % of the aperture segment [RS-08]', () => {
    const world = worldOf({ system: { nonLocalMemory: '1GiB' } })
    expect(world.device.queryVideoMemoryInfo(1).Budget).toBe(966_328_320)
  })
})

describe('TRIM_TO_BUDGET', () => {
  test('is sent when the budget falls below the usage, with the excess, and again 1 s after each delivery [TN-24 TN-04]', () => {
    const world = over('96MiB')
    expect(demands(world)).toEqual([])
    world.wait(5 * S)
    world.do({ verb: 'budget', value: 80 * MIB })
    world.wait(2.5 * S)
    expect(demands(world)).toEqual([
      [5, 16],
      [6, 16],
      [7, 16],
    ])
    world.do({ verb: 'budget', value: 96 * MIB })
    world.wait(10 * S)
    expect(demands(world)).toHaveLength(3)
  })

  test('counts the repeated demand anew each time [TN-24]', () => {
    const world = worldOf({ system: { localMemory: '1GiB', budget: '20MiB' } })
    const resources = [1, 2, 3].map((i) => create(world, `Blur.r${i}`, 10 * MIB))
    register(world.device, () => {
      const next = resources.shift()
      if (next !== undefined && world.sim.now > 0) world.device.evict(next)
    })
    world.wait(0)
    expect(demands(world)).toEqual([[0, 10]])
    create(world, 'Blur.more', 5 * MIB)
    world.wait(10 * S)
    expect(demands(world)).toEqual([
      [0, 10],
      [1, 15],
      [2, 5],
    ])
  })

  test('is sent again after 1 s counted from the end of the callbacks [TN-24 TN-25]', () => {
    const world = over('96MiB')
    register(world.device, () => {})
    world.faults.inject('callback-takes', 1, 3 * S)
    world.do({ verb: 'budget', value: 80 * MIB })
    world.wait(5 * S)
    expect(demands(world)).toEqual([
      [0, 16],
      [4, 16],
      [5, 16],
    ])
  })

  test('is sent at once each time the budget falls further, and the 1 s begins again [TN-24]', () => {
    const world = over('96MiB')
    world.do({ verb: 'budget', value: 80 * MIB })
    world.wait(S / 2)
    world.do({ verb: 'budget', value: 64 * MIB })
    world.wait(S + S / 4)
    expect(demands(world)).toEqual([
      [0, 16],
      [0.5, 32],
      [1.5, 32],
    ])
  })

  test('is sent when the usage rises above the budget, at the moment of enqueueing, not of arrival [TN-24]', () => {
    const world = worldOf({ system: { localMemory: '1GiB', budget: '64MiB', pagingBandwidth: '1MiB' } })
    create(world, 'Blur.main', 64 * MIB)
    const temp = create(world, 'Blur.temp', 32 * MIB, false)
    world.wait(2 * S)
    expect(demands(world)).toEqual([])
    world.device.enqueueMakeResident([temp], 0, world.device.createFence(), 1)
    world.wait(S / 2)
    expect(demands(world)).toEqual([[2, 32]])
    expect(world.of('page-in')).toEqual([])
  })

  test('is sent for what is created beyond the budget [TN-24]', () => {
    expect(demands(over('64MiB'))).toEqual([[0, 32]])
  })

  test('is not sent at exactly the budget, nor for a rise of the budget, nor for evictable memory [TN-24 RS-08]', () => {
    const world = over('96MiB')
    const more = create(world, 'Blur.more', 64 * MIB, false)
    world.do({ verb: 'budget', value: 200 * MIB })
    world.device.enqueueMakeResident([more], 0, world.device.createFence(), 1)
    world.wait(S)
    world.device.evict(more)
    world.do({ verb: 'budget', value: 96 * MIB })
    world.wait(10 * S)
    expect(demands(world)).toEqual([])
    expect(world.vidmm.residency.counters[0].committed).toBe(160 * MIB)
  })

  test('follows from what other processes use [TN-24 RS-09]', () => {
    const world = over('900MiB')
    // 966,367,641 − 900 MiB = 22,649,241, down to 64 KiB: 22,609,920; the app uses 100,663,296
    world.do({ verb: 'otherProcess', value: { name: 'game', usage: 900 * MIB } })
    expect(world.of('notification')).toMatchObject([{ t: 0, flags: 4, bytesToTrim: 78_053_376 }])
  })

  test('is not sent for a budget that rises and is still too small, nor for more usage while over: the repeat tells [TN-24]', () => {
    const world = over('96MiB')
    world.do({ verb: 'budget', value: 64 * MIB })
    world.wait(S / 4)
    world.do({ verb: 'budget', value: 80 * MIB })
    world.wait(S / 4)
    create(world, 'Blur.more', 4 * MIB)
    world.wait(S / 2)
    expect(demands(world)).toEqual([
      [0, 32],
      [1, 20],
    ])
  })

  test('is sent when the usage rises above a budget that was kept again in between [TN-24]', () => {
    const world = over('96MiB')
    world.do({ verb: 'budget', value: 64 * MIB })
    world.wait(S / 4)
    world.do({ verb: 'budget', value: 100 * MIB })
    world.wait(5 * S)
    create(world, 'Blur.more', 8 * MIB)
    world.wait(0)
    expect(demands(world)).toEqual([
      [0, 32],
      [5.25, 4],
    ])
  })

  test('stops once the app has trimmed enough, and begins again at the next rise [TN-24]', () => {
    const world = over('96MiB')
    const more = create(world, 'Blur.more', 8 * MIB)
    world.wait(S / 2)
    world.device.evict(more)
    world.wait(3 * S)
    expect(demands(world)).toEqual([[0, 8]])
    world.device.enqueueMakeResident([more], 0, world.device.createFence(), 1)
    world.wait(0)
    expect(demands(world)).toEqual([
      [0, 8],
      [3.5, 8],
    ])
  })

  test('is not sent for what another of its callbacks makes resident again, but 1 s later [TN-24 TN-15]', () => {
    const world = worldOf({ system: { localMemory: '1GiB', budget: '96MiB' } })
    const main = create(world, 'Blur.main', 64 * MIB)
    const temp = create(world, 'Blur.temp', 64 * MIB)
    const fence = world.device.createFence()
    const calls: [string, number][] = []
    const called = (which: string): boolean => calls.push([which, world.sim.now]) <= 10
    register(world.device, () => {
      if (called('evicts')) for (const resource of [main, temp]) world.device.evict(resource)
    })
    register(world.device, () => {
      if (called('brings back')) world.device.enqueueMakeResident([main, temp], 0, fence, calls.length)
    })
    world.wait(1.5 * S)
    expect(demands(world)).toEqual([
      [0, 32],
      [1, 32],
    ])
    expect(calls.map(([which]) => which)).toEqual(['evicts', 'brings back', 'evicts', 'brings back'])
  })

  test('is sent at once, and once, for what a callback of another notification makes resident [TN-24]', () => {
    const world = worldOf({ system: { localMemory: '1GiB', budget: '96MiB' } })
    const main = create(world, 'Blur.main', 64 * MIB)
    const temp = create(world, 'Blur.temp', 64 * MIB)
    world.device.evict(temp)
    const fence = world.device.createFence()
    const told: [number, number][] = []
    register(world.device, ({ Flags }) => {
      told.push([world.sim.now / S, Flags])
      if (told.length > 10) return
      if (Flags === 4) world.device.evict(main)
      else world.device.enqueueMakeResident([temp], 0, fence, told.length)
    })
    world.wait(0.5 * S)
    world.do({ verb: 'periodicTrim', value: true })
    world.wait(1.5 * S)
    expect(told).toEqual([
      [0.5, 1],
      [0.5, 4],
    ])
    expect(world.of('notification').map(({ flags, bytesToTrim }) => [flags, bytesToTrim / MIB])[1]).toEqual([4, 32])
  })

  test('is not sent for what its own callback evicts and makes resident again, but 1 s later [TN-24 LB-15]', () => {
    const world = worldOf({ system: { localMemory: '1GiB', budget: '96MiB' } })
    const main = create(world, 'Blur.main', 64 * MIB)
    const temp = create(world, 'Blur.temp', 64 * MIB)
    const fence = world.device.createFence()
    let calls = 0
    register(world.device, () => {
      calls++
      // a broken build would go round at this moment for ever
      if (calls > 10) return
      for (const resource of [main, temp]) world.device.evict(resource)
      world.device.enqueueMakeResident([main, temp], 0, fence, calls)
    })
    world.wait(2.5 * S)
    expect(demands(world)).toEqual([
      [0, 32],
      [1, 32],
      [2, 32],
    ])
  })
})
