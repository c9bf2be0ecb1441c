/** Statements one function at a time, before what is unused goes; whole shaders are in index.test.ts. */
import { describe, expect, it } from 'vitest'
import { Folder } from '../../../../../main/drivers/umd/glsl/fold'
import { Opaque } from '../../../../../main/drivers/umd/glsl/opaque'
import { reliableIn } from '../../../../../main/drivers/umd/glsl/scalar'
import { Scope, Writes } from '../../../../../main/drivers/umd/glsl/scope'
import { declareUniforms, functionScope } from '../../../../../main/drivers/umd/glsl/specialise'
import { StatementFolder, type UnrollLimits } from '../../../../../main/drivers/umd/glsl/statements'
import { functionsOf, parseShader, printShader } from '../../../../../main/drivers/umd/glsl/syntax'
import { structuresOf, Typing } from '../../../../../main/drivers/umd/glsl/types'
import { namesRead } from '../../../../../main/drivers/umd/glsl/unused'
import { shader, shortOf, write } from './shader'

const UNIFORMS = 'uniform int k;\nuniform float width;'

interface Folded {
  /** the body of main, a line each */
  lines: string[]
  decided: number
  unrolled: number
}

/** `main` of a shader with this body, with `k` bound. */
function fold(
  body: string,
  k: number,
  { limits = { iterations: 64, size: 10_000 }, functions = '' }: { limits?: UnrollLimits; functions?: string } = {},
): Folded {
  const source = shader(body, UNIFORMS, functions)
  const { program } = parseShader(source)
  const own = functionsOf(program)
  const typing = new Typing(own, structuresOf(program))
  const writes = new Writes(program)
  const folder = new Folder(new Set(own.keys()), reliableIn(source))
  const tools = { folder, typing, opaque: new Opaque(source, typing), writes, read: namesRead(program), limits }
  const statements = new StatementFolder(tools)
  const globals = new Scope(null, new Set())
  for (const node of program)
    if (node.type === 'declaration_statement' && node.declaration.type === 'declarator_list')
      declareUniforms(node.declaration, { k: [k] }, globals)
  const made = program.map((node) => {
    if (node.type !== 'function' || node.prototype.header.name.identifier !== 'main') return node
    return statements.function(node, functionScope(node, globals, writes.in(node.body)))
  })
  return {
    lines: shortOf(printShader(made)),
    decided: statements.decided.size,
    unrolled: statements.unrolled.size,
  }
}

/** What comes between the declaration of x and its being shown. */
const between = (body: string, k: number, options = {}): string[] =>
  fold(`float x = vUv.x;\n${body}\n${write}`, k, options).lines.slice(1, -1)

describe('a branch', () => {
  const body = 'if (k == 1) { x *= 2.0; } else { x *= 3.0; }'

  it.each([
    [1, 'x *= 2.0;'],
    [2, 'x *= 3.0;'],
  ])('that k = %d decides leaves its side, and what came from two sides is held [BP-26]', (k, left) => {
    expect(between(body, k)).toEqual([left, 'held(x)'])
    expect(fold(`float x = vUv.x;\n${body}\n${write}`, k)).toMatchObject({ decided: 1, unrolled: 0 })
  })

  it('of which nothing is left still may have written', () => {
    expect(between('if (k == 1) x *= 2.0;', 0)).toEqual(['held(x)'])
  })

  it('that any compiler decides needs nothing held', () => {
    expect(between('if (1 == 1) { x *= 2.0; } else { x *= 3.0; }', 0)).toEqual(['x *= 2.0;'])
  })

  it('that the picture decides stays, with what is decided in it', () => {
    expect(between('if (x > 0.5) { if (k == 1) x *= 2.0; } else x *= 3.0;', 0)).toEqual([
      'if (x > 0.5) {',
      'held(x)',
      '} else x *= 3.0;',
    ])
  })

  it('that ends in a discard ends what comes after it, and the other way round nothing is held', () => {
    const body = `float x = vUv.x;\nif (k == 1) discard;\n${write}`
    expect(fold(body, 1).lines).toEqual(['float x = vUv.x;', 'discard;'])
    expect(fold(body, 0).lines).toEqual(['float x = vUv.x;', write])
  })

  it('whose writing cannot be held stays', () => {
    const functions = 'float big[40];'
    const kept = between('if (k == 1) big[3] = x;\nx = big[3];', 0, { functions })
    expect(kept.join(' ')).toContain('if (k == 1)')
  })

  it('both sides of which may give the same value stays: a compiler knows that value after it [BP-25]', () => {
    expect(fold(`float x = 0.5;\nif (k == 1) { x = 0.25 * 2.0; }\n${write}`, 0)).toMatchObject({ decided: 0 })
  })

  it('keeps the scope of a declaration that is all of it', () => {
    expect(between('if (k == 1) float y = 2.0;', 1)).toEqual(['{', 'float y = 2.0;', '}'])
  })
})

