/** GP-11 to GP-13: what was preempted comes again, and nobody who waits can tell. */
import { describe, expect, test } from 'vitest'
import { SubmitFlags } from '../../../../../main/drivers/kmd/scheduling-caps'
import { create, MIB, type TestWorld } from '../../../support/world'
import {
  COSTS,
  finish,
  GRAPHICS,
  gpuWorld,
  LENGTH,
  makeResident,
  packetRecords,
  packets,
  preemptions,
  submit,
} from '../gpu-world'

describe('packets of apps [GP-11]', () => {
  /** A1 runs and A2 is pending when urgent work comes; A3 is still outside of the hardware queue. */
  function preempted(system: Record<string, unknown> = {}): TestWorld {
    const world = gpuWorld({}, { preemption: { graphics: 'pixel' }, ...system })
    for (let i = 0; i < 3; i++) submit(world, { context: 'A', gpuTime: LENGTH, work: GRAPHICS })
    world.wait(1000)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    return world
  }

  /** fence, flags, value that the end signals, outcome */
  function ofA(world: TestWorld): unknown[][] {
    const own = packetRecords(world).filter(({ context }) => context === 'A')
    return own.map(({ fence, flags, signals, outcome }) => [fence, flags ?? 0, signals, outcome])
  }

  test('get new fence ids and the Resubmission flag from WDDM 2.0 on; what they signal stays', () => {
    const { Resubmission } = SubmitFlags
    expect(Resubmission).toBe(0x80)
    for (const wddm of ['2.0', '3.2'])
      expect(ofA(preempted({ wddm }))).toEqual([
        [1, 0, 1, 'preempted'],
        [2, 0, 2, 'preempted'],
        [3, Resubmission, 1, 'completed'],
        [4, Resubmission, 2, 'completed'],
        [5, 0, 3, 'completed'],
      ])
  })

  test('get new fence ids without the flag on WDDM 1.2', () => {
    expect(ofA(preempted({ wddm: '1.2' })).map(([fence, flags]) => [fence, flags])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 0],
    ])
  })

  test('of several contexts go on in the order in which they were, each behind what preempted it', () => {
    const world = gpuWorld({ queueDepth: 3 }, { preemption: { graphics: 'pixel' } })
    for (const context of ['A', 'B', 'C', 'D']) submit(world, { context, gpuTime: 1000 })
    world.wait(500)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    const completed = packets(world).filter((packet) => packet.endsWith('completed'))
    expect(completed).toEqual([
      'U#1 505–605 completed',
      'A#2 605–1100 completed',
      'B#2 1100–2100 completed',
      'C#2 2100–3100 completed',
      'D#1 3100–4100 completed',
    ])
  })
})

