/** The steps of a paging operation as they are carried out, and what is said of a driver that does them wrong. */
import { describe, expect, test } from 'vitest'
import type { AdapterCaps } from '../../../../main/drivers/kmd/adapter'
import { KernelModeDriver } from '../../../../main/drivers/kmd/kernel-mode-driver'
import { MAPPING_TIME, planPageOut } from '../../../../main/dxgkrnl/vidmm/paging-plan'
import type { PagingProcess } from '../../../../main/dxgkrnl/vidmm/paging-process'
import { createCompressed, integrated, story, use } from '../../support/aperture'
import { conservationProblems } from '../../support/conservation'
import { appPackets, create, MIB, MS, stateOf, type TestWorld, worldOf } from '../../support/world'

/** Without the fills of new memory, which `fills.test.ts` is about. */
const operations = (world: TestWorld) =>
  world.of('paging-operation').filter(({ operation }) => operation !== 'VIRTUAL_FILL')
const findings = (world: TestWorld) => world.of('finding').map(({ rule, resource }) => [rule, resource])
const notified = (world: TestWorld) =>
  operations(world).flatMap(({ notify, chunk }) => (notify === undefined ? [] : [`${notify} ${chunk}`]))
const freeMiB = (world: TestWorld): number => world.vidmm.residency.segments[0].freeBytes / MIB

describe('NotifyIoMmuUnmap', () => {
  test('takes the same steps before the allocation is unmapped, and moves no data [AN-03]', () => {
    const world = integrated({ notifyEviction: false, notifyIoMmuUnmap: true })
    world.device.evict(create(world, 'a', 3 * MIB))
    world.wait(10 * MS)
    expect(story(operations(world))).toEqual([
      '0–2 UPDATE_PAGE_TABLE 1/1',
      '2–4 NotifyIoMmuUnmap 1/1',
      '4–6 UPDATE_PAGE_TABLE 1/1',
      '6–8 UNMAP_APERTURE_SEGMENT 1/1',
    ])
  })

  test('a driver that touches the GPU VA afterwards is caught, once an eviction, when the operation has returned [AN-04]', () => {
    const world = integrated({ notifyIoMmuUnmap: true, touchesAfterUnmap: true })
    world.device.evict(create(world, 'a', 10 * MIB))
    world.wait(10 * MS)
    // three chunks of 6 µs; the last one's operation ends 4 µs after its start
    expect(world.of('finding')).toMatchObject([{ t: 16, rule: 'AN-04', resource: 'a' }])
  })

  test('a driver that keeps away is not, nor one that was never told [AN-04]', () => {
    for (const driver of [{ notifyIoMmuUnmap: true }, { touchesAfterUnmap: true }]) {
      const world = integrated(driver)
      world.device.evict(createCompressed(world, 'a', MIB))
      world.wait(10 * MS)
      expect(findings(world)).toEqual([])
    }
  })
})

test('without a VA space the eviction goes on unnotified, and the reason is recorded [AN-13]', () => {
  const world = integrated({}, { hardwareScheduling: false })
  const [plain, a] = [create(world, 'plain', MIB), createCompressed(world, 'a', MIB)]
  world.device.evict(plain)
  world.device.evict(a)
  world.wait(10 * MS)
  expect(findings(world)).toEqual([['AN-13', 'a']])
  expect(world.of('finding')[0]?.message).toContain('no GPU VA space')
  expect(notified(world)).toEqual([])
  expect([stateOf(world, plain), stateOf(world, a)]).toEqual(['paged-out', 'paged-out'])
})

