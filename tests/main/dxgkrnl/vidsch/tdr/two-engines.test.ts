/** What two engines do at the moment at which one of them is judged. Times in µs, by hand. */
import { describe, expect, it } from 'vitest'
import { worldOf } from '../../../support/world'
import { findings, hang, packetsOn, runs, submit } from '../submitting'
import { actions, reasons } from './hanging'

describe('an adapter reset, while another engine saves the context of what it was asked to stop', () => {
  // compute stops for `urgent` at 19,900 µs, and has saved its context at 20,400 µs; the reset is at 20,000 µs
  const world = worldOf({
    system: {
      preemption: { compute: 'thread-group' },
      tdr: { delay: '10ms' },
      driver: { preemptionRequest: 0, contextSave: { 'thread-group': 500 } },
    },
  })
  world.do({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
  hang(world, undefined, '3d')
  submit(world, { gpuTime: 1_000, context: 'bad' })
  world.wait(12_000)
  // a group ends in every µs
  const work = { dispatches: 1, threadGroups: 9_000, threads: 1, instructions: 1 }
  submit(world, { engine: 'compute', gpuTime: 9_000, context: 'good', work })
  world.wait(7_900)
  submit(world, { engine: 'compute', gpuTime: 100, context: 'urgent', priority: 'high' })
  world.wait(20_000)

  it('does not say again what has run of it already, nor with the fence that it had [GP-10] [GP-11] [GP-24]', () => {
    expect(actions(world)).toEqual(['10000 timeout', '20000 adapter-reset'])
    expect(runs(packetsOn(world, 'compute', 'good'))).toEqual(['12000–19900 good preempted'])
    // the one for which it was asked had not come into its hardware queue
    expect(runs(packetsOn(world, 'compute', 'urgent'))).toEqual([])
    expect(reasons(world)).toContain('good DXGI_ERROR_DEVICE_RESET')
  })

  it('says what ran on the engine that was reset as what was reset [GP-24]', () => {
    expect(runs(packetsOn(world, '3d'))).toEqual(['0–20000 bad reset'])
  })
})

describe('two engines whose wait instructions have had their time at one moment', () => {
  const waitingOn = (tdr: object) => {
    const world = worldOf({ system: { preemption: { model: 'win7' }, tdr: { delay: '10ms', ...tdr } } })
    const wait = { fence: 'f', value: 1 }
    submit(world, { context: 'a', wait })
    submit(world, { engine: 'compute', context: 'b', wait })
    world.wait(30_000)
    return world
  }

  it.each([
    ['TdrLevel is bugcheck', { level: 'bugcheck' }],
    ['no GPU hang is allowed', { limitCount: 0 }],
  ])('stop the system once, where %s: nothing comes after that [GP-25] [GP-26]', (_title, tdr) => {
    const world = waitingOn(tdr)
    expect(actions(world)).toEqual(['10000 timeout', '10000 bug-check'])
    expect(findings(world, 'GP-25')).toHaveLength(1)
    expect(world.records.at(-1)).toMatchObject({ type: 'finding', rule: 'GP-25' })
    expect(world.scheduler.timeouts.bugCheck?.reason).toContain('of a has run on 3d')
  })
})
