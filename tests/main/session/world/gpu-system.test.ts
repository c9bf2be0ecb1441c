/** The scheduling side of a system: what the driver declares of it, and what comes into force (GP-01 to GP-05). */
import { describe, expect, it } from 'vitest'
import {
  granularitiesOf,
  inForce,
  initialise,
  refreshRatesOf,
  schedulerOptions,
} from '../../../../main/session/world/gpu-system'
import { worldOf } from '../../support/world'
import { scenario } from '../live-rig'

const SOUND = ['MultiEngineAware', 'PreemptionAware']

const systemOf = (system: Record<string, unknown>) => scenario({ system }).system

function current(system: Record<string, unknown>) {
  const made = systemOf(system)
  return inForce(made, made.preemption)
}

describe('what is in force of the preemption that was asked for', () => {
  it('is that, where the driver is sound; it declares what is asked for where it says nothing of an engine [GP-04]', () => {
    const found = current({ preemption: { graphics: 'triangle', compute: 'thread' } })
    expect(found).toMatchObject({ model: 'win8', reason: null, graphics: 'triangle', compute: 'thread' })
    expect(found.declaration.engines).toEqual({
      '3d': { graphics: 'triangle', compute: 'thread' },
      compute: { compute: 'thread' },
    })
  })

  it('is what the driver says of each engine; of the adapter the coarsest is reported [GP-04]', () => {
    const engines = { '3d': { graphics: 'primitive' }, compute: { compute: 'dispatch' } }
    const found = current({ preemption: { graphics: 'pixel', compute: 'thread' }, driver: { engines } })
    expect(found.declaration.engines).toEqual({
      '3d': { graphics: 'primitive', compute: 'thread' },
      compute: { compute: 'dispatch' },
    })
    expect([found.graphics, found.compute]).toEqual(['primitive', 'dispatch'])
  })

  it('is the model of Windows 7 where the driver does not do the other, with the reason [GP-01]', () => {
    const old = current({ wddm: '1.2', driver: { interfaceVersion: 'win7' } })
    expect([old.model, old.reason]).toEqual(['win7', 'the driver was built against an interface version before WIN8'])
    const unaware = current({ driver: { schedulingCaps: ['MultiEngineAware'] } })
    expect(unaware.model).toBe('win7')
    expect(unaware.declaration.vidSchCaps).toBe(0x1)
  })

  it('has the bits of DXGK_VIDSCHCAPS and DXGK_FLIPCAPS by their names', () => {
    const { declaration } = current({
      driver: { schedulingCaps: [...SOUND, 'NoDmaPatching'], flipCaps: ['FlipOnVSyncMmIo', 'FlipImmediateMmIo'] },
    })
    expect([declaration.vidSchCaps, declaration.flipCaps]).toEqual([0x1 | 0x4 | 0x8, 0x2 | 0x8])
  })
})

describe('granularities as the scheduler takes them', () => {
  it('let what has no inner structure on the compute engine stop between packets, unless nothing does [GP-22]', () => {
    const of = (compute: string) => granularitiesOf(current({ preemption: { graphics: 'pixel', compute } })).compute
    expect([of('thread'), of('dma-buffer'), of('none')]).toEqual([
      { graphics: 'dma-buffer', compute: 'thread' },
      { graphics: 'dma-buffer', compute: 'dma-buffer' },
      { graphics: 'none', compute: 'none' },
    ])
  })
})

describe('displays', () => {
  it('have each their own rate, or there is one of the system’s', () => {
    expect(refreshRatesOf(systemOf({ refreshRate: 75 }))).toEqual([75])
    expect(
      refreshRatesOf(systemOf({ refreshRate: 75, displays: [{ refreshRate: 60 }, { refreshRate: 144 }] })),
    ).toEqual([60, 144])
  })
})

describe('the scheduler’s options', () => {
  const options = (system: Record<string, unknown>) => schedulerOptions(systemOf(system), current(system))

  it('are the system’s and its driver’s, with what is not said left out', () => {
    const driver = { queueDepth: 5, contextRestore: 3, preemptionRequest: 7, pagingEngine: '3d' }
    expect(options({ driver, physicalAdapters: 2, tdr: { delay: '3s' } })).toMatchObject({
      model: 'win8',
      queueDepth: 5,
      restore: 3,
      preemptionRequest: 7,
      preemptionTurnaround: 0,
      quantum: null,
      pagingEngine: '3d',
      physicalAdapters: 2,
      noDmaPatching: false,
      timeouts: { delay: 3_000_000 },
    })
  })

  it('say that work was submitted again only from WDDM 1.3 on', () => {
    expect([options({ wddm: '1.2' }).saysResubmission, options({ wddm: '2.0' }).saysResubmission]).toEqual([
      false,
      true,
    ])
  })

  it('have NoDmaPatching where the driver declares it', () => {
    expect(options({ driver: { schedulingCaps: [...SOUND, 'NoDmaPatching'] } }).noDmaPatching).toBe(true)
  })
})

describe('an adapter', () => {
  function started(system: Record<string, unknown>) {
    const world = worldOf()
    const reason = initialise(world.sim, current(system))
    return { reason, findings: world.of('finding').map(({ rule, message }) => [rule, message]) }
  }

  it('starts with a sound driver, and nothing is said', () => {
    expect(started({})).toEqual({ reason: null, findings: [] })
  })

  it('does not start where its bits contradict each other [GP-02]', () => {
    const { reason, findings } = started({ driver: { schedulingCaps: ['PreemptionAware'] } })
    expect(reason).toBe('STATUS_GRAPHICS_DRIVER_MISMATCH (0xC01E0009): PreemptionAware is set without MultiEngineAware')
    expect(findings).toEqual([['GP-02', `the adapter could not be initialised: ${reason}`]])
  })

  it('says what WDDM 1.2 requires and the driver does not declare, and why [GP-01]', () => {
    const requires = 'the driver does not declare support for the Windows 8 preemption model, which WDDM 1.2 requires'
    expect(started({ driver: { schedulingCaps: ['MultiEngineAware'] } }).findings).toEqual([
      ['GP-01', `${requires}: PreemptionAware and MultiEngineAware are not both set`],
    ])
    expect(started({ wddm: '1.2', driver: { interfaceVersion: 'win7' } }).findings).toEqual([
      ['GP-01', `${requires}: it was built against an interface version before WIN8`],
    ])
  })

  it('says that flips are not memory-mapped, only in the Windows 8 model, which needs that [GP-05]', () => {
    const driver = { flipCaps: ['FlipInterval'] }
    expect(started({ driver }).findings).toEqual([
      ['GP-05', 'the Windows 8 preemption model requires FlipOnVSyncMmIo, which the driver does not set'],
    ])
    expect(started({ driver, preemption: { model: 'win7' } }).findings).toEqual([])
  })
})
