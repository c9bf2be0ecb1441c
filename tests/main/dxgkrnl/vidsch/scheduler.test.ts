/** Signal on submit, and wait instructions in the hardware queue (GP-21, GP-22, GP-13). Times in µs, by hand. */
import { describe, expect, it } from 'vitest'
import { type TestWorld, worldOf } from '../../support/world'
import { packetsOn, runs, submit } from './submitting'

/** How often somebody who waits for the value is told. */
function released(world: TestWorld, fence: string, value: number): () => number {
  let times = 0
  world.fences.get(fence)?.setEventOnCompletion(value, () => times++)
  return () => times
}

const fenceValue = (world: TestWorld, fence: string): number | undefined => world.fences.get(fence)?.completedValue

describe('a packet with signal on submit', () => {
  it('can be preempted while it runs, and signals once, when all of it has run [GP-21] [GP-13]', () => {
    const world = worldOf()
    submit(world, { gpuTime: 30_000, context: 'long', signal: { fence: 'done', value: 5 } })
    const times = released(world, 'done', 5)
    submit(world, { engine: 'compute', gpuTime: 1_000, context: 'waiter', wait: { fence: 'done', value: 5 } })
    world.wait(10_000)
    submit(world, { gpuTime: 5_000, context: 'urgent', priority: 'realtime' })
    world.wait(24_999)
    // 10,005 of it have run before, 19,994 since
    expect(fenceValue(world, 'done')).toBe(0)
    expect(times()).toBe(0)
    world.wait(1)
    expect(fenceValue(world, 'done')).toBe(5)
    world.wait(100_000)
    expect(times()).toBe(1)
    expect(runs(packetsOn(world, '3d'))).toEqual([
      '0–10005 long preempted',
      '10005–15005 urgent completed',
      '15005–35000 long completed',
    ])
    expect(runs(packetsOn(world, 'compute'))).toEqual(['0–35000 waiter completed', '35000–36000 waiter completed'])
  })

  it('can be held back before it has started, and signals once [GP-21] [GP-13]', () => {
    const world = worldOf({ system: { preemption: { graphics: 'dma-buffer' } } })
    submit(world, { gpuTime: 20_000, context: 'first' })
    submit(world, { gpuTime: 10_000, context: 'second', signal: { fence: 'done', value: 1 } })
    const times = released(world, 'done', 1)
    world.wait(10_000)
    submit(world, { gpuTime: 5_000, context: 'urgent', priority: 'realtime' })
    world.wait(24_999)
    expect(fenceValue(world, 'done')).toBe(0)
    world.wait(1)
    expect(fenceValue(world, 'done')).toBe(1)
    world.wait(100_000)
    expect(times()).toBe(1)
    expect(runs(packetsOn(world, '3d'))).toEqual([
      '0–20000 first completed',
      '20000–20000 second preempted',
      '20000–25000 urgent completed',
      '25000–35000 second completed',
    ])
  })

  /** `first` runs for 20 ms with `second` and `third` of 10 ms behind it; `urgent` of 5 ms comes at 10 ms. */
  function win7(signaller: 'second' | 'third' | null, work: object = {}): string[] {
    const driver = { queueDepth: 3 }
    const world = worldOf({ system: { driver, preemption: { model: 'win7', graphics: 'dma-buffer' } } })
    submit(world, { gpuTime: 20_000, context: 'first' })
    for (const context of ['second', 'third']) {
      const signal = { fence: 'done', value: 1 }
      submit(world, { gpuTime: 10_000, context, ...(context === signaller ? { signal } : {}), ...work })
    }
    world.wait(10_000)
    submit(world, { gpuTime: 5_000, context: 'urgent', priority: 'realtime' })
    world.wait(100_000)
    return runs(packetsOn(world, '3d'))
  }

  it('Windows 7: cannot be held back, nor what stands before it; what stands behind it can [GP-21]', () => {
    expect(win7(null)).toEqual([
      '0–20000 first completed',
      '20000–20000 second preempted',
      '20000–20000 third preempted',
      '20000–25000 urgent completed',
      '25000–35000 second completed',
      '35000–45000 third completed',
    ])
    expect(win7('second')).toEqual([
      '0–20000 first completed',
      '20000–30000 second completed',
      '30000–30000 third preempted',
      '30000–35000 urgent completed',
      '35000–45000 third completed',
    ])
    expect(win7('third')).toEqual([
      '0–20000 first completed',
      '20000–30000 second completed',
      '30000–40000 third completed',
      '40000–45000 urgent completed',
    ])
  })

  it('Windows 7: behind a wait that holds it cannot run, and waits with it for who may signal [GP-21] [GP-22]', () => {
    const driver = { queueDepth: 3 }
    const world = worldOf({ system: { driver, preemption: { model: 'win7', graphics: 'dma-buffer' } } })
    submit(world, { gpuTime: 20_000, context: 'first' })
    const done = { fence: 'done', value: 1 }
    submit(world, { gpuTime: 1_000, context: 'waiter', wait: { fence: 'go', value: 1 }, signal: done })
    world.wait(10_000)
    const go = { fence: 'go', value: 1 }
    submit(world, { gpuTime: 5_000, context: 'urgent', priority: 'realtime', signal: go })
    world.wait(100_000)
    expect(runs(packetsOn(world, '3d'))).toEqual([
      '0–20000 first completed',
      '20000–20000 waiter preempted',
      '20000–20000 waiter preempted',
      '20000–25000 urgent completed',
      '25000–25000 waiter completed',
      '25000–26000 waiter completed',
    ])
    expect(fenceValue(world, 'done')).toBe(1)
  })

  it('signals nothing when it is reset instead [GP-21] [GP-23]', () => {
    const world = worldOf({ system: { tdr: { delay: 1_000 } } })
    world.do({ verb: 'inject', value: { fault: 'hang', count: 1 } })
    submit(world, { gpuTime: 100, context: 'long', signal: { fence: 'done', value: 1 } })
    world.wait(1_000_000)
    expect(packetsOn(world, '3d').map(({ outcome }) => outcome)).toEqual(['reset'])
    expect(fenceValue(world, 'done')).toBe(0)
  })
})

