import { describe, expect, it } from 'vitest'
import { Folder } from '../../../../../main/drivers/umd/glsl/fold'
import { SameValue } from '../../../../../main/drivers/umd/glsl/same-value'
import { reliableIn } from '../../../../../main/drivers/umd/glsl/scalar'
import { type AstNode, functionsOf, parseShader, walk } from '../../../../../main/drivers/umd/glsl/syntax'
import { shader, write } from './shader'

/** Whether x may have one value with and without the first `if`. */
function isPossible(body: string, asked = ['x']): boolean {
  const source = shader(`${body}\n${write}`)
  const [main] = functionsOf(parseShader(source).program).get('main') ?? []
  if (main === undefined) throw new Error('there is no main')
  let branch: AstNode | null = null
  walk(main, (node) => {
    if (node.type === 'if_statement') branch ??= node
  })
  if (branch === null) throw new Error('there is no if')
  const same = new SameValue(main, new Folder(new Set(), reliableIn(source)))
  return same.isPossible(
    branch,
    asked.map((name) => ({ name, type: { name: 'float', length: null } })),
  )
}

describe('a variable has one value whichever way control goes [BP-25]', () => {
  it.each([
    ['given before and on one side', 'float x = 0.5; if (vUv.x > 0.5) { x = 0.5; }'],
    ['given on both sides', 'float x; if (vUv.x > 0.5) { x = 0.5; } else { x = 0.5; }'],
    ['in other words', 'float x = 0.5; if (vUv.x > 0.5) { x = 0.25 * 2.0; }'],
    ['that is no literal', 'float x = vUv.y; if (vUv.x > 0.5) { x = vUv.y; }'],
    ['given to itself, which it had before', 'float x = vUv.y; if (vUv.x > 0.5) { x = x; }'],
    ['in one of its components', 'vec2 x; x.y = 1.0; if (vUv.x > 0.5) { x.y = 1.0; }'],
  ])('%s', (_what, body) => {
    expect(isPossible(body)).toBe(true)
  })

  it.each([
    ['given another value', 'float x = 0.5; if (vUv.x > 0.5) { x = 0.75; }'],
    ['computed with', 'float x = 0.5; if (vUv.x > 0.5) { x += 0.5; }'],
    ['of another component', 'vec2 x; x.y = 1.0; if (vUv.x > 0.5) { x.x = 1.0; }'],
    ['given the same only elsewhere', 'float x = 0.5; x = 0.5; if (vUv.x > 0.5) { x = 0.75; }'],
    ['of which another is given the same', 'float x = 0.5; float y = 0.5; if (vUv.x > 0.5) { y = 0.5; }'],
    ['given what the driver added', 'float x = driverAny.x; if (vUv.x > 0.5) { x = driverAny.x; }'],
  ])('not one that is %s', (_what, body) => {
    expect(isPossible(body)).toBe(false)
  })

  it('that is not asked about is none of its concern', () => {
    expect(isPossible('float x = 0.5; if (vUv.x > 0.5) { x = 0.5; }', [])).toBe(false)
  })
})
