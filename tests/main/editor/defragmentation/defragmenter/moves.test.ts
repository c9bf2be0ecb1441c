/** Single moves of defragmentation: what is chosen for them, and what is never one. 1 MiB is copied in 1 ms. */
import { describe, expect, it } from 'vitest'
import { MIB, MS } from '../../../support/world'
import {
  allocate,
  begin,
  call,
  defragment,
  effect,
  found,
  free,
  lost,
  names,
  placedWorld,
  placeOf,
  rules,
} from '../../placed-rig'

describe('operations, as the app sees them', () => {
  /** The effect's block is emptied: its resource is in the only move. */
  const withEffect = () => {
    const world = placedWorld({}, { effects: [effect('A')] })
    allocate(world, 'a fill', 3)
    allocate(world, 'b', 2)
    allocate(world, 'b fill', 2)
    free(world, 'a fill', 'b fill')
    expect(begin(world)).toBe('S_OK')
    expect(call(world, 'beginPass')).toBe('S_FALSE')
    expect(world.editor.defragmenter.moves.map(({ name }) => name)).toEqual(['A.r'])
    return world
  }
  const choose = (world: ReturnType<typeof withEffect>, operation: 'COPY' | 'IGNORE' | 'DESTROY') => {
    expect(world.do({ verb: 'defragmentation', value: { call: 'operation', move: 0, operation } })).toBe('S_OK')
    call(world, 'endPass')
    world.wait(5 * MS)
  }
  const applied = (world: ReturnType<typeof withEffect>) => {
    expect(world.do({ verb: 'apply', value: 'A' })).toBe('S_OK')
    world.wait(5 * MS)
    expect(world.editor.effect('A')?.completed).toBe(1)
    expect(world.of('device-removed')).toEqual([])
  }

  it('COPY: the same object lies elsewhere, the old heap is gone, the effect goes on [DF-11] [DF-12]', () => {
    const world = withEffect()
    const before = found(world, 'A.r')
    choose(world, 'COPY')
    expect(found(world, 'A.r')).toBe(before)
    expect(placeOf(world, 'A.r')).toBe('P block 1 @ 2')
    expect(world.of('destroy').map(({ resource }) => resource)).toEqual(['P block 0'])
    expect(world.of('defragmentation-pass')).toMatchObject([
      { moves: 1, bytesMoved: MIB, heapsFreed: 1, result: 'S_FALSE', ignored: 0, destroyed: 0 },
    ])
    applied(world)
    expect([lost(world), rules(world)]).toEqual([[], []])
  })

  it('IGNORE: it stays, its destination is free again, it is hinted at, and the process ends [DF-11] [DF-12] [DF-19]', () => {
    const world = withEffect()
    choose(world, 'IGNORE')
    expect(placeOf(world, 'A.r')).toBe('P block 0 @ 0')
    expect(world.editor.memory.pool('P')?.blockVector.freeBytes).toBe(5 * MIB)
    expect(rules(world)).toEqual(['DF-11'])
    expect(world.of('defragmentation-pass')).toMatchObject([{ result: 'S_OK', ignored: 1, bytesMoved: 0 }])
    expect(world.of('defragmentation-move')).toMatchObject([{ operation: 'IGNORE', reason: 'asked for' }])
    expect(world.editor.defragmenter.state).toBe('done')
    applied(world)
    expect(lost(world)).toEqual([])
  })

  it('DESTROY: both are freed, and the effect goes on without it [DF-11]', () => {
    const world = withEffect()
    choose(world, 'DESTROY')
    expect(names(world)).toEqual(['b'])
    expect(world.editor.effect('A')?.resources).toEqual([])
    expect(world.of('free').at(-1)).toMatchObject({ resource: 'A.r', bytes: MIB })
    expect(world.editor.memory.pool('P')?.blockVector.freeBytes).toBe(2 * MIB)
    applied(world)
    expect(rules(world)).toEqual([])
    // what is made anew has what is left
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
    expect(names(world)).toEqual(['b'])
  })

  it('DESTROY of one of several, whose names have dots: the rest stays the effect’s [DF-11]', () => {
    const resources = [
      { name: 'v1.map', size: '1MiB' },
      { name: 'lut', size: '2MiB' },
    ]
    const world = placedWorld({}, { effects: [{ name: 'A.B', resources }], policy: 'creative-app-fixed' })
    allocate(world, 'fill', 1)
    allocate(world, 'pin', 1, { pinned: true })
    free(world, 'fill')
    defragment(world, { destroy: ['A.B.v1.map'] })
    world.wait(10 * MS)
    expect(names(world)).toEqual(['A.B.lut', 'pin'])
    expect(world.editor.effect('A.B')?.resources.map(({ name }) => name)).toEqual(['A.B.lut'])
    world.do({ verb: 'apply', value: 'A.B' })
    world.wait(50 * MS)
    expect(world.editor.effect('A.B')?.completed).toBe(1)
    expect(rules(world)).toEqual([])
    expect(world.do({ verb: 'free', value: { name: 'A.B.lut' } })).toBe('E_INVALIDARG')
  })

  it('by name: of a process that runs by itself [DF-11] [DF-20]', () => {
    const world = placedWorld({}, { effects: [effect('A')] })
    allocate(world, 'a fill', 3)
    allocate(world, 'b', 2)
    allocate(world, 'b fill', 2)
    free(world, 'a fill', 'b fill')
    defragment(world, { destroy: ['A.r'] })
    world.wait(10 * MS)
    expect(names(world)).toEqual(['b'])
    expect(world.of('defragmentation-pass')[0]).toMatchObject({ destroyed: 1, heapsFreed: 1 })
  })
})

describe('what is not moved', () => {
  it('what is pinned, until it is not any more [DF-20]', () => {
    const world = placedWorld()
    for (const name of ['a', 'b']) {
      allocate(world, name, 1, { pinned: true })
      allocate(world, `${name} fill`, 3)
    }
    free(world, 'a fill', 'b fill')
    defragment(world)
    world.wait(10 * MS)
    expect(world.of('defragmentation-move')).toEqual([])
    world.do({ verb: 'movable', value: { name: 'a', movable: true } })
    defragment(world)
    world.wait(10 * MS)
    expect(world.of('defragmentation-move').map(({ resource }) => resource)).toEqual(['a'])
  })

  it('what was refused is not offered again in that process, but in the next [DF-19]', () => {
    const world = placedWorld()
    for (let i = 0; i < 5; i++) {
      allocate(world, `a ${i}`, 1)
      allocate(world, `fill ${i}`, 3)
    }
    for (let i = 0; i < 5; i++) free(world, `fill ${i}`)
    begin(world, { maxAllocationsPerPass: 2 })
    const offered: string[] = []
    let refused = ''
    for (let pass = 0; call(world, 'beginPass') === 'S_FALSE'; pass++) {
      offered.push(...world.editor.defragmenter.moves.map(({ name }) => name))
      if (pass === 0) {
        refused = offered[0] as string
        world.do({ verb: 'defragmentation', value: { call: 'operation', move: 0, operation: 'IGNORE' } })
      }
      call(world, 'endPass')
      world.wait(10 * MS)
      expect(pass).toBeLessThan(10)
    }
    expect(offered.filter((name) => name === refused)).toHaveLength(1)
    expect(rules(world)).toEqual(['DF-11'])
    expect(lost(world)).toEqual([])
  })
})
