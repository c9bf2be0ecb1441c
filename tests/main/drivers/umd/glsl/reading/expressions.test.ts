/** What binds to what in an expression, by the precedence that GLSL ES 3.00 gives its operators in 5.1. */
import { describe, expect, it } from 'vitest'
import { Expressions } from '../../../../../../main/drivers/umd/glsl/reading/expressions'
import { NotReadHere } from '../../../../../../main/drivers/umd/glsl/reading/tokens'
import { shown } from './shown'

function read(source: string): string {
  const reader = new Expressions(source)
  const tree = reader.expression()
  expect(reader.token.kind, source).toBe('end')
  return shown(tree)
}

describe('operators of two sides', () => {
  it.each([
    ['a || b ^^ c && d', '(a || (b ^^ (c && d)))'],
    ['a && b | c ^ d & e', '(a && (b | (c ^ (d & e))))'],
    ['a & b == c < d', '(a & (b == (c < d)))'],
    ['a != b >= c << d', '(a != (b >= (c << d)))'],
    ['a << b + c * d', '(a << (b + (c * d)))'],
    ['a * b + c % d', '((a * b) + (c % d))'],
  ])('%s: those that bind more are further in', (source, tree) => {
    expect(read(source)).toBe(tree)
  })

  it.each([
    ['a - b - c', '((a - b) - c)'],
    ['a / b * c % d', '(((a / b) * c) % d)'],
    ['a - (b - c)', '(a - {(b - c)})'],
    ['a << b >> c', '((a << b) >> c)'],
  ])('%s: of equal ones the left is first', (source, tree) => {
    expect(read(source)).toBe(tree)
  })
})

describe('one side, and what follows', () => {
  it.each([
    ['-a * b', '((-a) * b)'],
    ['- -a', '(-(-a))'],
    ['!a.b', '(!(a then .b))'],
    ['++a[0]', '(++(a then [0]))'],
    // each part holds what follows it, as the library has it
    ['a.b[1].c++', '(a then (.b then ([1] then (.c then ++))))'],
    ['f(1.0).x', '(f<1.0> then .x)'],
    ['a[b, c]', '(a then [(b , c)])'],
  ])('%s', (source, tree) => {
    expect(read(source)).toBe(tree)
  })
})

describe('assignments, choices and commas', () => {
  it.each([
    ['a = b = c', '(a = (b = c))'],
    ['a += b ? c : d', '(a += (b ? c : d))'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a ? b, c : d = e', '(a ? (b , c) : (d = e))'],
    ['a = b, c = d', '((a = b) , (c = d))'],
    ['a.x <<= 2', '((a then .x) <<= 2)'],
  ])('%s', (source, tree) => {
    expect(read(source)).toBe(tree)
  })

  it.each(['a + b = c', 'a ? b : c = d = e + f = g'])('%s: the library says what may be assigned to', (source) => {
    expect(() => read(source)).toThrow(NotReadHere)
  })
})

describe('what stands by itself', () => {
  it.each([
    ['true', 'true'],
    ['1e3', '1e3'],
    ['0x1Fu', '0x1Fu'],
    ['vec4(a, 1.0)', 'type vec4<a , 1.0>'],
    ['f(void)', 'f<void>'],
    ['f()', 'f<>'],
    ['float[2](a, b)', 'type float[2]<a , b>'],
    ['f(a = b, c)', 'f<(a = b) , c>'],
  ])('%s', (source, tree) => {
    expect(read(source)).toBe(tree)
  })

  it('reads a call of what was declared as a type, as the grammar does; what is built in stays a name', () => {
    class Declared extends Expressions {
      constructor(source: string) {
        super(source)
        this.structures.add('P')
        for (const name of ['grain', 'sin']) this.functions.add(name)
      }
    }
    const declared = (source: string): string => shown(new Declared(source).expression())
    expect(['P(1)', 'grain(1)', 'sin(1)', 'other(1)'].map(declared)).toEqual([
      'type P<1>',
      'type grain<1>',
      'sin<1>',
      'other<1>',
    ])
  })

  it.each(['a.f()', ')', 'a[', 'f(a', 'if'])('%s: left to the library', (source) => {
    expect(() => read(source)).toThrow(NotReadHere)
  })
})

describe('a type', () => {
  it('may be a name, and has each of its lengths', () => {
    expect(shown(new Expressions('vec2[2][3]').typeSpecifier())).toBe('type vec2[2][3]')
    expect(shown(new Expressions('Part[]').typeSpecifier())).toBe('type Part[]')
    expect(new Expressions('a').lengths()).toBeNull()
  })
})
