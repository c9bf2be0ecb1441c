/** GP-14 to GP-16: memory of contexts, the null context, and what a switch takes. */
import { describe, expect, test } from 'vitest'
import type { CommandQueue } from '../../../../main/d3d12/command-queue'
import type { Resource } from '../../../../main/d3d12/resource'
import { SubmitFlags } from '../../../../main/drivers/kmd/scheduling-caps'
import { conservationProblems } from '../../support/conservation'
import { create, MIB, stateOf, type TestWorld } from '../../support/world'
import { COSTS, finish, GRAPHICS, gpuWorld, makeResident, packetRecords, packets, SAVES, submit } from './gpu-world'

const OWN = 'context A/3d'

function operations(world: TestWorld, resource: string): unknown[][] {
  return world
    .of('paging-operation')
    .filter((record) => record.resource === resource)
    .map(({ operation, direction, bytes }) => [operation, direction, bytes])
}

/** Work of the app on a context of its own, which is created where there is none yet. */
function useA(world: TestWorld, queue = world.device.createCommandQueue('A')): CommandQueue {
  queue.executeCommandLists({ name: 'use', gpuTime: 100, resources: [] })
  return queue
}

describe('context allocations [GP-14]', () => {
  test('are created with the context and initialised by InitContextResource before its first packet', () => {
    const world = gpuWorld({ contextAllocation: '1MiB' })
    useA(world)
    finish(world)
    const created = world.of('create').filter(({ resource }) => resource === OWN)
    expect(created).toMatchObject([{ bytes: MIB, resident: true }])
    expect(operations(world, OWN)).toEqual([['INIT_CONTEXT_RESOURCE', 'in', MIB]])
    const initialised = world.of('paging-operation').find(({ resource }) => resource === OWN)
    const [first] = packetRecords(world, '3d')
    // that of the app's first context comes before it, 2 µs each
    expect([initialised?.start, initialised?.end, first?.start]).toEqual([2, 4, 4])
    expect(packetRecords(world, 'paging').map(({ command, kind }) => [command, kind])).toEqual([
      ['context app/3d', 'paging'],
      [OWN, 'paging'],
    ])
  })

  test('one for each context of the app; those of other processes are no memory of its, and a driver may need none', () => {
    const world = gpuWorld({ contextAllocation: '64KiB' })
    const queue = useA(world)
    useA(world, queue)
    useA(world, world.device.createCommandQueue('A', 'compute'))
    submit(world, { context: 'game', gpuTime: 100 })
    finish(world)
    const created = world.of('create').map(({ resource }) => resource)
    expect(created).toEqual(['context app/3d', OWN, 'context A/compute'])
    const without = gpuWorld()
    useA(without)
    finish(without)
    expect([without.of('create'), without.of('paging-operation')]).toEqual([[], []])
  })

  test('are initialised when they have their memory, not before', () => {
    const world = gpuWorld({ contextAllocation: '1MiB' }, { localMemory: 8 * MIB + 65_536 })
    world.wait(10)
    const a = create(world, 'a', 7 * MIB) // with the context of the app: the segment is full
    world.device.evict(a)
    useA(world)
    finish(world)
    expect(world.of('page-out')).toMatchObject([{ resource: 'a', start: 10, end: 7010, reason: 'reclaim' }])
    const own = world.of('paging-operation').filter(({ resource }) => resource === OWN)
    expect(own).toMatchObject([{ operation: 'INIT_CONTEXT_RESOURCE', start: 7010, end: 7012 }])
    expect(packetRecords(world, '3d')).toMatchObject([{ context: 'A', start: 7012, outcome: 'completed' }])
  })

  test('are evicted under pressure and come back with what was in them, not initialised again', () => {
    const world = gpuWorld({ contextAllocation: '4MiB' }, { localMemory: 16 * MIB, budget: MIB })
    const queue = useA(world)
    world.wait(1000)
    // 2 contexts have 8 of the 16 MiB: over its budget, the app gives what was used least recently, at last A's
    makeResident(world, create(world, 'large', 13 * MIB, false))
    world.wait(100_000)
    const between = world.of('page-out').map(({ resource, reason }) => [resource, reason])
    expect(between.at(-1)).toEqual([OWN, 'pressure'])
    useA(world, queue)
    world.wait(100_000)
    expect(operations(world, OWN)).toEqual([
      ['INIT_CONTEXT_RESOURCE', 'in', 4 * MIB],
      ['VIRTUAL_TRANSFER', 'out', 4 * MIB],
      ['VIRTUAL_TRANSFER', 'in', 4 * MIB],
    ])
    const back = world.of('page-in').find(({ resource }) => resource === OWN)
    const [, second] = packetRecords(world, '3d').filter(({ context }) => context === 'A')
    expect(second?.start).toBe(back?.end)
    expect(conservationProblems(world.vidmm)).toEqual([])
  })

  test.each([
    ['for another context', 'normal', 200],
    ['for urgent work, as its packet ends', 'high', 50],
  ] as const)('are not evicted while the engine still saves into them, %s [GP-16]', (_, priority, later) => {
    // saving takes 20 ms, a MiB 1 ms: the app's first context is out after 4 ms, then it is the turn of A's
    const contextSave = { ...SAVES, 'dma-buffer': 20_000 }
    const system = { localMemory: 16 * MIB, budget: MIB, preemption: { graphics: 'dma-buffer' } }
    const world = gpuWorld({ contextAllocation: '4MiB', contextSave }, system)
    useA(world)
    world.wait(later)
    submit(world, { context: 'B', gpuTime: 100, priority })
    world.wait(500)
    makeResident(world, create(world, 'large', 13 * MIB, false))
    world.wait(100_000)
    const [, b] = packetRecords(world, '3d')
    expect(b).toMatchObject({ context: 'B', outcome: 'completed' })
    const own = world.of('page-out').filter(({ resource }) => resource === OWN)
    expect(own).toMatchObject([{ start: b?.start, reason: 'pressure' }])
    expect(packetRecords(world).filter(({ kind }) => kind === 'context-switch')).toEqual([])
  })

  test('are destroyed with their device, once what runs is done', () => {
    const world = gpuWorld({ contextAllocation: '4MiB' })
    world.wait(100)
    world.queue.executeCommandLists({ name: 'work', gpuTime: 1000, resources: [] })
    world.wait(500)
    world.device.destroy()
    expect(world.of('destroy')).toEqual([])
    world.wait(600)
    expect(world.of('destroy')).toMatchObject([{ t: 1100, resource: 'context app/3d', bytes: 4 * MIB }])
    expect(world.vidmm.residency.counters[0].committed).toBe(0)
    expect(conservationProblems(world.vidmm)).toEqual([])
  })
})

