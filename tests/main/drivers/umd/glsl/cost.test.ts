import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CostModel, operationsOf, specialise } from '../../../../../main/drivers/umd/glsl'
import { BUILT_IN_EFFECTS, builtInEffect } from '../../../../../main/editor/effects/catalogue'
import type { ConstantValues } from '../../../../../preload/contract'
import { anyConstants, deciding } from '../../../editor/effects/any-constants'
import { shader, write } from './shader'

describe('operationsOf', () => {
  it('multiplies what a loop does by how often it runs, and takes the branch that is decided', () => {
    const source = shader(
      `float x = 0.0;\n  for (int i = 0; i < count; i++) { if (read) { x += texture(uSource, vUv).r; } }\n  ${write}`,
      'uniform int count;\nuniform bool read;',
    )
    const cost = (count: number, read: number) => operationsOf(source, { count: [count], read: [read] })
    const once = cost(3, 1) - cost(2, 1)
    expect(cost(13, 1) - cost(3, 1)).toBeCloseTo(10 * once)
    expect(once).toBeGreaterThan(16)
    expect(cost(3, 0)).toBeLessThan(cost(3, 1) - 3 * 16)
    // not known: the mean and divergence
    expect(operationsOf(source, { count: [3] })).toBeGreaterThan(cost(3, 0))
    expect(operationsOf(source, { count: [3] })).toBeLessThan(cost(3, 1))
  })
})

describe('the constants that a cost depends on [BP-31]', () => {
  const names = (body: string, functions = '') =>
    [...new CostModel(shader(body, 'uniform int a;\nuniform float b;\nuniform float c;', functions)).deciding].sort()

  it.each([
    ['a condition', 'float x = c; if (b > 1.0) { x += 1.0; }', ['b']],
    ['a loop, its step included', 'float x = b; for (int i = 0; i < 9; i += a) { x += c; }', ['a']],
    ['a choice between values', 'float x = a == 1 ? b : c;', ['a']],
    ['a while', 'float x = c; while (b < x) { x += 1.0; }', ['b', 'c']],
    ['a selection', 'float x = b; switch (a) { case 1: x = c; break; }', ['a']],
    [
      'what a condition was computed from',
      'bool on = b > 1.0; bool both = on && a == 1; float x = both ? 1.0 : c;',
      ['a', 'b'],
    ],
    ['nothing', 'float x = b * c + float(a);', []],
  ])('are those of %s', (_, body, expected) => {
    expect(names(`${body}\n${write}`)).toEqual(expected)
  })

  it('are those of functions and of constants outside them, too', () => {
    const functions = 'const float K = 2.0;\nfloat f(float y) { float z = c; if (y > K * b) { z += 1.0; } return z; }'
    expect(names(`float x = f(1.0);\n${write}`, functions)).toEqual(['b'])
  })

  it.each(BUILT_IN_EFFECTS.map((effect) => [effect.name, effect] as const))(
    'are all that change the cost of %s and of its variants',
    (_, effect) => {
      fc.assert(
        fc.property(anyConstants(effect), anyConstants(effect), (values, others) => {
          for (const { source } of effect.passes)
            for (const made of [source, specialise(source, deciding(effect, values)).source]) {
              const model = new CostModel(made)
              const kept = Object.entries(values).filter(([name]) => model.deciding.has(name))
              const mixed = { ...others, ...Object.fromEntries(kept) }
              expect(model.operations(mixed)).toBe(model.operations(values))
            }
        }),
        { numRuns: 10 },
      )
    },
  )
})

describe('what a variable is known to be [BP-31]', () => {
  const uniforms = 'precision highp int;\nuniform int k;\nuniform float gain;'
  const cost = (body: string, constants: ConstantValues = { k: [2], gain: [1] }) =>
    operationsOf(shader(`float x = vUv.x;\n  ${body}\n  ${write}`, uniforms), constants)
  /** 16 for its read, 1 for its sum, and for what stands before it: a test and 1 for the branch */
  const read = 'x += texture(uSource, vUv).r;'
  const [taken, left, either] = [2 + 17, 2, 2 + 17 / 2 + 4]

  it.each([
    ['what it is given last', `int i = 1; i = 2; if (i == 2) { ${read} }`, taken],
    [
      'nothing, once the picture has given it something',
      `int i = 2; i = int(vUv.x * 9.0); if (i == 2) { ${read} }`,
      either + 2,
    ],
    ['what a constant is that it is given', `int i = 0; i = k; if (i == 2) { ${read} }`, taken],
    [
      'nothing after a branch of the picture that writes it',
      `int i = 2; if (x > 0.5) { i = 3; } if (i == 2) { ${read} }`,
      2 + 4 + either,
    ],
    [
      'what the side that constants decide gives it',
      `int i = 2; if (k == 2) { i = 3; } if (i == 2) { ${read} }`,
      2 + left,
    ],
    ['nothing after += and ++', `int i = 1; i += 1; i++; if (i == 2) { ${read} }`, 2 + either],
    [
      'what it was around a block with another of its name',
      `int i = 2; { int i = 3; i = 4; } if (i == 2) { ${read} }`,
      taken,
    ],
    [
      'nothing after a loop that writes it',
      `int i = 2; while (x < 0.5) { i = 3; x += 0.5; } if (i == 2) { ${read} }`,
      8 * 3 + either,
    ],
    ['what it is given in a body that runs once', `int i = 1; do { i = 2; x += 1.0; } while (k == 0);`, 3],
    ['not what it was before a body that runs first', `int i = 9; do { i = 2; x += 1.0; } while (i == 2);`, 8 * 3],
    [
      'its value in each turn of a loop that goes on early',
      `for (int n = 0; n < 2; n++) { if (n == 0) continue; ${read} }`,
      2 * (2 + 3) + 17,
    ],
    [
      'nothing in a later turn of a loop that may be left in between',
      `int i = 2; for (int n = 0; n < 2; n++) { if (x > 0.5) continue; i = 3; } if (i == 2) { ${read} }`,
      2 * (6 + 3) + either,
    ],
  ])('is %s', (_, body, expected) => {
    expect(cost(body)).toBeCloseTo(expected, 9)
  })
})

describe.each([...BUILT_IN_EFFECTS, builtInEffect('Anything')].map((effect) => [effect.name, effect] as const))(
  'variants of %s',
  (_, effect) => {
    it('cost the less the more is known: no more than the general shader, nor with everything folded than with some [BP-25, BP-31]', () => {
      fc.assert(
        fc.property(anyConstants(effect), (values) => {
          for (const { source } of effect.passes) {
            const some = specialise(source, deciding(effect, values))
            const all = specialise(source, values)
            const [most, middle, least] = [source, some.source, all.source].map((one) => operationsOf(one, values))
            expect(middle).toBeLessThanOrEqual(most as number)
            expect(least).toBeLessThanOrEqual(middle as number)
          }
        }),
        { numRuns: 8 },
      )
    })
  },
)
