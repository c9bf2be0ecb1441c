/** LB-08: what a packet waits for at this moment. */
import { describe, expect, it } from 'vitest'
import { Priority } from '../../../../main/dxgkrnl/vidsch/context'
import { MonitoredFence } from '../../../../main/dxgkrnl/vidsch/monitored-fence'
import { newStand, packetOf, signals, standOfFirst } from '../../../../main/dxgkrnl/vidsch/stand'
import { create, MIB } from '../../support/world'
import { contextOf, handleOf, standOf, submitTo, told } from './by-hand'
import { COSTS, GRAPHICS, gpuWorld } from './gpu-world'
import { crampedWorld, hang } from './submitting'

describe('what the first packet of a context waits for [LB-08]', () => {
  it('is nothing where it has none, and itself while it runs', () => {
    const world = gpuWorld()
    const a = contextOf(world, 'A')
    expect(standOf(world, a)).toBe('none: queue by nobody')
    submitTo(world, a, 'a1', 1000)
    submitTo(world, a, 'a2', 1000)
    expect(standOf(world, a)).toBe('a1: run by a1')
    world.wait(1500)
    expect(standOf(world, a)).toBe('a2: run by a2')
    world.wait(500)
    expect(standOf(world, a)).toBe('none: queue by nobody')
  })

  it('is the packet of another context that has the engine', () => {
    const world = gpuWorld()
    const [a, b, c] = [contextOf(world, 'A'), contextOf(world, 'B'), contextOf(world, 'C', 'compute')]
    submitTo(world, a, 'a', 1000)
    submitTo(world, b, 'b', 1000)
    submitTo(world, c, 'c', 1000)
    expect([a, b, c].map((one) => standOf(world, one))).toEqual(['a: run by a', 'b: engine by a', 'c: run by c'])
  })

  it('is the switch to its context, once the engine is its own', () => {
    const world = gpuWorld(COSTS)
    const [a, b] = [contextOf(world, 'A'), contextOf(world, 'B')]
    submitTo(world, a, 'a', 1000)
    submitTo(world, b, 'b', 1000)
    world.wait(1009)
    // 10 µs to save A's state; B's is new
    expect(standOf(world, b)).toBe('b: context-switch by b')
    world.wait(1)
    expect(standOf(world, b)).toBe('b: run by b')
  })

  it('is the packet of another engine whose context is to signal', () => {
    const world = gpuWorld()
    const [a, b, c] = [contextOf(world, 'A', 'compute'), contextOf(world, 'B', 'copy'), contextOf(world, 'C')]
    const [ofA, ofB] = [new MonitoredFence(), new MonitoredFence()]
    submitTo(world, a, 'a', 1000)
    world.scheduler.signal(a, ofA, 1)
    world.scheduler.wait(b, ofA, 1, false)
    submitTo(world, b, 'b', 1000)
    world.scheduler.signal(b, ofB, 1)
    world.scheduler.wait(c, ofB, 1, false)
    submitTo(world, c, 'c', 1000)
    // B runs nothing, as it waits for A: C does too then
    expect([b, c].map((one) => standOf(world, one))).toEqual(['b: fence by a', 'c: fence by a'])
    world.wait(1500)
    expect([b, c].map((one) => standOf(world, one))).toEqual(['b: run by b', 'c: fence by b'])
  })

  it('is a fence of nobody where nobody has said that he signals it, and each other’s where two wait for each other', () => {
    const world = gpuWorld()
    const [a, b] = [contextOf(world, 'A'), contextOf(world, 'B')]
    const [nobody, ofA, ofB] = [new MonitoredFence(), new MonitoredFence(), new MonitoredFence()]
    const alone = contextOf(world, 'alone')
    world.scheduler.wait(alone, nobody, 1, false)
    submitTo(world, alone, 'one', 1000)
    expect(standOf(world, alone)).toBe('one: fence by nobody')
    world.scheduler.wait(a, ofB, 1, false)
    submitTo(world, a, 'a', 1000)
    world.scheduler.signal(a, ofA, 1)
    world.scheduler.wait(b, ofA, 1, false)
    submitTo(world, b, 'b', 1000)
    world.scheduler.signal(b, ofB, 1)
    expect([a, b].map((one) => standOf(world, one).split(' by ')[0])).toEqual(['a: fence', 'b: fence'])
  })

  it('is the request until the engine has stopped; what was stopped waits for it from then on [GP-06]', () => {
    const world = gpuWorld(COSTS, { preemption: { model: 'win8', graphics: 'primitive' } })
    const [low, high] = [contextOf(world, 'low'), contextOf(world, 'high', '3d', Priority.realtime)]
    submitTo(world, low, 'slow', 8000, { work: GRAPHICS })
    world.wait(100)
    submitTo(world, high, 'fast', 1000)
    const both = (): string[] => [low, high].map((one) => standOf(world, one))
    expect(both()).toEqual(['slow: run by slow', 'fast: preemption by request for high'])
    // it stops at the end of a primitive, 2000, and saves for 15 µs
    world.wait(1910)
    expect(both()).toEqual(['slow: preempted by request for high', 'fast: preemption by request for high'])
    world.wait(10)
    expect(both()).toEqual(['slow: preempted by request for high', 'fast: run by fast'])
  })

  it('is the packet that stands still, until it does no more [GP-23]', () => {
    const world = gpuWorld()
    const [a, b] = [contextOf(world, 'A'), contextOf(world, 'B')]
    hang(world, 5000)
    submitTo(world, a, 'a', 1000)
    submitTo(world, b, 'b', 1000)
    expect([a, b].map((one) => standOf(world, one))).toEqual([
      'a: reset by a until 5000, then run by a',
      'b: reset by a until 5000, then engine by a',
    ])
    world.wait(5500)
    expect([a, b].map((one) => standOf(world, one))).toEqual(['a: run by a', 'b: engine by a'])
  })
})

