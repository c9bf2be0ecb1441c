import { describe, expect, test } from 'vitest'
import { createCompressed, integrated, story, use } from '../../support/aperture'
import { create, MIB, MS, stateOf, type TestWorld, worldOf } from '../../support/world'

/** Without the fills of new memory, which `fills.test.ts` is about. */
const operations = (world: TestWorld) =>
  world.of('paging-operation').filter(({ operation }) => operation !== 'VIRTUAL_FILL')
const findings = (world: TestWorld) => world.of('finding').map(({ rule, resource }) => [rule, resource])
const notified = (world: TestWorld) =>
  operations(world).flatMap(({ notify, chunk }) => (notify === undefined ? [] : [`${notify} ${chunk}`]))
const freeMiB = (world: TestWorld): number => world.vidmm.residency.segments[0].freeBytes / MIB

describe('NotifyEviction', () => {
  test('is mapped, built, executed and unmapped before the eviction itself goes on [AN-02]', () => {
    const world = integrated()
    const a = createCompressed(world, 'a', 3 * MIB)
    use(world, a)
    world.device.evict(a)
    // 2 µs to map or unmap, 3 ms to decompress 3 MiB
    world.wait(4004 - MS)
    expect(story(operations(world))).toEqual([
      '1000–1002 UPDATE_PAGE_TABLE 1/1',
      '1002–4002 NotifyEviction 1/1',
      '4002–4004 UPDATE_PAGE_TABLE 1/1',
    ])
    expect([stateOf(world, a), freeMiB(world), world.of('page-out')]).toEqual(['evictable', 61, []])
    world.wait(2)
    expect(story(operations(world)).slice(3)).toEqual(['4004–4006 UNMAP_APERTURE_SEGMENT 1/1'])
    expect(world.of('page-out')).toMatchObject([{ resource: 'a', start: 1000, end: 4006 }])
    expect([stateOf(world, a), freeMiB(world)]).toEqual(['paged-out', 64])
  })

  test('comes before the allocation goes under pressure just the same [AN-02] [RS-10]', () => {
    const world = integrated({}, { evictionMode: 'lazy' })
    const a = createCompressed(world, 'a', 2 * MIB)
    use(world, a)
    world.device.evict(a)
    const b = create(world, 'b', 63 * MIB)
    world.wait(10 * MS)
    expect(story(operations(world))).toEqual([
      '1000–1002 UPDATE_PAGE_TABLE 1/1',
      '1002–3002 NotifyEviction 1/1',
      '3002–3004 UPDATE_PAGE_TABLE 1/1',
      '3004–3006 UNMAP_APERTURE_SEGMENT 1/1',
    ])
    expect([stateOf(world, a), stateOf(world, b)]).toEqual(['paged-out', 'resident'])
  })

  test('is not sent for an allocation whose driver did not set the flag [AN-01]', () => {
    const world = integrated()
    const [plain, compressed] = [create(world, 'plain', MIB), createCompressed(world, 'compressed', MIB)]
    world.device.evict(plain)
    world.device.evict(compressed)
    world.wait(10 * MS)
    expect(operations(world).filter(({ resource }) => resource === 'plain')).toMatchObject([
      { operation: 'UNMAP_APERTURE_SEGMENT' },
    ])
    expect(notified(world)).toEqual(['NotifyEviction 0'])
    const without = integrated({ notifyEviction: false })
    without.device.evict(createCompressed(without, 'compressed', MIB))
    without.wait(10 * MS)
    expect(operations(without)).toMatchObject([{ operation: 'UNMAP_APERTURE_SEGMENT' }])
  })
})

describe('an allocation larger than the VA space', () => {
  test('is mapped, notified, executed and unmapped chunk by chunk, in ascending offset [AN-05] [AN-10]', () => {
    const world = integrated()
    const a = createCompressed(world, 'a', 10 * MIB)
    use(world, a)
    world.device.evict(a)
    world.wait(20 * MS)
    expect(story(operations(world))).toEqual([
      '1000–1002 UPDATE_PAGE_TABLE 1/3',
      '1002–5002 NotifyEviction 1/3',
      '5002–5004 UPDATE_PAGE_TABLE 1/3',
      '5004–5006 UPDATE_PAGE_TABLE 2/3',
      '5006–9006 NotifyEviction 2/3',
      '9006–9008 UPDATE_PAGE_TABLE 2/3',
      '9008–9010 UPDATE_PAGE_TABLE 3/3',
      '9010–11010 NotifyEviction 3/3',
      '11010–11012 UPDATE_PAGE_TABLE 3/3',
      '11012–11014 UNMAP_APERTURE_SEGMENT 1/1',
    ])
    const parts = operations(world).filter(({ notify }) => notify !== undefined)
    expect(parts.map(({ offset, bytes }) => [offset / MIB, bytes / MIB])).toEqual([
      [0, 4],
      [4, 4],
      [8, 2],
    ])
  })

  test('with both flags is told of its eviction as a whole before the first word of the unmapping [AN-07]', () => {
    const world = integrated({ notifyIoMmuUnmap: true })
    world.device.evict(createCompressed(world, 'a', 6 * MIB))
    world.wait(20 * MS)
    expect(notified(world)).toEqual([
      'NotifyEviction 0',
      'NotifyEviction 1',
      'NotifyIoMmuUnmap 0',
      'NotifyIoMmuUnmap 1',
    ])
  })

  test('has each chunk notified exactly once an eviction, also when it is wanted back in the middle [AN-15]', () => {
    const world = integrated({ notifyIoMmuUnmap: true })
    const a = createCompressed(world, 'a', 10 * MIB)
    use(world, a)
    world.device.evict(a)
    world.wait(5 * MS)
    world.device.enqueueMakeResident([a], 0, world.device.createFence(), 1)
    world.wait(20 * MS)
    const once = [0, 1, 2].flatMap((chunk) => [`NotifyEviction ${chunk}`, `NotifyIoMmuUnmap ${chunk}`])
    expect(notified(world).sort()).toEqual(once.sort())
    expect(stateOf(world, a)).toBe('resident')
    world.device.evict(a)
    world.wait(20 * MS)
    expect(notified(world)).toHaveLength(12)
    expect(new Set(notified(world)).size).toBe(6)
  })

  test('is transferred in chunks of the space as well, which together take as long as the whole [AN-10] [RS-05]', () => {
    // a quarter of 16 MiB; 10 MiB at 3 MiB/s end at ⌈10/3 s⌉, the chunks at ⌈4/3 s⌉ and ⌈8/3 s⌉
    const world = worldOf({ system: { localMemory: 16 * MIB, pagingBandwidth: 3 * MIB, evictionMode: 'eager' } })
    const a = create(world, 'a', 10 * MIB, false)
    const fence = world.device.createFence()
    world.device.enqueueMakeResident([a], 0, fence, 1)
    world.wait(3_333_334)
    expect(fence.completedValue).toBe(1)
    expect(story(operations(world))).toEqual([
      '0–1333334 VIRTUAL_TRANSFER 1/3',
      '1333334–2666667 VIRTUAL_TRANSFER 2/3',
      '2666667–3333334 VIRTUAL_TRANSFER 3/3',
    ])
    world.device.evict(a)
    world.wait(4_000_000)
    const out = operations(world).slice(3)
    expect(out.map(({ direction, offset, bytes }) => [direction, offset / MIB, bytes / MIB])).toEqual([
      ['out', 0, 4],
      ['out', 4, 4],
      ['out', 8, 2],
    ])
  })
})

