/** A simulated system from its scenario: that its parts are those that the scenario says, and know each other. */
import { describe, expect, it } from 'vitest'
import { buildWorld, buildWorldInSlices } from '../../../../main/session/world/build'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { COMPOSITOR, SegmentGroup } from '../../../../preload/contract/names'
import { appPackets, create, type Draft, MIB, MS, quiet, S, scenarioOf, worldOf } from '../../support/world'

const EFFECT = { name: 'A', gpuTime: '4ms', resources: [{ name: 'r', size: '16MiB' }] }

describe('a world', () => {
  it('has the system and the app of its scenario', () => {
    const world = worldOf({
      system: {
        localMemory: '512MiB',
        budget: '100MiB',
        refreshRate: 120,
        cpu: { frameTime: '1ms' },
        developerMode: true,
      },
      app: { policy: 'fence-lru', effects: [EFFECT], project: { width: 640, height: 360 }, allocation: 'committed' },
    })
    expect(world.device.residency.segmentBytes(SegmentGroup.LOCAL)).toBe(512 * MIB)
    expect(world.device.queryVideoMemoryInfo(SegmentGroup.LOCAL).Budget).toBe(100 * MIB)
    expect([world.player.frameTime, world.developer.mode, world.blocked, world.initialisationFailure]).toEqual([
      MS,
      true,
      false,
      null,
    ])
    expect([world.editor.policy.name, world.editor.effects.map(({ spec }) => spec.name)]).toEqual(['fence-lru', ['A']])
    expect([world.editor.format.width, world.editor.allocation]).toEqual([640, 'committed'])
    expect([world.commands, world.journal, world.sim.now]).toEqual([0, null, 0])
  })

  it('writes its trace from the first record on, and keeps no more of it than is asked for', () => {
    const records: TraceRecord[] = []
    const scenario = scenarioOf(quiet({ app: { effects: [EFFECT] } }))
    const world = buildWorld(scenario, { writer: (record) => records.push(record) }, 0)
    expect(records.map(({ type }) => type)).toEqual(['create', 'paging-operation'])
    expect([world.sim.trace.total, world.sim.trace.forgotten]).toEqual([2, 2])
    expect(buildWorld(scenario, {}, 8).sim.trace.forgotten).toBe(0)
  })

  it('can be built in slices, with how far it is', () => {
    const resources = Array.from({ length: 3000 }, (_, i) => ({ name: `r${i}`, size: '64KiB' }))
    const draft: Draft = { app: { effects: [{ name: 'Many', gpuTime: 0, resources }] } }
    const building = buildWorldInSlices(scenarioOf(quiet(draft)))
    const slices: number[] = []
    let next = building.next()
    for (; next.done !== true; next = building.next()) slices.push(next.value.done)
    expect(slices.length).toBeGreaterThan(1)
    expect(slices).toEqual([...slices].sort((a, b) => a - b))
    expect(next.value.editor.effect('Many')?.resources).toHaveLength(3000)
  })

  it('gives those who watch its kernel and scheduler before the app is there', () => {
    const seen: string[] = []
    const world = worldOf(
      { app: { effects: [EFFECT] } },
      {
        onKernel: () => seen.push('kernel'),
        onScheduler: () => seen.push('scheduler'),
        editor: { effectAdded: ({ spec }) => seen.push(spec.name) },
        onNotification: (_notification, callbacks) => seen.push(`notified ${callbacks}`),
        onPlayer: () => seen.push('player'),
      },
    )
    world.do({ verb: 'periodicTrim', value: true })
    world.player.play(true)
    expect(seen).toEqual(['kernel', 'scheduler', 'A', 'notified 0', 'player'])
  })

  it('knows nothing of delays where it is not to, and of all otherwise [LB-08]', () => {
    expect([worldOf().delays.recording, worldOf({}, { worstDelays: null }).delays.recording]).toEqual([true, false])
  })

  it('makes another device of the app on the same adapter, in its name', () => {
    const world = worldOf()
    const { device, queue } = world.createDevice()
    expect([device.name, device.id === world.device.id, queue.engine]).toEqual(['app', false, '3d'])
  })
})

describe('an adapter that cannot be initialised [GP-02]', () => {
  it('has no device that is not removed, and no compositor', () => {
    // the two capabilities must be declared together
    const world = worldOf({
      system: { compositor: { enabled: true }, driver: { schedulingCaps: ['PreemptionAware'] } },
    })
    expect(world.initialisationFailure).toMatch(/^STATUS_GRAPHICS_DRIVER_MISMATCH/)
    expect([world.device.getDeviceRemovedReason(), world.compositor.settings.enabled]).toEqual([
      'DXGI_ERROR_DEVICE_REMOVED',
      false,
    ])
    expect(world.of('finding').map(({ rule }) => rule)).toContain('GP-02')
  })
})

describe('what the scheduler says of devices', () => {
  it('reaches the app’s, with the finding and whose memory it was [RS-07]', () => {
    const world = worldOf()
    const r = create(world, 'r', MIB, false)
    world.queue.executeCommandLists({ name: 'draw', gpuTime: 1000, resources: [r] })
    world.wait(10 * MS)
    expect([world.device.getDeviceRemovedReason(), appPackets(world)]).toEqual(['DXGI_ERROR_DEVICE_HUNG', []])
    expect(world.of('finding')).toMatchObject([{ rule: 'RS-07', resource: 'r' }])
    expect(world.of('device-removed').map(({ device, reason }) => [device, reason])).toEqual([
      ['app', 'DXGI_ERROR_DEVICE_HUNG'],
    ])
  })

  it('reaches every device when the adapter is reset: the one at fault has hung, the others were reset [GP-24]', () => {
    const world = worldOf({ system: { compositor: { enabled: true }, tdr: { level: 'recover', delay: '100ms' } } })
    world.do({ verb: 'submit', value: { engine: '3d', gpuTime: 1000, priority: 'normal', context: 'game' } })
    world.do({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
    world.do({ verb: 'inject', value: { fault: 'hang', count: 1 } })
    world.queue.executeCommandLists({ name: 'draw', gpuTime: 1000, resources: [] })
    world.wait(S)
    const removed = new Map(world.of('device-removed').map(({ device, reason }) => [device, reason]))
    expect([removed.get('app'), removed.get('game'), removed.get(COMPOSITOR)]).toEqual([
      'DXGI_ERROR_DEVICE_HUNG',
      'DXGI_ERROR_DEVICE_RESET',
      'DXGI_ERROR_DEVICE_RESET',
    ])
  })
})