describe('a wait instruction in the hardware queue', () => {
  /** The wait and 2 ms of work behind it; at 10 ms something urgent comes for 3 ms. */
  function waiting(signalAt: number, system: Record<string, unknown> = {}): TestWorld {
    const world = worldOf({ system })
    submit(world, { gpuTime: 2_000, context: 'waiter', wait: { fence: 'go', value: 1 } })
    submit(world, { engine: 'compute', gpuTime: signalAt, context: 'signaller', signal: { fence: 'go', value: 1 } })
    world.wait(10_000)
    submit(world, { gpuTime: 3_000, context: 'urgent', priority: 'realtime' })
    world.wait(100_000)
    return world
  }

  it('is preempted before its condition holds, and waits on afterwards [GP-22]', () => {
    const world = waiting(20_000)
    expect(world.of('preempt')).toMatchObject([
      { engine: '3d', requested: 10_000, stopped: 10_005, boundary: 'wait', held: 2 },
    ])
    expect(runs(packetsOn(world, '3d'))).toEqual([
      '0–10005 waiter preempted',
      // what stood behind it has not started
      '10005–10005 waiter preempted',
      '10005–13005 urgent completed',
      '13005–20000 waiter completed',
      '20000–22000 waiter completed',
    ])
  })

  it('whose condition comes true while it is off the engine goes on at once, and only once [GP-22] [GP-13]', () => {
    const world = waiting(12_000)
    expect(runs(packetsOn(world, '3d'))).toEqual([
      '0–10005 waiter preempted',
      '10005–10005 waiter preempted',
      '10005–13005 urgent completed',
      '13005–13005 waiter completed',
      '13005–15005 waiter completed',
    ])
  })

  it('is over before the request comes when its condition holds before [GP-22] [GP-07]', () => {
    const world = waiting(4_000)
    expect(runs(packetsOn(world, '3d'))).toEqual([
      '0–4000 waiter completed',
      '4000–6000 waiter completed',
      '10000–13000 urgent completed',
    ])
    expect(world.of('preempt')).toEqual([])
  })

  it('can be preempted again and again [GP-22]', () => {
    const world = worldOf()
    submit(world, { gpuTime: 2_000, context: 'waiter', wait: { fence: 'go', value: 1 } })
    for (let i = 0; i < 5; i++) {
      world.wait(10_000)
      submit(world, { gpuTime: 1_000, context: 'urgent', priority: 'realtime' })
    }
    world.wait(10_000)
    expect(world.of('preempt').map(({ boundary }) => boundary)).toEqual(['wait', 'wait', 'wait', 'wait', 'wait'])
    submit(world, { engine: 'compute', gpuTime: 1_000, context: 'signaller', signal: { fence: 'go', value: 1 } })
    world.wait(10_000)
    expect(runs(packetsOn(world, '3d', 'waiter')).slice(-2)).toEqual([
      '51005–61000 waiter completed',
      '61000–63000 waiter completed',
    ])
    const completed = packetsOn(world, '3d', 'waiter').filter(({ outcome }) => outcome === 'completed')
    expect(completed.map(({ kind }) => kind)).toEqual(['wait', 'standard'])
  })

  it('is asked after TdrDelay as any packet is, answers, and is never reset for waiting [GP-22] [GP-23]', () => {
    const world = worldOf({ system: { tdr: { delay: 10_000 } } })
    submit(world, { gpuTime: 2_000, context: 'waiter', wait: { fence: 'go', value: 1 } })
    world.wait(100_000)
    expect(world.of('preempt').map(({ reason, boundary }) => `${reason} ${boundary}`)).toContain('timeout wait')
    submit(world, { engine: 'compute', gpuTime: 1_000, context: 'signaller', signal: { fence: 'go', value: 1 } })
    world.wait(10_000)
    expect(runs(packetsOn(world, '3d')).at(-1)).toBe('101000–103000 waiter completed')
    expect(world.scheduler.timeouts.engineResets).toBe(0)
  })

  it('leaves the engine to others after TdrDelay: what it waits for may be among them [GP-22] [GP-23]', () => {
    const world = worldOf({ system: { tdr: { delay: 10_000 } } })
    submit(world, { gpuTime: 2_000, context: 'waiter', wait: { fence: 'go', value: 1 } })
    submit(world, { gpuTime: 3_000, context: 'signaller', signal: { fence: 'go', value: 1 } })
    world.wait(100_000)
    expect(runs(packetsOn(world, '3d')).filter((run) => run.endsWith('completed'))).toEqual([
      '10005–13005 signaller completed',
      '13005–13005 waiter completed',
      '13005–15005 waiter completed',
    ])
    expect(world.of('tdr').map(({ action }) => action)).toEqual(['timeout'])
  })

  it('also where the desktop takes the engine from it before any timeout [GP-22] [GP-09]', () => {
    const world = worldOf({ system: { compositor: { enabled: true } } })
    submit(world, { gpuTime: 2_000, context: 'waiter', wait: { fence: 'go', value: 1 } })
    submit(world, { gpuTime: 3_000, context: 'signaller', signal: { fence: 'go', value: 1 } })
    world.wait(3_000_000)
    const apps = packetsOn(world, '3d').filter(({ context, outcome }) => context !== 'dwm' && outcome === 'completed')
    expect(apps.map(({ context, kind }) => `${context} ${kind}`)).toEqual([
      'signaller standard',
      'waiter wait',
      'waiter standard',
    ])
    expect(world.of('tdr')).toEqual([])
  })
})