describe('where notifications are sent [AN-06]', () => {
  const both = { notifyEviction: true, notifyIoMmuUnmap: true }
  const discrete = () =>
    worldOf({ system: { localMemory: 64 * MIB, nonLocalMemory: 64 * MIB, evictionMode: 'eager', driver: both } })

  test('never when an allocation leaves local memory', () => {
    const world = discrete()
    const a = createCompressed(world, 'a', MIB)
    use(world, a)
    world.device.evict(a)
    world.wait(10 * MS)
    expect(operations(world).map(({ operation, segment }) => [operation, segment])).toEqual([
      ['VIRTUAL_TRANSFER', 'local'],
    ])
  })

  test('when it leaves the aperture segment of a discrete GPU', () => {
    const world = discrete()
    const a = createCompressed(world, 'a', MIB, 'UPLOAD')
    use(world, a)
    world.device.evict(a)
    world.wait(10 * MS)
    expect(notified(world)).toEqual(['NotifyEviction 0', 'NotifyIoMmuUnmap 0'])
    expect(new Set(operations(world).map(({ segment }) => segment))).toEqual(new Set(['non-local']))
  })

  test('not on promotion: the way back is a mapping', () => {
    const world = integrated(both)
    const a = createCompressed(world, 'a', MIB)
    world.device.evict(a)
    world.wait(10 * MS)
    const before = operations(world).length
    world.device.enqueueMakeResident([a], 0, world.device.createFence(), 1)
    world.wait(10 * MS)
    expect(operations(world).slice(before)).toMatchObject([
      { operation: 'MAP_APERTURE_SEGMENT', direction: 'in', chunk: 0, chunks: 1, offset: 0, bytes: MIB },
    ])
  })

  test('not on destruction, with both flags and in the aperture: the memory is free, and no operation was built', () => {
    const world = integrated(both)
    const a = createCompressed(world, 'a', MIB)
    use(world, a)
    const before = operations(world).length
    world.device.releaseResource(a)
    world.wait(10 * MS)
    expect(operations(world).slice(before)).toEqual([])
    expect(world.of('destroy')).toMatchObject([{ resource: 'a' }])
    expect(world.device.queryVideoMemoryInfo(0).CurrentUsage).toBe(0)
  })

  test('a heap of any type is in the one segment of unified memory, and is notified of there', () => {
    const world = integrated(both)
    const upload = createCompressed(world, 'upload', MIB, 'UPLOAD')
    expect(world.device.queryVideoMemoryInfo(0).CurrentUsage).toBe(MIB)
    world.device.evict(upload)
    world.wait(10 * MS)
    expect(notified(world)).toEqual(['NotifyEviction 0', 'NotifyIoMmuUnmap 0'])
  })
})

describe('below WDDM 3.2 [AN-12]', () => {
  test.each(['1.2', '2.0', '2.9', '3.0', '3.1'])('%s ignores the flags and says so once', (wddm) => {
    const world = integrated({ notifyIoMmuUnmap: true }, { wddm })
    const [a, b] = [createCompressed(world, 'a', MIB), createCompressed(world, 'b', MIB)]
    world.device.evict(a)
    world.device.evict(b)
    world.wait(10 * MS)
    expect(world.of('finding')).toMatchObject([{ t: 0, rule: 'AN-12', message: expect.stringContaining('WDDM 3.2') }])
    expect(operations(world).map(({ operation }) => operation)).toEqual([
      'UNMAP_APERTURE_SEGMENT',
      'UNMAP_APERTURE_SEGMENT',
    ])
  })

  test('nothing is said where the driver sets no flag, nor on 3.2', () => {
    const quiet = integrated({ notifyEviction: false }, { wddm: '3.1' })
    createCompressed(quiet, 'a', MIB)
    const current = integrated({ notifyIoMmuUnmap: true })
    createCompressed(current, 'a', MIB)
    expect([findings(quiet), findings(current)]).toEqual([[], []])
  })
})
