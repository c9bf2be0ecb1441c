/** Valid shaders of rare forms: their variants are valid too, and draw the same pixels. */
import { describe, expect, it } from 'vitest'
import { operationsOf, specialise } from '../../../../../main/drivers/umd/glsl'
import { shader, shortOf, write } from './shader'

const UNIFORMS = 'uniform int k;\nuniform bool on;'

/** What is left of `main`, a line each. */
function variant(body: string, constants: Record<string, number[]>, functions = ''): string[] {
  return shortOf(specialise(shader(body, UNIFORMS, functions), constants).source)
}

describe('a variant of a valid shader is valid, and draws the same pixels [BP-25]', () => {
  it('a function that discards is called though nothing reads what it returns', () => {
    const functions = `void cut() { if (vUv.x > 0.5) discard; }
float deep() { cut(); return 1.0; }
float idle() { return 2.0; }`
    const body = `float x = vUv.x;\nfloat unused = deep();\nfloat gone = idle();\nif (on) x *= 2.0;\n${write}`
    expect(variant(body, { on: [1] }, functions)).toEqual([
      'float x = vUv.x;',
      'float unused = deep();',
      'x *= 2.0;',
      'held(x)',
      write,
    ])
  })

  it('a function that always discards still has its statement that returns a value', () => {
    const functions = `float cut(float a) { if (on) discard; if (a > 0.5) return a; return 0.5; }`
    const { source, branchesRemoved } = specialise(shader(`float x = cut(vUv.x);\n${write}`, UNIFORMS, functions), {
      on: [1],
    })
    expect(source).toContain('return a;')
    expect(branchesRemoved).toBe(0)
  })

  it('a choice of which one side is a sequence has the type of its last part', () => {
    const body = `vec3 v = vec3(vUv, 1.0);\nfloat x = on ? (v, vUv.x) : 2.0;\n${write}`
    const [, line] = variant(body, { on: [1] })
    expect(line).toBe('float x = (driverNever.x ? driverAny.x : (v, vUv.x) );')
  })

  it('an array is no basic type: what a function returns is not chosen from it', () => {
    const functions = 'float[2] pair(float a) { if (on) return float[2](a, 1.0); return float[2](1.0, a); }'
    const { source } = specialise(shader(`float x = pair(vUv.x)[0];\n${write}`, UNIFORMS, functions), { on: [1] })
    expect(source).not.toContain('driverAny')
    expect(source).toContain('if (on) return')
  })

  it.each(['010', '0x8', '8u'])('an array of %s floats has eight', (length) => {
    const body = `float x = vUv.x;\nif (on) cells[1] = x;\nx += cells[1];\n${write}`
    const lines = variant(body, { on: [1] }, `float cells[${length}];`)
    expect(lines[2]).toBe(`held(${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `cells[${i}]`).join(', ')})`)
  })

  it('a structure of a function hides that of the shader: nothing is told of its members', () => {
    const body = `struct Part { vec3 b; };\nPart p;\np.b = vec3(vUv, 1.0);\nif (on) p.b.x = 2.0;\nfloat x = p.b.x;\n${write}`
    const { source } = specialise(shader(body, UNIFORMS, 'struct Part { float a; };'), { on: [1] })
    expect(source).not.toContain('p.a')
    expect(source).toContain('if (on)')
  })

  it('a comment in the head of a loop does not swallow what follows it', () => {
    const body = `float x = vUv.x;\nfor (int // the row\n i = 0; i < k; i++) x += float(i);\n${write}`
    expect(variant(body, { k: [1] })).toContain('int i = 0;')
  })

  it('an empty statement does nothing', () => {
    const body = `float x = vUv.x;\n;\nif (on);\nelse x = 3.0;\nfor (;;) { if (x > 0.5) break; x += 0.1; ; }\n${write}`
    expect(variant(body, { on: [1] })).toContain('held(x)')
    // nothing, and the branch that is decided
    expect(operationsOf(shader(`;\nif (on);\n${write.replace('x', '1.0')}`, UNIFORMS), { on: [1] })).toBe(1)
  })
})

