import { describe, expect, it } from 'vitest'
import { PoolFlag } from '../../../main/d3d12ma/definitions'
import { measure } from '../../../main/d3d12ma/measures'
import { MIB, World } from './defragmentation/support'

describe('how scattered free memory is [DF-03, DF-22]', () => {
  it('is 0 when it is in one range, whatever lies beside it, and the more the less the largest range has of it', () => {
    const world = new World()
    expect(measure([world.pool(['aaaa....'])]).fragmentation).toBe(0)
    expect(measure([world.pool(['a.b.....'])]).fragmentation).toBeCloseTo(1 - 5 / 6)
    // of two blocks the larger range counts, not both
    expect(measure([world.pool(['a.......', 'b.......'])])).toMatchObject({
      fragmentation: 0.5,
      blocks: 2,
      freeBytes: 14 * MIB,
      largestFreeRange: 7 * MIB,
    })
  })

  it('is 0 when nothing is free, and when there is nothing', () => {
    const world = new World()
    const full = measure([world.pool(['aaaaaaaa'])])
    expect(full).toEqual({ fragmentation: 0, blocks: 1, freeBytes: 0, largestFreeRange: 0, blocksNeeded: 1 })
    expect(measure([])).toEqual({ fragmentation: 0, blocks: 0, freeBytes: 0, largestFreeRange: 0, blocksNeeded: 0 })
  })
})

describe('blocks that are needed at least [DF-22]', () => {
  it('are counted pool by pool, as nothing moves from one to another', () => {
    const world = new World()
    const pools = [world.pool(['aaaa....', 'b.......']), world.pool(['c.......'])]
    expect(measure(pools)).toMatchObject({ blocks: 3, blocksNeeded: 2 })
    expect(measure([world.pool(['ddddd...', 'eeee....'])]).blocksNeeded).toBe(2)
    expect(measure([world.pool(['ffff....', 'gggg....'])]).blocksNeeded).toBe(1)
  })

  it('are none of what a pass has reserved, whatever becomes of its moves [DF-08] [DF-11]', () => {
    const world = new World()
    const pool = world.pool(['aaaabb..', 'cccc.d.e', 'f.g.h...'])
    const needed = () => measure([pool]).blocksNeeded
    expect(needed()).toBe(2)
    const context = world.begin({ maxAllocationsPerPass: 3 }, pool)
    const { moves } = context.beginPass()
    expect(moves.length).toBeGreaterThan(1)
    expect([needed(), [...pool.reserved]]).toEqual([2, moves.map(({ destination }) => destination)])
    for (const { source, destination } of moves) destination.setResource(source.getResource())
    ;(moves[0] as (typeof moves)[number]).operation = 'IGNORE'
    context.endPass()
    expect([needed(), pool.reserved.size]).toEqual([2, 0])
    context.beginPass()
    context.release()
    expect([needed(), pool.reserved.size]).toEqual([2, 0])
  })

  it('are none of what is committed', () => {
    const world = new World()
    const pool = world.pool([], { flags: PoolFlag.ALWAYS_COMMITTED })
    expect(world.allocator.allocateMemory({ customPool: pool }, MIB).hr).toBe('S_OK')
    expect(pool.committed.size).toBe(1)
    expect(measure([pool])).toMatchObject({ blocks: 0, blocksNeeded: 0 })
  })
})
