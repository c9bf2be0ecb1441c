/** GP-01, GP-02 and GP-04: what a driver declares about scheduling, alone and in a simulated system. */
import { describe, expect, test } from 'vitest'
import {
  capsMismatch,
  FlipCaps,
  granularitiesUnder,
  modelInForce,
  reportedGranularities,
  type SchedulingDeclaration,
  SubmitFlags,
  VidSchCaps,
} from '../../../../main/drivers/kmd/scheduling-caps'
import { COMPUTE_GRANULARITIES, type ComputeGranularity, GRAPHICS_GRANULARITIES } from '../../../../preload/contract'
import { finish, GRAPHICS, gpuWorld, LENGTH, preemptions, submit } from '../../dxgkrnl/vidsch/gpu-world'
import type { TestWorld } from '../../support/world'

const { MultiEngineAware, PreemptionAware, NoDmaPatching, CancelCommandAware, VSyncPowerSaveAware } = VidSchCaps

function declaration(vidSchCaps: number, others: Partial<SchedulingDeclaration> = {}): SchedulingDeclaration {
  const engines = {
    '3d': { graphics: 'pixel', compute: 'thread' },
    compute: { compute: 'thread' },
  } as const
  return { builtForWin8: true, vidSchCaps, flipCaps: FlipCaps.FlipOnVSyncMmIo, engines, ...others }
}

test('the bits are those of the headers [GP-01 GP-05 GP-11]', () => {
  expect(VidSchCaps).toEqual({
    MultiEngineAware: 0x1,
    VSyncPowerSaveAware: 0x2,
    PreemptionAware: 0x4,
    NoDmaPatching: 0x8,
    CancelCommandAware: 0x10,
  })
  expect(FlipCaps.FlipOnVSyncMmIo).toBe(0x2)
  expect([SubmitFlags.Paging, SubmitFlags.ContextSwitch, SubmitFlags.Resubmission]).toEqual([0x1, 0x40, 0x80])
})

/** The driver asks for what it can do: A (8 ms) is stopped at a pixel, or it is not stopped. */
function contended(driver: Record<string, unknown>, preemption: Record<string, unknown> = {}): TestWorld {
  const world = gpuWorld(driver, { preemption: { graphics: 'pixel', compute: 'thread', ...preemption } })
  submit(world, { context: 'A', gpuTime: LENGTH, work: GRAPHICS })
  world.wait(3332)
  submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
  finish(world)
  return world
}

const WIN8 = ['3332→3340 pixel, save 0, held 1']
const WIN7 = ['3332→8000 dma-buffer, save 0, held 0']

describe('the model in force [GP-01]', () => {
  const both = { interfaceVersion: 'win8', schedulingCaps: ['PreemptionAware', 'MultiEngineAware'] }

  test.each(['win8', 'wddm2.0', 'wddm3.2'])('Windows 8 with both bits, built against %s', (interfaceVersion) => {
    const world = contended({ ...both, interfaceVersion })
    expect([preemptions(world), world.of('finding')]).toEqual([WIN8, []])
    expect(world.preemption).toMatchObject({ model: 'win8', reason: null })
  })

  test.each([
    ['PreemptionAware = 0', { ...both, schedulingCaps: ['MultiEngineAware'] }, 'does not set PreemptionAware'],
    ['no bits at all', { ...both, schedulingCaps: [] }, 'does not set PreemptionAware'],
    ['an interface version before WIN8', { ...both, interfaceVersion: 'win7' }, 'before WIN8'],
  ])('Windows 7 behaviour with %s, and a finding: support is mandatory from WDDM 1.2 on', (_what, driver, why) => {
    for (const wddm of ['1.2', '3.2']) {
      const world = contended(driver)
      expect([wddm, preemptions(world)]).toEqual([wddm, WIN7])
      const message = expect.stringMatching(/does not declare support for the Windows 8 preemption model.*WDDM 1\.2/)
      expect(world.of('finding')).toMatchObject([{ t: 0, rule: 'GP-01', message }])
      expect(world.preemption).toMatchObject({ model: 'win7', reason: expect.stringContaining(why) })
      expect(world.initialisationFailure).toBeNull()
    }
  })

  test('Windows 7 behaviour by the choice of the scheduler, with a driver that supports the other: no finding', () => {
    const world = contended(both, { model: 'win7' })
    expect([preemptions(world), world.of('finding')]).toEqual([WIN7, []])
    expect(world.preemption).toMatchObject({ model: 'win7', reason: null })
  })

  test('by itself', () => {
    const capable = declaration(PreemptionAware | MultiEngineAware)
    expect(modelInForce('win8', capable)).toEqual({ model: 'win8', reason: null })
    expect(modelInForce('win7', capable)).toEqual({ model: 'win7', reason: null })
    for (const incapable of [
      declaration(MultiEngineAware),
      declaration(0),
      declaration(PreemptionAware | MultiEngineAware, { builtForWin8: false }),
    ])
      expect(modelInForce('win8', incapable)).toMatchObject({ model: 'win7', reason: expect.any(String) })
  })
})

