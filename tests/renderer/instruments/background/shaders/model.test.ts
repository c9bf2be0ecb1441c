import { describe, expect, test } from 'vitest'
import { specialise } from '../../../../../main/drivers/umd/glsl'
import type { EffectView, PipelineView, VariantView } from '../../../../../preload/contract'
import { measuredText } from '../../../../../renderer/instruments/background/shaders/measured'
import {
  changeText,
  constantsText,
  driversOwnText,
  hitRate,
  identityText,
  modelledTime,
  variantConstants,
} from '../../../../../renderer/instruments/background/shaders/model'

function variant(id: number, constants: VariantView['constants'], over: Partial<VariantView> = {}): VariantView {
  return {
    id,
    constants,
    source: '',
    installedAt: 0,
    hits: 0,
    folded: [],
    kept: [],
    branchesRemoved: 0,
    loopsUnrolled: 0,
    operations: 10,
    matches: false,
    ...over,
  }
}

function pipeline(over: Partial<PipelineView> = {}): PipelineView {
  return {
    id: 1,
    effect: 'Blur',
    pass: 0,
    name: 'Blur/horizontal',
    source: '',
    operations: 100,
    constants: { radius: [9], sigma: [3] },
    draws: 200,
    sampled: 25,
    usable: [],
    variants: [],
    ...over,
  }
}

const effect: EffectView = { name: 'Blur', gpuTime: 4_000, resources: new Uint32Array(), completed: 0, inFlight: 0 }

describe('variants', () => {
  test('hit rates in words', () => {
    expect(hitRate(variant(1, {}, { hits: 50 }), pipeline())).toBe(0.25)
    expect(hitRate(variant(1, {}), pipeline({ draws: 0 }))).toBe(0)
  })

  test('constants in words', () => {
    expect(constantsText({ radius: [9], tint: [1, 0.33333333, 0] })).toBe('radius = 9, tint = (1, 0.3333, 0)')
    expect(constantsText({})).toBe('none')
  })

  test('modelled time is the share of the effect’s GPU time that the operations have (BP-31)', () => {
    const first = pipeline()
    const second = pipeline({ id: 2, operations: 300 })
    const elsewhere = pipeline({ id: 3, effect: 'Other', operations: 1_000 })
    const all = [first, second, elsewhere]
    expect(modelledTime(first, first.operations, all, [effect])).toBe(1_000)
    expect(modelledTime(first, 40, all, [effect])).toBe(400)
    expect(modelledTime(elsewhere, 40, all, [effect])).toBeNull()
    expect(modelledTime(pipeline({ operations: 0 }), 0, [pipeline({ operations: 0 })], [effect])).toBeNull()
  })

  test('what changes is told as a share', () => {
    expect([changeText(1000, 780), changeText(1000, 1030), changeText(0, 5)]).toEqual(['−22 %', '+3 %', ''])
  })

  test('what was not measured says so', () => {
    expect([null, 0.31234, 4.567, 23.45].map(measuredText)).toEqual(['not measured', '0.312 ms', '4.57 ms', '23.4 ms'])
  })
})

describe('what a variant counts on (BP-25, BP-26)', () => {
  test('is folded where it is a literal, and else matched, each with its value', () => {
    const constants = { radius: [8], steps: [8], edges: [0], tint: [1, 0, 0] }
    expect(variantConstants({ constants, folded: ['tint', 'edges'], kept: ['radius', 'steps'] })).toEqual({
      folded: { edges: [0], tint: [1, 0, 0] },
      matched: { radius: [8], steps: [8] },
    })
  })
})

describe('pixels of a variant (BP-25)', () => {
  test.each([
    [null, 'not compared yet'],
    [{ bytes: 0, worst: 0, of: 230_400 }, 'identical ✓'],
    [{ bytes: 1_200, worst: 3, of: 230_400 }, 'differ: 1,200 of 230,400 bytes, by up to 3; not used in the Preview'],
  ])('%j is told as %s', (difference, text) => expect(identityText(difference)).toBe(text))
})

describe('the uniforms that the driver adds to a variant [BP-25]', () => {
  const shader = (name: string) => `#version 300 es
precision highp float;
uniform bool on;
uniform float ${name};
in vec2 vUv;
out vec4 outColor;
void main() {
  float x = ${name};
  if (on) { x = vUv.x; }
  outColor = vec4(x);
}
`
  const textOf = (general: string, on: number) => driversOwnText(general, specialise(general, { on: [on] }).source)

  test('are named and told, whatever name was left for them', () => {
    expect(textOf(shader('gain'), 1)).toMatch(
      /^Added by the driver: driverNever and driverAny, uniforms that are never/,
    )
    expect(textOf(shader('driverAny'), 1)).toMatch(/^Added by the driver: driverNever1 and driverAny1, uniforms/)
  })

  test('are not spoken of where there are none', () => {
    const plain = shader('gain').replace('if (on) { x = vUv.x; }', '')
    expect(textOf(plain, 1)).toBeNull()
    expect(driversOwnText(shader('driverAny'), shader('driverAny'))).toBeNull()
  })
})
