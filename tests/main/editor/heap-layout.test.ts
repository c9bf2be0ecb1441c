/** Heaps that are filled exactly as somebody says, in the memory of a real app (DF-23). */
import { describe, expect, it } from 'vitest'
import { type HeapLayout, restoreLayout } from '../../../main/editor/heap-layout'
import { inOneGo } from '../../../main/sim/slices'
import { KIB, MIB, type TestWorld } from '../support/world'
import { allocate, names, placedWorld, placeOf } from './placed-rig'

type LayoutPool = HeapLayout['pools'][number]

const pool = (name: string, more: Partial<LayoutPool> = {}): LayoutPool => ({
  name,
  heap: 'default',
  blockSize: 4 * MIB,
  algorithm: 'tlsf',
  blocks: [],
  committed: [],
  ...more,
})

const restored = (world: TestWorld, ...pools: LayoutPool[]) =>
  inOneGo(restoreLayout(world.editor.memory, { pools }, (name) => name === 'taken'))

describe('a layout that is restored [DF-23]', () => {
  it('has its pools, blocks and what lies in them at the places that it says', () => {
    const world = placedWorld()
    const blocks = [
      { size: 4 * MIB, allocations: [{ offset: MIB, size: MIB, name: 'a' }] },
      { size: 2 * MIB, allocations: [{ offset: 0, size: 512 * KIB }] },
    ]
    const { hr, layout } = restored(
      world,
      pool('L', { blocks, committed: [{ size: 3 * MIB, name: 'c' }, { size: MIB }] }),
    )
    expect(hr).toBe('S_OK')
    expect(names(world)).toEqual(['a', 'L 1 0', 'c', 'L committed 1'])
    expect([placeOf(world, 'a').split(' @ ')[1], placeOf(world, 'L 1 0').split(' @ ')[1]]).toEqual(['1', '0'])
    expect(world.editor.memory.pool('L')?.blockVector.blocks.map(({ metadata }) => metadata.size)).toEqual([
      4 * MIB,
      2 * MIB,
    ])
    // in the names that were given: it can be made again from that
    expect(layout?.pools[0]?.committed).toEqual([
      { size: 3 * MIB, name: 'c' },
      { size: MIB, name: 'L committed 1' },
    ])
    expect(layout?.pools[0]?.blocks[1]?.allocations).toEqual([{ offset: 0, size: 512 * KIB, name: 'L 1 0' }])
  })

  it('numbers names that it has twice, or that something else has', () => {
    const world = placedWorld()
    allocate(world, 'a', 1)
    const committed = ['a', 'b', 'b', 'taken'].map((name) => ({ size: MIB, name }))
    expect(restored(world, pool('L', { committed })).hr).toBe('S_OK')
    expect(names(world)).toEqual(['a', 'a (2)', 'b', 'b (2)', 'taken (2)'])
  })

  it('is all or nothing: where one overlaps nothing is kept', () => {
    const world = placedWorld()
    allocate(world, 'own', 1)
    const blocks = [
      {
        size: 4 * MIB,
        allocations: [
          { offset: 0, size: 2 * MIB, name: 'a' },
          { offset: MIB, size: MIB, name: 'b' },
        ],
      },
    ]
    const before = world.vidmm.residency.counters[0].committed
    expect(restored(world, pool('First', { committed: [{ size: MIB, name: 'c' }] }), pool('L', { blocks }))).toEqual({
      hr: 'E_INVALIDARG',
      layout: null,
    })
    expect([names(world), world.editor.memory.pool('First'), world.editor.memory.pool('L')]).toEqual([
      ['own'],
      undefined,
      undefined,
    ])
    world.wait(100)
    expect(world.vidmm.residency.counters[0].committed).toBe(before)
  })

  it('is refused where a pool of it is there, before anything is made', () => {
    const world = placedWorld()
    const since = world.of('create').length
    expect(restored(world, pool('New', { committed: [{ size: MIB }] }), pool('P'))).toEqual({
      hr: 'E_INVALIDARG',
      layout: null,
    })
    expect([world.of('create').length, world.editor.memory.pool('New')]).toEqual([since, undefined])
  })

  it('fails with what creating one returned, and leaves nothing', () => {
    const world = placedWorld()
    const huge = pool('L', { committed: [{ size: MIB, name: 'a' }, { size: 2 ** 40 }] })
    expect([restored(world, huge).hr, names(world), world.editor.memory.pool('L')]).toEqual([
      'E_OUTOFMEMORY',
      [],
      undefined,
    ])
  })
})
