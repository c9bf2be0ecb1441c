/** A whole variant, and what of a shader’s head it is made with; what becomes of statements is in index.test.ts. */
import { describe, expect, it } from 'vitest'
import { int } from '../../../../../main/drivers/umd/glsl/scalar'
import { hasQualifier, Scope } from '../../../../../main/drivers/umd/glsl/scope'
import {
  declareUniforms,
  driversOwn,
  functionScope,
  isUniform,
  specialise,
  uniformsOf,
} from '../../../../../main/drivers/umd/glsl/specialise'
import { functionsOf, parseShader } from '../../../../../main/drivers/umd/glsl/syntax'
import { shader, shortOf, write } from './shader'

/** The lists that a shader declares at its top, by their first name. */
function listOf(source: string, name: string) {
  for (const node of parseShader(source).program)
    if (node.type === 'declaration_statement' && node.declaration.type === 'declarator_list')
      if (node.declaration.declarations[0]?.identifier.identifier === name) return node.declaration
  throw new Error(`there is no ${name}`)
}

const HEAD = 'uniform int k, m;\nuniform float width[2];\nuniform vec2 tint;\nconst float HALF = 0.5;'

describe('a variant [BP-26]', () => {
  it('has no uniform that nothing reads any more, and says which are gone and which are counted on', () => {
    const source = shader(`float x = width[k] * float(m);\n  if (k == 1) x *= tint.x;\n  ${write}`, HEAD)
    const made = specialise(source, { tint: [1, 2], m: [2], k: [0], absent: [1] })
    // in the order of the source
    expect(made).toMatchObject({ folded: ['tint'], kept: ['k', 'm'], branchesRemoved: 1, loopsUnrolled: 0 })
    expect(made.source).not.toContain('tint')
    expect(uniformsOf(parseShader(made.source).program)).toContain('width')
  })

  it('comes to what one branch uncovers about another', () => {
    // `n` is written to in a branch that is removed: after that it is a literal
    const body = `int n = 2;\n  float x = vUv.x;\n  if (k == 1) { n = 3; }\n  if (m == 1) { x *= 2.0; }\n  ${write}`
    expect(specialise(shader(body, HEAD), { k: [0], m: [0] })).toMatchObject({ folded: ['k', 'm'], branchesRemoved: 2 })
  })

  it('of nothing that is bound is the shader itself', () => {
    const body = `float x = vUv.x;\n  if (k == 1) x *= 2.0;\n  ${write}`
    const made = specialise(shader(body, HEAD), {})
    expect(made).toMatchObject({ folded: [], kept: [], branchesRemoved: 0, loopsUnrolled: 0 })
    expect(made.source).toContain('if (k == 1) x *= 2.0;')
    expect(made.source).not.toContain('driver')
  })

  it('of a shader with what GLSL leaves undefined is that shader: it may come out otherwise of every other text', () => {
    const source = shader(`float x = vUv.x / 0.0;\n  if (k == 1) x = 2.0;\n  ${write}`, HEAD)
    expect(specialise(source, { k: [0] })).toEqual({
      source,
      folded: [],
      kept: ['k'],
      branchesRemoved: 0,
      loopsUnrolled: 0,
    })
  })

  it('still writes to its output where nothing of what wrote to it is left: WebGL does not draw otherwise', () => {
    const made = specialise(shader('if (k == 1) { outColor = vec4(vUv, 0.0, 1.0); }', HEAD), { k: [0] })
    expect(shortOf(made.source)).toEqual(['held(outColor)'])
  })

  it('keeps to the limits that are asked for', () => {
    const source = shader(`float x = vUv.x;\n  for (int i = 0; i < k; i++) { x *= 1.5; }\n  ${write}`, HEAD)
    const unrolled = (iterations: number) => specialise(source, { k: [5] }, { iterations, size: 10_000 }).loopsUnrolled
    expect([unrolled(5), unrolled(4)]).toEqual([1, 0])
    // 64 where nothing is asked for
    expect([64, 65].map((k) => specialise(source, { k: [k] }).loopsUnrolled)).toEqual([1, 0])
  })

  it('is refused of what is no shader', () => {
    expect(() => specialise('void main( {', {})).toThrow()
  })
})

describe('what a shader declares', () => {
  const source = shader(write.replace('x', 'HALF'), HEAD)

  it('are its uniforms, in its order, those that the driver has added among them', () => {
    expect(uniformsOf(parseShader(source).program)).toEqual(['uSource', 'k', 'm', 'width', 'tint'])
    expect(driversOwn(parseShader(source).program)).toEqual({})
    const held = specialise(shader(`float x = vUv.x;\n  if (k == 1) x *= 2.0;\n  ${write}`, HEAD), { k: [0] })
    const own = driversOwn(parseShader(held.source).program)
    expect(Object.keys(own).sort()).toEqual(['driverAny', 'driverNever'])
    expect(Object.values(own)).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ])
  })

  it('is told apart by its qualifiers', () => {
    const [k, half] = [listOf(source, 'k'), listOf(source, 'HALF')]
    expect([isUniform(k), isUniform(half), hasQualifier(half, 'const'), hasQualifier(k, 'const')]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('is known where it is bound; an array is not', () => {
    const scope = new Scope(null, new Set())
    declareUniforms(listOf(source, 'k'), { k: [3] }, scope)
    declareUniforms(listOf(source, 'width'), { width: [1, 2] }, scope)
    expect(scope.lookup('k')).toEqual({ value: int(3), bound: true, type: { name: 'int', length: null } })
    expect(scope.lookup('m')).toEqual({ value: null, bound: false, type: { name: 'int', length: null } })
    expect(scope.lookup('width').value).toBeNull()
  })

  it('are the parameters of a function, of which only the types are known', () => {
    const functions = 'float f(float a, int k) { return a; }'
    const [f] =
      functionsOf(parseShader(shader(write.replace('x', 'f(0.5, 1)'), HEAD, functions)).program).get('f') ?? []
    if (f === undefined) throw new Error('there is no f')
    const globals = new Scope(null, new Set())
    globals.declare('k', { value: int(3), bound: true, type: { name: 'int', length: null } })
    const scope = functionScope(f, globals, new Set())
    expect([scope.lookup('a'), scope.lookup('k')]).toEqual([
      { value: null, bound: false, type: { name: 'float', length: null } },
      { value: null, bound: false, type: { name: 'int', length: null } },
    ])
  })
})
