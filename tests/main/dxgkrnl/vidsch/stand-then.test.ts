/** LB-08: what packets waited for at an earlier moment, of which everything that ran is known. */
import { describe, expect, it } from 'vitest'
import { type Context, Priority } from '../../../../main/dxgkrnl/vidsch/context'
import { MonitoredFence } from '../../../../main/dxgkrnl/vidsch/monitored-fence'
import { newStand } from '../../../../main/dxgkrnl/vidsch/stand'
import { momentsOf, ranLately, standThen } from '../../../../main/dxgkrnl/vidsch/stand-then'
import { S, type TestWorld } from '../../support/world'
import { contextOf, submitTo, told } from './by-hand'
import { COSTS, gpuWorld } from './gpu-world'

/**
 * From 1 s on, where all is plain, in ms: A's two packets from 0 to 2, B's from 2 to 3, which came at 0.3, and C's on
 * another engine, which waits for A's last, from 2 to 2.5.
 */
function watched(driver: Record<string, unknown> = {}): { world: TestWorld; a: Context; b: Context; c: Context } {
  const world = gpuWorld(driver)
  const [a, b, c] = [contextOf(world, 'A'), contextOf(world, 'B'), contextOf(world, 'C', 'copy')]
  const fence = new MonitoredFence()
  world.wait(S)
  if (!world.scheduler.history.begin()) throw new Error('it is not plain')
  submitTo(world, a, 'a1', 1000)
  submitTo(world, a, 'a2', 1000)
  world.scheduler.signal(a, fence, 1)
  world.scheduler.wait(c, fence, 1, false)
  submitTo(world, c, 'c', 500)
  world.wait(300)
  submitTo(world, b, 'b', 1000)
  return { world, a, b, c }
}

function stoodAt({ scheduler }: TestWorld, context: Context, t: number): string {
  const stand = newStand()
  standThen(scheduler, context, S + t, stand)
  return told(stand)
}

describe('what the first packet of a context waited for then [LB-08]', () => {
  it.each(['while they run', 'when all have run'])('is told %s', (when) => {
    const { world, a, b, c } = watched()
    world.wait(when === 'while they run' ? 2100 : 9700)
    expect(world.scheduler.history.isKept).toBe(true)
    expect([0, 999, 1000, 1999].map((t) => stoodAt(world, a, t))).toEqual([
      'a1: run by a1',
      'a1: run by a1',
      'a2: run by a2',
      'a2: run by a2',
    ])
    expect(stoodAt(world, a, 2000)).toBe('none: queue by nobody')
    // it came at 0.3
    expect([299, 300, 1500, 2000].map((t) => stoodAt(world, b, t))).toEqual([
      'none: queue by nobody',
      'b: engine by a1',
      'b: engine by a2',
      'b: run by b',
    ])
    expect([500, 1500, 2000].map((t) => stoodAt(world, c, t))).toEqual([
      'c: fence by a1',
      'c: fence by a2',
      'c: run by c',
    ])
  })

  it('is the switch to its context between the end of the one before and its own start', () => {
    // 10 µs to save A's state before B's
    const { world, b } = watched(COSTS)
    world.wait(9700)
    const [ended = 0] = world.of('packet').flatMap(({ command, end }) => (command === 'a2' ? [end - S] : []))
    expect([ended - 1, ended, ended + 9, ended + 10].map((t) => stoodAt(world, b, t))).toEqual([
      'b: engine by a2',
      'b: context-switch by b',
      'b: context-switch by b',
      'b: run by b',
    ])
  })
})

describe('the moments at which that can have changed', () => {
  it('are those of what has run and of what is on its way, from the one until before the other', () => {
    const { world } = watched()
    const since = (from: number, to: number): number[] => momentsOf(world.scheduler, S + from, S + to).map((t) => t - S)
    world.wait(1200)
    // at 1.5: a1 is over, and what is to come is in the queues
    expect(since(0, 1500)).toEqual([0, 300, 1000])
    world.wait(8500)
    expect(since(0, 10_000)).toEqual([0, 300, 1000, 2000, 2500, 3000])
    expect(since(700, 2500)).toEqual([700, 1000, 2000])
  })
})

describe('a packet that has run lately', () => {
  it('is found by its context and fence value, once it has run', () => {
    const { world, a, b } = watched()
    const found = (context: Context, fence: number): string | undefined =>
      ranLately(world.scheduler, context, fence)?.command
    world.wait(1200)
    expect([found(a, 1), found(a, 2), found(b, 1)]).toEqual(['a1', undefined, undefined])
    world.wait(8500)
    expect([found(a, 1), found(a, 2), found(a, 3), found(b, 1)]).toEqual(['a1', 'a2', undefined, 'b'])
    // a preemption is not plain: what has run is forgotten
    submitTo(world, b, 'slow', 10_000)
    submitTo(world, contextOf(world, 'urgent', '3d', Priority.realtime), 'fast', 10)
    expect(found(a, 1)).toBeUndefined()
  })
})
