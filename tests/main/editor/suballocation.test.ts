/** A resource that shares its heap: it stays the same object while a move takes it elsewhere (DF-10, DF-11, DF-18). */
import { describe, expect, it } from 'vitest'
import { boundBy } from '../../../main/editor/suballocation'
import { create, MIB, MS, type TestWorld } from '../support/world'
import { allocate, begin, call, found, free, placedWorld } from './placed-rig'

/** x is to be moved beside what is pinned, in the second block; the pass has begun. */
function waiting(): TestWorld {
  const world = placedWorld()
  allocate(world, 'x', 2)
  allocate(world, 'fill', 2)
  allocate(world, 'pin', 1, { pinned: true })
  free(world, 'fill')
  if (begin(world) !== 'S_OK' || call(world, 'beginPass') !== 'S_FALSE') throw new Error('no move waits')
  return world
}

describe('a resource that is moved', () => {
  it('is used where it was until its copy is submitted, and there from then on; stored is what counts [DF-10] [DF-11]', () => {
    const world = waiting()
    const x = found(world, 'x')
    const source = x.current
    expect([x.stored, x.descriptor, x.placed]).toEqual([source, source, source])
    // 2 MiB at 1,000 MiB a second
    call(world, 'endPass')
    expect([x.current === source, x.stored === source]).toEqual([false, true])
    const destination = x.current
    world.wait(2 * MS)
    expect([x.current, x.stored, x.descriptor]).toEqual([destination, destination, destination])
    expect([x.handle === destination.handle, x.handle === source.handle, found(world, 'x')]).toEqual([true, false, x])
  })

  it('is bound by command lists with what they were told last; others as they are [DF-10]', () => {
    const world = waiting()
    const x = found(world, 'x')
    const source = x.current
    const committed = create(world, 'c', MIB)
    world.do({ verb: 'inject', value: { fault: 'stale-descriptor', count: 1 } })
    call(world, 'endPass')
    world.wait(10 * MS)
    expect(boundBy([x, committed])).toEqual([source, committed])
    expect(x.current).not.toBe(source)
  })
})

describe('its contents [DF-18]', () => {
  it('are there as long as its memory has what was written', () => {
    const world = placedWorld()
    const x = allocate(world, 'x', 1)
    expect(x.intact).toBe(true)
    const { contents } = x.stored
    x.stored.contents = { ...contents, version: contents.version + 1 }
    expect(x.intact).toBe(false)
    x.stored.contents = { ...contents, checksum: contents.checksum ^ 1 }
    expect(x.intact).toBe(false)
    x.stored.contents = contents
    expect(x.intact).toBe(true)
  })

  it('mean nothing where it is scratch', () => {
    const world = placedWorld(
      {},
      { effects: [{ name: 'A', gpuTime: '1ms', resources: [{ name: 's', size: '1MiB', scratch: true }] }] },
    )
    const scratch = found(world, 'A.s')
    scratch.stored.contents = { version: 99, checksum: 1 }
    expect([scratch.scratch, scratch.intact]).toEqual([true, true])
  })
})

it('has the size and heap of its allocation, and its references where it is now', () => {
  const world = placedWorld()
  const x = allocate(world, 'x', 2)
  expect([x.size, x.heapType, x.references]).toEqual([2 * MIB, 'DEFAULT', x.current.references])
  x.references += 3
  expect(x.current.references).toBe(x.references)
})
