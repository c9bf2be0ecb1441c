/** An effect's passes on the engines: which of its shaders each of them draws with. Blur has two, Sharpen one. */
import { describe, expect, test } from 'vitest'
import { appPackets, MIB, MS, type TestWorld, worldOf } from '../support/world'

const on = (engine: '3d' | 'compute' | 'copy', gpuTime: number) => ({ engine, gpuTime })

/** The effect was applied once. @param passes of it */
function applied(name: string, passes: object[], intrusive = false): TestWorld {
  const effect = { name, passes, resources: [{ name: 'main', size: MIB }] }
  const world = worldOf({ app: { effects: [effect] } })
  const mode = { mode: 'ALLOW_INTRUSIVE_MEASUREMENTS', action: 'KEEP_ALL' } as const
  if (intrusive) world.do({ verb: 'setBackgroundProcessingMode', value: mode })
  world.do({ verb: 'apply', value: name })
  world.wait(100 * MS)
  return world
}

const draws = (world: TestWorld) => world.device.pipelines.map(({ name, draws: count }) => [name, count])
const times = (world: TestWorld) => appPackets(world).map(({ engine, start, end }) => [engine, end - start])

describe('passes of an effect', () => {
  test('as many as it has shaders: each draws with its own, in order [BP-26]', () => {
    const world = applied('Blur', [on('compute', 3000), on('3d', 2000)])
    expect(draws(world)).toEqual([
      ['Blur/across', 1],
      ['Blur/down', 1],
    ])
    expect(times(world)).toEqual([
      ['compute', 3000],
      ['3d', 2000],
    ])
  })

  test('copies draw nothing; fewer passes than shaders draw with several [BP-26]', () => {
    const world = applied('Blur', [on('copy', 1000), on('3d', 4000)])
    expect(draws(world)).toEqual([
      ['Blur/across', 1],
      ['Blur/down', 1],
    ])
  })

  test('more passes than shaders: those that follow each other share one [BP-26]', () => {
    const passes = [1000, 2000, 3000, 4000].map((gpuTime) => on('3d', gpuTime))
    expect(draws(applied('Blur', passes))).toEqual([
      ['Blur/across', 2],
      ['Blur/down', 2],
    ])
    expect(draws(applied('Sharpen', passes))).toEqual([['Sharpen/unsharp mask', 4]])
  })

  test('what is measured intrusively is each pass, which takes a quarter longer [BP-03]', () => {
    expect(times(applied('Blur', [on('copy', 1000), on('3d', 3000), on('3d', 2000)], true))).toEqual([
      ['copy', 1000],
      ['3d', 3750],
      ['3d', 2500],
    ])
  })

  test('a variant of one shader makes its own pass quicker, and no other [BP-26]', () => {
    // only the second pass draws with the shader that gets a variant: the other one is gone before
    const world = applied('Blur', [on('3d', 30_000), on('compute', 20_000)], true)
    const [, down] = world.device.pipelines
    const across = world.editor.effect('Blur')?.pipelines?.passes[0]?.pipeline
    if (across === undefined || down === undefined) throw new Error('found no two pipelines')
    world.do({ verb: 'setBackgroundProcessingMode', value: { mode: 'ALLOWED', action: 'COMMIT_RESULTS' } })
    world.device.destroyPipelineState(across)
    world.wait(1000 * MS)
    expect(down.variants).toHaveLength(1)
    const before = appPackets(world).length
    world.do({ verb: 'apply', value: 'Blur' })
    world.wait(100 * MS)
    const [first, second] = times(world).slice(before) as [[string, number], [string, number]]
    expect(first).toEqual(['3d', 30_000])
    expect(second[0]).toBe('compute')
    expect(second[1]).toBeLessThan(20_000)
    expect(down.variants[0]?.hits).toBe(1)
  })
})
