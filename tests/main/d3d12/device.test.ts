import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../main/d3d12/resource'
import { conservationProblems } from '../support/conservation'
import { anotherDevice, create, KIB, MIB, MS, register, stateOf, type TestWorld, worldOf } from '../support/world'

/** 1 MiB takes 1 s to page. */
function slowWorld(system: Record<string, unknown> = {}): TestWorld {
  return worldOf({ system: { localMemory: '64MiB', pagingBandwidth: '1MiB', ...system } })
}

const SECOND = 1_000_000

interface Submission {
  hr: string
  outcome: string | null
  endedAt: number
}

function submit(world: TestWorld, name: string, gpuTime: number, ...resources: Resource[]): Submission {
  const submission: Submission = { hr: '', outcome: null, endedAt: -1 }
  const { hr } = world.queue.executeCommandLists({
    name,
    gpuTime,
    resources,
    finished: (outcome) => Object.assign(submission, { outcome, endedAt: world.sim.now }),
  })
  return Object.assign(submission, { hr })
}

/** bytes of the 64 MiB segment: the page tables of a VA space of a quarter take a page of 64 KiB (AN-08, AN-11) */
const EMPTY = 64 * MIB - 64 * KIB

describe('a packet that uses what is not on the residency list [RS-07]', () => {
  test('removes the device when it starts, not before, and names allocation and command', () => {
    const world = slowWorld()
    const [main, temp] = [create(world, 'Blur.main', MIB), create(world, 'Blur.temp', MIB)]
    const first = submit(world, 'Grayscale', 10 * MS, temp)
    const second = submit(world, 'Blur', 10 * MS, main)
    world.device.evict(main)
    expect(second.hr).toBe('S_OK')
    world.wait(10 * MS - 1)
    expect(world.device.removed).toBeNull()
    world.wait(1)
    expect(world.device.getDeviceRemovedReason()).toBe('DXGI_ERROR_DEVICE_HUNG')
    expect([first.outcome, second.outcome]).toEqual(['completed', 'device-removed'])
    const [record] = world.of('device-removed')
    expect(record).toMatchObject({ t: 10_000, device: 'app', reason: 'DXGI_ERROR_DEVICE_HUNG' })
    expect(record?.because).toContain('Blur.main')
    expect(record?.because).toContain('"Blur"')
    const message = `D3D12 debug message 608: ${record?.because}`
    expect(world.of('finding')).toMatchObject([{ rule: 'RS-07', resource: 'Blur.main', message }])
    expect(world.device.removed).toEqual({ t: 10_000, reason: 'DXGI_ERROR_DEVICE_HUNG', because: record?.because })
  })

  test('is none when it was made resident again before it starts', () => {
    const world = slowWorld()
    const [main, temp] = [create(world, 'Blur.main', MIB), create(world, 'Blur.temp', MIB)]
    submit(world, 'Grayscale', 10 * MS, temp)
    const second = submit(world, 'Blur', 10 * MS, main)
    world.device.evict(main)
    world.wait(5 * MS)
    world.device.enqueueMakeResident([main], 0, world.device.createFence(), 1)
    world.wait(SECOND)
    expect([second.outcome, world.device.removed]).toEqual(['completed', null])
  })

  test('makes every later call fail with DXGI_ERROR_DEVICE_REMOVED, and changes nothing any more', () => {
    const world = slowWorld()
    const { device } = world
    const kept = create(world, 'Blur.temp', MIB)
    const { cookie } = register(device, () => {})
    const fence = device.createFence()
    submit(world, 'Grayscale', MS, create(world, 'Grayscale.convert', MIB, false))
    const removed = 'DXGI_ERROR_DEVICE_REMOVED'
    expect(device.createCommittedResource({ dimension: 'buffer', width: 1 }, 0, 'late').hr).toBe(removed)
    expect(device.enqueueMakeResident([kept], 0, fence, 1).hr).toBe(removed)
    expect(device.evict(kept).hr).toBe(removed)
    expect(submit(world, 'Blur', MS, kept).hr).toBe(removed)
    expect(register(device, () => {})).toEqual({ hr: removed, cookie: 0 })
    expect(device.unregisterTrimNotificationCallback(cookie)).toBe(removed)
    world.wait(SECOND)
    expect([stateOf(world, kept), fence.completedValue]).toEqual(['resident', 0])
    expect(world.of('packet', 'page-in')).toEqual([])
    expect(world.of('device-removed')).toHaveLength(1)
  })

  test('drops what waits behind it, also behind a fence, and lets what runs end', () => {
    const world = slowWorld()
    const main = create(world, 'Blur.main', MIB)
    const running = submit(world, 'Blur', 10 * MS, main)
    world.queue.wait(world.device.createFence(), 1, false)
    const waiting = submit(world, 'Blur', 10 * MS, main)
    world.wait(MS)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test says so')
    expect([running.outcome, waiting.outcome]).toEqual([null, 'device-removed'])
    world.wait(SECOND)
    expect([running.outcome, running.endedAt]).toEqual(['completed', 10_000])
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('what fits the segment in no way at once removes the device too, instead of waiting for ever', () => {
    const world = slowWorld({ localMemory: '4MiB' })
    const [a, b] = [create(world, 'Big.a', 3 * MIB, false), create(world, 'Big.b', 2 * MIB, false)]
    world.device.enqueueMakeResident([a, b], 0, world.device.createFence(), 1)
    const submission = submit(world, 'Big', MS, a, b)
    world.wait(60 * SECOND)
    expect(submission.outcome).toBe('device-removed')
    expect(world.device.removed?.because).toContain('"Big"')
  })
})

describe('evicting what a running packet uses [RS-07]', () => {
  test('gives message 960 and a finding, and its page-out waits for the packet’s end', () => {
    const world = slowWorld({ evictionMode: 'eager' })
    const main = create(world, 'Blur.main', MIB)
    const submission = submit(world, 'Blur', 10 * MS, main)
    world.wait(4 * MS)
    expect(world.device.evict(main).hr).toBe('S_OK')
    const [finding] = world.of('finding')
    expect(finding).toMatchObject({ t: 4000, rule: 'RS-07', resource: 'Blur.main' })
    expect(finding?.message).toMatch(/\b960\b.*Blur\.main/)
    expect(stateOf(world, main)).toBe('evictable')
    world.wait(2 * SECOND)
    expect([submission.outcome, world.device.removed]).toEqual(['completed', null])
    expect(world.of('page-out')).toMatchObject([{ resource: 'Blur.main', start: 10_000, end: 1_010_000 }])
  })

  test('says whose packet it is where it is another process’s, unless one of the app’s own uses it too', () => {
    const world = slowWorld()
    const [main, temp] = [create(world, 'Blur.main', MIB), create(world, 'Blur.temp', MIB)]
    const game = anotherDevice(world).createCommandQueue('game', 'compute', 'normal')
    game.executeCommandLists({ name: 'work', gpuTime: 10 * MS, resources: [main, temp] })
    submit(world, 'Blur', 10 * MS, temp)
    world.wait(4 * MS)
    world.device.evict(main)
    world.device.evict(temp)
    expect(world.of('finding').map(({ rule, message }) => [rule, message])).toEqual([
      ['RS-07', expect.stringMatching(/Blur\.main was evicted while a running packet of the process game uses it/)],
      ['RS-07', expect.stringMatching(/Blur\.temp was evicted while a running packet uses it/)],
    ])
  })

  test('is no mistake while references are left, before the packet starts to run, or after it', () => {
    const world = slowWorld()
    const [main, temp] = [create(world, 'Blur.main', MIB), create(world, 'Blur.temp', MIB)]
    world.device.enqueueMakeResident([main], 0, world.device.createFence(), 1)
    submit(world, 'Blur', 10 * MS, main)
    world.device.evict(main)
    world.device.evict(temp)
    world.wait(10 * MS)
    world.device.evict(main)
    expect(world.of('finding')).toEqual([])
  })

  test('and making it resident again before the end: it stays', () => {
    const world = slowWorld({ evictionMode: 'eager' })
    const main = create(world, 'Blur.main', MIB)
    submit(world, 'Blur', 10 * MS, main)
    world.device.evict(main)
    world.device.enqueueMakeResident([main], 0, world.device.createFence(), 1)
    world.wait(SECOND)
    expect(stateOf(world, main)).toBe('resident')
    expect(world.of('page-out')).toEqual([])
  })
})

describe('destroying an allocation [RS-11]', () => {
  test('that nothing uses frees it at once', () => {
    const world = slowWorld()
    const main = create(world, 'Blur.main', MIB)
    world.device.releaseResource(main)
    expect(world.of('destroy')).toMatchObject([{ t: 0, resource: 'Blur.main', bytes: 1_048_576, resident: true }])
    expect(world.vidmm.residency.segments[0].freeBytes).toBe(EMPTY)
  })

  test('that queued GPU work uses is put off until that work is done', () => {
    const world = slowWorld()
    const [main, temp] = [create(world, 'Blur.main', MIB), create(world, 'Blur.temp', MIB)]
    submit(world, 'Grayscale', 10 * MS, temp)
    const submission = submit(world, 'Blur', 10 * MS, main)
    world.device.releaseResource(main)
    world.wait(20 * MS - 1)
    expect(world.of('destroy')).toEqual([])
    world.wait(1)
    expect([submission.outcome, world.device.removed]).toEqual(['completed', null])
    expect(world.of('destroy')).toMatchObject([{ t: 20_000, resource: 'Blur.main' }])
  })

  test('also while its paging in is still queued: the work gets it, then it goes', () => {
    const world = slowWorld()
    const resources = ['convert', 'luminance'].map((name) => create(world, `Grayscale.${name}`, MIB, false))
    const fence = world.device.createFence()
    world.device.enqueueMakeResident(resources, 0, fence, 1)
    world.queue.wait(fence, 1, true)
    const submission = submit(world, 'Grayscale', 10 * MS, ...resources)
    world.wait(MS)
    for (const resource of resources) world.device.releaseResource(resource)
    world.wait(5 * SECOND)
    expect([submission.outcome, submission.endedAt]).toEqual(['completed', 2_010_000])
    expect(world.of('destroy').map(({ t }) => t)).toEqual([2_010_000, 2_010_000])
    expect(world.vidmm.residency.segments[0].freeBytes).toBe(EMPTY)
  })

  test('whose paging in is queued, for nobody any more, transfers nothing', () => {
    const world = slowWorld()
    const [one, two] = [create(world, 'A.one', MIB, false), create(world, 'A.two', MIB, false)]
    world.device.enqueueMakeResident([one, two], 0, world.device.createFence(), 1)
    world.device.releaseResource(two)
    world.wait(5 * SECOND)
    expect(world.of('page-in').map(({ resource }) => resource)).toEqual(['A.one'])
    expect(world.of('destroy').map(({ resource }) => resource)).toEqual(['A.two'])
  })
})

test('destroying a device waits for what runs, then frees everything it owns [RS-14 TN-15]', () => {
  const world = slowWorld()
  const main = create(world, 'Blur.main', MIB)
  create(world, 'Blur.kernel', 64 * KIB)
  create(world, 'Grayscale.convert', MIB, false)
  register(world.device, () => {})
  const running = submit(world, 'Blur', 10 * MS, main)
  const queued = submit(world, 'Blur', 10 * MS, main)
  world.wait(MS)
  world.device.destroy()
  expect(queued.outcome).toBe('device-removed')
  // nobody's any more, and still there for what runs
  expect(stateOf(world, main)).toBe('evictable')
  expect(world.vidmm.trimWorker.registered).toBe(0)
  world.wait(10 * MS)
  expect(running.outcome).toBe('completed')
  expect([...world.vidmm.residency.table.live()]).toEqual([])
  expect(world.vidmm.residency.segments[0].freeBytes).toBe(EMPTY)
  expect(world.sim.pending).toBe(0)
})

test('SetBackgroundProcessingMode on a removed device is refused, and leaves its record [RS-07] [BP-01]', () => {
  const world = worldOf()
  world.do({ verb: 'setBackgroundProcessingMode', value: { mode: 'ALLOWED', action: 'KEEP_ALL' } })
  world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'the test says so')
  const commit = { mode: 'ALLOW_INTRUSIVE_MEASUREMENTS', action: 'COMMIT_RESULTS', event: 'done' } as const
  expect(world.do({ verb: 'setBackgroundProcessingMode', value: commit })).toBe('DXGI_ERROR_DEVICE_REMOVED')
  expect(world.of('background-mode')).toMatchObject([
    { mode: 'ALLOWED', action: 'KEEP_ALL', result: 'S_OK' },
    { ...commit, result: 'DXGI_ERROR_DEVICE_REMOVED', furtherMeasurementsDesired: false },
  ])
  // the driver was told nothing
  expect(world.device.background.mode).toBe('ALLOWED')
  expect(world.events.has('done')).toBe(false)
})

describe('a device that is destroyed [RS-14] [GP-23]', () => {
  /** Its packet hangs from 0 on; at 100 ms the app makes another. Asked at 200 ms, the engine is reset at 400 ms. */
  function recreated(system: Record<string, unknown> = {}): TestWorld {
    const world = worldOf({ system: { tdr: { delay: '200ms' }, ...system } })
    world.do({ verb: 'inject', value: { fault: 'hang', count: 1 } })
    submit(world, 'hangs', MS)
    world.wait(100 * MS)
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
    world.wait(400 * MS)
    return world
  }

  test('is not reported removed when its packet ends in an engine reset; the new one goes on', () => {
    const world = recreated()
    expect(world.of('tdr').map(({ t, action }) => `${t} ${action}`)).toEqual(['200000 timeout', '400000 engine-reset'])
    expect(world.of('device-removed')).toEqual([])
    expect(world.device.removed).toBeNull()
    expect(submit(world, 'after it', MS).hr).toBe('S_OK')
    world.wait(10 * MS)
    expect(world.queue.lastCompleted).toBe(1)
  })

  test('nor when it ends in an adapter reset, which the new one has no fault in [GP-24]', () => {
    // Windows 7: at TdrDelay, unasked
    const world = recreated({ preemption: { model: 'win7' } })
    expect(world.of('device-removed')).toMatchObject([
      { t: 200 * MS, device: 'app', reason: 'DXGI_ERROR_DEVICE_RESET' },
    ])
  })
})
