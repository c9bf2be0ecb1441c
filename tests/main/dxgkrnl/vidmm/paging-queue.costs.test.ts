/** Fixed costs of paging, as drivers have them: of each operation, and of each MakeResident or eviction as a whole. */
import { describe, expect, test } from 'vitest'
import type { Fence } from '../../../../main/d3d12/fence'
import { create, MIB, ofType, type TestWorld, worldOf } from '../../support/world'

const COSTS = { pagingOperation: '37us', pagingBatch: '140us' }

/** 1 MiB takes 1 ms. */
const costly = (driver: object = COSTS, system: object = {}): TestWorld =>
  worldOf({ system: { pagingBandwidth: 1000 * MIB, ...system, driver } })

const operations = ({ records }: TestWorld): string[] =>
  ofType(records, 'paging-operation').map(
    ({ operation, resource, start, end }) => `${operation} ${resource} ${start}–${end}`,
  )

function makeResident(world: TestWorld, ...resources: ReturnType<typeof create>[]): Fence {
  const fence = world.device.createFence()
  expect(world.device.enqueueMakeResident(resources, 0, fence, 1).hr).toBe('S_OK')
  return fence
}

describe('a fixed cost', () => {
  test('of new memory: the batch, then its page table; nothing is transferred', () => {
    const world = costly()
    const r = create(world, 'r', MIB)
    world.wait(176)
    expect(world.vidmm.demand.isReady([r.handle])).toBe(false)
    world.wait(1)
    expect(world.vidmm.demand.isReady([r.handle])).toBe(true)
    // its zeroes take no time where no bandwidth of fills is said
    expect(operations(world)).toEqual(['UPDATE_PAGE_TABLE r 140–177', 'VIRTUAL_FILL r 177–177'])
    expect(world.of('page-in')).toEqual([])
    expect(world.vidmm.paging.pageInBytes).toBe(0)
  })

  test('of a MakeResident of several: one batch, an operation each', () => {
    const world = costly()
    const [r, s] = [create(world, 'r', MIB, false), create(world, 's', 2 * MIB, false)]
    const fence = makeResident(world, r, s)
    world.wait(140 + 37 + 1000 + 37 + 2000 - 1)
    expect(fence.completedValue).toBe(0)
    world.wait(1)
    expect(fence.completedValue).toBe(1)
    expect(operations(world)).toEqual([
      'VIRTUAL_FILL r 140–140',
      'VIRTUAL_TRANSFER r 140–1177',
      'VIRTUAL_FILL s 1177–1177',
      'VIRTUAL_TRANSFER s 1177–3214',
    ])
    // what is resident already has nothing to do, and costs nothing
    const again = makeResident(world, r, s)
    world.wait(0)
    expect(again.completedValue).toBe(1)
  })

  test('of an eviction; the next MakeResident brings the whole back at both costs again', () => {
    const world = costly(COSTS, { evictionMode: 'eager' })
    const r = create(world, 'r', MIB)
    world.wait(10_000)
    const { records } = world
    expect(records.some(({ type }) => type === 'page-out')).toBe(false)
    world.device.evict(r)
    world.wait(10_000)
    makeResident(world, r)
    world.wait(10_000)
    // after those of its creation
    expect(operations(world).slice(2)).toEqual(['VIRTUAL_TRANSFER r 10140–11177', 'VIRTUAL_TRANSFER r 20140–21177'])
  })

  test('of new memory with the time of its zeroes: batch, page table, fill [AN-10]', () => {
    const world = costly(COSTS, { fillBandwidth: 2000 * MIB })
    const r = create(world, 'r', MIB)
    world.wait(676)
    expect(world.vidmm.demand.isReady([r.handle])).toBe(false)
    world.wait(1)
    expect(world.vidmm.demand.isReady([r.handle])).toBe(true)
    expect(operations(world)).toEqual(['UPDATE_PAGE_TABLE r 140–177', 'VIRTUAL_FILL r 177–677'])
  })

  test('of the batch is not the engine’s: other paging work of the engine, and other engines, go on', () => {
    const world = costly({ ...COSTS, pagingEngine: 'copy' })
    create(world, 'r', MIB)
    world.do({ verb: 'submit', value: { engine: 'copy', gpuTime: 100, priority: 'normal', context: 'A' } })
    world.wait(1000)
    const copied = world.of('packet').filter(({ context }) => context === 'A')
    expect(copied).toMatchObject([{ start: 0, end: 100 }])
  })

  test('is none by default: times are bytes over bandwidth, and new memory is there at once', () => {
    const world = costly({})
    const r = create(world, 'r', MIB)
    expect(world.vidmm.demand.isReady([r.handle])).toBe(true)
    makeResident(world, create(world, 's', MIB, false))
    world.wait(10_000)
    expect(operations(world)).toEqual(['VIRTUAL_FILL r 0–0', 'VIRTUAL_FILL s 0–0', 'VIRTUAL_TRANSFER s 0–1000'])
  })
})
