/** GP-13: memory of what is given back when its engine preempts, and who has it first. */
import { describe, expect, test } from 'vitest'
import { create, MIB } from '../../../support/world'
import { COSTS, gpuWorld, packetRecords, SAVES, submit } from '../gpu-world'

/** In 64 MiB only one of the two has room; 1 MiB takes 1 ms. */
test('a packet that is given back with memory that somebody waits for comes before the next of its context [GP-13 RS-13]', () => {
  const contextSave = { ...SAVES, 'dma-buffer': 50 }
  const world = gpuWorld({ pagingEngine: '3d', queueDepth: 4, contextSave }, { localMemory: 64 * MIB, budget: 8 * MIB })
  const [b, a] = [create(world, 'b', 40 * MIB), create(world, 'a', 40 * MIB)]
  world.wait(100_000)
  const ended: string[] = []
  const use = (queue: typeof world.queue, name: string, ...resources: (typeof a)[]) =>
    queue.executeCommandLists({ name, gpuTime: 1000, resources, finished: () => void ended.push(name) })
  // paging has run last on the engine: until 100,050 it is saved, and a stays for the first
  use(world.queue, 'first', a)
  use(world.device.createCommandQueue('other', 'compute'), 'taker', b)
  world.wait(10)
  use(world.device.createCommandQueue('urgent', '3d', 'high'), 'urgent')
  world.wait(10)
  use(world.queue, 'second')
  world.wait(1_000_000)
  expect(ended).toEqual(['urgent', 'taker', 'first', 'second'])
  // saved for 50 µs more, and nothing of the first has run
  expect(world.of('preempt')).toMatchObject([{ requested: 100_010, stopped: 100_100, held: 1, context: 'urgent' }])
})

describe('contexts that have no room all at once [RS-13 RS-10 GP-13]', () => {
  /** Each of two contexts on the 3D engine, and of one on each other engine, uses 5 or 6 of 8 MiB, again and again. */
  test.each([
    ['paging', 'pixel'],
    ['3d', 'pixel'],
    ['3d', 'none'],
    ['copy', 'dma-buffer'],
  ])('take turns, paging on %s, granularity %s: each comes to run', (pagingEngine, graphics) => {
    const system = { localMemory: 8 * MIB, budget: MIB, preemption: { graphics } }
    const world = gpuWorld({ pagingEngine, queueDepth: 2, contextAllocation: '64KiB', ...COSTS }, system)
    const [a, b] = [create(world, 'a', 5 * MIB), create(world, 'b', 6 * MIB)]
    const queues = [
      ...(['normal', 'high', 'realtime'] as const).map((priority) =>
        world.device.createCommandQueue(priority, '3d', priority),
      ),
      ...(['compute', 'copy'] as const).map((engine) => world.device.createCommandQueue(engine, engine)),
    ]
    for (let round = 0; round < 3; round++)
      for (const [i, queue] of queues.entries())
        queue.executeCommandLists({ name: 'use', gpuTime: 100, resources: [i % 2 === 0 ? a : b] })
    world.wait(2_000_000)
    expect(queues.map((queue) => queue.lastCompleted)).toEqual([3, 3, 3, 3, 3])
  })
})

/** In 64 MiB; 1 MiB takes 1 ms. */
describe('memory of a packet for which its engine preempts [RS-13 GP-06 GP-13]', () => {
  test.each([
    ['none', 300_100],
    ['dma-buffer', 300_100],
    ['pixel', 300_005],
  ])(
    'goes to the one before it in its context, where that comes back without its own: granularity %s',
    (graphics, stopped) => {
      const world = gpuWorld({ queueDepth: 3 }, { localMemory: 64 * MIB, budget: 8 * MIB, preemption: { graphics } })
      // one of the two has room: b leaves for a until 40 ms
      const [b, a] = [create(world, 'b', 40 * MIB), create(world, 'a', 40 * MIB)]
      world.wait(100_000)
      const ended: string[] = []
      const use = (queue: typeof world.queue, name: string, gpuTime: number, ...resources: (typeof a)[]) =>
        queue.executeCommandLists({
          name,
          gpuTime,
          resources,
          finished: () => void ended.push(`${name} ${world.sim.now}`),
        })
      const high = world.device.createCommandQueue('high', '3d', 'high')
      use(world.device.createCommandQueue('realtime', '3d', 'realtime'), 'long', 200_000)
      use(world.queue, 'normal', 100)
      use(high, 'first', 1000, a)
      use(high, 'second', 1000, b)
      // takes a for b from 100 to 180 ms, while the first stands in the hardware queue
      use(world.device.createCommandQueue('other', 'compute'), 'taker', 1000, b)
      world.wait(1_000_000)
      // at 300 ms the engine is asked to preempt for the second, and gives back the first as well
      expect(world.of('preempt')).toMatchObject([{ requested: 300_000, stopped }])
      expect(ended.filter((line) => !line.startsWith('normal'))).toEqual([
        'taker 181000',
        'long 300000',
        // each of them 40 ms for the other's memory to leave, 40 ms for its own to come
        `first ${stopped + 81_000}`,
        `second ${stopped + 162_000}`,
      ])
    },
  )

  test('goes to what is more urgent, where its context may not come between the parts of that [GP-18]', () => {
    const world = gpuWorld(
      {},
      { localMemory: 64 * MIB, budget: 8 * MIB, preemption: { model: 'win7', graphics: 'none' } },
    )
    const resources = [
      { name: 'y', size: 60 * MIB, resident: true },
      { name: 'x', size: 20 * MIB, resident: true },
      { name: 'z', size: 40 * MIB, resident: true },
    ]
    world.do({ verb: 'addEffect', value: { name: 'E', gpuTime: 0, resources } })
    world.wait(100_000) // y has left for x and z
    submit(world, { context: 'normal', gpuTime: 50_000 })
    world.wait(1000)
    // the engine is asked to preempt for it, and runs on until 150 ms: z stays for it
    submit(world, { context: 'high', priority: 'high', gpuTime: 1000, resources: ['E.z'] })
    world.wait(1000)
    // the first part has all that it needs, the second needs the place of both
    const parts = ['E.x', 'E.y'].map((name) => ({ gpuTime: 10_000, resources: [name] }))
    submit(world, { context: 'split', priority: 'realtime', gpuTime: 20_000, parts })
    world.wait(1_000_000)
    expect(world.of('preempt')).toMatchObject([{ requested: 101_000, stopped: 150_000, context: 'high' }])
    const work = packetRecords(world, '3d').filter(({ kind }) => kind === 'standard')
    expect(work.map(({ context, start, end }) => `${context} ${start}–${end}`)).toEqual([
      'normal 100000–150000',
      'split 150000–160000',
      // x and z leave in 60 ms, y comes in another 60
      'split 280000–290000',
      // y leaves in 60 ms, z comes in 40
      'high 390000–391000',
    ])
  })
})
