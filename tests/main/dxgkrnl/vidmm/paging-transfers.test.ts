/** Bringing an allocation into its segment and taking it out: memory, totals and records at the end of each (RS-05). */
import { describe, expect, test } from 'vitest'
import { PagingTransfers } from '../../../../main/dxgkrnl/vidmm/paging-transfers'
import { appPackets, create, KIB, stateOf, worldOf } from '../../support/world'

const PAGE = 64 * KIB

/** A page takes 1 ms to transfer. */
const pages = (count: number) =>
  worldOf({ system: { localMemory: count * PAGE, pagingBandwidth: 1000 * PAGE, evictionMode: 'eager' } })

describe('a transfer', () => {
  test('counts its bytes, and is recorded from its beginning to its end, when it has ended [RS-05]', () => {
    const world = pages(8)
    const { paging } = world.vidmm
    const a = create(world, 'a', 2 * PAGE)
    world.wait(10_000)
    const before = world.sim.now
    world.device.evict(a)
    world.wait(1_999)
    expect([paging.pageOutBytes, world.of('page-out')]).toEqual([0, []])
    world.wait(1)
    expect(paging.pageOutBytes).toBe(2 * PAGE)
    expect(world.of('page-out')).toMatchObject([{ start: before, end: before + 2_000, resource: 'a', bytes: 2 * PAGE }])
    world.vidmm.makeResident([a.handle], () => {})
    world.wait(2_000)
    expect([paging.pageInBytes, stateOf(world, a)]).toEqual([2 * PAGE, 'resident'])
    expect(world.of('page-in')).toMatchObject([{ start: before + 2_000, end: before + 4_000, resource: 'a' }])
  })

  test('of memory whose contents are not worth one takes no bytes with it, and leaves it to be zeroed [AN-10]', () => {
    const world = pages(8)
    const a = create(world, 'a', 2 * PAGE)
    world.wait(10_000)
    world.device.discardResource(a)
    world.device.evict(a)
    world.wait(10_000)
    expect([world.vidmm.paging.pageOutBytes, stateOf(world, a)]).toEqual([0, 'paged-out'])
  })

  test('under pressure is the one that is leaving, until it has ended [RS-10]', () => {
    const world = pages(4)
    const { paging } = world.vidmm
    const a = create(world, 'a', 3 * PAGE)
    create(world, 'b', 2 * PAGE)
    expect(paging.isLeaving(a.handle)).toBe(true)
    world.wait(2_999)
    expect(paging.isLeaving(a.handle)).toBe(true)
    world.wait(1)
    expect(paging.isLeaving(a.handle)).toBe(false)
    expect(paging.pageOutBytes).toBe(3 * PAGE)
    expect(appPackets(world)).toEqual([])
  })

  test('has taken nothing at first', () => {
    const { residency, paging } = pages(4).vidmm
    expect([paging.pageInBytes, paging.pageOutBytes]).toEqual([0, 0])
    expect(Object.getOwnPropertyNames(PagingTransfers.prototype)).toEqual(
      expect.arrayContaining(['bringIn', 'takeOut']),
    )
    expect(residency.forcedOut.size).toBe(0)
  })
})
