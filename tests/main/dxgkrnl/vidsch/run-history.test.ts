/** LB-08: for how long it is known what ran and who waited, and what ends that. */
import { describe, expect, it } from 'vitest'
import { type Context, Priority } from '../../../../main/dxgkrnl/vidsch/context'
import { MonitoredFence } from '../../../../main/dxgkrnl/vidsch/monitored-fence'
import { create, MIB, S, type TestWorld } from '../../support/world'
import { contextOf, submitTo } from './by-hand'
import { gpuWorld } from './gpu-world'
import { hang } from './submitting'

function commands({ scheduler }: TestWorld): string[] {
  const ran: string[] = []
  for (let packet = scheduler.history.last; packet !== null; packet = packet.ranBefore) ran.unshift(packet.command)
  return ran
}
const waits = ({ scheduler }: TestWorld): unknown[] =>
  scheduler.history.waits.map(({ context, signaller, from, to }) => [context.name, signaller.name, from - S, to - S])

/** At 1 s: all that runs from now on is noted. */
function kept(): TestWorld {
  const world = gpuWorld()
  world.wait(S)
  if (!world.scheduler.history.begin()) throw new Error('it is not plain')
  return world
}

/** B waits for what A has been handed. */
function waiting(world: TestWorld, a: Context, b: Context, fence = new MonitoredFence()): void {
  submitTo(world, a, 'a', 1000)
  world.scheduler.signal(a, fence, 1)
  world.scheduler.wait(b, fence, 1, false)
  submitTo(world, b, 'b', 1000)
}

describe('the history of what ran', () => {
  it('has every packet that has run to its end, in the order of the ends, and who waited for whom from when until when', () => {
    const world = kept()
    const [a, b] = [contextOf(world, 'A'), contextOf(world, 'B', 'copy')]
    waiting(world, a, b)
    world.wait(500)
    expect([commands(world), waits(world)]).toEqual([[], [['B', 'A', 0, Number.POSITIVE_INFINITY]]])
    world.wait(5000)
    expect([commands(world), waits(world)]).toEqual([['a', 'b'], [['B', 'A', 0, 1000]]])
  })

  it('forgets when nobody asks any more, but for a wait that goes on', () => {
    const world = kept()
    const [a, b, c] = [contextOf(world, 'A'), contextOf(world, 'B', 'copy'), contextOf(world, 'C', 'compute')]
    submitTo(world, c, 'c', 100)
    waiting(world, a, b)
    world.wait(500)
    world.scheduler.history.forget()
    expect([commands(world), waits(world)]).toEqual([[], [['B', 'A', 0, Number.POSITIVE_INFINITY]]])
    world.wait(1000)
    expect([commands(world), waits(world)]).toEqual([['a'], [['B', 'A', 0, 1000]]])
  })

  it('begins where nothing else has happened for 100 ms', () => {
    const world = gpuWorld()
    const { history } = world.scheduler
    world.wait(99_999)
    expect([history.mayBegin, history.begin(), history.isKept]).toEqual([false, false, false])
    world.wait(1)
    expect([history.begin(), history.isKept]).toEqual([true, true])
    history.end()
    expect([history.isKept, history.begin()]).toEqual([false, false])
    world.wait(100_000)
    expect(history.begin()).toBe(true)
  })

  it('begins with the one wait that goes on, and not where two wait or nobody is known to signal', () => {
    const world = gpuWorld()
    const { scheduler } = world
    world.wait(S)
    const [a, b, c] = [contextOf(world, 'A'), contextOf(world, 'B', 'copy'), contextOf(world, 'C', 'compute')]
    const fence = new MonitoredFence()
    waiting(world, a, b, fence)
    expect([scheduler.history.begin(), waits(world)]).toEqual([true, [['B', 'A', 0, Number.POSITIVE_INFINITY]]])
    scheduler.wait(c, fence, 1, false)
    expect(scheduler.history.isKept).toBe(false)
    const other = gpuWorld()
    other.scheduler.wait(contextOf(other, 'A'), new MonitoredFence(), 1, false)
    other.wait(S)
    expect(other.scheduler.history.begin()).toBe(false)
  })

  it('begins anew after 256 packets, which are known until then', () => {
    const world = kept()
    const { history } = world.scheduler
    let known = 0
    history.onEnd = () => {
      known = commands(world).length
    }
    const a = contextOf(world, 'A')
    for (let i = 0; i < 256; i++) submitTo(world, a, `a${i}`, 10)
    world.wait(2555)
    expect([history.isKept, commands(world).length, known]).toEqual([true, 255, 0])
    world.wait(5)
    expect([history.isKept, commands(world).length, known]).toEqual([false, 0, 256])
    // nothing has happened that is not plain
    expect(history.begin()).toBe(true)
  })
})

describe('what is not plain ends it, and says so before anything is forgotten', () => {
  const cases: Record<string, (world: TestWorld, a: Context) => void> = {
    'a preemption request': (world) => submitTo(world, contextOf(world, 'U', '3d', Priority.realtime), 'urgent', 10),
    'memory that is paged in for a packet': (world, a) => {
      const r = create(world, 'r', 4 * MIB, false)
      const fence = world.device.createFence()
      world.device.enqueueMakeResident([r], 0, fence, 1)
      world.scheduler.wait(a, fence.monitored, 1, true)
      world.wait(2000)
    },
    'a hang': (world) => {
      hang(world, 5000)
      submitTo(world, contextOf(world, 'H', 'copy'), 'hangs', 10)
    },
    'a device that goes': (world) => world.device.destroy(),
    'a wait for what nobody is known to signal': (world) =>
      world.scheduler.wait(contextOf(world, 'N', 'copy'), new MonitoredFence(), 1, false),
  }
  it.each(Object.keys(cases))('%s', (what) => {
    const world = kept()
    const { history } = world.scheduler
    const a = contextOf(world, 'A')
    let known: string[] = []
    history.onEnd = () => {
      known = commands(world)
    }
    submitTo(world, a, 'first', 10)
    submitTo(world, a, 'long', 1000)
    world.wait(500)
    expect(history.isKept).toBe(true)
    cases[what]?.(world, a)
    expect([history.isKept, commands(world).length, known[0]]).toEqual([false, 0, 'first'])
  })
})
