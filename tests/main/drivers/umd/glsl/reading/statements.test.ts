/** Statements, and the declarations among them (GLSL ES 3.00, 6). */
import { describe, expect, it } from 'vitest'
import { Statements } from '../../../../../../main/drivers/umd/glsl/reading/statements'
import { NotReadHere } from '../../../../../../main/drivers/umd/glsl/reading/tokens'
import { shown } from './shown'

/** The statements of a block, without it. */
function read(source: string): string {
  const reader = new Statements(`{ ${source} }`)
  const tree = shown(reader.block())
  expect(reader.token.kind, source).toBe('end')
  return tree.slice('block('.length, -1)
}

describe('a statement', () => {
  it.each([
    ['a = 1;', 'do (a = 1);'],
    [';', 'do ;'],
    ['{ a; { b; } }', 'block(do a; block(do b;))'],
    ['return;', 'return ;'],
    ['return a, b;', 'return (a , b);'],
    ['break; continue; discard;', 'break_statement; continue_statement; discard_statement;'],
  ])('%s', (source, tree) => {
    expect(read(source)).toBe(tree)
  })

  it('belongs to the nearest if where another else follows', () => {
    expect(read('if (a) if (b) c; else d;')).toBe('if(a then if(b then do c; else do d;))')
    expect(read('if (a) { if (b) c; } else d;')).toBe('if(a then block(if(b then do c;)) else do d;)')
    expect(read('if (a) b; else if (c) d; else e; f;')).toBe('if(a then do b; else if(c then do d; else do e;)) do f;')
  })
})

describe('a loop', () => {
  it.each([
    ['for (int i = 0; i < 3; i++) a;', 'for(type int: i = 0 | (i < 3) | (i then ++) | do a;)'],
    ['for (i = 0, j = 1; ; ) { }', 'for(((i = 0) , (j = 1)) |  |  | block())'],
    ['for (;;) break;', 'for( |  |  | break_statement;)'],
    ['while (a) b;', 'while(a | do b;)'],
    ['do { a; } while (b); c;', 'repeat(block(do a;) while b) do c;'],
    ['do a; while (b);', 'repeat(do a; while b)'],
  ])('%s', (source, tree) => {
    expect(read(source)).toBe(tree)
  })
})

describe('a switch', () => {
  it('has with each label the statements up to the next', () => {
    expect(read('switch (a) { case 1: case 2 + 3: b; break; default: c; }')).toBe(
      'switch(a of case 1() case (2 + 3)(do b; break_statement;) default(do c;))',
    )
  })

  it('that does not begin with a label is for the library', () => {
    expect(() => read('switch (a) { b; }')).toThrow(NotReadHere)
  })
})

describe('a declaration', () => {
  it.each([
    ['float a;', 'declare type float: a;'],
    ['const highp vec2 a = b, c[2];', 'declare const highp type vec2: a = b, c[2];'],
    ['Part p = q;', 'declare type Part: p = q;'],
    ['float[2] a = float[2](b, c);', 'declare type float[2]: a = type float[2]<b , c>;'],
    // no comma of an initial value: it is the next one's
    ['int a = 1, b = a = 2;', 'declare type int: a = 1, b = (a = 2);'],
  ])('%s', (source, tree) => {
    expect(read(source)).toBe(tree)
  })

  it('is told from a value of that type, and from a name that is used', () => {
    expect(read('vec2(1.0); a; a * b;')).toBe('do type vec2<1.0>; do a; do (a * b);')
  })

  it('with a list of initial values is for the library', () => {
    expect(() => read('float a[2] = { 1.0, 2.0 };')).toThrow(NotReadHere)
  })
})

it.each(['a', 'if a) b;', 'for (;) a;', 'do a;', 'return a', '{'])('%s is for the library', (source) => {
  expect(() => read(source)).toThrow(NotReadHere)
})
