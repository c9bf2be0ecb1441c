import { describe, expect, test } from 'vitest'
import { create, KIB, MIB, MS, register, stateOf, type TestWorld, worldOf } from '../../support/world'

/** 90 % of 100 MiB is 90 MiB. */
function hundred(system: Record<string, unknown> = {}): TestWorld {
  return worldOf({ system: { localMemory: 100 * MIB, nonLocalMemory: 50 * MIB, ...system } })
}

const local = (world: TestWorld) => world.device.queryVideoMemoryInfo(0)

function game(world: TestWorld, usage: number): void {
  world.do({ verb: 'otherProcess', value: { name: 'game', usage } })
}

describe('QueryVideoMemoryInfo [RS-08]', () => {
  test('gives all four fields of each group', () => {
    const world = hundred()
    create(world, 'a', 10 * MIB)
    expect(local(world)).toEqual({
      Budget: 90 * MIB,
      CurrentUsage: 10 * MIB,
      AvailableForReservation: 45 * MIB,
      CurrentReservation: 0,
    })
    expect(world.device.queryVideoMemoryInfo(1)).toEqual({
      Budget: 45 * MIB,
      CurrentUsage: 0,
      AvailableForReservation: 22.5 * MIB,
      CurrentReservation: 0,
    })
  })

  test('counts usage from the moment of enqueueing to the last Evict, also while pressure has it paged out', () => {
    const world = hundred({ pagingBandwidth: 1000 * MIB })
    const a = create(world, 'a', 10 * MIB, false)
    expect(local(world).CurrentUsage).toBe(0)
    world.device.enqueueMakeResident([a], 0, world.device.createFence(), 1)
    expect([stateOf(world, a), local(world).CurrentUsage]).toEqual(['pending', 10 * MIB])
    game(world, 100 * MIB)
    world.wait(100 * MS)
    expect([stateOf(world, a), local(world).CurrentUsage]).toEqual(['paged-out', 10 * MIB])
    game(world, 0)
    world.device.evict(a)
    expect(local(world).CurrentUsage).toBe(0)
  })

  test('of a destroyed allocation counts it until the work that uses it is done [RS-11]', () => {
    const world = hundred()
    const a = create(world, 'a', 10 * MIB)
    world.queue.executeCommandLists({ name: 'A', gpuTime: MS, resources: [a] })
    world.device.releaseResource(a)
    world.wait(MS - 1)
    expect(local(world).CurrentUsage).toBe(10 * MIB)
    world.wait(1)
    expect(local(world).CurrentUsage).toBe(0)
  })
})

describe('SetVideoMemoryReservation [RS-08]', () => {
  test('is remembered, up to what is available for reservation; more is refused and changes nothing', () => {
    const world = hundred()
    expect(world.device.setVideoMemoryReservation(45 * MIB)).toBe('S_OK')
    expect(local(world)).toMatchObject({ Budget: 90 * MIB, CurrentReservation: 45 * MIB })
    expect(world.device.setVideoMemoryReservation(45 * MIB + 1)).toBe('E_INVALIDARG')
    expect(local(world).CurrentReservation).toBe(45 * MIB)
    expect(world.device.queryVideoMemoryInfo(1).CurrentReservation).toBe(0)
    expect(world.device.setVideoMemoryReservation(0)).toBe('S_OK')
    expect(local(world).CurrentReservation).toBe(0)
  })

  test('keeps the budget from falling below it when others need memory [RS-09]', () => {
    const world = hundred()
    world.device.setVideoMemoryReservation(30 * MIB)
    game(world, 70 * MIB)
    expect(local(world).Budget).toBe(30 * MIB)
    game(world, 55 * MIB)
    expect(local(world).Budget).toBe(35 * MIB)
  })

  test('given up, lets the budget fall, and the app is told [TN-24]', () => {
    const world = hundred()
    create(world, 'a', 30 * MIB)
    register(world.device, () => {})
    world.device.setVideoMemoryReservation(30 * MIB)
    game(world, 80 * MIB)
    expect(world.of('notification')).toEqual([])
    world.do({ verb: 'reserve', value: 0 })
    expect(local(world).Budget).toBe(10 * MIB)
    expect(world.of('notification')).toMatchObject([{ flags: 4, bytesToTrim: 20 * MIB }])
  })
})

