import { describe, expect, it } from 'vitest'
import { isDriversOwn, Opaque } from '../../../../../main/drivers/umd/glsl/opaque'
import { functionsOf, nodeText, parseShader } from '../../../../../main/drivers/umd/glsl/syntax'
import { structuresOf, Typing } from '../../../../../main/drivers/umd/glsl/types'
import { expression, shader } from './shader'

function opaqueOf(uniforms = '', around = (text: string) => text): Opaque {
  const source = around(shader('', uniforms))
  const { program } = parseShader(source)
  return new Opaque(source, new Typing(functionsOf(program), structuresOf(program)))
}

const basic = (name: string, type = 'float', length: number | null = null) => ({ name, type: { name: type, length } })
const short = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('variables of which nothing is known [BP-25]', () => {
  it('are set in one statement, each from another component on', () => {
    const [statement] = opaqueOf().hold([basic('a'), basic('b', 'vec3'), basic('c', 'int'), basic('d', 'bool')])
    expect(short(nodeText(statement as NonNullable<typeof statement>))).toBe(
      'if (driverNever.x) { a = driverAny.x; b = driverAny.yzw; c = int(driverAny.z); d = bool(driverAny.w); }',
    )
  })

  it('of arrays, structures and matrices are set part by part', () => {
    const opaque = opaqueOf('struct Light { vec2 at; float range; };')
    const [statement] = opaque.hold([basic('n', 'float', 2), basic('light', 'Light'), basic('m', 'mat2')])
    expect(short(nodeText(statement as NonNullable<typeof statement>))).toBe(
      'if (driverNever.x) { n[0] = driverAny.x; n[1] = driverAny.y; light.at = driverAny.zw; light.range = driverAny.w;' +
        ' m = mat2(driverAny.xy, driverAny.yz); }',
    )
  })

  it('are remembered by their statement; none of none', () => {
    const opaque = opaqueOf()
    const variables = [basic('a')]
    const [statement] = opaque.hold(variables)
    expect(opaque.heldBy(statement)).toBe(variables)
    expect(opaque.heldBy(expression('a'))).toBeUndefined()
    expect([opaque.heldBy(undefined), opaque.hold([])]).toEqual([undefined, []])
  })

  it('are at most 32 parts, and of types that are told', () => {
    const opaque = opaqueOf()
    expect(opaque.canHold([basic('a', 'float', 32)])).toBe(true)
    expect(opaque.canHold([basic('a', 'float', 31), basic('b'), basic('c')])).toBe(false)
    expect(opaque.canHold([basic('a', 'float', 33)])).toBe(false)
    expect(opaque.canHold([basic('a', 'Unheard')])).toBe(false)
    expect(opaque.canHold([])).toBe(true)
  })
})

describe('an expression of which nothing is known [BP-25]', () => {
  it('stands in a choice that is never taken; neighbours are on different components', () => {
    const opaque = opaqueOf()
    expect(opaque.isUsed).toBe(false)
    const values = ['a', 'b', 'c', 'd', 'e'].map((name) => short(nodeText(opaque.value(expression(name), 'float'))))
    expect(values).toEqual(
      ['x', 'y', 'z', 'w', 'x'].map((on, i) => `(driverNever.${on} ? driverAny.x : ${'abcde'[i]})`),
    )
    expect(opaque.isUsed).toBe(true)
  })
})

describe('uniforms that the driver adds [BP-25]', () => {
  it('have names that the shader does not have, in no part of a name either', () => {
    const { declarations } = opaqueOf('uniform float driverNever, driverAny1x;')
    expect(declarations).toBe('uniform bvec4 driverNever2;\nuniform highp vec4 driverAny2;\n')
  })

  it('raise the precision of nothing', () => {
    const narrow = opaqueOf('', (text) => text.replace('highp', 'mediump'))
    expect(narrow.declarations).toBe('uniform bvec4 driverNever;\nuniform lowp vec4 driverAny;\n')
  })

  it.each([
    ['driverNever', true],
    ['driverAny12', true],
    ['driverAnyway', false],
    ['myDriverAny', false],
  ])('%s is one: %s', (name, own) => {
    expect(isDriversOwn(name)).toBe(own)
  })
})
