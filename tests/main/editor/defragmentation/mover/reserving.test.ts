/** BeginPass that cannot reserve a destination, in the app (DF-08). */
import { describe, expect, it } from 'vitest'
import { MIB } from '../../../support/world'
import { allocate, begin, call, free, lost, placedWorld, placeOf, rules } from '../../placed-rig'

/** Two blocks of 4 MiB with one allocation each: the second goes to the first. */
function twoBlocks({ recreated = false } = {}) {
  const world = placedWorld()
  if (recreated) world.do({ verb: 'recreateDevice', value: true })
  for (const name of ['a', 'x', 'b']) allocate(world, name, name === 'x' ? 3 : 1)
  free(world, 'x')
  return world
}

const freeBytes = (world: ReturnType<typeof twoBlocks>) => world.editor.memory.pool('P')?.blockVector.freeBytes

describe('a destination that cannot be reserved', () => {
  it('makes BeginPass fail with E_OUTOFMEMORY; nothing stays reserved, and the next call may succeed [DF-08]', () => {
    const world = twoBlocks()
    world.do({ verb: 'inject', value: { fault: 'reserve-fails', count: 1 } })
    expect(begin(world)).toBe('S_OK')
    const places = ['a', 'b'].map((name) => placeOf(world, name))
    expect(call(world, 'beginPass')).toBe('E_OUTOFMEMORY')
    expect(['a', 'b'].map((name) => placeOf(world, name))).toEqual(places)
    expect(freeBytes(world)).toBe(6 * MIB)
    expect([world.editor.defragmenter.state, world.editor.defragmenter.moves]).toEqual(['begun', []])
    expect(call(world, 'beginPass')).toBe('S_FALSE')
    expect(freeBytes(world)).toBe(5 * MIB)
    call(world, 'endPass')
    world.wait(100_000)
    expect(world.editor.memory.pool('P')?.blockVector.blocks).toHaveLength(1)
    expect(lost(world)).toEqual([])
  })

  it('is a finding of the rule about passes, and not of the order of calls [DF-08]', () => {
    const world = twoBlocks()
    world.do({ verb: 'inject', value: { fault: 'reserve-fails', count: 1 } })
    begin(world)
    call(world, 'beginPass')
    expect(rules(world)).toEqual(['DF-08'])
    expect(call(world, 'endPass')).toBe('DXGI_ERROR_INVALID_CALL')
    expect(rules(world)).toEqual(['DF-08', 'DF-05'])
  })

  it('is also met after the device was made anew [DF-08] [RS-07]', () => {
    const world = twoBlocks({ recreated: true })
    world.do({ verb: 'inject', value: { fault: 'reserve-fails', count: 1 } })
    expect(begin(world)).toBe('S_OK')
    expect([call(world, 'beginPass'), call(world, 'beginPass')]).toEqual(['E_OUTOFMEMORY', 'S_FALSE'])
  })
})