describe('several evictions at once [RS-01] [RS-09]', () => {
  const how = { policy: 'fence-lru', rule: 'periodic', callback: null, press: null }

  test('are those from an index on, up to one of which more is to be said; none where they are paged out at once', () => {
    const world = hundred()
    const handles = ['a', 'b', 'c'].map((name) => create(world, name, 10 * MIB).handle)
    expect(world.vidmm.evictAll(Int32Array.from(handles), 1, how)).toBe(3)
    expect([local(world).CurrentUsage, world.vidmm.evictAll(Int32Array.from(handles), 1, how)]).toEqual([10 * MIB, 1])
    world.vidmm.setEvictionMode('eager')
    expect([world.vidmm.evictAll(Int32Array.from(handles), 0, how), local(world).CurrentUsage]).toEqual([0, 10 * MIB])
  })

  test('are none where somebody sees each change of memory [LB-17]', () => {
    const world = hundred()
    const { handle } = create(world, 'a', 10 * MIB)
    world.vidmm.residency.observer = { seesEach: true }
    expect([world.vidmm.evictAll(Int32Array.of(handle), 0, how), local(world).CurrentUsage]).toEqual([0, 10 * MIB])
  })

  test('bring the usage below the budget: rising above it again is told again', () => {
    const world = hundred({ budget: '15MiB' })
    const [a, b] = [create(world, 'a', 10 * MIB), create(world, 'b', 10 * MIB)]
    world.wait(1)
    expect(world.of('notification')).toHaveLength(1)
    world.vidmm.evictAll(Int32Array.of(a.handle, b.handle), 0, how)
    world.device.enqueueMakeResident([a, b], 0, world.device.createFence(), 1)
    world.wait(1)
    expect(world.of('notification').map(({ bytesToTrim }) => bytesToTrim)).toEqual([5 * MIB, 5 * MIB])
  })
})

describe('DENY_OVERBUDGET [RS-06]', () => {
  test('goes by the budget of the moment, as another process moves it', () => {
    const world = hundred()
    const a = create(world, 'a', 30 * MIB, false)
    const fence = world.device.createFence()
    game(world, 70 * MIB)
    // 20 MiB are left
    expect(world.device.enqueueMakeResident([a], 1, fence, 1)).toEqual({ hr: 'E_OUTOFMEMORY', bytesToTrim: 10 * MIB })
    expect([stateOf(world, a), world.of('make-resident')]).toEqual(['paged-out', []])
    game(world, 60 * MIB)
    expect(world.device.enqueueMakeResident([a], 1, fence, 1)).toEqual({ hr: 'S_OK', bytesToTrim: 0 })
  })

  test('says how many bytes over, not whole pages of them', () => {
    const world = hundred({ budget: 64 * KIB })
    const a = create(world, 'a', 3 * 64 * KIB, false)
    const { bytesToTrim } = world.device.enqueueMakeResident([a], 1, world.device.createFence(), 1)
    expect(bytesToTrim).toBe(131_072)
  })

  test('the same request without it succeeds, goes over, and TRIM_TO_BUDGET follows [TN-24]', () => {
    const world = hundred()
    const a = create(world, 'a', 30 * MIB, false)
    register(world.device, () => {})
    game(world, 70 * MIB)
    expect(world.device.enqueueMakeResident([a], 0, world.device.createFence(), 1).hr).toBe('S_OK')
    world.wait(0)
    expect(local(world).CurrentUsage).toBe(30 * MIB)
    expect(world.of('notification')).toMatchObject([{ flags: 4, bytesToTrim: 10 * MIB }])
  })
})
