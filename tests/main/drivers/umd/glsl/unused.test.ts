import { describe, expect, it } from 'vitest'
import { parseShader, parseStatement, printShader } from '../../../../../main/drivers/umd/glsl/syntax'
import { namesRead, withoutUnused } from '../../../../../main/drivers/umd/glsl/unused'
import { shader, write } from './shader'

/** Lines of what is left, without those that every shader here has. */
function left(body: string, uniforms = '', functions = ''): string[] {
  const lines = (text: string) => text.split('\n').map((line) => line.trim())
  const always = new Set(lines(shader(write)))
  const { program } = parseShader(shader(`${body}\n${write}`, uniforms, functions))
  return lines(printShader(withoutUnused(program))).filter((line) => !always.has(line))
}

describe('what nothing uses goes [BP-27]', () => {
  it('functions that main does not come to, with what only they call', () => {
    const functions = 'float deep() { return 1.0; }\nfloat idle() { return deep(); }\nfloat used() { return 2.0; }'
    expect(left('float x = used();', '', functions)).toEqual(['float used() {', 'return 2.0;', 'float x = used();'])
  })

  it('uniforms and constants, one of several that are declared together too', () => {
    expect(left('float x = b;', 'uniform float a, b, c;\nconst float never = 1.0;')).toEqual([
      'uniform float b;',
      'float x = b;',
    ])
  })

  it('what only something uses that goes itself', () => {
    expect(left('float x = 1.0;\nfloat y = gain;\nfloat z = y;', 'uniform float gain;')).toEqual(['float x = 1.0;'])
  })

  it('a variable that has the name of a member that is used', () => {
    expect(
      left('float range = 1.0;\nfloat x = light.range;', 'struct Light { float range; };\nuniform Light light;'),
    ).toEqual(['struct Light {', 'float range;', '};', 'uniform Light light;', 'float x = light.range;'])
  })
})

describe('what has an effect stays, though nothing uses its value [BP-27]', () => {
  it.each([
    ['an assignment', 'float x = 0.0;\nfloat y = (x = 1.0);'],
    ['a step', 'float x = 0.0;\nfloat y = x++;'],
    ['what a variable of a loop begins with', 'float x = 0.0;\nfor (int i = 0, j = 1; i < 3; i++) { x += 1.0; }'],
  ])('%s', (_what, body) => {
    expect(left(body)).toEqual(body.split('\n'))
  })

  it('a call of a function that writes to a global or to what it is given; not of one that only computes', () => {
    const uniforms = 'float total;'
    const kept = [
      'float add(float a) {',
      'total += a;',
      'return a;',
      'float set(out float a) {',
      'a = 1.0;',
      'return a;',
    ]
    const functions = `${kept.join('\n').replaceAll('return a;', 'return a;\n}')}\nfloat twice(float a) { return 2.0 * a; }`
    const body = 'float x = 0.0;\nfloat a = add(1.0);\nfloat b = set(x);\nfloat c = twice(1.0);'
    expect(left(body, uniforms, functions)).toEqual(['float total;', ...kept, ...body.split('\n').slice(0, 3)])
  })
})

describe('names that are read [BP-27]', () => {
  it.each([
    ['x = y;', ['y']],
    ['x += y;', ['x', 'y']],
    // a part of it is written to: the rest of it stays what it was
    ['v[0] = y;', ['v', 'y']],
    ['float x = y;', ['y']],
    ['x = x + 1.0;', ['x']],
    ['x++;', ['x']],
  ])('%s', (text, names) => {
    expect([...namesRead([parseStatement(`${text}\n`)])].filter((name) => name !== 'float').sort()).toEqual(names)
  })
})