describe('the null context [GP-15]', () => {
  /** r was used by A, whose context is still loaded on the idle 3D engine; then it is evicted at once. */
  function evictBound(driver: Record<string, unknown> = {}, use = true): TestWorld {
    const world = gpuWorld(driver, { evictionMode: 'eager' })
    const r = create(world, 'r', MIB)
    world.queue.executeCommandLists({ name: 'use', gpuTime: 1000, resources: use ? [r] : [] })
    world.wait(2000)
    world.device.evict(r)
    finish(world)
    return world
  }

  test('is switched to by a zero-length buffer before what its context has bound is evicted', () => {
    const world = evictBound(COSTS)
    expect(packetRecords(world, '3d').slice(1)).toMatchObject([
      {
        kind: 'context-switch',
        context: 'null',
        flags: SubmitFlags.ContextSwitch,
        // the state of A is saved first; then the buffer takes no time
        switch: 10,
        start: 2010,
        end: 2010,
        outcome: 'completed',
      },
    ])
    expect(SubmitFlags.ContextSwitch).toBe(0x40)
    expect(world.of('page-out')).toMatchObject([{ resource: 'r', start: 2010, end: 3010, reason: 'eager' }])
  })

  test('is not where nothing of the context on the engine goes', () => {
    const world = evictBound(COSTS, false)
    expect(packetRecords(world, '3d')).toHaveLength(1)
    expect(world.of('page-out')).toMatchObject([{ resource: 'r', start: 2000, end: 3000 }])
  })

  test('is not where another context has been loaded since', () => {
    const world = gpuWorld(COSTS, { evictionMode: 'eager' })
    const r = create(world, 'r', MIB)
    world.queue.executeCommandLists({ name: 'use', gpuTime: 1000, resources: [r] })
    submit(world, { context: 'B', gpuTime: 100 })
    world.wait(2000)
    world.device.evict(r)
    finish(world)
    expect(packetRecords(world, '3d').map(({ kind }) => kind)).toEqual(['standard', 'standard'])
  })

  test('leaves its context to be restored when it goes on', () => {
    const world = evictBound(COSTS)
    world.queue.executeCommandLists({ name: 'again', gpuTime: 1000, resources: [] })
    finish(world)
    expect(packetRecords(world, '3d').map(({ context, switch: cost }) => [context, cost])).toEqual([
      ['app', 0],
      ['null', 10],
      ['app', 7],
    ])
  })

  test('on every engine that has it bound', () => {
    const world = gpuWorld({}, { evictionMode: 'eager' })
    const r = create(world, 'r', MIB)
    const compute = world.device.createCommandQueue('compute', 'compute')
    for (const queue of [world.queue, compute]) queue.executeCommandLists({ name: 'use', gpuTime: 100, resources: [r] })
    world.wait(1000)
    world.device.evict(r)
    finish(world)
    const switches = packetRecords(world).filter(({ kind }) => kind === 'context-switch')
    expect(switches.map(({ engine, start }) => [engine, start])).toEqual([
      ['3d', 1000],
      ['compute', 1000],
    ])
  })

  test('for a context whose own allocation goes', () => {
    const world = gpuWorld({ contextAllocation: '4MiB' }, { localMemory: 16 * MIB, budget: MIB })
    useA(world)
    world.wait(1000)
    makeResident(world, create(world, 'large', 13 * MIB, false))
    world.wait(100_000)
    const own = world.of('page-out').find(({ resource }) => resource === OWN)
    expect(packetRecords(world, '3d').filter(({ kind }) => kind === 'context-switch')).toMatchObject([
      { end: own?.start, flags: SubmitFlags.ContextSwitch },
    ])
  })

  test('with Paging = 1 also where the context was executing a paging buffer', () => {
    const world = gpuWorld({ pagingEngine: 'copy' }, { evictionMode: 'eager' })
    const [r, s] = [create(world, 'r', MIB, false), create(world, 's', MIB, false)]
    makeResident(world, r, s)
    world.wait(5000)
    // the last paging buffer was for s
    world.device.evict(r)
    world.wait(5000)
    expect(packetRecords(world, 'copy').map(({ kind }) => kind)).toEqual(['paging', 'paging', 'paging'])
    makeResident(world, r)
    world.wait(5000)
    world.device.evict(r)
    finish(world)
    const [switched, pagedOut] = packetRecords(world, 'copy').slice(-2)
    expect(switched).toMatchObject({
      kind: 'context-switch',
      context: 'null',
      flags: SubmitFlags.ContextSwitch | SubmitFlags.Paging,
      start: 15_000,
      end: 15_000,
    })
    expect(pagedOut).toMatchObject({ kind: 'paging', command: 'r', start: 15_000, end: 16_000 })
  })
})