describe('inconsistent caps [GP-02]', () => {
  test('of the 32 combinations, exactly those that lack what a bit needs', () => {
    for (let caps = 0; caps < 32; caps++) {
      const has = (bit: number): boolean => (caps & bit) === bit
      const consistent =
        (!has(PreemptionAware) || has(MultiEngineAware)) &&
        (!has(NoDmaPatching) || has(PreemptionAware | MultiEngineAware)) &&
        (!has(CancelCommandAware) || has(MultiEngineAware))
      expect([caps, capsMismatch(declaration(caps)) === null]).toEqual([caps, consistent])
    }
    expect(capsMismatch(declaration(VSyncPowerSaveAware))).toBeNull()
  })

  test.each([
    [['PreemptionAware'], 'PreemptionAware is set without MultiEngineAware'],
    [['NoDmaPatching'], 'NoDmaPatching is set without PreemptionAware and MultiEngineAware'],
    [['NoDmaPatching', 'MultiEngineAware'], 'NoDmaPatching is set without PreemptionAware and MultiEngineAware'],
    [['CancelCommandAware'], 'CancelCommandAware is set without MultiEngineAware'],
  ])('%j: the adapter does not start, and says why', (schedulingCaps, why) => {
    const world = gpuWorld({ schedulingCaps }, { compositor: { enabled: true } })
    expect(world.initialisationFailure).toBe(`STATUS_GRAPHICS_DRIVER_MISMATCH (0xC01E0009): ${why}`)
    expect(world.of('finding')).toMatchObject([
      { t: 0, rule: 'GP-02', message: `the adapter could not be initialised: ${world.initialisationFailure}` },
    ])
    // no device can be used, and nothing is presented
    expect(world.device.getDeviceRemovedReason()).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(world.queue.executeCommandLists({ name: 'x', gpuTime: 1, resources: [] }).hr).toBe(
      'DXGI_ERROR_DEVICE_REMOVED',
    )
    world.wait(100_000)
    expect(world.of('packet')).toEqual([])
  })
})

describe('granularity [GP-04]', () => {
  test('there are six levels for graphics and six for compute, coarse to fine', () => {
    expect(GRAPHICS_GRANULARITIES).toEqual(['none', 'dma-buffer', 'primitive', 'triangle', 'pixel', 'shader'])
    expect(COMPUTE_GRANULARITIES).toEqual(['none', 'dma-buffer', 'dispatch', 'thread-group', 'thread', 'shader'])
  })

  test('where engines differ, the coarsest is reported for the adapter', () => {
    for (const [i, first] of COMPUTE_GRANULARITIES.entries())
      for (const [j, second] of COMPUTE_GRANULARITIES.entries()) {
        const engines = { '3d': { graphics: 'shader', compute: first }, compute: { compute: second } } as const
        const reported = reportedGranularities(declaration(0, { engines }))
        expect(reported).toEqual({ graphics: 'shader', compute: COMPUTE_GRANULARITIES[Math.min(i, j)] })
      }
  })

  test('each engine still stops at its own', () => {
    const driver = { engines: { '3d': { graphics: 'triangle', compute: 'shader' }, compute: { compute: 'dispatch' } } }
    const world = gpuWorld(driver)
    expect(world.preemption).toMatchObject({ graphics: 'triangle', compute: 'dispatch' })
    const work = { dispatches: 4, threadGroups: 10, threads: 20, instructions: 5 }
    for (const engine of ['3d', 'compute'] as const) submit(world, { engine, context: 'A', gpuTime: LENGTH, work })
    world.wait(3332)
    for (const engine of ['3d', 'compute'] as const)
      submit(world, { engine, context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    expect(preemptions(world)).toEqual(['3332→3338 shader, save 0, held 1', '3332→4000 dispatch, save 0, held 1'])
  })

  test('the Windows 7 model is never finer than a DMA buffer', () => {
    const levels: ComputeGranularity[] = ['none', 'dma-buffer', 'dispatch', 'shader']
    const under = (model: 'win7' | 'win8') =>
      levels.map((compute) => granularitiesUnder(model, { graphics: 'pixel', compute }))
    expect(under('win8')).toEqual(levels.map((compute) => ({ graphics: 'pixel', compute })))
    expect(under('win7').map(({ graphics }) => graphics)).toEqual(levels.map(() => 'dma-buffer'))
    expect(under('win7').map(({ compute }) => compute)).toEqual(['none', 'dma-buffer', 'dma-buffer', 'dma-buffer'])
  })

  test('it can be changed while the system runs', () => {
    const world = contended({}, { graphics: 'dma-buffer' })
    expect(preemptions(world)).toEqual(WIN7)
    world.do({ verb: 'system', value: { preemption: { graphics: 'pixel' } } })
    expect(world.preemption).toMatchObject({ graphics: 'pixel', compute: 'thread' })
    const start = world.sim.now
    submit(world, { context: 'A', gpuTime: LENGTH, work: GRAPHICS })
    world.wait(3332)
    submit(world, { context: 'U', gpuTime: 100, priority: 'high' })
    finish(world)
    const [, second] = world.of('preempt')
    expect([second?.boundary, (second?.stopped ?? 0) - start]).toEqual(['pixel', 3340])
  })
})