describe('what is declared beside another declaration [BP-25]', () => {
  it.each([
    ['a uniform', 'uniform struct Part { float a; } bound;', ''],
    ['a constant', 'const struct Part { float a; } whole = Part(1.0);', ''],
    ['a variable of a function', '', 'struct Part { float a; } unused;\n'],
  ])('a structure stays where %s that it is defined with goes', (_what, global, local) => {
    const body = `${local}Part p = Part(vUv.x);\nfloat x = p.a;\nif (on) x *= 2.0;\n${write}`
    const { source, branchesRemoved } = specialise(shader(body, UNIFORMS, global), { on: [1] })
    expect(branchesRemoved).toBe(1)
    expect(source.replace(/\s+/g, ' ')).toContain('struct Part { float a; }')
  })

  it.each([
    ['while', 'int i = 0;\nwhile (bool on = i < 2) {', 'i++;'],
    ['for', 'for (int i = 0; bool on = i < 2; i++) {', ''],
  ])('the variable of a condition of %s hides the uniform of its name', (_what, head, step) => {
    const body = `float x = vUv.x;\n${head}\n${step}\nif (on) x += 1.0; else x -= 1.0;\n}\n${write}`
    const { branchesRemoved, kept } = specialise(shader(body, UNIFORMS), { on: [0] })
    expect([branchesRemoved, kept]).toEqual([0, ['on']])
    // of neither side is told that it is taken: what the loop costs does not follow from the uniform
    expect(operationsOf(shader(body, UNIFORMS), { on: [0] })).toBe(operationsOf(shader(body, UNIFORMS), { on: [1] }))
  })
})

describe('the depth, an output that is there without being declared [BP-25]', () => {
  it('is one of what a branch that is decided has written to', () => {
    const body = `float x = vUv.x;\ngl_FragDepth = x * 0.1;\nif (on) gl_FragDepth += 0.3;\n${write}`
    expect(variant(body, { on: [1] }).slice(2, 4)).toEqual(['gl_FragDepth += 0.3;', 'held(gl_FragDepth)'])
  })

  it('also where a function writes to it', () => {
    const body = `float x = vUv.x;\ngl_FragDepth = x * 0.1;\nif (on) deepen();\n${write}`
    const lines = variant(body, { on: [1] }, 'void deepen() { gl_FragDepth += 0.3; }')
    expect(lines.slice(2, 4)).toEqual(['deepen();', 'held(gl_FragDepth)'])
  })

  it('is still written to by some statement where the one that did is gone: without it is another depth', () => {
    const body = `float x = vUv.x;\nif (on) gl_FragDepth = x;\n${write}`
    expect(variant(body, { on: [0] })[0]).toBe('held(gl_FragDepth)')
  })
})

it('a global that a branch writes to where a variable hides it cannot be held: the branch stays [BP-25]', () => {
  const functions = 'float sum = 0.5;\nvoid add() { sum += vUv.y * 3.0; }\nfloat all() { return sum + 0.1; }'
  const body = (name: string) => `float ${name} = vUv.x;\nif (on) add();\nfloat x = ${name} + all();\n${write}`
  expect(variant(body('sum'), { on: [1] }, functions)).toContain('if (on) add();')
  expect(variant(body('other'), { on: [1] }, functions).slice(1, 3)).toEqual(['add();', 'held(sum)'])
})

describe('variables of a switch [BP-25]', () => {
  const body = (first: string, last: string) =>
    `float x = vUv.x;\nswitch (k) {\ncase 0:\n${first}\ncase 1:\n${last}\n}\n${write}`

  it('have no value for who comes in by a later label', () => {
    const source = body('int a = 3;\nx = float(a);\nbreak;', 'if (a == 3) x = 7.0;\nbreak;')
    expect(variant(source, { on: [1] })).toContain('if (a == 3) x = 7.0;')
  })

  it('are what they are declared as where they are constants', () => {
    const source = body('const int a = 3;\nx = float(a);\nbreak;', 'if (a == 3) x = 7.0;\nbreak;')
    expect(variant(source, { on: [1] })).toContain('x = 7.0;')
  })

  it('are there for a later label though nothing comes to where they are declared', () => {
    const source = body('x = 1.0;\nbreak;\nx = 4.0;\nint a;', 'a = 3;\nx *= float(a);\nbreak;')
    const lines = variant(source, { on: [1] })
    expect(lines).toContain('int a;')
    expect(lines).not.toContain('x = 4.0;')
  })
})
