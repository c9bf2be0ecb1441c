import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CostModel, DEFAULT_LIMITS, operationsOf, specialise } from '../../../../main/drivers/umd/glsl'
import { floatToken } from '../../../../main/drivers/umd/glsl/scalar'
import { BUILT_IN_EFFECTS, builtInEffect } from '../../../../main/editor/effects/catalogue'
import type { ConstantValues } from '../../../../preload/contract'
import { anyConstants, deciding } from '../../editor/effects/any-constants'

/** A whole shader around a body of `main`. */
function shader(body: string, uniforms = '', functions = ''): string {
  return `#version 300 es
precision highp float;
uniform sampler2D uSource;
${uniforms}
in vec2 vUv;
out vec4 outColor;
${functions}
void main() {
${body}
}
`
}

/** What is left of the body, a line each. */
function bodyOf(source: string): string[] {
  const lines = source.split('\n').map((line) => line.trim())
  return lines.slice(lines.indexOf('void main() {') + 1, -2)
}

const write = 'outColor = vec4(x, 0.0, 0.0, 1.0);'

describe('branches', () => {
  const source = shader(
    `float x = 0.0;
  if (mode == 1) { x = 1.0; } else if (mode == 2) { x = 2.0; } else { x = 3.0; }
  ${write}`,
    'uniform int mode;',
  )

  it.each([
    [1, 'x = 1.0;'],
    [2, 'x = 2.0;'],
    [7, 'x = 3.0;'],
  ])('that a constant decides are removed: mode %i leaves %s', (mode, left) => {
    const made = specialise(source, { mode: [mode] })
    expect(bodyOf(made.source)).toEqual(['float x = 0.0;', left, write])
    expect(made).toMatchObject({ folded: ['mode'], kept: [], branchesRemoved: mode === 1 ? 1 : 2 })
  })

  it('stay where the constants do not decide, with what is decided within', () => {
    const made = specialise(
      shader(
        `float x = 0.0;\n  if (vUv.x > 0.5) { if (on) { x = 1.0; } else { x = 2.0; } }\n  ${write}`,
        'uniform bool on;',
      ),
      { on: [0] },
    )
    expect(bodyOf(made.source)).toEqual(['float x = 0.0;', 'if (vUv.x > 0.5) {', 'x = 2.0;', '}', write])
  })

  it('of ?: are removed as well, and what is only in them goes with its uniforms and functions', () => {
    const made = specialise(
      shader(
        `float x = count > 2 ? far() : 0.25;\n  ${write}`,
        'uniform int count;\nuniform float depth;',
        'float far() { return depth; }',
      ),
      { count: [2] },
    )
    expect(bodyOf(made.source)).toEqual(['float x = 0.25;', write])
    expect(made.source).not.toMatch(/depth|far|uniform/)
    expect(made.branchesRemoved).toBe(1)
  })

  it('an else further on does not join an if that has lost its own', () => {
    const made = specialise(
      shader(
        `float x = 0.0;\n  if (vUv.x > 0.5) if (on) if (vUv.y > 0.5) x = 1.0; else x = 2.0;\n  ${write}`,
        'uniform bool on;',
      ),
      { on: [1] },
    )
    expect(bodyOf(made.source).join(' ')).toBe(
      `float x = 0.0; if (vUv.x > 0.5) { if (vUv.y > 0.5) x = 1.0; else x = 2.0; } ${write}`,
    )
  })

  it('a local variable or parameter of a constant’s name is another thing', () => {
    const made = specialise(
      shader(
        `int mode = int(vUv.x * 4.0);\n  float x = 0.0;\n  if (mode == 1) { x = half_(3); }\n  ${write}`,
        'uniform int mode;',
        'float half_(int mode) { return mode > 2 ? 1.0 : 2.0; }',
      ),
      { mode: [0] },
    )
    expect(made.branchesRemoved).toBe(0)
    expect(made.source).toContain('if (mode == 1)')
    expect(made.source).toContain('mode > 2 ? 1.0 : 2.0')
  })
})