describe('what a switch takes [GP-16]', () => {
  const switches = (world: TestWorld): unknown[][] =>
    packetRecords(world, '3d').map(({ context, start, end, switch: cost }) => [context, start, end, cost])

  test('saving what is loaded, 10 µs, and restoring what was saved, 7 µs; nothing within one context', () => {
    const world = gpuWorld(COSTS)
    for (const context of ['A', 'A', 'B', 'A', 'B']) {
      submit(world, { context, gpuTime: 100 })
      world.wait(500)
    }
    expect(switches(world)).toEqual([
      ['A', 0, 100, 0], // nothing is loaded, and A has never been saved
      ['A', 500, 600, undefined], // its own is loaded
      ['B', 1010, 1110, 10],
      ['A', 1517, 1617, 17],
      ['B', 2017, 2117, 17],
    ])
  })

  test('after a preemption the save is part of its latency; the restore comes with the next start', () => {
    const world = gpuWorld(COSTS, { preemption: { graphics: 'triangle' } })
    submit(world, { context: 'A', gpuTime: 8000, work: GRAPHICS })
    world.wait(3332)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    expect(world.of('preempt')).toMatchObject([{ stopped: 3420, boundary: 'triangle', save: 20 }])
    expect(switches(world)).toEqual([
      ['A', 0, 3400, 0],
      ['U', 3420, 3520, 0],
      ['A', 3537, 8137, 17],
    ])
  })

  test('a context that is asked to preempt while it is switched to has not started', () => {
    const world = gpuWorld(
      { ...COSTS, contextSave: { ...COSTS.contextSave, 'dma-buffer': 50 } },
      { preemption: { graphics: 'pixel' } },
    )
    submit(world, { context: 'A', gpuTime: 1000 })
    submit(world, { context: 'B', gpuTime: 1000 })
    world.wait(1010)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    // B is being switched to from 1000 to 1050; it is saved as it is until 1100
    expect(world.of('preempt')).toMatchObject([
      { requested: 1010, stopped: 1100, boundary: 'dma-buffer', save: 50, held: 1 },
    ])
    expect(packets(world)).toEqual([
      'A#1 0–1000 completed',
      'B#1 1100–1100 preempted',
      'U#1 1100–1200 completed',
      'B#2 1257–2257 completed',
    ])
  })

  test('with none it runs all the same, as everything in the hardware queue does [GP-06]', () => {
    const world = gpuWorld(
      { ...COSTS, contextSave: { ...COSTS.contextSave, 'dma-buffer': 50 } },
      { preemption: { graphics: 'none', compute: 'none' } },
    )
    submit(world, { context: 'A', gpuTime: 1000 })
    submit(world, { context: 'B', gpuTime: 1000 })
    world.wait(1010)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    expect(packets(world)).toEqual(['A#1 0–1000 completed', 'B#1 1050–2050 completed', 'U#1 2100–2200 completed'])
    expect(world.of('preempt')).toMatchObject([{ requested: 1010, stopped: 2100, boundary: 'none', held: 0 }])
  })

  /** Two parts of 1 ms that do not fit at once: while the first runs, b's place is still a's. */
  function split(): TestWorld {
    const world = gpuWorld(COSTS, { localMemory: 64 * MIB, budget: 8 * MIB })
    const resources = ['a', 'b'].map((name) => ({ name, size: 40 * MIB, resident: true }))
    world.do({ verb: 'addEffect', value: { name: 'E', gpuTime: 0, resources } })
    world.wait(200_000)
    const parts = ['E.a', 'E.b'].map((name) => ({ gpuTime: 1000, resources: [name] }))
    submit(world, { context: 'A', gpuTime: 2000, parts })
    return world
  }

  const ofEngine = (world: TestWorld): unknown[][] =>
    packetRecords(world, '3d').map(({ context, outcome, signals, switch: cost }) => [context, outcome, signals, cost])

  test('also between the parts of one split packet, where the null context came between them', () => {
    const world = split()
    world.wait(500_000)
    expect(ofEngine(world)).toEqual([
      ['A', 'completed', undefined, 0],
      ['null', 'completed', undefined, 10], // what the first part has bound goes for the second
      ['A', 'completed', 1, 7],
    ])
  })

  test('and where another context ran between them', () => {
    const world = split()
    while (packetRecords(world, '3d').length === 0) world.wait(500)
    submit(world, { context: 'U', gpuTime: 100 })
    world.wait(500_000)
    expect(ofEngine(world)).toEqual([
      ['A', 'completed', undefined, 0],
      ['null', 'completed', undefined, 10],
      ['U', 'completed', 1, 0], // nothing is loaded, and it was never saved
      ['A', 'completed', 1, 17],
    ])
  })
})

/** So that a resource of the wrong kind does not slip through as one that is not bound. */
test('what is evicted while it is bound comes back unharmed [GP-15]', () => {
  const world = gpuWorld(COSTS, { evictionMode: 'eager' })
  const r: Resource = create(world, 'r', MIB)
  for (let round = 1; round <= 3; round++) {
    world.queue.executeCommandLists({ name: 'use', gpuTime: 1000, resources: [r] })
    world.wait(2000)
    world.device.evict(r)
    world.wait(2000)
    expect(stateOf(world, r)).toBe('paged-out')
    makeResident(world, r)
    world.wait(2000)
    expect([stateOf(world, r), world.queue.lastCompleted]).toEqual(['resident', round])
  }
  expect([world.of('finding'), conservationProblems(world.vidmm)]).toEqual([[], []])
})