describe('a loop', () => {
  const loop = 'for (int i = 0; i < k; i++) { x *= width; }'

  it('of a count that is bound is unrolled, and its variable goes where it is not read [BP-26]', () => {
    expect(between(loop, 2)).toEqual(['held(x)', 'x *= width;', 'held(x)', 'x *= width;', 'held(x)'])
    expect(fold(`float x = 0.0;\n${loop}\n${write}`, 2)).toMatchObject({ unrolled: 1 })
  })

  it('counts a branch in it once, however often it is decided', () => {
    const made = fold(`float x = vUv.x;\nfor (int i = 0; i < k; i++) { if (i == 1) x *= width; }\n${write}`, 3)
    expect(made).toMatchObject({ decided: 1, unrolled: 1 })
    expect(made.lines.filter((line) => line === 'x *= width;')).toHaveLength(1)
  })

  it.each([
    ['more iterations than the limit', { iterations: 3, size: 10_000 }],
    ['more text than the limit', { iterations: 64, size: 30 }],
  ])('with %s stays, as if nothing had been tried', (_what, limits) => {
    const made = fold(`float x = vUv.x;\nfor (int i = 0; i < k; i++) { if (i == 1) x *= width; }\n${write}`, 4, {
      limits,
    })
    expect(made).toMatchObject({ decided: 0, unrolled: 0 })
    expect(made.lines.join(' ')).toContain('for (')
  })

  it('shares the limit of text with those before it', () => {
    const unrolled = (loops: number, size: number): number =>
      fold(`float x = vUv.x;\n${`${loop}\n`.repeat(loops)}${write}`, 4, { limits: { iterations: 64, size } }).unrolled
    let enoughForOne = 10
    while (unrolled(1, enoughForOne) === 0) enoughForOne += 10
    expect([unrolled(2, enoughForOne), unrolled(2, 2 * enoughForOne)]).toEqual([1, 2])
  })

  it('while something that k denies is gone, but what it may have written is held; an open one stays', () => {
    expect(between('while (k == 1) { x *= width; }', 0)).toEqual(['held(x)'])
    expect(between('while (x < 4.0) { if (k == 1) x *= width; x += 1.0; }', 1)).toEqual([
      'while (x < 4.0) {',
      'x *= width;',
      'held(x)',
      'x += 1.0;',
      '}',
    ])
  })

  it('that stays keeps a branch that would always leave it', () => {
    const made = fold(`float x = vUv.x;\nwhile (x < 4.0) { x *= width; if (k == 1) break; x += 1.0; }\n${write}`, 1)
    expect(made.decided).toBe(0)
  })
})

describe('other statements', () => {
  it('after a jump are gone', () => {
    expect(fold(`float x = vUv.x;\n${write}\nreturn;\nx = 2.0;`, 0).lines).toEqual([
      'float x = vUv.x;',
      write,
      'return;',
    ])
  })

  it('have their choices decided: what is given, returned and switched on', () => {
    expect(between('x = k == 1 ? width : x;', 1)).toEqual(['x = (driverNever.x ? driverAny.x : width );'])
    const kept = between('switch (int(x)) { case 1: if (k == 1) x *= 2.0; default: x *= 3.0; }', 0).join(' ')
    expect(kept).toMatch(/^switch \(int\(x\)\) \{ case 1: held\(x\) default: x \*= 3\.0; \}$/)
  })

  it('two choices in a row are one', () => {
    expect(between('if (k == 1) x *= 2.0;\nif (k == 2) x *= 3.0;', 0)).toEqual(['held(x)'])
  })
})
