import { describe, expect, it } from 'vitest'
import { isName, Reader } from '../../../../../../main/drivers/umd/glsl/reading/reader'
import { NotReadHere } from '../../../../../../main/drivers/umd/glsl/reading/tokens'

describe('the place in a shader', () => {
  it('goes on token by token, and not past the end', () => {
    const reader = new Reader('a + b')
    expect([reader.token.text, reader.next.text, reader.is('b', 'a'), reader.is('+')]).toEqual(['a', '+', true, false])
    expect([reader.take().text, reader.take().text, reader.take().text]).toEqual(['a', '+', 'b'])
    expect([reader.token.kind, reader.next.kind]).toEqual(['end', 'end'])
    expect(() => reader.take()).toThrow(NotReadHere)
  })

  it('makes nodes of single tokens, with the white space behind them', () => {
    const reader = new Reader('( if ) name S')
    expect([reader.literal('('), reader.keyword('if'), reader.literal(')')]).toEqual([
      { type: 'literal', literal: '(', whitespace: ' ' },
      { type: 'keyword', token: 'if', whitespace: ' ' },
      { type: 'literal', literal: ')', whitespace: ' ' },
    ])
    expect(reader.name()).toEqual({ node: { type: 'identifier', identifier: 'name', whitespace: ' ' }, name: 'name' })
    expect(reader.name('type_name').node.type).toBe('type_name')
  })

  it('takes nothing else for it', () => {
    expect(() => new Reader('[').literal('(')).toThrow(NotReadHere)
    expect(() => new Reader('else').keyword('if')).toThrow(NotReadHere)
    expect(() => new Reader('float').name()).toThrow(NotReadHere)
  })

  it.each([
    [')', 0, 0],
    ['a)', 1, 0],
    ['a, b, c)', 3, 2],
  ])('reads a list: %s', (source, items, commas) => {
    const reader = new Reader(source)
    const read = reader.list(')', () => reader.name().node)
    expect([read.items.length, read.commas.length, reader.is(')')]).toEqual([items, commas, true])
  })
})

describe('a word', () => {
  it.each([
    ['float', true, false, false],
    ['ivec3', true, false, false],
    ['mat4x2', true, false, false],
    ['sampler2DShadow', true, false, false],
    ['usamplerCube', true, false, false],
    ['const', false, true, false],
    ['mediump', false, true, false],
    ['colour', false, false, true],
    ['floats', false, false, true],
    ['iffy', false, false, true],
    ['while', false, false, false],
    ['goto', false, false, false],
    ['dvec2', false, false, false],
    ['image2D', false, false, false],
    ['42', false, false, false],
  ])('%s is a type %s, a qualifier %s, a name %s', (word, type, qualifier, name) => {
    const reader = new Reader(word)
    expect([reader.isType, reader.isQualifier, reader.isName, isName(reader.token)]).toEqual([
      type,
      qualifier,
      name,
      name,
    ])
  })
})
