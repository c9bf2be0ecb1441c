/** GP-14 to GP-16, RS-11, RS-14: when memory of contexts goes whose device is destroyed, and what comes under its handle. */
import { describe, expect, test } from 'vitest'
import type { CommandQueue } from '../../../../../main/d3d12/command-queue'
import { SegmentGroup } from '../../../../../preload/contract/names'
import { createCompressed, integrated } from '../../../support/aperture'
import { conservationProblems } from '../../../support/conservation'
import { create, MIB, type TestWorld } from '../../../support/world'
import { COSTS, finish, gpuWorld, packetRecords, SAVES, submit } from '../gpu-world'

/** Saving takes 20 ms at a packet's end. */
const SLOW = { contextAllocation: '4MiB', contextSave: { ...SAVES, 'dma-buffer': 20_000 } }

/** Work of 100 µs of the app, on a context A of its own that has its memory after 4 µs. */
function useA(world: TestWorld): CommandQueue {
  const queue = world.device.createCommandQueue('A')
  queue.executeCommandLists({ name: 'use', gpuTime: 100, resources: [] })
  return queue
}

const destroyed = (world: TestWorld): string[] =>
  world.of('destroy').map(({ t, resource }) => `${t} ${resource.replace('context ', '')}`)

describe('memory of a context whose device is destroyed', () => {
  test.each([
    ['for another context', 'normal', 200, 200],
    ['for urgent work, as its packet ends', 'high', 50, 104],
  ] as const)('stays until the engine has saved into it, %s [GP-14] [GP-16]', (_, priority, later, from) => {
    const world = gpuWorld(SLOW, { preemption: { graphics: 'dma-buffer' } })
    useA(world)
    world.wait(later)
    submit(world, { context: 'B', gpuTime: 100, priority })
    world.wait(500)
    world.device.destroy()
    world.wait(100_000)
    expect(destroyed(world)).toEqual([`${later + 500} app/3d`, `${from + 20_000} A/3d`])
    // the engine leaves it by itself
    expect(packetRecords(world, '3d').map(({ context, start }) => [context, start])).toEqual([
      ['A', 4],
      ['B', from + 20_000],
    ])
    expect([world.vidmm.residency.counters[0].committed, conservationProblems(world.vidmm)]).toEqual([0, []])
  })

  test('goes at once where its state is only loaded: nobody switches for what nobody needs [GP-15] [RS-14]', () => {
    const world = gpuWorld(SLOW)
    useA(world)
    world.wait(1000)
    world.device.destroy()
    world.wait(100_000)
    expect(destroyed(world)).toEqual(['1000 app/3d', '1000 A/3d'])
    expect(packetRecords(world, '3d').map(({ kind }) => kind)).toEqual(['standard'])
    expect([world.vidmm.residency.counters[0].committed, conservationProblems(world.vidmm)]).toEqual([0, []])
  })

  test('stays until what runs has ended [RS-11] [RS-14]', () => {
    const world = gpuWorld(SLOW)
    useA(world)
    world.wait(10)
    submit(world, { context: 'B', gpuTime: 100 })
    world.wait(40)
    world.device.destroy()
    world.wait(100_000)
    expect(destroyed(world)).toEqual(['50 app/3d', '104 A/3d'])
    expect(packetRecords(world, '3d').map(({ context, start }) => [context, start])).toEqual([
      ['A', 4],
      ['B', 20_104],
    ])
  })

  test('is not initialised where it never came: the device went while it waited for room [GP-14] [RS-14]', () => {
    // a has to leave for it, which takes 8 ms from 10 ms on
    const world = gpuWorld({ contextAllocation: '4MiB' }, { localMemory: 16 * MIB + 65_536 })
    const a = create(world, 'a', 8 * MIB)
    world.wait(10_000)
    world.device.evict(a)
    useA(world)
    useA(world)
    world.wait(1_000)
    world.device.destroy()
    finish(world)
    const initialised = world.of('paging-operation').filter(({ operation }) => operation === 'INIT_CONTEXT_RESOURCE')
    expect(initialised.map(({ t, resource }) => `${t} ${resource}`)).toEqual(['2 context app/3d', '10002 context A/3d'])
    expect([world.vidmm.residency.counters[0].committed, conservationProblems(world.vidmm)]).toEqual([0, []])
  })

  test('is initialised all the same where the first transfer for it failed, and nothing of it was destroyed [GP-14]', () => {
    const world = integrated({ contextAllocation: '4MiB' }, { evictionMode: 'lazy' })
    const a = createCompressed(world, 'a', 64 * MIB)
    world.wait(100_000)
    world.device.evict(a)
    world.do({ verb: 'inject', value: { fault: 'build-paging-buffer-fails', count: 2 } })
    useA(world)
    finish(world)
    const initialised = world.of('paging-operation').filter(({ operation }) => operation === 'INIT_CONTEXT_RESOURCE')
    expect(initialised.map(({ resource }) => resource)).toContain('context A/3d')
    expect(packetRecords(world, '3d').map(({ context, outcome }) => `${context} ${outcome}`)).toContain('A completed')
  })

  test('goes at once where the engine was reset meanwhile: there is nothing to save [GP-23] [RS-14]', () => {
    const world = gpuWorld(SLOW, { tdr: { delay: '1ms' } })
    world.do({ verb: 'inject', value: { fault: 'hang', count: 1 } })
    useA(world)
    world.wait(50)
    world.device.destroy()
    world.wait(100_000)
    expect(destroyed(world)).toEqual(['50 app/3d', '2004 A/3d'])
    expect(packetRecords(world, '3d').map(({ outcome }) => outcome)).toEqual(['reset'])
  })

  test('is not taken for that of the device that is made next [GP-15] [RS-14]', () => {
    const world = gpuWorld({ ...COSTS, contextAllocation: '4MiB' }, { evictionMode: 'eager' })
    useA(world)
    world.wait(1000)
    for (let round = 1; round <= 3; round++) {
      expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
      world.wait(1000)
      useA(world)
      world.wait(1000)
    }
    finish(world)
    expect(packetRecords(world, '3d').map(({ kind }) => kind)).not.toContain('context-switch')
    const alive = [...world.vidmm.residency.table.live()].map((handle) => world.vidmm.residency.table.names[handle])
    expect(alive).toEqual(expect.arrayContaining(['context app/3d', 'context A/3d']))
    expect(alive).toHaveLength(2)
    expect(conservationProblems(world.vidmm)).toEqual([])
  })
})

