/** By GLSL ES 3.00: constructors (5.4), operators (5.9), vector and matrix components (5.5, 5.6), built-in functions (8). */
import { describe, expect, it } from 'vitest'
import { Scope } from '../../../../../main/drivers/umd/glsl/scope'
import { functionsOf, parseShader, parseStatement } from '../../../../../main/drivers/umd/glsl/syntax'
import { commonReturn, declaredType, isBasic, structuresOf, Typing } from '../../../../../main/drivers/umd/glsl/types'
import { expression, shader } from './shader'

const { program } = parseShader(
  shader(
    '',
    `struct Light { vec3 colour; float range; };
struct Grid { float cells[3]; };
struct Odd { float m[2][2]; };`,
    `Light brightest() { Light l; return l; }
float pick(float a) { return a; }
vec2 pick(vec2 a) { return a; }
mat2 turn(float a) { return mat2(a); }`,
  ),
)
const structures = structuresOf(program)
const typing = new Typing(functionsOf(program), structures)

/** `vec3`, `float[4]`; null: not told. */
function typeOf(text: string): string | null {
  const scope = new Scope(null, new Set())
  const declare = (name: string, type: string, length: number | null = null) =>
    scope.declare(name, { value: null, bound: false, type: { name: type, length } })
  for (const type of [
    'float',
    'int',
    'uint',
    'bool',
    'vec2',
    'vec3',
    'vec4',
    'ivec2',
    'uvec3',
    'bvec4',
    'mat2',
    'mat3',
    'mat3x2',
  ])
    declare(`a_${type}`, type)
  declare('light', 'Light')
  declare('lights', 'Light', 2)
  declare('numbers', 'float', 4)
  declare('image', 'sampler2D')
  declare('counts', 'usampler2D')
  const type = typing.of(expression(text), scope)
  return type === null ? null : `${type.name}${type.length === null ? '' : `[${type.length}]`}`
}

describe('the type of an expression [BP-25]', () => {
  it.each([
    ['1.0', 'float'],
    ['1', 'int'],
    ['1u', 'uint'],
    ['true', 'bool'],
    ['(-a_vec3)', 'vec3'],
    ['numbers', 'float[4]'],
    ['a_float < 1.0 ? a_vec2 : a_vec2', 'vec2'],
    // comparisons are of one truth value, whatever is compared
    ['a_vec3 == a_vec3', 'bool'],
    ['a_int < 3 && a_bool', 'bool'],
    // a scalar is applied to each component
    ['a_float * a_vec3', 'vec3'],
    ['a_mat3 / a_float', 'mat3'],
    ['a_vec2 + a_vec2', 'vec2'],
    ['a_int << 2u', 'int'],
    ['a_mat3 * a_vec3', 'vec3'],
    ['a_vec2 * a_mat2', 'vec2'],
  ])('%s: %s', (text, type) => {
    expect(typeOf(text)).toBe(type)
  })

  it.each([
    ['a_vec4.x', 'float'],
    ['a_vec4.bgr', 'vec3'],
    ['a_vec4.st', 'vec2'],
    ['a_ivec2.y', 'int'],
    ['a_uvec3.xyzz', 'uvec4'],
    ['a_bvec4.w', 'bool'],
    ['a_vec4.zyx.y', 'float'],
    ['a_vec4[2]', 'float'],
    ['a_uvec3[0]', 'uint'],
    ['a_mat2[0]', 'vec2'],
    // three columns of two rows
    ['a_mat3x2[1]', 'vec2'],
    ['a_mat3x2[1][0]', 'float'],
    ['numbers[3]', 'float'],
    ['light.colour', 'vec3'],
    ['light.colour.g', 'float'],
    ['lights[1].range', 'float'],
  ])('of a part: %s: %s', (text, type) => {
    expect(typeOf(text)).toBe(type)
  })

  it.each([
    ['vec3(1.0)', 'vec3'],
    ['mat2(1.0)', 'mat2'],
    ['Light(vec3(1.0), 2.0)', 'Light'],
    ['brightest()', 'Light'],
    ['turn(1.0)', 'mat2'],
    ['texture(image, a_vec2)', 'vec4'],
    ['dot(a_vec3, a_vec3)', 'float'],
    ['length(a_vec2)', 'float'],
    ['mix(a_vec3, a_vec3, 0.5)', 'vec3'],
    // of the last: step(float, vec3) is a vec3
    ['step(0.5, a_vec3)', 'vec3'],
    ['smoothstep(0.0, 1.0, a_vec2)', 'vec2'],
  ])('of a call: %s: %s', (text, type) => {
    expect(typeOf(text)).toBe(type)
  })

  it.each([
    ['a name that nobody declared', 'unknown'],
    ['an operand that is not told', 'a_float + unknown'],
    ['an array as an operand', 'numbers == numbers ? numbers + 1.0 : numbers + 1.0'],
    ['a matrix that is not square, by a vector', 'a_mat3x2 * a_vec3'],
    ['overloads that return different types', 'pick(a_float)'],
    ['a sampler of integers', 'texture(counts, a_vec2)'],
    ['a function that nobody knows', 'unheard(1.0)'],
    ['letters of two sets', 'a_vec4.xg'],
    ['a member that there is not', 'light.size'],
    ['an element of a scalar', 'a_float[0]'],
  ])('is not told of %s', (_what, text) => {
    expect(typeOf(text)).toBeNull()
  })
})

