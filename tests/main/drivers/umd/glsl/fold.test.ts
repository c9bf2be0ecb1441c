import { describe, expect, it } from 'vitest'
import { Chooser, Folder } from '../../../../../main/drivers/umd/glsl/fold'
import { Opaque } from '../../../../../main/drivers/umd/glsl/opaque'
import { boundScalar, int, type Reliable, reliableIn } from '../../../../../main/drivers/umd/glsl/scalar'
import { Scope, Writes } from '../../../../../main/drivers/umd/glsl/scope'
import { functionsOf, nodeText, parseShader } from '../../../../../main/drivers/umd/glsl/syntax'
import { structuresOf, Typing } from '../../../../../main/drivers/umd/glsl/types'
import { expression, shader } from './shader'

const WIDE: Reliable = reliableIn('precision highp float;\nprecision highp int;')

/** `mode` is 2, `on` is false, `tint` is (0.5, 0.1, 1.0), `i` is 3 and no application's; `vUv` comes from the GPU. */
function scopeOf(): Scope {
  const scope = new Scope(null, new Set())
  const tint = [0.5, 0.1, 1].map((value) => boundScalar('float', value))
  scope.declare('mode', { value: int(2), bound: true, type: { name: 'int', length: null } })
  scope.declare('on', { value: boundScalar('bool', 0), bound: true, type: { name: 'bool', length: null } })
  scope.declare('tint', { value: null, components: tint, bound: true, type: { name: 'vec3', length: null } })
  scope.declare('i', { value: int(3), bound: false, type: { name: 'int', length: null } })
  scope.declare('vUv', { value: null, bound: false, type: { name: 'vec2', length: null } })
  return scope
}

/** The value, and `bound` where it follows from what is bound; null: it is not known. */
function fold(text: string, limits = WIDE, own: string[] = []): string | null {
  const { value, bound: isBound } = new Folder(new Set(own), limits).fold(expression(text), scopeOf())
  return value === null ? null : `${value.type} ${value.value}${isBound ? ' bound' : ''}`
}

describe('what an expression comes to on every GPU [BP-25]', () => {
  it.each([
    ['1 + 2', 'int 3'],
    ['mode + 1', 'int 3 bound'],
    ['i * 2', 'int 6'],
    ['(mode == 2)', 'bool 1 bound'],
    ['-mode', 'int -2 bound'],
    ['!on', 'bool 1 bound'],
    ['tint.x', 'float 0.5 bound'],
    ['tint.b', 'float 1 bound'],
    ['tint[0]', 'float 0.5 bound'],
    ['tint.r + tint.z', 'float 1.5 bound'],
    ['0.5 + 0.25', 'float 0.75'],
    ['mode > 1 ? 7 : 8', 'int 7 bound'],
    ['i > 5 ? 7 : 8', 'int 8'],
  ])('%s: %s', (text, value) => {
    expect(fold(text)).toBe(value)
  })

  it.each([
    ['a result that the GPU may round otherwise', '0.1 + 0.2'],
    ['a division of floats', '1.0 / 3.0'],
    ['what the GPU knows alone', 'vUv.x'],
    ['a component that there is not', 'tint.w'],
    ['several components', 'tint.xy'],
    ['an index that is not known', 'tint[unknown]'],
    ['a step', 'i++'],
    ['a choice that is open, whatever its sides', 'vUv.x > 0.5 ? 1 : 1'],
    ['a function of the shader', 'max(1, 2)', ['max']],
  ] as [string, string, string[]?][])('is not known of %s', (_what, text, own) => {
    expect(fold(text, WIDE, own)).toBeNull()
  })

  it('does not ask for the right side that is not evaluated', () => {
    expect(fold('on && vUv.x > 0.5')).toBe('bool 0 bound')
    expect(fold('mode == 2 || vUv.x > 0.5')).toBe('bool 1 bound')
    // here it is evaluated
    expect(fold('!on && vUv.x > 0.5')).toBeNull()
    // the left is evaluated first
    expect(fold('vUv.x > 0.5 && on')).toBeNull()
  })

  it('is known of what is bound only where the precision of the shader holds it; of literals always', () => {
    const narrow = reliableIn('precision mediump float;')
    expect(fold('mode * 16000', narrow)).toBe('int 32000 bound')
    expect(fold('mode * 16384', narrow)).toBeNull()
    expect(fold('2 * 16384', narrow)).toBe('int 32768')
    // a half is exact at any precision, a tenth is not
    expect(fold('tint.x', narrow)).toBe('float 0.5 bound')
    expect(fold('tint.y', narrow)).toBeNull()
    expect(fold('tint.y')).toBe(`float ${Math.fround(0.1)} bound`)
  })
})

describe('choices by ?: that are decided [BP-25] [BP-27]', () => {
  const source = shader('', 'struct S { float a; };\nfloat total;', 'float add(float a) { total += a; return total; }')
  const { program } = parseShader(source)

  function choose(text: string): { text: string; decided: number } {
    const typing = new Typing(functionsOf(program), structuresOf(program))
    const folder = new Folder(new Set(['add']), WIDE)
    let decided = 0
    const chooser = new Chooser(
      { folder, typing, opaque: new Opaque(source, typing), writes: new Writes(program) },
      () => decided++,
    )
    return { text: nodeText(chooser.choose(expression(text), scopeOf())).trim(), decided }
  }

  it('by literals leave the side that is taken, in parentheses where it is more than one thing', () => {
    expect(choose('i > 5 ? vUv.x : vUv.y')).toEqual({ text: 'vUv.y', decided: 1 })
    expect(choose('2.0 * (true ? vUv.x + 1.0 : 0.0)')).toEqual({ text: '2.0 * ((vUv.x + 1.0 ))', decided: 1 })
  })

  it('by what is bound leave a choice in their place that no compiler sees through', () => {
    const { text, decided } = choose('mode == 2 ? 0.25 : 0.5')
    expect(decided).toBe(1)
    expect(text.replace(/\s+/g, ' ')).toBe('(driverNever.x ? driverAny.x : 0.25 )')
  })

  it('within a choice that is taken are made as well; in one that is open, both sides', () => {
    expect(choose('i > 5 ? 1.0 : i > 2 ? 2.0 : 3.0')).toEqual({ text: '2.0', decided: 2 })
    const open = choose('vUv.x > 0.5 ? (true ? 1.0 : 2.0) : (false ? 3.0 : 4.0)')
    expect(open.decided).toBe(2)
    expect(open.text.replace(/\s+/g, '')).toBe('vUv.x>0.5?(1.0):(4.0)')
  })

  it.each([
    ['both sides are the same', 'mode == 2 ? 0.5 : 0.5'],
    ['a side writes somewhere', 'mode == 2 ? add(1.0) : 0.0'],
    ['the condition writes somewhere', 'add(1.0) > 2.0 ? 1.0 : 0.0'],
    ['the type of the taken side is not told', 'mode == 2 ? unknown : 0.0'],
    ['the condition is not known', 'vUv.x > 0.5 ? 1.0 : 0.0'],
  ])('stay as they are where %s', (_why, text) => {
    expect(choose(text)).toEqual({ text, decided: 0 })
  })
})