describe('loops', () => {
  const loop = (body: string, head = 'int i = 0; i < count; i++') =>
    shader(`float x = 0.0;\n  for (${head}) { ${body} }\n  ${write}`, 'uniform int count;\nuniform float width;')

  it('with bounds that the constants give are unrolled', () => {
    const made = specialise(loop('x += width * float(i);', 'int i = -count; i <= count; i += 2'), { count: [2] })
    expect(bodyOf(made.source)).toEqual([
      'float x = 0.0;',
      'x += width * (-2.0);',
      'x += width * 0.0;',
      'x += width * 2.0;',
      write,
    ])
    expect(made).toMatchObject({ loopsUnrolled: 1, folded: ['count'] })
  })

  it('end at a break and skip at a continue that the iteration decides', () => {
    const made = specialise(loop('if (i == 1) continue; if (i == 3) break; x += width * float(i);'), { count: [9] })
    expect(bodyOf(made.source)).toEqual(['float x = 0.0;', 'x += width * 0.0;', 'x += width * 2.0;', write])
  })

  it('keep the scope of what an iteration declares', () => {
    const made = specialise(loop('float part = width * float(i); x += part;'), { count: [2] })
    expect(bodyOf(made.source).filter((line) => line === '{')).toHaveLength(2)
  })

  it.each([
    ['more iterations than the limit', loop('x += width;'), { count: [DEFAULT_LIMITS.iterations + 1] }],
    ['a break that the picture decides', loop('if (x > 1.0) break; x += width;'), { count: [4] }],
    ['a body that writes to the variable', loop('i += 1; x += width;'), { count: [4] }],
    ['a bound that is not known', loop('x += width;'), {}],
    ['a division by the variable', loop('x += width / float(i + 1);'), { count: [4] }],
    ['a function of the variable alone', loop('x += sin(float(i));'), { count: [4] }],
    ['a step that leads nowhere', loop('x += width;', 'int i = 0; i < count; i += 0'), { count: [4] }],
  ])('with %s stay loops', (_, source, constants: ConstantValues) => {
    const made = specialise(source, constants)
    expect(made.loopsUnrolled).toBe(0)
    expect(made.source).toContain('for (')
  })

  it('stay loops where they would become too long a source', () => {
    const made = specialise(loop('x += width * float(i);'), { count: [40] }, { iterations: 64, size: 200 })
    expect(made.loopsUnrolled).toBe(0)
  })
})

describe('arithmetic on the GPU stays what it was [BP-25]', () => {
  it('a float decides conditions, and is still read where the GPU computes with it', () => {
    const made = specialise(
      shader(`float x = vUv.x;\n  if (gain > 1.0) { x = pow(x, gain) / gain; }\n  ${write}`, 'uniform float gain;'),
      { gain: [2] },
    )
    expect(bodyOf(made.source)).toEqual(['float x = vUv.x;', 'x = pow(x, gain) / gain;', write])
    expect(made).toMatchObject({ folded: [], kept: ['gain'], branchesRemoved: 1 })
  })

  it('a whole number that becomes a float on the GPU is still read there', () => {
    const made = specialise(shader(`float x = vUv.x / float(taps);\n  ${write}`, 'uniform int taps;'), { taps: [3] })
    expect(made.source).toContain('vUv.x / float(taps)')
    expect(made.kept).toEqual(['taps'])
  })

  it.each([
    ['0.1 + 0.2 == 0.3', 'left: the sum is rounded', false],
    ['0.5 + 0.25 == 0.75', 'decided: the sum is exact', true],
    ['0.1 * 3.0 > 0.2', 'left: the product is rounded', false],
    ['6.0 / 3.0 == 2.0', 'left: division may be off by some units', false],
    ['abs(-2.0) < 3.0 && floor(1.5) == 1.0', 'decided', true],
    ['7 / 2 == 3 && 7 % 2 == 1 && (5 & 4) == 4', 'decided', true],
    ['-7 / 2 == -3', 'left: open for negative operands', false],
    ['1u - 2u == 4294967295u', 'decided: it wraps', true],
  ])('%s is %s', (condition, _, decided) => {
    const made = specialise(shader(`float x = ${condition} ? 1.0 : 2.0;\n  ${write}`), {})
    expect(made.branchesRemoved).toBe(decided ? 1 : 0)
    if (decided) expect(made.source).toMatch(/float x = 1\.0 ?;/)
  })

  it('literals of floats are read back as just the same 32 bits', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true, min: 0 }), (value) => {
        const token = floatToken(value)
        expect(token).toMatch(/^\d+(\.\d+)?(e[+-]\d+)?$/)
        expect(token).toMatch(/[.e]/)
        expect(Math.fround(Number(token))).toBe(value)
      }),
    )
  })
})

describe('a source that is none', () => {
  it('says what was found and what was expected', () => {
    expect(() => specialise('void main() {', {})).toThrow(/GLSL ES 3.00/)
    expect(() => specialise('#version 300 es\n#define N 3\nvoid main() {}', {})).toThrow(/without macros/)
  })
})

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

describe.each([...BUILT_IN_EFFECTS, builtInEffect('Anything')].map((effect) => [effect.name, effect] as const))(
  'variants of %s',
  (_, effect) => {
    it('are shaders again, have no folded uniforms, cost no more, and have nothing left to specialise [BP-26, BP-31]', () => {
      fc.assert(
        fc.property(anyConstants(effect), fc.boolean(), (values, all) => {
          const constants = all ? values : deciding(effect, values)
          for (const { source } of effect.passes) {
            const made = specialise(source, constants)
            for (const name of made.folded) expect(made.source).not.toMatch(new RegExp(`\\b${name}\\b`))
            expect(operationsOf(made.source, values)).toBeLessThanOrEqual(operationsOf(source, values))
            // a comment makes it another source, so that its tree comes from its text
            const again = specialise(`${made.source}// again\n`, constants)
            expect(again.source.replace('// again\n', '')).toBe(made.source)
            expect(again).toMatchObject({ branchesRemoved: 0, loopsUnrolled: 0 })
          }
        }),
        { numRuns: 2 },
      )
    })
  },
)
