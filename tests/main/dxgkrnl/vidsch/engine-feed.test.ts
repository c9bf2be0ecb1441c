/**
 * More urgent work than memory: what is brought in for a packet stays until the engine, which stops for it already, has
 * begun with it; one of the same priority whose memory comes a moment later does not take its turn (RS-02, GP-10).
 *
 * Urgent work that can never run is judged when it starts, as any work is (RS-07): the engine stops for it first, and what
 * stands before it is not lost sooner.
 */
import { describe, expect, test } from 'vitest'
import type { CommandQueue } from '../../../../main/d3d12/command-queue'
import { conservationProblems } from '../../support/conservation'
import { create, MIB, S, type TestWorld, worldOf } from '../../support/world'
import { crampedWorld, findings, hang, packetsOn, runs, submit } from './submitting'

const HELD = ['E.a', 'E.b']
const OTHERS = ['E.c', 'E.d']

/** Stopping takes 500 µs: long enough for what is queued behind to ask for the memory. */
function contended(): TestWorld {
  const world = crampedWorld({
    preemption: { graphics: 'pixel', compute: 'thread' },
    driver: { preemptionRequest: 500 },
  })
  submit(world, {
    context: 'long',
    gpuTime: 400_000,
    work: { draws: 1, primitives: 1, triangles: 1, pixels: 1_000, instructions: 1 },
  })
  world.wait(1_000)
  for (const context of ['first', 'second']) {
    submit(world, { context, gpuTime: 1_000, priority: 'high', resources: HELD })
  }
  for (const context of ['third', 'fourth']) {
    submit(world, { context, gpuTime: 1_000, priority: 'realtime', resources: OTHERS })
  }
  return world
}

describe('urgent work that does not fit into memory together', () => {
  test('runs, each of it, in bounded time [RS-02] [GP-10]', () => {
    const world = contended()
    world.wait(2_000_000)
    const ended = packetsOn(world, '3d').filter(({ kind, outcome }) => kind === 'standard' && outcome === 'completed')
    expect(new Set(ended.map(({ context }) => context))).toEqual(
      new Set(['first', 'second', 'third', 'fourth', 'long']),
    )
    // each set of 48 MiB comes in once or twice, at 1 ms a MiB: nothing goes round in circles
    expect(world.of('page-in').length).toBeLessThanOrEqual(12)
  })

  test('begins with the one whose memory came first, before that is taken again [RS-02]', () => {
    const world = contended()
    world.wait(2_000_000)
    const first = packetsOn(world, '3d', 'first').find(({ outcome }) => outcome === 'completed')
    const [arrived] = world.of('page-in').filter(({ resource, end }) => resource === 'E.b' && end > 1_000_000)
    const left = world.of('page-out').find(({ resource, end }) => HELD.includes(resource) && end > (arrived?.end ?? 0))
    // the engine stops for it 500 µs after its memory is there, and saves what it ran
    expect(first?.start).toBeGreaterThanOrEqual((arrived?.end ?? 0) + 500)
    expect(first?.end).toBeLessThanOrEqual(left?.start ?? Number.POSITIVE_INFINITY)
    expect(left).toBeDefined()
  })
})

/** From 1 s an engine that stops at the end of a DMA buffer runs one of 20 ms; another such packet stands behind it, then the urgent one. */
function busyWorld(resources: string[], evicted: string[] = []): TestWorld {
  const world = crampedWorld({ preemption: { graphics: 'dma-buffer', compute: 'dma-buffer' } })
  if (evicted.length > 0) world.do({ verb: 'evict', value: { names: evicted } })
  for (let i = 0; i < 2; i++) submit(world, { gpuTime: 20_000 })
  submit(world, { gpuTime: 1_000, priority: 'high', resources })
  return world
}

const STARTS = 1_020_000

