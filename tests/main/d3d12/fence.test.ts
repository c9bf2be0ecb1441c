import { describe, expect, it } from 'vitest'
import { Fence } from '../../../main/d3d12/fence'
import { worldOf } from '../support/world'

describe('a fence', () => {
  it('has the value that it was made with, and never a lower one again [GP-13]', () => {
    const fence = new Fence(3)
    expect(fence.completedValue).toBe(3)
    fence.signal(2)
    expect(fence.completedValue).toBe(3)
    fence.signal(7)
    expect(fence.completedValue).toBe(7)
  })

  it('tells each who waits once, in the order in which they came, when their value is reached [GP-13]', () => {
    const fence = new Fence()
    const told: string[] = []
    fence.setEventOnCompletion(2, () => told.push('b'))
    fence.setEventOnCompletion(1, () => told.push('a'))
    fence.setEventOnCompletion(4, () => told.push('c'))
    fence.signal(2)
    expect(told).toEqual(['b', 'a'])
    fence.signal(3)
    expect(told).toEqual(['b', 'a'])
    fence.setEventOnCompletion(3, () => told.push('at once'))
    fence.signal(9)
    expect(told).toEqual(['b', 'a', 'at once', 'c'])
  })

  it('is signalled by a queue when what was submitted before has ended, and a queue waits for it [GP-13]', () => {
    const world = worldOf()
    const [first, second] = [
      world.device.createCommandQueue('first'),
      world.device.createCommandQueue('second', 'copy'),
    ]
    const fence = world.device.createFence()
    const ended: [string, number][] = []
    const run = (queue: typeof first, name: string) =>
      queue.executeCommandLists({
        name,
        gpuTime: 1000,
        resources: [],
        finished: () => ended.push([name, world.sim.now]),
      })
    run(first, 'before')
    first.signal(fence, 1)
    second.wait(fence, 1, false)
    run(second, 'after')
    world.sim.advanceTo(10_000)
    expect(fence.completedValue).toBe(1)
    expect(ended).toEqual([
      ['before', 1000],
      ['after', 2000],
    ])
  })
})