describe('structures [BP-25]', () => {
  it('have their members in order, arrays with their lengths', () => {
    expect([...(structures.get('Light') ?? [])]).toEqual([
      ['colour', { name: 'vec3', length: null }],
      ['range', { name: 'float', length: null }],
    ])
    expect([...(structures.get('Grid') ?? [])]).toEqual([['cells', { name: 'float', length: 3 }]])
  })

  it('with a member of two dimensions are left out', () => {
    expect([...structures.keys()]).toEqual(['Light', 'Grid'])
  })
})

describe('a declared variable [BP-25]', () => {
  function declared(text: string, lengths: Readonly<Record<string, number>> = {}): unknown {
    const node = parseStatement(`${text}\n`)
    if (node.type !== 'declaration_statement' || node.declaration.type !== 'declarator_list') throw new Error(node.type)
    const [first] = node.declaration.declarations
    return declaredType(node.declaration.specified_type, first?.quantifier, (length) =>
      length.type === 'identifier'
        ? (lengths[length.identifier] ?? null)
        : length.type === 'int_constant'
          ? Number(length.token)
          : null,
    )
  }

  it.each([
    ['highp vec2 a;', { name: 'vec2', length: null }],
    ['float a[4];', { name: 'float', length: 4 }],
    ['float[4] a;', { name: 'float', length: 4 }],
    ['Light a;', { name: 'Light', length: null }],
  ])('%s', (text, type) => {
    expect(declared(text)).toEqual(type)
  })

  it('has a length that a constant says, and no type where nobody knows the constant', () => {
    expect(declared('float a[COUNT];', { COUNT: 5 })).toEqual({ name: 'float', length: 5 })
    expect(declared('float a[COUNT];')).toBeNull()
    expect(declared('float[2] a[2];')).toBeNull()
  })
})

it('functions of one name have one type where all of them return it [BP-25]', () => {
  const own = functionsOf(program)
  expect(commonReturn(own.get('turn') ?? [])).toEqual({ name: 'mat2', length: null })
  expect(commonReturn(own.get('pick') ?? [])).toBeNull()
  expect(commonReturn([])).toBeNull()
})

it.each([
  ['float', true],
  ['uvec4', true],
  ['mat2x3', true],
  ['vec5', false],
  ['sampler2D', false],
  ['void', false],
])('%s is a basic type: %s [BP-25]', (name, basic) => {
  expect(isBasic(name)).toBe(basic)
})