describe('paging packets [GP-12 RS-13]', () => {
  /**
   * Paging runs on the 3D engine. High work H runs from 0 to 3 ms, with page-ins of r (2 ms) and of s pending behind it,
   * when real-time work T comes at 1 ms. N is the app's own, from before.
   */
  function contended(driver: Record<string, unknown> = {}, system: Record<string, unknown> = {}): TestWorld {
    const preemption = { graphics: 'pixel' }
    const world = gpuWorld({ pagingEngine: '3d', queueDepth: 3, ...driver }, { preemption, ...system })
    const [r, s] = [create(world, 'r', 2 * MIB, false), create(world, 's', MIB, false)]
    submit(world, { context: 'H', gpuTime: 3000, work: GRAPHICS, priority: 'high' })
    makeResident(world, r, s)
    submit(world, { context: 'N', gpuTime: 500 })
    world.wait(1000)
    submit(world, { context: 'T', gpuTime: 100, priority: 'realtime' })
    finish(world)
    return world
  }

  const pagingFlags = (world: TestWorld): unknown[] =>
    packetRecords(world)
      .filter(({ kind }) => kind === 'paging')
      .map(({ context, flags, outcome }) => [context, flags, outcome])

  test('keep their fence ids and go ahead of every other command, those of real-time contexts as well', () => {
    // the pixels of H end each 3.75 µs: the last before 1005 µs is 1005 itself
    const world = contended()
    expect(preemptions(world)).toEqual(['1000→1005 pixel, save 0, held 3'])
    expect(packets(world)).toEqual([
      'H#1 0–1005 preempted',
      'system#1 1005–1005 preempted',
      'N#1 1005–1005 preempted',
      'system#1 1005–3005 completed',
      'T#1 3005–3105 completed',
      'H#2 3105–5100 completed',
      'system#2 5100–6100 completed',
      'N#2 6100–6600 completed',
    ])
    // what comes back says so; `r` alone had entered the hardware queue before
    expect(pagingFlags(world)).toEqual([
      ['system', SubmitFlags.Paging, 'preempted'],
      ['system', SubmitFlags.Paging | SubmitFlags.Resubmission, 'completed'],
      ['system', SubmitFlags.Paging, 'completed'],
    ])
  })

  test('have no Resubmission flag before WDDM 2.0', () => {
    expect(pagingFlags(contended({}, { wddm: '1.2' }))).toEqual([
      ['system', SubmitFlags.Paging, 'preempted'],
      ['system', SubmitFlags.Paging, 'completed'],
      ['system', SubmitFlags.Paging, 'completed'],
    ])
  })

  test('are not asked again before they have run, however long the switch to them takes', () => {
    const world = contended(COSTS)
    // 1005 + 40 for the pixel; the paging context was never saved: no restore
    expect(preemptions(world)).toEqual(['1000→1045 pixel, save 40, held 3'])
    expect(packets(world).filter((packet) => packet.startsWith('system#1') || packet.startsWith('T'))).toEqual([
      'system#1 1045–1045 preempted',
      'system#1 1045–3045 completed',
      'T#1 3055–3155 completed',
    ])
  })

  test('that have been saved before are restored first, and still are not asked again', () => {
    const world = gpuWorld({ pagingEngine: '3d', ...COSTS }, { preemption: { graphics: 'pixel' } })
    const [r, s] = [create(world, 'r', MIB, false), create(world, 's', MIB, false)]
    makeResident(world, r)
    world.wait(5000)
    submit(world, { context: 'H', gpuTime: 3000, work: GRAPHICS, priority: 'high' })
    makeResident(world, s)
    world.wait(1000)
    submit(world, { context: 'T', gpuTime: 100, priority: 'realtime' })
    finish(world)
    // H starts at 5010, after the save of the paging context; the request reaches it after 995 µs, the pixel ends at 998
    expect(preemptions(world)).toEqual(['6000→6048 pixel, save 40, held 2'])
    expect(packets(world)).toEqual([
      'system#1 0–1000 completed',
      'H#1 5010–6008 preempted',
      'system#2 6048–6048 preempted',
      'system#2 6055–7055 completed',
      'T#1 7065–7165 completed',
      'H#2 7182–9184 completed',
    ])
  })

  test('of one long transfer keep their order', () => {
    // 35 ms in packets of 10 ms
    const world = gpuWorld(
      { pagingEngine: '3d', queueDepth: 4 },
      { preemption: { graphics: 'pixel' }, localMemory: 64 * MIB },
    )
    const r = create(world, 'r', 15 * MIB, false)
    submit(world, { context: 'H', gpuTime: 3000, work: GRAPHICS, priority: 'high' })
    const fence = makeResident(world, r)
    world.wait(1000)
    submit(world, { context: 'T', gpuTime: 100, priority: 'realtime' })
    world.wait(1000)
    submit(world, { context: 'T', gpuTime: 100, priority: 'realtime' })
    finish(world)
    const paging = packets(world).filter((packet) => packet.startsWith('system'))
    expect(paging).toEqual([
      'system#1 1005–1005 preempted',
      'system#2 1005–1005 preempted',
      'system#1 1005–11005 completed',
      'system#2 11005–16005 completed',
    ])
    expect(fence.completedValue).toBe(1)
    expect(world.of('page-in')).toMatchObject([{ resource: 'r', start: 1005, end: 16_005 }])
  })

  test('go ahead of a context switch that has waited longer for a place in the hardware queue', () => {
    const world = gpuWorld({ pagingEngine: '3d', queueDepth: 2 }, { tdr: { delay: '6ms' }, localMemory: 64 * MIB })
    const r = create(world, 'r', 15 * MIB, false)
    makeResident(world, r)
    world.wait(1000)
    // the first 10 ms of r run, and the rest stands behind it: the queue is full
    world.scheduler.unbind(r.handle, () => {})
    world.wait(19_000)
    // asked at 6 ms, as it has run for TdrDelay, it stops at its end; the rest comes back, and again before the switch
    expect(preemptions(world)).toEqual(['6000→10000 dma-buffer, save 0, held 1'])
    expect(packets(world)).toEqual([
      'system#1 0–10000 completed',
      'system#2 10000–10000 preempted',
      'system#2 10000–15000 completed',
      'null#1 15000–15000 completed',
    ])
  })

  test('that run are preempted too, and finish: they have no inner structure', () => {
    const world = gpuWorld({ pagingEngine: '3d' }, { preemption: { graphics: 'shader' } })
    makeResident(world, create(world, 'r', 8 * MIB, false))
    world.wait(3000)
    submit(world, { context: 'T', gpuTime: 100, priority: 'high' })
    finish(world)
    expect(preemptions(world)).toEqual(['3000→8000 dma-buffer, save 0, held 0'])
    expect(packets(world)).toEqual(['system#1 0–8000 completed', 'T#1 8000–8100 completed'])
  })
})

