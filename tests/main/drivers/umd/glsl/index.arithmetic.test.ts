/** What is folded leaves what the GPU computes as it was, to the bit. */
import { describe, expect, it } from 'vitest'
import { specialise } from '../../../../../main/drivers/umd/glsl'
import { shader, shortOf, write } from './shader'

describe('arithmetic on the GPU stays what it was [BP-25]', () => {
  it('a float decides conditions, and is still read where the GPU computes with it', () => {
    const made = specialise(
      shader(`float x = vUv.x;\n  if (gain > 1.0) { x = pow(x, gain) / gain; }\n  ${write}`, 'uniform float gain;'),
      { gain: [2] },
    )
    expect(shortOf(made.source)).toEqual(['float x = vUv.x;', 'x = pow(x, gain) / gain;', 'held(x)', write])
    expect(made).toMatchObject({ folded: [], kept: ['gain'], branchesRemoved: 1 })
  })

  it.each([
    ['becomes a float', 'float x = vUv.x / float(taps);'],
    ['is an index that may be out of range', 'float x = 0.0; if (vUv.x > 9.0) x = TABLE[taps];'],
    ['is taken for the bits of a float', 'float x = intBitsToFloat(taps) * vUv.x;'],
    ['has a remainder that GLSL leaves open', 'float x = float(taps % 3) * vUv.x;'],
    ['is assigned with', 'float x = vUv.x; x /= float(taps); x *= 0.1;'],
  ])('a whole number that %s is still read there', (_, body) => {
    const source = shader(`${body}\n  ${write}`, 'uniform int taps;\nconst float TABLE[2] = float[2](0.1, 0.2);')
    const made = specialise(source, { taps: [-7] })
    expect(made).toMatchObject({ folded: [], kept: ['taps'], branchesRemoved: 0, loopsUnrolled: 0 })
    expect(made.source.replace(/\s/g, '')).toContain(body.replace(/\s/g, ''))
  })

  it.each([
    ['k > int(3u)', { k: [4] }, true],
    ['k > int(3u)', { k: [3] }, false],
    ['~un == 4294967292u', { un: [3] }, true],
    ['un > 2147483648u', { un: [0xffffffff] }, true],
    ['0x10u == un', { un: [16] }, true],
  ])('an unsigned literal is what it says: %s with %j is %s', (condition, constants, yes) => {
    const source = shader(
      `float x = 0.0;\n  if (${condition}) { x = vUv.x; } else { x = vUv.y; }\n  ${write}`,
      'uniform int k;\nuniform uint un;\nprecision highp int;',
    )
    const made = specialise(source, constants)
    expect(shortOf(made.source)).toEqual(['float x = 0.0;', yes ? 'x = vUv.x;' : 'x = vUv.y;', 'held(x)', write])
  })

  it('a loop up to an unsigned literal keeps its iterations', () => {
    const source = shader(
      `float x = 0.0;\n  for (int i = start; i < int(4u); i++) { x += vUv.x; }\n  ${write}`,
      'uniform int start;',
    )
    expect(shortOf(specialise(source, { start: [2] }).source).filter((line) => line === 'x += vUv.x;')).toHaveLength(2)
  })

  it('a declaration that is all of a branch keeps its scope', () => {
    const source = shader(
      `float t = vUv.y;\n  if (k == 1) float t = vUv.x;\n  float x = t;\n  ${write}`,
      'uniform int k;',
    )
    const text = specialise(source, { k: [1] }).source.replace(/\s+/g, ' ')
    expect(text).not.toMatch(/; float t = vUv\.x;/)
  })

  it('where less than full precision is asked for, only small numbers decide', () => {
    const source = (precision: string) =>
      shader(`float x = 0.0;\n  if (k > 40000) { x = 1.0; }\n  ${write}`, `precision ${precision} int;\nuniform int k;`)
    expect(specialise(source('highp'), { k: [50_000] }).branchesRemoved).toBe(1)
    expect(specialise(source('mediump'), { k: [50_000] }).branchesRemoved).toBe(0)
    expect(specialise(source('mediump'), { k: [5] }).branchesRemoved).toBe(1)
  })

  it.each([
    [
      'a loop that would be left at once',
      'for (int i = 0; float(i) < vUv.x; i++) { x *= 1.5; if (k == 1) break; x *= 0.1; }',
    ],
    [
      'a loop that would be left by its function',
      'for (int i = 0; float(i) < vUv.x; i++) { x *= 1.5; if (k == 1) discard; }',
    ],
    ['a choice in it', 'switch (int(vUv.x)) { case 1: if (k == 1) break; x = 2.0; default: x *= 3.0; }'],
    ['a test at its end that reads what it skips', 'do { x *= 1.5; if (k == 1) continue; x *= 0.1; } while (x < 1.0);'],
  ])('%s stays as it was', (_, body) => {
    const source = shader(`float x = vUv.y;\n  ${body}\n  ${write}`, 'uniform int k;')
    expect(specialise(source, { k: [1] })).toMatchObject({ branchesRemoved: 0, kept: ['k'] })
  })

  it('what a function returns from several places is held where one of them is left, and so is what it writes out', () => {
    const made = specialise(
      shader(
        `float x = vUv.x; x += f(x); g(x);\n  ${write}`,
        'uniform int k;',
        'float f(float a) { if (k == 1) { return a * 0.1; } return a * 3.0; }\nvoid g(inout float a) { if (k == 1) { return; } a *= 3.0; }',
      ),
      { k: [0] },
    )
    expect(made.source).toContain('return (driverNever.x ? driverAny.x : a * 3.0);')
    // a caller of g sees a value from two places, which only its own text can say
    expect(made.source).toMatch(/if \(k == 1\) \{\s*return;/)
    expect(made.branchesRemoved).toBe(1)
  })

  it('a global that a branch writes in a function is held, and one that cannot be held keeps its branch', () => {
    const functions = 'float g = 0.5;\nfloat big[40];\nvoid set() { g *= 2.0; }'
    const made = specialise(
      shader(
        `if (k == 1) { set(); }\n  if (k == 1) { big[3] = 1.0; }\n  float x = g + big[3];\n  ${write}`,
        'uniform int k;',
        functions,
      ),
      { k: [1] },
    )
    expect(shortOf(made.source)).toEqual([
      'set();',
      'held(g)',
      'if (k == 1) {',
      'big[3] = 1.0;',
      '}',
      'float x = g + big[3];',
      write,
    ])
  })

  it('what a condition writes where it is evaluated is held, or keeps what it decides', () => {
    const made = specialise(
      shader(
        `float x = vUv.x;\n  if (on && (x *= 1.5) < 4.0) discard;\n  float y = (on && (x += 0.1) > 1.0) ? x : 0.1;\n  x += y;\n  ${write}`,
        'uniform bool on;',
      ),
      { on: [0] },
    )
    expect(shortOf(made.source)).toEqual([
      'float x = vUv.x;',
      'held(x)',
      'float y = (on && (x += 0.1) > 1.0) ? x : 0.1;',
      'x += y;',
      write,
    ])
  })

  // found by the comparison of random shaders, seed 405: what was added to `x` was a literal to the variant's compiler
  it.each([0, 1])('a ?: of which one side writes something stays: on = %d [BP-25]', (on) => {
    const body = `float x = 0.25;\n  int y = !on ? 3 : (x += 0.5) > 1.0 ? 1 : 2;\n  x += vUv.x;\n  ${write}`
    const given = shader(body, 'uniform bool on;')
    const made = specialise(given, { on: [on] })
    expect(shortOf(made.source)).toContain('int y = !on ? 3 : (x += 0.5) > 1.0 ? 1 : 2;')
    expect(made.branchesRemoved).toBe(0)
  })

  // found by the comparison of random shaders, seed 406: the general shader's compiler computed cos(0.25) itself, to more places
  it.each([0, 1])('a ?: with the same value on both sides stays: on = %d [BP-25]', (on) => {
    const uses = [
      'float x = cos(on ? a : a);',
      'float y = cos(on ? (a) : (!on ? a : a));',
      'float z = cos(on ? a : a * 1.5);',
    ]
    const given = shader(`float a = 0.25;\n  ${uses.join('\n  ')}\n  x += y + z;\n  ${write}`, 'uniform bool on;')
    const made = specialise(given, { on: [on] })
    const short = shortOf(made.source)
    expect(short).toEqual(expect.arrayContaining(uses.slice(0, 2)))
    // two values: one of them is taken
    expect(short).not.toContain(uses[2])
    expect(made.branchesRemoved).toBe(1)
  })

  it('only what a function writes to is held, not what it is given beside', () => {
    const made = specialise(
      shader(
        `float x = vUv.x;\n  if (on) { f(x, width); }\n  ${write}`,
        'uniform bool on;\nuniform float width;',
        'void f(inout float a, float b) { a *= b; }',
      ),
      { on: [1] },
    )
    expect(shortOf(made.source)).toEqual(['float x = vUv.x;', 'f(x, width);', 'held(x)', write])
  })

  // found by the comparison of random shaders, seed 411: `x` was still the literal to the general shader's compiler
  it.each([
    ['never', 'void f(inout float a) { float b = a; }', false],
    ['itself', 'void f(inout float a) { a *= 0.5; }', true],
    ['in a function that it calls', 'void g(inout float c) { c += 0.5; }\nvoid f(inout float a) { g(a); }', true],
    ['nor a function that it calls', 'void g(inout float c) { }\nvoid f(inout float a) { g(a); }', false],
    ['as it must', 'void f(out float a) { a = 0.5; }', true],
  ])('what a function is given to change is held where it writes to it: %s [BP-25]', (_, functions, held) => {
    const given = shader(
      `float x = 0.25;\n  if (on) { f(x); }\n  x = cos(x);\n  ${write}`,
      'uniform bool on;',
      functions,
    )
    expect(shortOf(specialise(given, { on: [0] }).source).includes('held(x)')).toBe(held)
  })

  // phi(0.5, 0.5) is 0.5: the general shader's compiler computes with it itself, to more places
  it.each([
    ['both sides', 'float x = 0.25;\n  if (on) x = 0.5; else { x = 0.5; }', 0],
    ['one side and before', 'float x = 0.5;\n  if (on) x = 0.5;', 0],
    ['written otherwise', 'float x = 0.5;\n  if (on) x = .50;', 0],
    ['computed', 'float x = 0.5;\n  if (on) x = 0.25 * 2.0;', 0],
    ['both sides, another variable', 'float a = 0.5, x = 0.25;\n  if (on) x = a; else x = a;', 0],
    ['a loop and before', 'float x = 0.5;\n  for (int i = 0; i < n; i++) x = 0.5;', 0],
    ['a loop that is not entered and before', 'float x = 0.5;\n  while (on) { x = 0.5; }', 0],
    ['two values', 'float x = 0.25;\n  if (on) x = 0.5; else x = 0.75;', 1],
    ['two values, then the same', 'float x = 0.25;\n  if (on) x = 0.5; else x = 0.75;\n  x += vUv.x;', 1],
    ['a part of it', 'vec2 v = vec2(0.5);\n  if (on) v.x = 0.25; else v.x = 0.25;\n  float x = v.x;', 0],
  ])('an if or loop after which a variable may have one value only stays: %s [BP-25]', (_, body, decided) => {
    const given = shader(`${body}\n  x = cos(x);\n  ${write}`, 'uniform bool on;\nuniform int n;')
    const made = specialise(given, { on: [0], n: [2] })
    expect(made.branchesRemoved + made.loopsUnrolled).toBe(decided)
  })

  it('an output that nothing writes any more keeps a statement that does, as WebGL draws with no other shader', () => {
    const source = shader(`if (k == 1) discard;\n  float x = vUv.x;\n  ${write}`, 'uniform int k;')
    expect(shortOf(specialise(source, { k: [1] }).source)).toEqual(['held(outColor)', 'discard;'])
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
    // what every compiler sees is decided without more
    const made = specialise(shader(`float x = ${condition} ? 1.0 : 2.0;\n  ${write}`), {})
    expect(made.branchesRemoved).toBe(decided ? 1 : 0)
    if (decided) expect(made.source).toMatch(/float x = 1\.0 ?;/)
    // what is bound is held
    const bound = specialise(
      shader(
        `float x = (on && ${condition.replaceAll('&&', '&& on &&')}) ? 1.0 : 2.0;\n  ${write}`,
        'precision highp int;\nuniform bool on;',
      ),
      { on: [1] },
    )
    expect(bound.source.includes('driverNever.x ? driverAny.x : 1.0')).toBe(decided)
  })
})
