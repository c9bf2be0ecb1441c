/** An effect's passes on the engines: which of its shaders each of them draws with. Blur has two, Sharpen one. */
import { describe, expect, test } from 'vitest'
import { appPackets, MIB, MS, type TestWorld, worldOf } from '../support/world'
import { allocate, defragment, effect, free, placedWorld } from './placed-rig'

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

describe('a descriptor that was not updated', () => {
  /** `named`, for which there is room before it now, moves, and its descriptor leads to where it was. */
  function stale(world: TestWorld, named: string): TestWorld {
    world.do({ verb: 'inject', value: { fault: 'stale-descriptor', count: 1 } })
    defragment(world)
    world.wait(10 * MS)
    expect(world.of('defragmentation-move')).toMatchObject([{ resource: named, operation: 'COPY' }])
    return world
  }
  const told = (world: TestWorld) => world.of('finding').map(({ rule, resource }) => [rule, resource])

  test.each(['3d', 'compute', 'copy'] as const)(
    'is reported once for a use on %s: the list that carries its fence is none of its own [DF-10] [SC-13]',
    (engine) => {
      const world = placedWorld()
      for (const name of ['hole', 'x']) allocate(world, name, 1)
      free(world, 'hole')
      stale(world, 'x')
      expect(world.do({ verb: 'use', value: { set: ['x'], engine, gpuTime: MS } })).toBe('S_OK')
      expect(told(world)).toEqual([['DF-10', 'x']])
      world.do({ verb: 'use', value: { set: ['x'], engine, gpuTime: MS } })
      expect(told(world)).toHaveLength(2)
    },
  )

  test('is reported once for each pass of an effect that uses it [DF-10]', () => {
    const passes = [on('3d', 1000), on('compute', 1000)]
    const world = placedWorld({}, { effects: [effect('Hole'), { ...effect('E'), gpuTime: '2ms', passes }] })
    world.do({ verb: 'removeEffect', value: 'Hole' })
    stale(world, 'E.r')
    expect(world.do({ verb: 'apply', value: 'E' })).toBe('S_OK')
    expect(told(world)).toEqual([
      ['DF-10', 'E.r'],
      ['DF-10', 'E.r'],
    ])
  })
})