describe('urgent work behind a packet that runs [RS-07]', () => {
  test('that does not fit its segment at once removes its device when its turn has come', () => {
    const world = busyWorld(['E.a', 'E.b', 'E.c'])
    expect(world.device.removed).toBeNull()
    world.wait(1_000_000)
    expect(world.device.removed?.t).toBe(STARTS)
    expect(findings(world, 'RS-07')).toHaveLength(1)
    expect(runs(packetsOn(world, '3d', 'app'))[0]).toBe(`1000000–${STARTS} app completed`)
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test('that uses what is on no residency list then, too', () => {
    const world = busyWorld(['E.c'], ['E.c'])
    expect(world.device.removed).toBeNull()
    world.wait(1_000_000)
    expect(world.device.removed).toMatchObject({ t: STARTS, because: expect.stringContaining('E.c') })
    expect(runs(packetsOn(world, '3d', 'app'))[0]).toBe(`1000000–${STARTS} app completed`)
  })

  test('runs, before what waits, if what it lacked is made resident in time', () => {
    const world = busyWorld(['E.c'], ['E.c'])
    world.wait(10_000)
    world.do({ verb: 'makeResident', value: { names: ['E.c'] } })
    world.wait(1_000_000)
    expect(world.device.removed).toBeNull()
    const ends = packetsOn(world, '3d').filter(({ kind, outcome }) => kind === 'standard' && outcome === 'completed')
    expect(ends.map(({ start, end }) => end - start)).toEqual([20_000, 1_000, 20_000])
    expect(findings(world, 'RS-07')).toEqual([])
  })
})

test.each([
  ['holds already', 0],
  ['holds after a while', 500_000],
])(
  'a planned hang is not lost on a wait instruction that %s: the work behind it hangs [GP-22] [GP-23]',
  (_name, signalled) => {
    const world = worldOf({ system: { tdr: {} } })
    const signal = { fence: 'F', value: 1 }
    submit(world, { gpuTime: signalled, context: 'other', engine: 'compute', signal })
    hang(world, undefined, '3d')
    submit(world, { gpuTime: 1_000, context: 'A', wait: signal })
    world.wait(10 * S)
    // asked 2 s after it began, and reset 2 s later
    expect(runs(packetsOn(world, '3d', 'A'))).toEqual([
      `0–${signalled} A completed`,
      `${signalled}–${signalled + 4 * S} A reset`,
    ])
    expect(world.of('device-removed')).toMatchObject([{ device: 'A', reason: 'DXGI_ERROR_DEVICE_HUNG' }])
  },
)

test('what a packet lacks may be there at once as it is asked for: it goes on [RS-02] [RS-05]', () => {
  const world = worldOf({
    system: {
      localMemory: 16 * MIB + 65_536,
      budget: 64 * MIB,
      pagingBandwidth: 10_000 * MIB,
      preemption: { graphics: 'dma-buffer' },
      tdr: { delay: '1ms' },
      driver: { pagingEngine: '3d', contextAllocation: '4MiB', preemptionRequest: 0 },
    },
  })
  // with the 4 MiB of the app's own context 14 of 16
  const a = create(world, 'a', 4 * MIB)
  create(world, 'b', 6 * MIB)
  world.wait(10_000)
  submit(world, { context: 'long', priority: 'high', gpuTime: 1_500 })
  world.device.evict(a)
  // a has to leave for the memory of another context, which is initialised on the engine then; r comes behind that, and
  // nothing has to be transferred for it
  world.device.createCommandQueue('A')
  const r = create(world, 'r', MIB)
  // the transfer of a is held back once, so that nothing takes the engine from it then
  world.wait(1_600)
  expect(packetsOn(world, '3d').at(-1)).toMatchObject({ kind: 'paging', command: 'a', outcome: 'preempted' })
  const urgent = world.processes.queue('urgent', '3d', 'high') as CommandQueue
  urgent.executeCommandLists({ name: 'urgent', gpuTime: 100, resources: [r] })
  world.wait(S)
  expect(runs(packetsOn(world, '3d').slice(-3))).toEqual([
    '11500–11900 system completed',
    '11900–12000 urgent completed',
    '12000–12002 system completed',
  ])
})

/** One context waits for the end of another's quantum: with what is in the hardware queue, and with more behind it. */
test('what a context has next does not take the memory of what it has in the hardware queue [GP-10] [RS-02]', () => {
  const world = crampedWorld({ preemption: { graphics: 'pixel', compute: 'thread' }, quantum: { time: '1ms' } })
  submit(world, { context: 'two', gpuTime: 10, resources: HELD })
  world.wait(1 * S)
  submit(world, { context: 'one', gpuTime: 400_000 })
  for (const resources of [HELD, OTHERS]) submit(world, { context: 'two', gpuTime: 500, resources })
  const began = world.sim.now
  world.wait(2 * S)
  const [first, second] = packetsOn(world, '3d', 'two').filter(
    ({ start, outcome }) => start > began && outcome === 'completed',
  )
  // it is there already, and runs when the quantum is over
  expect(first?.start).toBeLessThan(began + 2_000)
  expect(second).toBeDefined()
  expect(
    world
      .of('page-in')
      .filter(({ start }) => start > began)
      .map(({ resource }) => resource),
  ).toEqual(OTHERS)
})
