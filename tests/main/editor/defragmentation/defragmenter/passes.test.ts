/** What may go on during a pass, and what may not (DF-14). Blocks have 4 MiB; 1 MiB is copied in 1 ms. */
import { describe, expect, it } from 'vitest'
import { MS } from '../../../support/world'
import { allocate, begin, call, effect, free, lost, names, placedWorld, rules } from '../../placed-rig'

describe('during a pass', () => {
  /** A clip and an effect are in the moves of a pass that waits; "other" is not. */
  const inPass = () => {
    const world = placedWorld({}, { effects: [effect('A')] })
    allocate(world, 'a', 1)
    allocate(world, 'a fill', 2)
    allocate(world, 'b', 1)
    allocate(world, 'other', 1, { pinned: true })
    free(world, 'a fill')
    expect(begin(world)).toBe('S_OK')
    expect(call(world, 'beginPass')).toBe('S_FALSE')
    expect(world.editor.defragmenter.moves.map(({ name }) => name).sort()).toEqual(['A.r', 'a'])
    return world
  }

  it('releasing what is in its moves is refused, said, and nothing is lost [DF-14]', () => {
    const world = inPass()
    for (const copying of [false, true]) {
      if (copying) call(world, 'endPass')
      expect(world.do({ verb: 'free', value: { name: 'a' } })).toBe('DXGI_ERROR_INVALID_CALL')
      expect(world.do({ verb: 'removeEffect', value: 'A' })).toBe('DXGI_ERROR_INVALID_CALL')
      expect(world.do({ verb: 'allocation', value: 'committed' })).toBe('DXGI_ERROR_INVALID_CALL')
    }
    expect(new Set(rules(world))).toEqual(new Set(['DF-14']))
    expect(rules(world)).toHaveLength(6)
    world.wait(10 * MS)
    expect(names(world).sort()).toEqual(['A.r', 'a', 'b', 'other'])
    expect(world.editor.effect('A')).toBeDefined()
    expect(lost(world)).toEqual([])
    // afterwards it is allowed
    free(world, 'a')
    expect(world.do({ verb: 'removeEffect', value: 'A' })).toBe('S_OK')
    expect(names(world).sort()).toEqual(['b', 'other'])
  })

  it('allocating, freeing and rendering go on [DF-14]', () => {
    const world = inPass()
    call(world, 'endPass')
    world.wait(500)
    allocate(world, 'new', 1)
    free(world, 'b')
    expect(world.do({ verb: 'addEffect', value: { name: 'B', gpuTime: 1000, resources: [] } })).toBe('S_OK')
    world.do({ verb: 'apply', value: 'A' })
    world.do({ verb: 'apply', value: 'B' })
    world.wait(20 * MS)
    expect(world.editor.effects.map(({ completed }) => completed)).toEqual([1, 1])
    expect([lost(world), rules(world), world.of('device-removed')]).toEqual([[], [], []])
    expect(names(world).sort()).toEqual(['A.r', 'a', 'new', 'other'])
  })

  it('a clip and the resolution of the project cannot change while they are moved; both can afterwards [DF-14]', () => {
    const clip = { name: 'C', width: 640, height: 360, frames: 2, thumbnails: 2 }
    const world = placedWorld({}, { pools: [], clips: [clip], project: { width: 640, height: 360 } })
    allocate(world, 'fill', 3)
    allocate(world, 'b', 2, { pinned: true })
    free(world, 'fill')
    begin(world)
    call(world, 'beginPass')
    expect(world.editor.defragmenter.moves.some(({ name }) => name.startsWith('C.'))).toBe(true)
    const before = names(world)
    expect(world.do({ verb: 'removeClip', value: 'C' })).toBe('DXGI_ERROR_INVALID_CALL')
    expect(world.do({ verb: 'project', value: { width: 1280, height: 720 } })).toBe('DXGI_ERROR_INVALID_CALL')
    expect(rules(world)).toEqual(['DF-14', 'DF-14'])
    expect([names(world), world.editor.format.width]).toEqual([before, 640])
    call(world, 'run')
    world.wait(50 * MS)
    expect(lost(world)).toEqual([])
    expect(world.do({ verb: 'project', value: { width: 1280, height: 720 } })).toBe('S_OK')
    expect(world.do({ verb: 'removeClip', value: 'C' })).toBe('S_OK')
    expect(names(world)).toEqual(['b'])
  })
})
