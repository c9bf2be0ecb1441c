/** Pipelines of effects and the constants bound to them, on a real device. Blur has two passes and a whole radius. */
import { describe, expect, it } from 'vitest'
import type { EffectState } from '../../../main/editor/editor-options'
import { EffectDraws } from '../../../main/editor/effect-draws'
import { shadersOf } from '../../../main/editor/effects/catalogue'
import type { ConstantValues, EffectSpec } from '../../../preload/contract'
import { worldOf } from '../support/world'

function rig() {
  const world = worldOf()
  let changes = 0
  let parameters = 0
  const draws = new EffectDraws(() => world.device, shadersOf, {
    pipelinesChanged: () => changes++,
    effectsChanged: () => parameters++,
  })
  return { world, draws, changes: () => changes, parameters: () => parameters }
}

function state(name: string, more: Partial<EffectSpec> = {}): EffectState {
  const spec: EffectSpec = { name, gpuTime: 1000, resources: [], ...more }
  const counts = { completed: 0, inFlight: 0, lastFence: 0, lastApplied: -1 }
  return { spec, resources: [], heaps: null, ...counts, applied: false, pipelines: null }
}

const usual = shadersOf({ name: 'Blur' }).values
const radius = (values: ConstantValues | undefined): number[] | undefined => values?.radius

describe('what an effect draws with', () => {
  it('are a pipeline for each of its passes, made when it is first applied and kept', () => {
    const { world, draws, changes } = rig()
    const blur = state('Blur')
    expect([draws.bound(blur), changes()]).toEqual([[], 0])
    const made = draws.of(blur)
    expect(world.device.pipelines.map(({ name }) => name)).toEqual(['Blur/across', 'Blur/down'])
    expect([draws.of(blur), draws.bound(blur)].map((one) => one === made)).toEqual([true, true])
    expect([made.length, world.device.pipelines.length, changes()]).toEqual([2, 2, 1])
  })

  it('is nothing for media, which are copied', () => {
    const { world, draws } = rig()
    const sea = state('sea', { clip: { name: 'sea', width: 64, height: 64 } })
    expect(draws.of(sea)).toEqual([])
    draws.animate(sea, { radius: [3] })
    expect([sea.pipelines, world.device.pipelines.length]).toEqual([null, 0])
  })

  it('binds to each pass the constants that it has, with what the effect says of them', () => {
    const { draws } = rig()
    const blur = state('Blur', { constants: { radius: [5] } })
    for (const { constants } of draws.of(blur)) {
      expect(Object.keys(constants)).toContain('radius')
      expect(radius(constants)).toEqual([5])
    }
    expect(draws.constantsOf(blur)).toEqual({ ...usual, radius: [5] })
    // as much is known of one that was never applied
    expect(draws.constantsOf(state('Blur'))).toEqual(usual)
  })
})

describe('constants that a person sets', () => {
  it('are bound by the next application; what was drawn keeps those before', () => {
    const { draws, changes, parameters } = rig()
    const blur = state('Blur')
    const before = draws.of(blur)
    expect(draws.setConstants(blur, { radius: [7] })).toBe('S_OK')
    expect([radius(draws.of(blur)[0]?.constants), radius(before[0]?.constants)]).toEqual([[7], usual.radius])
    expect([blur.spec.constants, changes(), parameters()]).toEqual([{ radius: [7] }, 2, 1])
  })

  it.each<[string, ConstantValues]>([
    ['one that it has not', { amount: [1] }],
    ['one of another size', { radius: [1, 2] }],
    ['one out of its range', { radius: [-1] }],
    ['one that is not whole', { radius: [2.5] }],
    ['one of several that is wrong', { radius: [2], amount: [1] }],
    ['one that every object has', { constructor: [1] }],
  ])('are refused with %s, and nothing changes', (_what, constants) => {
    const { draws } = rig()
    const blur = state('Blur')
    expect(draws.setConstants(blur, constants)).toBe('E_INVALIDARG')
    expect([draws.constantsOf(blur), blur.spec.constants]).toEqual([usual, undefined])
  })
})

describe('what keyframes say', () => {
  it('holds for their moment, and the effect’s own again afterwards', () => {
    const { draws } = rig()
    const blur = state('Blur', { constants: { radius: [5] } })
    draws.animate(blur, { radius: [3] })
    expect(draws.constantsOf(blur)).toEqual({ ...usual, radius: [3] })
    expect(draws.ownConstantsOf(blur)).toEqual({ ...usual, radius: [5] })
    draws.animate(blur, {})
    expect([draws.constantsOf(blur), blur.spec.constants]).toEqual([{ ...usual, radius: [5] }, { radius: [5] }])
  })

  it('is taken within the range and whole, and what the effect has not is left out', () => {
    const { draws } = rig()
    const blur = state('Blur')
    const animated = (values: ConstantValues): ConstantValues => {
      draws.animate(blur, values)
      return draws.constantsOf(blur)
    }
    expect(animated({ radius: [2.6], amount: [1] })).toEqual({ ...usual, radius: [3] })
    expect(radius(animated({ radius: [-5] }))?.[0]).toBeGreaterThanOrEqual(0)
    expect(animated({ radius: [1, 2] })).toEqual(usual)
  })

  it('is another object only where it is another value, and nothing where there are no keyframes', () => {
    const { draws, changes } = rig()
    const blur = state('Blur')
    draws.animate(blur, {})
    expect([blur.pipelines, changes()]).toEqual([null, 0])
    draws.animate(blur, { radius: [3] })
    const { pipelines } = blur
    const told = changes()
    draws.animate(blur, { radius: [3.2] })
    expect([blur.pipelines === pipelines, changes()]).toEqual([true, told])
  })
})