describe('paging work competes for its engine as any other [RS-13]', () => {
  /** A runs from 0 when a page-in of 4 ms is asked for at 1 ms. */
  function pageInBehind(pagingEngine: string, priority: 'normal' | 'high'): TestWorld {
    const world = gpuWorld({ pagingEngine }, { preemption: { graphics: 'pixel' } })
    const r = create(world, 'r', 4 * MIB, false)
    submit(world, { context: 'A', gpuTime: LENGTH, work: GRAPHICS, priority })
    world.wait(1000)
    makeResident(world, r)
    finish(world)
    return world
  }

  test('on an engine of its own it runs beside the rest, in the system context', () => {
    const world = pageInBehind('paging', 'normal')
    expect(packets(world)).toEqual(['A#1 0–8000 completed'])
    expect(packetRecords(world, 'paging')).toMatchObject([
      { context: 'system', kind: 'paging', start: 1000, end: 5000, outcome: 'completed', flags: SubmitFlags.Paging },
    ])
  })

  test('where it shares one it preempts ordinary work', () => {
    expect(packets(pageInBehind('3d', 'normal'))).toEqual([
      'A#1 0–1010 preempted',
      'system#1 1010–5010 completed',
      'A#2 5010–12000 completed',
    ])
  })

  test('and waits for what is more urgent', () => {
    const world = pageInBehind('3d', 'high')
    expect(packets(world)).toEqual(['A#1 0–8000 completed', 'system#1 8000–12000 completed'])
    expect(world.of('page-in')).toMatchObject([{ start: 8000, end: 12_000 }])
  })

  test('also on the copy engine', () => {
    const world = pageInBehind('copy', 'normal')
    expect(packets(world, 'copy')).toEqual(['system#1 1000–5000 completed'])
  })
})