describe('what a packet waits for before its memory is in place [LB-08]', () => {
  it('is the page-out that makes room, then the page-in; for whose memory is not at work yet, the paging queue', () => {
    const world = crampedWorld()
    const [one, two] = [contextOf(world, 'one'), contextOf(world, 'two', 'compute')]
    submitTo(world, one, 'first', 1000, { allocations: [handleOf(world, 'E.a')] })
    submitTo(world, two, 'second', 1000, { allocations: [handleOf(world, 'E.b')] })
    world.wait(1)
    const both = (): string[] => [one, two].map((context) => standOf(world, context))
    // 24 MiB out of the 64, of which 48 are taken: 24 ms each way
    const [out] = both()
    expect(out).toMatch(/^first: page-out by E\.[cd]$/)
    expect(both()[1]).toMatch(/^second: paging-queue by E\.[cd]$/)
    world.wait(24_000)
    expect(both()).toEqual(['first: page-in by E.a', 'second: paging-queue by E.a'])
    world.wait(24_000)
    // the first has run, the second's room is made
    expect(both()[0]).toBe('first: run by first')
    expect(both()[1]).toMatch(/^second: page-out by E\.[cd]$/)
  })

  it('is the paging work that its context waits for by a fence', () => {
    const world = gpuWorld()
    const a = contextOf(world, 'A')
    const r = create(world, 'r', 4 * MIB, false)
    const fence = world.device.createFence()
    world.device.enqueueMakeResident([r], 0, fence, 1)
    world.scheduler.wait(a, fence.monitored, 1, true)
    submitTo(world, a, 'a', 1000)
    world.wait(1000)
    expect(standOf(world, a)).toBe('a: page-in by r')
    world.wait(3500)
    expect(standOf(world, a)).toBe('a: run by a')
  })

  it('is the initialisation of the memory of its context [GP-14]', () => {
    const world = gpuWorld({ contextAllocation: '1MiB' })
    const [b, a] = [contextOf(world, 'B', 'compute'), contextOf(world, 'A')]
    const fence = new MonitoredFence()
    submitTo(world, a, 'a', 1000)
    world.scheduler.signal(a, fence, 1)
    world.scheduler.wait(b, fence, 1, false)
    submitTo(world, b, 'b', 1000)
    const both = (): string[] => [a, b].map((one) => standOf(world, one))
    // 2 µs for each of the three contexts, that of the app first
    world.wait(5)
    // who waits for its fence waits for that too
    expect(both()).toEqual(['a: page-in by context A/3d', 'b: page-in by context A/3d'])
    world.wait(2)
    expect(both()).toEqual(['a: run by a', 'b: fence by a'])
  })
})

describe('a stand that is filled in again', () => {
  it('keeps nothing of what it said before', () => {
    const world = gpuWorld()
    const [a, b] = [contextOf(world, 'A'), contextOf(world, 'B', 'compute')]
    hang(world, 5000)
    submitTo(world, a, 'a', 1000)
    const stand = newStand()
    standOfFirst(world.scheduler, a, stand)
    expect(stand.until).toBe(5000)
    standOfFirst(world.scheduler, b, stand)
    expect(told(stand)).toBe('none: queue by nobody')
  })
})

describe('the packet of a fence value', () => {
  it('is found in the hardware queue and behind it, and no more when it has completed', () => {
    const world = gpuWorld()
    const a = contextOf(world, 'A')
    const fences = ['a1', 'a2', 'a3', 'a4'].map((command) => submitTo(world, a, command, 1000))
    const found = (): (string | undefined)[] => fences.map((fence) => packetOf(world.scheduler, a, fence)?.command)
    expect(fences).toEqual([1, 2, 3, 4])
    expect(found()).toEqual(['a1', 'a2', 'a3', 'a4'])
    world.wait(1500)
    expect(found()).toEqual([undefined, 'a2', 'a3', 'a4'])
    expect(packetOf(world.scheduler, a, 5)).toBeNull()
    expect(packetOf(world.scheduler, contextOf(world, 'B'), 2)).toBeNull()
  })

  it('is any part of what was split [GP-17]', () => {
    const world = crampedWorld()
    const one = contextOf(world, 'one')
    const handles = ['E.a', 'E.b', 'E.c'].map((name) => handleOf(world, name))
    const parts = handles.map((handle) => ({ duration: 10_000, allocations: [handle] }))
    submitTo(world, one, 'whole', 30_000, { allocations: handles, parts })
    world.wait(100_000)
    const part = packetOf(world.scheduler, one, 1)
    if (part === null) throw new Error('it is over')
    expect([part.split?.count, part.signals, signals(part, 1), signals(part, 2)]).toEqual([2, 0, true, false])
  })
})
