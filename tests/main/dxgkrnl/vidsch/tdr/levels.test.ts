/** What each TdrLevel does about a hang (GP-26). TdrDelay is 2 s; times in µs, by hand. */
import { describe, expect, it } from 'vitest'
import { S, scenarioOf, worldOf } from '../../../support/world'
import { packetsOn, runs, submit } from '../submitting'
import { actions, hanging } from './hanging'

describe('TdrLevel', () => {
  it('recover is the default, with the documented delay and limits [GP-26]', () => {
    expect(scenarioOf({}).system.tdr).toEqual({ level: 'recover', delay: 2 * S, limitCount: 5, limitTime: 60 * S })
  })

  it('off: a hang is never detected [GP-26]', () => {
    const world = hanging({ tdr: { level: 'off' } })
    world.wait(1_000 * S)
    expect(world.of('tdr')).toEqual([])
    expect(packetsOn(world, '3d')).toEqual([])
    expect(world.of('device-removed')).toEqual([])
  })

  it.each([
    // a request, and TdrDelay for its answer, as on every level
    ['win8', 4_010_000, [{ requested: 2_010_000, reason: 'timeout' }]],
    ['win7', 2_010_000, []],
  ])('bugcheck: what would be reset stops the system, in the model %s [GP-26]', (model, at, asked) => {
    const world = hanging({ tdr: { level: 'bugcheck' }, preemption: { model } })
    const pending: unknown[] = []
    for (let t = 10_000; t < at; t += 100_000) {
      expect(world.sim.halted).toBe(false)
      const { request } = world.scheduler.engines.get('3d') as { request: unknown }
      if (request !== null && !pending.includes(request)) pending.push(request)
      world.wait(Math.min(100_000, at - t))
    }
    expect(pending).toMatchObject(asked)
    expect(actions(world)).toEqual(['2010000 timeout', `${at} bug-check`])
    expect(world.scheduler.timeouts.bugCheck).toMatchObject({ t: at, code: 0x116 })
    expect(world.scheduler.timeouts).toMatchObject({ engineResets: 0, adapterResets: 0 })
    expect(world.sim.halted).toBe(true)
  })

  it('bugcheck: a packet that answers its request stops nothing [GP-26]', () => {
    const world = hanging({ tdr: { level: 'bugcheck' } }, 3 * S)
    world.wait(20 * S)
    expect(actions(world)).toEqual(['2010000 timeout'])
    expect(world.scheduler.timeouts.bugCheck).toBeNull()
  })

  it('a shorter TdrDelay holds for what runs already, a longer one too [GP-23] [GP-26]', () => {
    const shortened = hanging({ tdr: { delay: 1_000 * S } })
    shortened.wait(S)
    shortened.do({ verb: 'system', value: { tdr: { delay: 2 * S } } })
    shortened.wait(S)
    expect(actions(shortened)).toEqual(['2010000 timeout'])
    const lengthened = hanging({ tdr: { delay: 2 * S } })
    lengthened.do({ verb: 'system', value: { tdr: { delay: 5 * S } } })
    lengthened.wait(5 * S)
    expect(actions(lengthened)).toEqual(['5010000 timeout'])
  })

  it('a TdrDelay of 0 asks what has run for 1 µs, also where stopping and going on are free: the run ends [GP-23] [SC-02]', () => {
    const work = { draws: 1, primitives: 1, triangles: 1, pixels: 5, instructions: 1 }
    const world = worldOf({
      system: { tdr: { delay: 0 }, preemption: { graphics: 'pixel' }, driver: { preemptionRequest: 0 } },
    })
    submit(world, { gpuTime: 5, context: 'a', work })
    submit(world, { gpuTime: 0, context: 'b' })
    // more than that would be without end
    for (let events = 0; world.sim.nextEventTime < 100 && events < 1_000; events++) world.sim.runNext()
    expect(world.sim.nextEventTime).toBeGreaterThanOrEqual(100)
    expect(actions(world)).toEqual(['1 timeout', '2 timeout', '3 timeout', '4 timeout'])
    expect(runs(packetsOn(world, '3d', 'a')).at(-1)).toBe('4–5 a completed')
    expect(packetsOn(world, '3d', 'b').at(-1)?.outcome).toBe('completed')
    expect(world.of('device-removed')).toEqual([])
  })

  it('turned off after the request: nothing is reset [GP-26]', () => {
    const world = hanging()
    world.wait(3 * S)
    world.do({ verb: 'system', value: { tdr: { level: 'off' } } })
    world.wait(100 * S)
    expect(actions(world)).toEqual(['2010000 timeout'])
  })

  it('is changed while the system runs: what hangs already is detected then [GP-26]', () => {
    const world = hanging({ tdr: { level: 'off' } })
    world.wait(10 * S)
    world.do({ verb: 'system', value: { tdr: { level: 'recover' } } })
    world.wait(10 * S)
    expect(world.of('tdr').map(({ action }) => action)).toEqual(['timeout', 'engine-reset'])
    expect(world.of('device-removed')).toMatchObject([{ device: 'bad' }])
  })
})
