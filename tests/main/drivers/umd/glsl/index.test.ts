import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, specialise } from '../../../../../main/drivers/umd/glsl'
import { BUILT_IN_EFFECTS, builtInEffect } from '../../../../../main/editor/effects/catalogue'
import type { ConstantValues } from '../../../../../preload/contract'
import { anyConstants, deciding } from '../../../editor/effects/any-constants'
import { bodyOf, shader, shortOf, write } from './shader'

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
    expect(shortOf(made.source)).toEqual(['float x = 0.0;', left, 'held(x)', write])
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
    expect(shortOf(made.source)).toEqual(['float x = 0.0;', 'if (vUv.x > 0.5) {', 'x = 2.0;', 'held(x)', '}', write])
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
    expect(bodyOf(made.source)).toEqual(['float x = (driverNever.x ? driverAny.x : 0.25);', write])
    expect(made.source).not.toMatch(/depth|far|count|sampler/)
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
    expect(shortOf(made.source).join(' ')).toBe(
      `float x = 0.0; if (vUv.x > 0.5) { if (vUv.y > 0.5) x = 1.0; else x = 2.0; held(x) } ${write}`,
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

describe('what stands where paths came together', () => {
  const source = shader(
    `float x = 0.0;
  float y = 0.0;
  ivec2 both = ivec2(0);
  mat2 turn = mat2(0.0);
  vec3 grey = vec3(vUv.x < 0.5 ? 0.25 : 0.75);
  if (mode == 1) { x = vUv.x; y = vUv.y; both = ivec2(vUv); turn = mat2(vUv, vUv); grey = vec3(vUv, 0.0); }
  outColor = vec4(mix(grey, vec3(x, y, 0.5), vUv.y), float(both.x)) * turn[0].x;`,
    'uniform int mode;',
  )

  it('gives no two components and no two neighbours the same, so that no compiler knows grey to be grey [BP-25]', () => {
    const made = specialise(source, { mode: [2] }).source
    const sets = [...made.matchAll(/^\s*(\w+) = (.*driverAny.*);$/gm)].map(([, name, value]) => `${name} = ${value}`)
    expect(sets).toEqual([
      'x = driverAny.x',
      'y = driverAny.y',
      'both = ivec2(driverAny.zw)',
      'turn = mat2(driverAny.wx, driverAny.xy)',
      'grey = driverAny.xyz',
    ])
  })

  it('is of the precision around it: a literal beside a lowp one may be computed with 16 bits, and 1e20 be ∞ [BP-25]', () => {
    expect(specialise(source, { mode: [2] }).source).toContain('uniform highp vec4 driverAny;')
    const narrow = source.replace('precision highp float', 'precision mediump float')
    expect(specialise(narrow, { mode: [2] }).source).toContain('uniform lowp vec4 driverAny;')
  })
})

describe('loops', () => {
  const loop = (body: string, head = 'int i = 0; i < count; i++') =>
    shader(`float x = 0.0;\n  for (${head}) { ${body} }\n  ${write}`, 'uniform int count;\nuniform float width;')

  it('with bounds that the constants give are unrolled', () => {
    const made = specialise(loop('x += width * float(i);', 'int i = -count; i <= count; i += 2'), { count: [2] })
    const iteration = ['held(i, x)', 'x += width * float(i);']
    expect(shortOf(made.source)).toEqual([
      'float x = 0.0;',
      '{',
      ...['int i = (-2);', ...iteration],
      ...['i = 0;', ...iteration],
      ...['i = 2;', ...iteration],
      ...['held(x)', '}', write],
    ])
    expect(made).toMatchObject({ loopsUnrolled: 1, folded: ['count'] })
  })

  it('end at a break and skip at a continue that the iteration decides', () => {
    const made = specialise(loop('if (i == 1) continue; if (i == 3) break; x += width * float(i);'), { count: [9] })
    const iteration = ['held(i, x)', 'x += width * float(i);']
    expect(shortOf(made.source)).toEqual([
      'float x = 0.0;',
      '{',
      ...['int i = 0;', ...iteration],
      // of the second nothing is left
      ...['i = 1;', 'held(i, x)'],
      ...['i = 2;', ...iteration],
      // the fourth is left at once
      ...['i = 3;', 'held(i, x)', '}', write],
    ])
  })

  it('keep the scope of what an iteration declares', () => {
    const made = specialise(loop('float part = width * float(i); x += part;'), { count: [2] })
    // one around all of them, in which the variable is, and one around each
    expect(bodyOf(made.source).filter((line) => line === '{')).toHaveLength(3)
  })

  it('whose variable is not read need none, and one that never runs leaves what it may have written open', () => {
    const none = specialise(loop('x += width;'), { count: [0] })
    expect(shortOf(none.source)).toEqual(['float x = 0.0;', 'held(x)', write])
    const twice = specialise(loop('x += width;'), { count: [2] })
    expect(shortOf(twice.source)).toEqual([
      'float x = 0.0;',
      'held(x)',
      'x += width;',
      'held(x)',
      'x += width;',
      'held(x)',
      write,
    ])
  })

  it.each([
    ['more iterations than the limit', loop('x += width;'), { count: [DEFAULT_LIMITS.iterations + 1] }],
    ['a break that the picture decides', loop('if (x > 1.0) break; x += width;'), { count: [4] }],
    ['a body that writes to the variable', loop('i += 1; x += width;'), { count: [4] }],
    ['a bound that is not known', loop('x += width;'), {}],
    ['bounds that any compiler sees', loop('x += width;', 'int i = 0; i < 3; i++'), { width: [1] }],
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

describe('a source that is none', () => {
  it('says what was found and what was expected', () => {
    expect(() => specialise('void main() {', {})).toThrow(/GLSL ES 3.00/)
    expect(() => specialise('#version 300 es\n#define N 3\nvoid main() {}', {})).toThrow(/without macros/)
  })

  // WebGL compiles the first without a word, as its comment has the next line too; the last prints without its blanks
  it.each([
    '// a comment \\\n  nonsense;',
    '// a comment \\\r\n  x = 1.0;',
    '// a comment \\\r  x = 1.0;',
    'x = \\\n1.0;',
    '// a comment \\ \t\n  x = 1.0;',
  ])('refuses %j', (line) => {
    const shader = `#version 300 es\nvoid main() { float x;\n${line}\n}`
    expect(() => specialise(shader, {})).toThrow(/backslash/)
    expect(() => specialise(shader.replaceAll('\\', ''), {})).not.toThrow()
  })
})

it('a carriage return alone ends a line, and its comment, as WebGL has it [BP-25]', () => {
  const lines = shader(`float x = 0.0; // or\n  if (mode == 1) x = 1.0;\n  ${write}`, 'uniform int mode;')
  const made = specialise(lines.replaceAll('\n', '\r'), { mode: [1] })
  expect(made.folded).toEqual(['mode'])
  expect(made).toEqual(specialise(lines, { mode: [1] }))
})

describe.each([...BUILT_IN_EFFECTS, builtInEffect('Anything')].map((effect) => [effect.name, effect] as const))(
  'variants of %s',
  (_, effect) => {
    it('are shaders again, have no folded uniforms, and have nothing left to specialise [BP-26]', () => {
      fc.assert(
        fc.property(anyConstants(effect), fc.boolean(), (values, all) => {
          const constants = all ? values : deciding(effect, values)
          for (const { source } of effect.passes) {
            const made = specialise(source, constants)
            for (const name of made.folded) expect(made.source).not.toMatch(new RegExp(`\\b${name}\\b`))
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