describe('whoever waits [GP-13]', () => {
  test('sees values that only grow, and is released once, whatever is preempted', () => {
    const world = gpuWorld(COSTS, { preemption: { graphics: 'pixel' } })
    const { queue } = world
    const seen: number[] = []
    const released: number[] = []
    const finished: string[] = []
    const fence = world.device.createFence()
    const signalled = world.device.createFence()
    for (let i = 1; i <= 6; i++) {
      const name = `P${i}`
      const list = { name, gpuTime: 1000, resources: [], work: GRAPHICS }
      const signal = { fence: signalled, value: i }
      queue.executeCommandLists({ ...list, signal, finished: (outcome) => void finished.push(`${name} ${outcome}`) })
      queue.signal(fence, i)
      queue.whenCompleted(i, () => void released.push(i))
      fence.setEventOnCompletion(i, () => void released.push(10 + i))
      signalled.setEventOnCompletion(i, () => void released.push(100 + i))
    }
    for (let t = 0; t < 60; t++) {
      world.wait(150)
      if (t % 4 === 0 && t < 40) submit(world, { context: 'U', gpuTime: 50, priority: 'high' })
      seen.push(queue.lastCompleted)
      // one context: what its packets signal on submit, and what follows each of them, has the same value
      expect([fence.completedValue, signalled.completedValue]).toEqual([queue.lastCompleted, queue.lastCompleted])
    }
    expect(world.of('preempt').length).toBeGreaterThan(5)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.at(-1)).toBe(6)
    expect(released.toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16, 101, 102, 103, 104, 105, 106,
    ])
    expect(finished).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6'].map((name) => `${name} completed`))
  })

  test('a wait between two packets holds again when the one before it was preempted', () => {
    const world = gpuWorld({}, { preemption: { graphics: 'pixel' } })
    const { queue, device } = world
    const fence = device.createFence()
    const run = (name: string) => queue.executeCommandLists({ name, gpuTime: 1000, resources: [], work: GRAPHICS })
    run('first')
    queue.wait(fence, 1, false)
    run('second')
    world.wait(500)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    world.wait(50)
    // while the first is preempted
    fence.signal(1)
    world.wait(10_000)
    // pixels of 1.25 µs: 505 is the end of one
    const story = packetRecords(world).map(
      ({ command, start, end, outcome }) => `${command} ${start}–${end} ${outcome}`,
    )
    expect(story).toEqual([
      'first 0–505 preempted',
      'U 505–605 completed',
      'first 605–1100 completed',
      'second 1100–2100 completed',
    ])
    expect(queue.lastCompleted).toBe(2)
  })

  test('a packet whose memory was taken while it stood in the hardware queue keeps its context in order', () => {
    const world = gpuWorld({ queueDepth: 3 }, { localMemory: 64 * MIB, budget: 8 * MIB })
    const [a, b] = [create(world, 'a', 30 * MIB), create(world, 'b', 30 * MIB)]
    const c = create(world, 'c', 30 * MIB, false)
    makeResident(world, c)
    world.wait(100_000) // two of the three have room
    const use = (queue: typeof world.queue, name: string, gpuTime: number, ...resources: (typeof a)[]) =>
      queue.executeCommandLists({ name, gpuTime, resources, finished: () => void order.push(name) })
    const order: string[] = []
    use(world.queue, 'bring in a', 100, a)
    use(world.queue, 'bring in b', 100, b)
    world.wait(200_000)
    expect(order.splice(0)).toEqual(['bring in a', 'bring in b'])
    use(world.queue, 'long', 70_000)
    use(world.queue, 'second', 1000, a)
    use(world.queue, 'third', 1000, b)
    // pages c in at the cost of a, which the second needs: 30 ms out, 30 ms in
    use(world.device.createCommandQueue('other', 'compute'), 'taker', 10, c)
    const values: number[] = []
    for (let i = 3; i <= 5; i++) world.queue.whenCompleted(i, () => void values.push(i))
    world.wait(500_000)
    expect(world.of('page-out').filter(({ resource, t }) => resource === 'a' && t > 300_000)).toHaveLength(1)
    expect(order).toEqual(['taker', 'long', 'second', 'third'])
    expect(values).toEqual([3, 4, 5])
  })
})
