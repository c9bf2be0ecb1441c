/** Caches of rendered seconds, with GPU times by hand: 24 frames of 3 ms each for the sample footage. */
import { describe, expect, it } from 'vitest'
import { isRenderCache } from '../../../../main/editor/timeline/renders'
import type { TimelineEdit } from '../../../../preload/contract'
import { KIB, MS, S, type TestWorld, worldOf } from '../../support/world'

/** 640 × 360: a cache has 24 frames of 160 × 90 texels of 4 bytes. */
const BYTES = 24 * 160 * 90 * 4

function worldWith(app: Record<string, unknown> = {}): TestWorld {
  return worldOf({ app: { project: { width: 640, height: 360 }, ...app } })
}

const shown = ({ renders }: TestWorld): string[] =>
  renders.spans.map(({ start, length, isReady, resource }) => {
    if (length !== S) throw new Error(`${resource} has ${length} µs`)
    return `${start / S} ${resource}${isReady ? ' ready' : ''}`
  })

function edit({ timeline, renders }: TestWorld, change: TimelineEdit): void {
  const problem = timeline.edit(change)
  if (problem !== null) throw new Error(problem)
  renders.check()
}

describe('a second of the timeline', () => {
  it('is rendered frame by frame into memory of the least priority', () => {
    const world = worldWith()
    expect(world.renders.render(0, S)).toBe('S_OK')
    expect(shown(world)).toEqual(['0 render 0 s'])
    const cache = world.editor.find('render 0 s')
    // in whole pages of 64 KiB
    expect(cache?.size).toBe(Math.ceil(BYTES / (64 * KIB)) * 64 * KIB)
    expect(world.of('create').map(({ resource, bytes }) => [resource, bytes])).toEqual([['render 0 s', cache?.size]])
    world.wait(24 * 3 * MS - 1)
    expect([shown(world), world.renders.at(0)]).toEqual([['0 render 0 s'], undefined])
    world.wait(1)
    expect(shown(world)).toEqual(['0 render 0 s ready'])
    expect([0, S - 1, S].map((at) => world.renders.at(at))).toEqual([
      { resource: 'render 0 s', gpuTime: 200 },
      { resource: 'render 0 s', gpuTime: 200 },
      undefined,
    ])
    expect(world.of('packet').filter(({ engine }) => engine === '3d')).toHaveLength(24)
  })

  it.each(['arc', '2q', 'fence-lru'])(
    'is none where its first frame removes the device at once, as a policy misses what was evicted by hand: %s',
    (policy) => {
      const world = worldWith({
        policy,
        effects: [{ name: 'A', gpuTime: '2ms', resources: [{ name: 'r', size: '1MiB' }] }],
      })
      world.do({ verb: 'apply', value: 'A' })
      world.wait(10 * MS)
      world.do({ verb: 'evict', value: { names: ['A.r'] } })
      world.renders.render(0, S)
      expect([shown(world), world.editor.find('render 0 s')]).toEqual([[], undefined])
      expect(world.of('device-removed')).toMatchObject([{ because: expect.stringContaining('A.r') }])
      expect(world.of('apply').at(-1)).toMatchObject({ resources: ['render 0 s', 'A.r'] })
    },
  )

  it('takes what decoding and its effects take', () => {
    const world = worldWith({ effects: [{ name: 'Sepia', gpuTime: '2ms', resources: [{ name: 'r', size: '1MiB' }] }] })
    world.do({ verb: 'apply', value: 'Sepia' })
    world.wait(10 * MS)
    world.renders.render(0, S)
    world.wait(24 * 5 * MS - 1)
    expect(shown(world)).toEqual(['0 render 0 s'])
    world.wait(1)
    expect(shown(world)).toEqual(['0 render 0 s ready'])
  })

  it('is one of all that a span touches, up to the end of the timeline, one after another', () => {
    const world = worldWith()
    expect(world.renders.render(1.5 * S, 3.5 * S)).toBe('S_OK')
    expect(shown(world)).toEqual(['1 render 1 s', '2 render 2 s', '3 render 3 s'])
    world.wait(100 * MS)
    expect(shown(world)).toEqual(['1 render 1 s ready', '2 render 2 s', '3 render 3 s'])
    expect(world.renders.render(8.5 * S, 99 * S)).toBe('S_OK')
    expect(shown(world).slice(3)).toEqual(['8 render 8 s', '9 render 9 s'])
    // those that are there are not made again
    const made = world.of('create').length
    world.renders.render(0, 2 * S)
    expect(world.of('create').length).toBe(made + 1)
  })

  it.each([
    ['nothing', 2 * S, 2 * S],
    ['what is behind the end', 10 * S, 11 * S],
    ['more than a day', 0, 86_400_000_001],
  ])('is not rendered of %s', (_what, from, to) => {
    const world = worldWith()
    expect([world.renders.render(from, to), shown(world)]).toEqual(['E_INVALIDARG', []])
  })

  it('is not kept where another of the span cannot be created', () => {
    const world = worldWith()
    world.renders.render(5 * S, 6 * S)
    world.do({ verb: 'inject', value: { fault: 'allocation-fails', count: 1 } })
    expect(world.renders.render(0, 2 * S)).toBe('E_OUTOFMEMORY')
    expect(shown(world)).toEqual(['5 render 5 s'])
    expect(world.editor.find('render 0 s')).toBeUndefined()
  })

  it('is dropped where its frames cannot be rendered', () => {
    const world = worldWith()
    world.renders.render(0, S)
    world.wait(10 * MS)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    world.wait(100 * MS)
    expect([shown(world), world.renders.at(0)]).toEqual([[], undefined])
  })
})

