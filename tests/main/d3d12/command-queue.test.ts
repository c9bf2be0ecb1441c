/** A queue as the app has it: fence values, what becomes of a list, and in which order the GPU works. */
import { describe, expect, it } from 'vitest'
import type { CommandList } from '../../../main/d3d12/command-queue'
import { Fence } from '../../../main/d3d12/fence'
import { crampedWorld } from '../dxgkrnl/vidsch/submitting'
import { appPackets, create, MIB, MS, type TestWorld, worldOf } from '../support/world'

const list = (name: string, gpuTime: number, more: Partial<CommandList> = {}): CommandList => ({
  name,
  gpuTime,
  resources: [],
  ...more,
})

const worked = (world: TestWorld): unknown[][] =>
  appPackets(world).map(({ command, start, end }) => [command, start, end])

describe('executing command lists', () => {
  it('gives each the next value of the context fence, which completes in order [TN-17]', () => {
    const world = worldOf()
    const { queue } = world
    expect([queue.lastSubmitted, queue.lastCompleted]).toEqual([0, 0])
    expect(queue.executeCommandLists(list('A', 10))).toEqual({ hr: 'S_OK', fence: 1, gpuTime: 10 })
    expect(queue.executeCommandLists(list('B', 20)).fence).toBe(2)
    expect([queue.lastSubmitted, queue.lastCompleted]).toEqual([2, 0])
    const reached: string[] = []
    for (const fence of [2, 1]) queue.whenCompleted(fence, () => reached.push(`${fence} at ${world.sim.now}`))
    world.wait(100)
    expect(worked(world)).toEqual([
      ['A', 0, 10],
      ['B', 10, 30],
    ])
    expect(queue.lastCompleted).toBe(2)
    expect(reached).toEqual(['1 at 10', '2 at 30'])
    queue.whenCompleted(1, () => reached.push('at once'))
    expect(reached.at(-1)).toBe('at once')
  })

  it('says of a packet what it will complete until it has [LB-08]', () => {
    const world = worldOf()
    const { fence } = world.queue.executeCommandLists(list('A', 10))
    expect(world.queue.workOf(fence)).toMatchObject({ command: 'A', signals: fence })
    world.wait(10)
    expect(world.queue.workOf(fence)).toBeNull()
    expect(world.queue.workOf(99)).toBeNull()
  })

  it('tells what became of it: completed, or dropped with its device [RS-07]', () => {
    const world = worldOf()
    const outcomes: string[] = []
    for (const name of ['A', 'B', 'C', 'D'])
      world.queue.executeCommandLists(list(name, MS, { finished: (outcome) => outcomes.push(`${name} ${outcome}`) }))
    world.wait(MS)
    expect(outcomes).toEqual(['A completed'])
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test says so')
    world.wait(10 * MS)
    // what is on the engine runs to its end
    expect(outcomes.filter((outcome) => outcome.endsWith('device-removed'))).toContain('D device-removed')
    expect(new Set(outcomes).size).toBe(4)
    expect(world.queue.executeCommandLists(list('E', 1))).toEqual({
      hr: 'DXGI_ERROR_DEVICE_REMOVED',
      fence: 0,
      gpuTime: 0,
    })
  })

  it('of placed resources needs each heap once, and what it lacks comes before it starts [RS-05, RS-15]', () => {
    const world = worldOf({ system: { pagingBandwidth: 1000 * MIB } })
    const a = create(world, 'a', 2 * MIB, false)
    world.device.enqueueMakeResident([a], 0, world.device.createFence(), 1)
    world.queue.executeCommandLists(list('A', 10, { resources: [a, a] }))
    expect(world.queue.workOf(1)?.allocations).toEqual([a.handle])
    world.wait(10 * MS)
    expect(worked(world)).toEqual([['A', 2 * MS, 2 * MS + 10]])
  })

  it('in parts is as many packets where all it uses does not fit at once: each with its own, the last completes it [GP-17]', () => {
    // four resources of 24 MiB, of which two fit
    const world = crampedWorld()
    const resources = ['E.a', 'E.b', 'E.c', 'E.d']
      .map((name) => world.editor.find(name))
      .filter((one) => one !== undefined)
    const parts = resources.map((resource, i) => ({ gpuTime: (i + 1) * MS, resources: [resource, resource] }))
    const { fence } = world.queue.executeCommandLists(list('A', 10 * MS, { resources, parts }))
    world.wait(1000 * MS)
    expect(worked(world).map(([, start, end]) => Number(end) - Number(start))).toEqual([3 * MS, 7 * MS])
    expect(world.queue.lastCompleted).toBe(fence)
  })

  it('signals a fence with its own end where it asks for it [GP-21]', () => {
    const world = worldOf()
    const fence = new Fence()
    world.queue.executeCommandLists(list('A', 10, { signal: { fence, value: 5 } }))
    world.wait(9)
    expect(fence.completedValue).toBe(0)
    world.wait(1)
    expect(fence.completedValue).toBe(5)
  })
})

describe('waiting and signalling', () => {
  it('holds up what comes after, on the GPU alone [GP-13]', () => {
    const world = worldOf()
    const fence = new Fence()
    world.queue.wait(fence, 1, false)
    world.queue.executeCommandLists(list('A', 10))
    world.wait(100)
    expect(worked(world)).toEqual([])
    fence.signal(1)
    world.wait(100)
    expect(worked(world)).toEqual([['A', 100, 110]])
  })

  it('crosses to another queue: what it has submitted before has completed then', () => {
    const world = worldOf()
    const copy = world.device.createCommandQueue('app', 'copy')
    const fence = new Fence()
    world.queue.executeCommandLists(list('A', 30))
    world.queue.signal(fence, 1)
    copy.wait(fence, 1, false)
    copy.executeCommandLists(list('B', 10))
    world.wait(100)
    expect(worked(world)).toEqual([
      ['A', 0, 30],
      ['B', 30, 40],
    ])
    expect(copy.engine).toBe('copy')
  })

  it('in hardware keeps the engine itself waiting: others of it wait too [GP-22]', () => {
    const world = worldOf()
    const other = world.device.createCommandQueue('other', '3d')
    const fence = new Fence()
    world.queue.waitInHardware(fence, 1)
    world.wait(1)
    other.executeCommandLists(list('B', 10))
    world.wait(99)
    expect(world.of('packet').filter(({ command }) => command === 'B')).toEqual([])
    fence.signal(1)
    world.wait(100)
    expect(world.of('packet').find(({ command }) => command === 'B')).toMatchObject({ start: 100 })
  })
})
