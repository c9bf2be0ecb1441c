/** What a move asks of memory while it copies, and what the trace says of it (DF-21, RS-02, SC-08). */
import { describe, expect, it } from 'vitest'
import { allocate, begin, call, defragment, found, free, placedWorld } from '../../placed-rig'

describe('heaps that a copy uses', () => {
  it('and that do not fit their segment together are left as they are: the device stays, the move is ignored [DF-08] [DF-21]', () => {
    // two heaps of 4 MiB, and 6 MiB of local memory
    const world = placedWorld({ system: { localMemory: '6MiB', copyBandwidth: 1000 * 1024 * 1024 } })
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) allocate(world, name, 1)
    free(world, 'a', 'b')
    expect(defragment(world)).toBe('S_OK')
    world.wait(1_000_000)
    expect(world.of('device-removed')).toEqual([])
    const reason = 'P block 1 and P block 0 do not fit the memory segment together'
    expect(world.of('defragmentation-move')).toMatchObject([{ operation: 'IGNORE', reason }])
    expect(world.editor.defragmenter.state).toBe('done')
    expect(['c', 'd', 'e'].map((name) => found(world, name).intact)).toEqual([true, true, true])
  })

  it('are on the residency list while they are copied, and what brought them there is in the trace [DF-21] [SC-08]', () => {
    const world = placedWorld()
    for (const name of ['a', 'b', 'c', 'd', 'e']) allocate(world, name, 1)
    free(world, 'a')
    // nothing of the second heap is resident any more
    const e = found(world, 'e')
    expect(world.device.evict(e).references).toBe(0)
    begin(world, { evicted: 'make-resident' })
    call(world, 'beginPass')
    call(world, 'endPass')
    expect(world.of('make-resident').map(({ resources, bytes }) => [resources, bytes])).toEqual([
      [['P block 1'], 4 * 1024 * 1024],
    ])
    world.wait(1_000_000)
    expect(found(world, 'e').current.heap.name).toBe('P block 0')
    // the heap that was brought back is gone with its last allocation: nothing is left to evict
    expect(world.of('evict')).toEqual([])
    expect(world.of('destroy').map(({ resource }) => resource)).toEqual(['P block 1'])
  })

  it('and that stay are evicted again when the last copy is over [DF-21] [RS-01]', () => {
    const world = placedWorld()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) allocate(world, name, 1)
    free(world, 'a', 'b')
    for (const name of ['e', 'f']) world.device.evict(found(world, name))
    // one of two moves: the second heap keeps the other
    begin(world, { evicted: 'make-resident', maxAllocationsPerPass: 1 })
    call(world, 'beginPass')
    call(world, 'endPass')
    world.wait(1_000_000)
    expect(world.of('evict').map(({ resource, references, reason }) => [resource, references, reason])).toEqual([
      ['P block 1', 0, 'explicit'],
    ])
    expect(world.of('defragmentation-move')).toHaveLength(1)
  })
})