describe('a cache', () => {
  it('goes when what it shows has changed, and no other one', () => {
    const world = worldWith()
    world.renders.render(0, 2 * S)
    world.wait(200 * MS)
    edit(world, { edit: 'trim', clip: 'Harbour at dusk', end: 1.5 * S })
    expect(shown(world)).toEqual(['0 render 0 s ready'])
    expect(world.editor.find('render 1 s')).toBeUndefined()
    // it was the same before and after: `at` knows it too, though nobody has checked
    world.timeline.edit({ edit: 'trim', clip: 'Harbour at dusk', start: 0.5 * S })
    expect([world.renders.at(0), shown(world)]).toEqual([undefined, []])
  })

  it('stays where the same is shown by other pieces', () => {
    const world = worldWith()
    world.renders.render(0, 2 * S)
    world.wait(200 * MS)
    edit(world, { edit: 'split', at: 1.5 * S })
    expect(shown(world)).toEqual(['0 render 0 s ready', '1 render 1 s ready'])
  })

  it('goes where an effect of it is changed, and where the project has another size', () => {
    const world = worldWith({ effects: [{ name: 'Sepia', gpuTime: '2ms', resources: [{ name: 'r', size: '1MiB' }] }] })
    world.do({ verb: 'apply', value: 'Sepia' })
    world.wait(10 * MS)
    world.renders.render(0, S)
    world.wait(200 * MS)
    world.renders.check()
    expect(shown(world)).toHaveLength(1)
    world.editor.setConstants('Sepia', { amount: [0.25] })
    world.renders.check()
    expect(shown(world)).toEqual([])
    world.renders.render(0, S)
    world.wait(200 * MS)
    world.do({ verb: 'project', value: { width: 320, height: 180 } })
    world.renders.check()
    expect(shown(world)).toEqual([])
  })

  it('goes with all others where they are cleared, also one that is being rendered', () => {
    const world = worldWith()
    world.renders.render(0, 2 * S)
    world.wait(100 * MS)
    world.renders.clear()
    expect([shown(world), world.editor.find('render 1 s')]).toEqual([[], undefined])
    // and can be rendered anew
    world.renders.render(1 * S, 2 * S)
    world.wait(100 * MS)
    expect(shown(world)).toEqual(['1 render 1 s ready'])
  })

  it.each([
    ['render 0 s', true],
    ['render 86399 s', true],
    ['render 86400 s', false],
    ['render 01 s', false],
    ['render -1 s', false],
    ['Blur.r', false],
  ])('is called by its second: %s %s', (name, is) => {
    expect(isRenderCache(name)).toBe(is)
  })
})
