/** What background processing, driver and trim notifications have of their device, and of whom. */
import { describe, expect, it } from 'vitest'
import { RuntimeOfBackground, RuntimeOfDriver, RuntimeOfTrims } from '../../../main/d3d12/device-parts'
import { buildWorld } from '../../../main/session/world/build'
import { APP } from '../../../preload/contract'
import { quietSystem, scenarioOf } from '../support/world'

/** A device, what it was made of, and what its system writes. */
function deviceOf() {
  const records: { type: string }[] = []
  const world = buildWorld(scenarioOf({ system: quietSystem() }), { writer: (record) => records.push(record) }, 0)
  const { device, sim, vidmm, scheduler, faults, background } = world
  const options = { name: APP, sim, vidmm, scheduler, faults, background, trimNotifications: true }
  return { world, device, options, records }
}

describe('what background processing has of its device', () => {
  it('is the driver, whose answer it hands on, and a place to report to', () => {
    const { device, options, records } = deviceOf()
    const runtime = new RuntimeOfBackground(device, options)
    // nothing was ever drawn: there is more to measure
    expect(runtime.driver('ALLOWED', 'KEEP_ALL')).toBe(true)
    runtime.report('BP-21', 'it threw', 'Blur/main')
    expect(records.at(-1)).toMatchObject({ type: 'finding', rule: 'BP-21', message: 'it threw', resource: 'Blur/main' })
    expect([runtime.cpu, runtime.sim]).toEqual([options.background.cpu, options.sim])
  })

  it('fails to queue as often as a scenario says, and no oftener [BP-21]', () => {
    const { device, options } = deviceOf()
    const runtime = new RuntimeOfBackground(device, options)
    options.faults.inject('queue-processing-work-fails', 2)
    expect([1, 2, 3].map(() => runtime.queueingFails())).toEqual([true, true, false])
  })
})

describe('what the driver has of its device', () => {
  it('is the time, and the queue of background processing', () => {
    const { world, device, options } = deviceOf()
    const runtime = new RuntimeOfDriver(device, options)
    world.sim.advanceTo(1234)
    expect(runtime.now()).toBe(1234)
    const work = { pso: 'p', reason: 'r', callback: () => ({ duration: 1, finished: () => {} }) }
    expect(runtime.queueProcessingWork(work)).toBe('S_OK')
    expect(device.background.threads.map(({ task }) => task?.work)).toEqual([work])
  })

  it('throws where a scenario makes it, at that place alone [SC-14]', () => {
    const { device, options } = deviceOf()
    const runtime = new RuntimeOfDriver(device, options)
    options.faults.inject('background-task-throws')
    expect(() => runtime.mayThrow('background-task-callback-throws')).not.toThrow()
    expect(() => runtime.mayThrow('background-task-throws')).toThrow()
    expect(() => runtime.mayThrow('background-task-throws')).not.toThrow()
  })
})

describe('what trim notifications have of their device', () => {
  it('are its evictions so far, and the kernel that delivers', () => {
    const { world, device, options } = deviceOf()
    const runtime = new RuntimeOfTrims(device, options)
    expect(runtime.evictions()).toEqual({ count: 0, bytes: 0 })
    const { resource } = device.createCommittedResource({ dimension: 'buffer', width: 65_536 }, 0, 'r')
    if (resource === null) throw new Error('not created')
    device.evict(resource)
    expect(runtime.evictions()).toEqual({ count: 1, bytes: 65_536 })
    expect([runtime.device, runtime.worker]).toEqual([device.id, world.vidmm.trimWorker])
  })
})
