import { describe, expect, it } from 'vitest'
import { NotReadHere, tokensOf } from '../../../../../../main/drivers/umd/glsl/reading/tokens'

const kindsOf = (source: string): string[] => tokensOf(source).map(({ kind, text }) => `${kind} ${text}`)

describe('a shader in tokens', () => {
  it('has words, numbers and signs, and an end', () => {
    expect(kindsOf('float a_1 = b.x;')).toEqual([
      'word float',
      'word a_1',
      'sign =',
      'word b',
      'sign .',
      'word x',
      'sign ;',
      'end ',
    ])
  })

  it.each([
    ['1.0 1. .5 1e3 1.5e-3 2.0f', 'float'],
    ['0 12 0x1F 3u 0x1Fu', 'int'],
    ['<<= >>= ++ -- << >> <= >= == != && || ^^ += -= *= /= %= &= ^= |= ? : ~', 'sign'],
  ])('%s: each a %s of its own', (source, kind) => {
    expect(kindsOf(source).slice(0, -1)).toEqual(source.split(' ').map((text) => `${kind} ${text}`))
  })

  it('takes the longest sign', () => {
    expect(kindsOf('a<<=b--c').slice(0, -1)).toEqual(['word a', 'sign <<=', 'word b', 'sign --', 'word c'])
  })

  it('has the white space and comments behind each, and drops those before the first', () => {
    const source = ' // first\n a /* b */ = c;// last\n'
    expect(tokensOf(source).map(({ text, whitespace }) => [text, whitespace])).toEqual([
      ['a', ' /* b */ '],
      ['=', ' '],
      ['c', undefined],
      [';', '// last\n'],
      ['', undefined],
    ])
  })

  it('has a line of the preprocessor as one', () => {
    expect(kindsOf('#version 300 es\nfloat')).toEqual(['line #version 300 es', 'word float', 'end '])
  })

  it.each(['1.0abc', '3uu', 'a @ b', '"text"', '$'])('leaves %s to the library', (source) => {
    expect(() => tokensOf(source)).toThrow(NotReadHere)
  })
})
