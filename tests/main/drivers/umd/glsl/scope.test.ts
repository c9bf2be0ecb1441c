import { describe, expect, it } from 'vitest'
import { boundScalar, int } from '../../../../../main/drivers/umd/glsl/scalar'
import {
  boundKnown,
  isStep,
  rootOf,
  Scope,
  scalarType,
  stepTarget,
  typeName,
  UNKNOWN,
  Writes,
} from '../../../../../main/drivers/umd/glsl/scope'
import { type AstNode, functionsOf, parseShader, parseStatement } from '../../../../../main/drivers/umd/glsl/syntax'
import type { ConstantValues } from '../../../../../preload/contract'
import { expression, shader } from './shader'

const INT = { name: 'int', length: null }
const known = (value: number) => ({ value: int(value), bound: true, type: INT })

const float = (value: number) => boundScalar('float', value)

describe('what is known of names', () => {
  it('is that of the innermost scope that declares one', () => {
    const outer = new Scope(null, new Set())
    outer.declare('a', known(1))
    outer.declare('b', known(2))
    const inner = outer.inner()
    inner.declare('a', known(3))
    expect([inner.lookup('a').value, inner.lookup('b').value, outer.lookup('a').value]).toEqual([
      int(3),
      int(2),
      int(1),
    ])
    expect([inner.find('c'), inner.lookup('c')]).toEqual([undefined, UNKNOWN])
  })

  it('is nothing but the type of what is written to anywhere in the function', () => {
    const scope = new Scope(null, new Set(['a']))
    scope.declare('a', known(1))
    expect(scope.lookup('a')).toEqual({ value: null, bound: false, type: INT })
    scope.inner().declare('b', known(1))
    const other = scope.ofFunction(new Set(['b']))
    other.declare('a', known(1))
    other.declare('b', known(1))
    expect([other.lookup('a').value, other.lookup('b').value]).toEqual([int(1), null])
  })

  it('is the value of a loop’s variable in each iteration, though its step writes to it', () => {
    const scope = new Scope(null, new Set(['i']))
    scope.declareLoop('i', int(4))
    expect(scope.lookup('i')).toEqual({ value: int(4), bound: true, type: INT })
  })

  it('changes from an assignment on where it is declared, and keeps the type', () => {
    const outer = new Scope(null, new Set())
    outer.declare('a', known(1))
    const inner = outer.inner()
    inner.assign('a', { value: int(2), bound: false })
    inner.assign('nothing', { value: int(2), bound: false })
    expect(outer.lookup('a')).toEqual({ value: int(2), bound: false, type: INT })
    expect(inner.find('nothing')).toBeUndefined()
  })
})

/** The type of a declaration. */
function typeOf(declaration: string): AstNode {
  const node = parseStatement(`${declaration};\n`)
  if (node.type !== 'declaration_statement' || node.declaration.type !== 'declarator_list') throw new Error(node.type)
  return node.declaration.specified_type
}

describe('a type', () => {
  it.each([
    ['float x', 'float', 'float'],
    ['highp uint x', 'uint', 'uint'],
    ['const bool x = true', 'bool', 'bool'],
    ['vec3 x', null, 'vec3'],
    ['mat2 x', null, 'mat2'],
    ['float[2] x', null, null],
    ['S x', null, null],
  ])('%s: scalar %s, name %s', (declaration, scalar, name) => {
    expect([scalarType(typeOf(declaration)), typeName(typeOf(declaration))]).toEqual([scalar, name])
  })
})