describe('an allocation under the handle of one that is gone', () => {
  /** r was used by the app, whose context is loaded still; s comes in its place and is paged out at once. */
  function evictSecond(goes: (world: TestWorld, first: ReturnType<typeof create>) => void): TestWorld {
    const world = gpuWorld(COSTS, { evictionMode: 'eager' })
    const r = create(world, 'r', MIB)
    world.queue.executeCommandLists({ name: 'use', gpuTime: 1000, resources: [r] })
    world.wait(2000)
    goes(world, r)
    const s = create(world, 's', MIB)
    expect(s.handle).toBe(r.handle)
    world.device.evict(s)
    finish(world)
    return world
  }

  test.each([
    ['the resource', (world: TestWorld, r: ReturnType<typeof create>) => world.device.releaseResource(r)],
    ['the device', (world: TestWorld) => void world.do({ verb: 'recreateDevice', value: true })],
  ])('is not bound where that was: nobody switches or waits for it, where %s went [GP-15]', (_, goes) => {
    const world = evictSecond(goes)
    expect(packetRecords(world, '3d').map(({ kind }) => kind)).toEqual(['standard'])
    expect(world.of('page-out')).toMatchObject([{ resource: 's', start: 2000, end: 3000 }])
  })

  test('is not bound where a destroyed context had its memory, whose state is loaded still [GP-15] [RS-14]', () => {
    const world = gpuWorld({ ...COSTS, contextAllocation: '4MiB' }, { evictionMode: 'eager' })
    useA(world)
    world.wait(1000)
    const names = [...world.vidmm.residency.table.names]
    world.device.destroy()
    const rows = ['s', 't'].map((name) => ({
      device: 7,
      name,
      bytes: MIB,
      segment: SegmentGroup.LOCAL,
      resident: true,
    }))
    const made = rows.flatMap((row) => world.vidmm.createAllocation(row) ?? [])
    expect(made.map((handle) => names[handle]).sort()).toEqual(['context A/3d', 'context app/3d'])
    for (const handle of made) world.vidmm.evict(handle)
    finish(world)
    expect(packetRecords(world, '3d').map(({ kind }) => kind)).toEqual(['standard'])
    expect(world.of('page-out').map(({ start }) => start)).toEqual([1000, 2000])
  })
})
