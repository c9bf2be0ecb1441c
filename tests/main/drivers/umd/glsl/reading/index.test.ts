/** The trees are those of the library's parser; what is not read here is left to it. */
import { parser } from '@shaderfrog/glsl-parser/index.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProgram } from '../../../../../../main/drivers/umd/glsl/reading'
import { BUILT_IN_EFFECTS } from '../../../../../../main/editor/effects/catalogue'
import { randomShader } from '../../../../../e2e/editor/differential/shaders'

const byLibrary = (source: string): unknown => parser.parse(source, { quiet: true, stage: 'fragment' }).program

/** White space as text: the library keeps comments in lists of lists. Fields without a value are none. */
function plain(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => {
      if (key !== 'whitespace' && key !== '_') return value ?? undefined
      const text = [value].flat(9).join('')
      return text === '' ? undefined : text
    }),
  )
}

const wrapped = (statements: string): string =>
  `#version 300 es\nprecision highp float;\nuniform float a;\nout vec4 c;\nvoid main() {\n${statements}\n}\n`

describe('a shader is read as the library reads it', () => {
  it.each(BUILT_IN_EFFECTS.flatMap(({ name, passes }) => passes.map((pass) => [name, pass.name, pass.source])))(
    '%s: %s',
    (_effect, _pass, source) => {
      expect(plain(readProgram(source))).toEqual(plain(byLibrary(source)))
    },
  )

  it('at random', () => {
    for (const { source } of fc.sample(randomShader, { seed: 7, numRuns: 8 })) {
      const read = readProgram(source)
      expect(read).not.toBeNull()
      expect(plain(read)).toEqual(plain(byLibrary(source)))
    }
  })

  it.each([
    'float b = a * 2.0 - -a / 3., d[2], e;',
    'b.xy.x += c[1] = 1e3, d++;',
    'int i = 0x1F; uint u = 3u << 0x1Fu; bool on = !true || false ^^ on && on;',
    'if (a > 1.0) { a = 1.0; } else if (a < 0.5) discard; else return;',
    'for (int i = 0, j = 3; i < 3; i++, j--) { if (i == 1) continue; break; }',
    'for (;;) { }',
    'while (a >= 1.0) a -= 1.0; do { ++a; } while (a != 2.0);',
    'c = a > 1.0 ? vec4(a), vec4(1) : vec4(mat2(a)[0], c.zw);',
    'const highp vec3 v = vec3(1.0); vec3(v); ;',
    '{ float a = (1.0 + 2.0) * texture(c, a).x; }',
    '// a comment\nc /* another */ = c; // at the end',
    'switch (int(a)) { case 1: case 2: a = 1.0; break; default: { a = 2.0; } }',
    'int n = 5 & 3 | 2 ^ ~1; n <<= 1; n %= 2;',
  ])('%s', (statements) => {
    const source = wrapped(statements)
    expect(plain(readProgram(source))).toEqual(plain(byLibrary(source)))
  })

  it.each([
    'float f(const in float x, vec2[2] y, out float z[3]);\nfloat f(const in float x, vec2[2] y, out float z[3]) { return x; }\nfloat g(void) { return f(1.0, 2.0) + sin(f(1.0)); }',
    'struct P { float a, b; vec2 c[2]; };\nuniform P p;\nP f() { return P(1.0, 2.0, vec2[2](vec2(1.0), vec2(2.0))); }',
    'float noise(vec2 p) { return p.x; }\nvoid main() { noise(vec2(1.0)); }',
    'in vec2 uv, uw; flat in int i; uniform highp sampler3D t; const float T[2] = float[2](1.0, 2.0);',
  ])('%s', (pieces) => {
    const source = `#version 300 es\n${pieces}\n`
    expect(plain(readProgram(source))).toEqual(plain(byLibrary(source)))
  })
})

describe('left to the library', () => {
  it.each([
    ['an error', wrapped('float b = ;')],
    ['an end too early', 'void main() {'],
    ['a sign that is none', wrapped('a = 1.0 @ 2.0;')],
    ['a number that runs into a word', wrapped('a = 1.0abc;')],
    ['a macro', `#version 300 es\n#define A 1\n`],
    ['an array that nothing is made of', wrapped('float[2](1.0, 2.0)[0];')],
    ['a layout', 'layout(location = 0) out vec4 c;'],
    ['a switch that does not begin with a case', wrapped('switch (1) { break; }')],
    ['a method', wrapped('int n = b.length();')],
    ['an assignment to a sum', wrapped('a + a = 1.0;')],
    ['a word of another language', wrapped('double b = 1.0;')],
    ['a variable that is called like a type', wrapped('float sampler2DMS = 1.0;')],
  ])('%s', (_what, source) => {
    expect(readProgram(source)).toBeNull()
  })
})