describe('what is kept compressed while the device uses it [AN-14]', () => {
  test('is decompressed by the driver before it goes, chunk by chunk, and its contents are intact', () => {
    const world = integrated()
    const a = createCompressed(world, 'a', 6 * MIB)
    const cpu = () => world.vidmm.contents.readByCpu(a.handle)
    expect(cpu()).toEqual({ corrupt: 0, bytes: 6 * MIB, version: 0 })
    use(world, a)
    expect(cpu()).toEqual({ corrupt: 6 * MIB, bytes: 6 * MIB, version: 1 })
    world.device.evict(a)
    world.wait(5002 - MS)
    // four of six decompressed
    expect(cpu().corrupt).toBe(2 * MIB)
    world.wait(20 * MS)
    expect(cpu()).toEqual({ corrupt: 0, bytes: 6 * MIB, version: 1 })
    expect([stateOf(world, a), findings(world)]).toEqual(['paged-out', []])
  })

  test('comes back, is used and compressed again, and is intact once more', () => {
    const world = integrated()
    const a = createCompressed(world, 'a', MIB)
    use(world, a)
    for (const version of [1, 2, 3]) {
      world.device.evict(a)
      world.wait(10 * MS)
      expect(world.vidmm.contents.readByCpu(a.handle)).toEqual({ corrupt: 0, bytes: MIB, version })
      world.device.enqueueMakeResident([a], 0, world.device.createFence(), 1)
      world.wait(10 * MS)
      use(world, a)
    }
    expect(findings(world)).toEqual([])
  })

  test('without the flag is corrupt after the same eviction, and the emulator says so', () => {
    const world = integrated({ notifyEviction: false })
    const a = createCompressed(world, 'a', 3 * MIB + 65_536)
    use(world, a)
    world.device.evict(a)
    world.wait(10 * MS)
    expect(world.vidmm.contents.readByCpu(a.handle)).toEqual({
      corrupt: 3 * MIB + 65_536,
      bytes: 3 * MIB + 65_536,
      version: 1,
    })
    expect(world.of('finding')).toMatchObject([
      { t: 1002, rule: 'AN-14', resource: 'a', message: expect.stringContaining('3211264 of 3211264 bytes') },
    ])
  })

  test('is corrupt, too, where the driver is notified of the unmapping only: its commands decompress nothing [AN-03]', () => {
    const world = integrated({ notifyEviction: false, notifyIoMmuUnmap: true })
    const a = createCompressed(world, 'a', MIB)
    use(world, a)
    world.device.evict(a)
    world.wait(10 * MS)
    expect(notified(world)).toEqual(['NotifyIoMmuUnmap 0'])
    expect(world.vidmm.contents.readByCpu(a.handle)).toEqual({ corrupt: MIB, bytes: MIB, version: 1 })
    expect(findings(world)).toEqual([['AN-14', 'a']])
  })

  test('without the flag, but never used by the GPU, it has nothing compressed to lose', () => {
    const world = integrated({ notifyEviction: false })
    world.device.evict(createCompressed(world, 'a', MIB))
    world.wait(10 * MS)
    expect(findings(world)).toEqual([])
  })

  test('is decompressed on its way by a transfer out of local memory, which needs no notification', () => {
    const world = worldOf({ system: { localMemory: 64 * MIB, evictionMode: 'eager' } })
    const a = createCompressed(world, 'a', MIB)
    use(world, a)
    world.device.evict(a)
    world.wait(10 * MS)
    expect([stateOf(world, a), world.vidmm.contents.readByCpu(a.handle).corrupt]).toEqual(['paged-out', 0])
    expect(findings(world)).toEqual([])
  })

  test('is forgotten with its allocation: a new one under the same handle starts afresh', () => {
    const world = integrated()
    const a = createCompressed(world, 'a', MIB)
    use(world, a)
    world.device.releaseResource(a)
    const b = create(world, 'b', MIB)
    expect(b.handle).toBe(a.handle)
    expect(world.vidmm.contents.has(b.handle)).toBe(false)
  })
})