describe('what is bound to a uniform', () => {
  const bound = (declaration: string, constants: ConstantValues) => boundKnown('u', typeOf(declaration), constants)

  it('is a scalar’s value, as its type has it', () => {
    expect(bound('int u', { u: [3] })).toEqual({ value: int(3), bound: true })
    expect(bound('float u', { u: [0.5] })).toEqual({ value: float(0.5), bound: true })
    // 32 bits on the GPU: 0.1 is no such number
    expect(bound('float u', { u: [0.1] }).value?.value).toBe(Math.fround(0.1))
    expect(bound('bool u', { u: [7] }).value).toEqual({ type: 'bool', value: 1 })
  })

  it('is a vector’s components', () => {
    expect(bound('vec2 u', { u: [0.5, 2] })).toEqual({ value: null, bound: true, components: [float(0.5), float(2)] })
    expect(bound('ivec3 u', { u: [1, 2, 3] }).components).toEqual([int(1), int(2), int(3)])
    expect(bound('bvec2 u', { u: [1, 0] }).components?.map((one) => [one?.type, one?.value])).toEqual([
      ['bool', 1],
      ['bool', 0],
    ])
  })

  it.each([
    ['another name', 'int u', { v: [3] }],
    ['no value', 'int u', { u: [] }],
    ['a matrix', 'mat2 u', { u: [1, 0, 0, 1] }],
    ['a name that every object has', 'int u', Object.create({ u: [3] })],
  ] as [string, string, ConstantValues][])('is not known of %s', (_what, declaration, constants) => {
    expect(bound(declaration, constants)).toEqual(UNKNOWN)
  })
})

const writesOf = (body: string, functions = ''): { writes: Writes; main: string[] } => {
  const { program } = parseShader(shader(body, '', functions))
  const writes = new Writes(program)
  const [main] = functionsOf(program).get('main') ?? []
  if (main === undefined) throw new Error('there is no main')
  return { writes, main: [...writes.in(main.body)].sort() }
}

describe('what statements write to', () => {
  it.each([
    ['assignments, to parts as well', 'a = 1.0; b.x += 1.0; c[2].y = 1.0; (d) = e;', ['a', 'b', 'c', 'd']],
    ['steps', 'a++; --b; c.x++; d = -e;', ['a', 'b', 'c', 'd']],
    ['arguments of what is built in', 'modf(x, whole); frexp(y, power); sin(z);', ['power', 'whole']],
    ['only arguments that are written to', 'uaddCarry(a, b, c); umulExtended(d, e, f, g);', ['c', 'f', 'g']],
    ['nothing', 'float a = b + c;', []],
  ])('%s', (_what, body, names) => {
    expect(writesOf(body).main).toEqual(names)
  })

  it('are the out arguments of functions, and inout ones where these, or what they call, write to them [BP-25]', () => {
    const functions = `void later(inout float a);
      void gives(out float a) { a = 1.0; }
      void passes(inout float a, inout float b) { later(a); float c = b; }
      void later(inout float a) { a *= 2.0; }
      void takes(in float a) { a = 2.0; }`
    const { main, writes } = writesOf('gives(p); passes(q, r); takes(s);', functions)
    expect(main).toEqual(['p', 'q'])
    expect(['gives', 'passes', 'later', 'takes', 'main'].map((name) => writes.has(name))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it('are globals that the functions which they call write to, however far down', () => {
    const functions = 'float g; float h;\nvoid low() { g = 1.0; float own = 2.0; own = 3.0; }\nvoid high() { low(); }'
    const { main, writes } = writesOf('high();', functions)
    expect(main).toEqual(['g'])
    expect([[...writes.ofFunction('high')], [...writes.ofFunction('sin')], writes.has('high')]).toEqual([
      ['g'],
      [],
      true,
    ])
  })
})

describe('a step and what it is of', () => {
  it.each([
    ['i++', 'i'],
    ['--i', 'i'],
    ['a.b[0]++', 'a'],
    ['-i', null],
    ['a[0]', null],
    ['i + 1', null],
  ])('%s: %s', (text, root) => {
    const node = expression(text)
    const target = stepTarget(node)
    expect([isStep(node), target === null ? null : rootOf(target)]).toEqual([root !== null, root])
  })

  it('is of no variable where it is of a result', () => {
    expect([rootOf(expression('(a.x)')), rootOf(expression('f(a)')), rootOf(expression('a + b'))]).toEqual([
      'a',
      null,
      null,
    ])
  })
})
