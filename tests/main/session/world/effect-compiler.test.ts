import { describe, expect, it } from 'vitest'
import { BUILT_IN_EFFECTS } from '../../../../main/editor/effects/catalogue'
import { compiler, forgetCompiled, warmUp } from '../../../../main/session/world/effect-compiler'

const sources = BUILT_IN_EFFECTS.flatMap(({ passes }) => passes.map(({ source }) => source))

describe('what the compiler remembers of shaders', () => {
  it('is made ahead, one shader at each step', () => {
    forgetCompiled()
    expect([...warmUp()]).toHaveLength(sources.length)
    const [first = ''] = sources
    expect(compiler.costModel(first)).toBe(compiler.costModel(first))
  })

  it('is given back, and comes out the same when it is made again', () => {
    const source = sources[0] as string
    const model = compiler.costModel(source)
    const variant = compiler.specialise(source, {})
    expect(compiler.specialise(source, {})).toBe(variant)
    forgetCompiled()
    expect(compiler.costModel(source)).not.toBe(model)
    expect(compiler.specialise(source, {})).not.toBe(variant)
    expect(compiler.specialise(source, {})).toEqual(variant)
  })
})