describe('a driver that fails to build a paging buffer [AN-16]', () => {
  test('for lack of room is called again and continues where it stopped', () => {
    const world = integrated({ pagingBufferCovers: 1.5 * MIB })
    const a = createCompressed(world, 'a', 5 * MIB)
    use(world, a)
    world.device.evict(a)
    world.wait(20 * MS)
    const built = operations(world).filter(({ notify }) => notify !== undefined)
    // 4 MiB take three buffers of 1.5 MiB, the last MiB takes one; as long as in one buffer
    expect(built.map(({ chunk, buffers, start, end }) => [chunk, buffers, end - start])).toEqual([
      [0, 3, 4000],
      [1, 1, 1000],
    ])
    expect([findings(world), stateOf(world, a)]).toEqual([[], 'paged-out'])
    expect(world.vidmm.contents.readByCpu(a.handle).corrupt).toBe(0)
  })

  test('however many buffers it takes, they are counted and not built one by one', () => {
    const bytes = 2 ** 40
    let calls = 0
    const settings = { notifyEviction: true, notifyIoMmuUnmap: false, touchesAfterUnmap: false, pagingProcessVa: 0 }
    const driver = new KernelModeDriver({ ...settings, pagingBufferCovers: 1 }, () => ++calls > 10)
    // nothing is compressed: a buffer decompresses nothing, and the notification takes as long as a mapping
    const { contents } = integrated().vidmm
    const caps = { localSegment: 'aperture', pagingBandwidth: MIB } as AdapterCaps
    const context = { caps, contents, driver, pagingProcess: { vaSpace: bytes } as PagingProcess }
    const flags = { NotifyEviction: true, NotifyIoMmuUnmap: false }
    const steps = [...planPageOut(context, { handle: 0, bytes, group: 0, flags, fill: false, discarded: false })]
    expect(steps[1]?.begin()).toEqual({ duration: MAPPING_TIME, buffers: bytes })
    expect(calls).toBe(2)
  })

  test('for another reason: it is reported, the chunk is unmapped, the allocation stays where it is', () => {
    const world = integrated()
    const a = createCompressed(world, 'a', 6 * MIB)
    use(world, a)
    world.do({ verb: 'inject', value: { fault: 'build-paging-buffer-fails', count: 1 } })
    world.device.evict(a)
    world.wait(20 * MS)
    expect(story(operations(world))).toEqual(['1000–1002 UPDATE_PAGE_TABLE 1/2', '1002–1004 UPDATE_PAGE_TABLE 1/2'])
    expect(world.of('finding')).toMatchObject([
      { t: 1002, rule: 'AN-16', resource: 'a', message: expect.stringContaining('NotifyEviction, chunk 1 of 2') },
    ])
    expect([stateOf(world, a), freeMiB(world), world.of('page-out')]).toEqual(['evictable', 58, []])
    expect(conservationProblems(world.vidmm)).toEqual([])
    // usable at once, with nothing to page in
    const fence = world.device.createFence()
    world.device.enqueueMakeResident([a], 0, fence, 1)
    expect(fence.completedValue).toBe(1)
    use(world, a)
    expect(appPackets(world)).toHaveLength(2)
  })

  test('under pressure: the victim stays resident, the next one goes', () => {
    const world = integrated({}, { evictionMode: 'lazy', budget: 64 * MIB })
    const [a, b] = [createCompressed(world, 'a', 32 * MIB), createCompressed(world, 'b', 32 * MIB)]
    world.do({ verb: 'inject', value: { fault: 'build-paging-buffer-fails', count: 1 } })
    const c = create(world, 'c', 16 * MIB)
    world.wait(100 * MS)
    expect([a, b, c].map((resource) => stateOf(world, resource))).toEqual(['resident', 'paged-out', 'resident'])
    expect(findings(world)).toEqual([['AN-16', 'a']])
  })

  test('for everything that could go: the request ends without memory, and nothing hangs', () => {
    const world = integrated({}, { evictionMode: 'lazy' })
    const a = createCompressed(world, 'a', 64 * MIB)
    world.device.evict(a)
    world.do({ verb: 'inject', value: { fault: 'build-paging-buffer-fails', count: 100 } })
    const c = create(world, 'c', MIB)
    world.wait(100 * MS)
    expect([stateOf(world, a), stateOf(world, c)]).toEqual(['evictable', 'paged-out'])
    expect([world.sim.pending, world.vidmm.paging.idle]).toEqual([0, true])
  })
})

test('each operation is visible with what it is, of what, where and when [AN-17]', () => {
  const world = integrated()
  const a = createCompressed(world, 'Blur.main', 6 * MIB)
  use(world, a)
  world.sim.causedBy(7, () => world.device.evict(a))
  world.wait(20 * MS)
  expect(operations(world)[4]).toEqual({
    t: 7006,
    type: 'paging-operation',
    operation: 'NOTIFY_ALLOC',
    resource: 'Blur.main',
    segment: 'local',
    chunk: 1,
    chunks: 2,
    offset: 4 * MIB,
    bytes: 2 * MIB,
    start: 5006,
    end: 7006,
    direction: 'out',
    notify: 'NotifyEviction',
    buffers: 1,
    cause: 7,
  })
  const moments = operations(world).flatMap(({ start, end }) => [start, end])
  expect(moments).toEqual([...moments].sort((x, y) => x - y))
})
