import { describe, expect, it } from 'vitest'
import { Folder } from '../../../../../main/drivers/umd/glsl/fold'
import { type ForNode, iterationsOf, loopScope } from '../../../../../main/drivers/umd/glsl/loops'
import { int, reliableIn } from '../../../../../main/drivers/umd/glsl/scalar'
import { Scope } from '../../../../../main/drivers/umd/glsl/scope'
import { parseStatement } from '../../../../../main/drivers/umd/glsl/syntax'

const folder = new Folder(new Set(), reliableIn('precision highp float;\nprecision highp int;'))

function loop(head: string): ForNode {
  const node = parseStatement(`for (${head}) { x += 1.0; }\n`)
  if (node.type !== 'for_statement') throw new Error(`expected a loop, found ${node.type}`)
  return node
}

/** The variable's values; null: they do not follow. */
function values(head: string, { writes = [] as string[], most = 100 } = {}): number[] | null {
  const scope = new Scope(null, new Set())
  scope.declare('n', { value: int(3), bound: true, type: { name: 'int', length: null } })
  const found = iterationsOf(loop(head), scope, folder, new Set(writes), most)
  return found?.values.map(({ value }) => value) ?? null
}

describe('the iterations of a loop [BP-31]', () => {
  it.each([
    ['int i = 0; i < 3; i++', [0, 1, 2]],
    ['int i = 3; i > 0; --i', [3, 2, 1]],
    ['int i = -n; i <= n; i += 2', [-3, -1, 1, 3]],
    ['uint i = 0u; i != 4u; i += 2u', [0, 2]],
    ['float f = 0.0; f < 1.0; f += 0.25', [0, 0.25, 0.5, 0.75]],
    ['int i = 1; i < 20; i = i * n', [1, 3, 9]],
    ['int i = 5; i < 3; i++', []],
  ])('of %s', (head, expected) => {
    expect(values(head)).toEqual(expected)
  })

  it.each([
    ['the bound is not known', 'int i = 0; i < m; i++'],
    ['there is no condition', 'int i = 0; ; i++'],
    ['it never ends', 'int i = 0; i < 3; i += 0'],
    ['the step is of another variable', 'int i = 0; i < 3; j++'],
    ['two variables are declared', 'int i = 0, j = 1; i < 3; i++'],
    ['a float would be rounded', 'float f = 0.0; f < 1.0; f += 0.1'],
    ['a float is counted up', 'float f = 0.0; f < 2.0; f++'],
    ['types are mixed', 'int i = 0; i < 3; i += 1u'],
  ])('do not follow where %s', (_why, head) => {
    expect(values(head)).toBeNull()
  })

  it('do not follow where the body writes to the variable, or there are more than are asked for', () => {
    expect(values('int i = 0; i < 3; i++', { writes: ['i'] })).toBeNull()
    expect(values('int i = 0; i < 3; i++', { most: 3 })).toEqual([0, 1, 2])
    expect(values('int i = 0; i < 3; i++', { most: 2 })).toBeNull()
  })

  it('follow from what is bound where their start, end or step does', () => {
    const scope = new Scope(null, new Set())
    scope.declare('n', { value: int(3), bound: true, type: { name: 'int', length: null } })
    const bound = (head: string) => iterationsOf(loop(head), scope, folder, new Set(), 9)?.bound
    expect([bound('int i = 0; i < n; i++'), bound('int i = 0; i < 3; i++')]).toEqual([true, false])
  })
})

describe('what a loop does is in a scope of its own [BP-25]', () => {
  const around = new Scope(null, new Set())
  around.declare('on', { value: int(3), bound: true, type: { name: 'int', length: null } })

  it('in which a variable that its condition declares hides another', () => {
    const { condition } = loop('int i = 0; bool on = i < 3; i++')
    expect(loopScope(condition, around).lookup('on')).toEqual({
      value: null,
      bound: false,
      type: { name: 'bool', length: null },
    })
    expect(around.lookup('on').value).toEqual(int(3))
  })

  it('in which all is known that is known around it, where its condition declares nothing', () => {
    expect(loopScope(loop('int i = 0; i < 3; i++').condition, around).lookup('on').value).toEqual(int(3))
    expect(loopScope(undefined, around).lookup('on').value).toEqual(int(3))
  })
})
