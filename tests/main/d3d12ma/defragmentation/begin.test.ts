import { describe, expect, it } from 'vitest'
import { PoolFlag } from '../../../../main/d3d12ma/definitions'
import { beginDefragmentation } from '../../../../main/d3d12ma/defragmentation/begin'
import { ALGORITHMS, algorithmOf, flagOf } from '../../../../main/d3d12ma/defragmentation/definitions'
import { draw, MIB, runToEnd, World } from './support'

describe('BeginDefragmentation', () => {
  it('refuses a linear pool and one that is always committed with E_NOINTERFACE, and says why [DF-07]', () => {
    const world = new World()
    const linear = world.pool([], { flags: PoolFlag.ALGORITHM_LINEAR, name: 'ring' })
    const committed = world.pool([], { flags: PoolFlag.ALWAYS_COMMITTED, name: 'own heaps' })
    expect(beginDefragmentation(world.allocator, {}, linear)).toEqual({ hr: 'E_NOINTERFACE', context: null })
    expect(beginDefragmentation(world.allocator, {}, committed)).toEqual({ hr: 'E_NOINTERFACE', context: null })
    expect(world.reports).toEqual([
      { rule: 'DF-07', message: expect.stringContaining('ring is linear') },
      { rule: 'DF-07', message: expect.stringContaining('own heaps is always committed') },
    ])
  })

  it.each([
    ['two algorithms', { flags: 0x3 }],
    ['a flag that does not exist', { flags: 0x8 }],
    ['negative bytes', { maxBytesPerPass: -1 }],
    ['part of a byte', { maxBytesPerPass: 0.5 }],
    ['more allocations than UINT32 counts', { maxAllocationsPerPass: 2 ** 32 }],
  ])('refuses %s with E_INVALIDARG and leaves the pool as it is [DF-13]', (_, desc) => {
    const world = new World()
    const pool = world.pool(['aa......', 'b.......'])
    expect(beginDefragmentation(world.allocator, desc, pool)).toEqual({ hr: 'E_INVALIDARG', context: null })
    expect(world.reports).toHaveLength(1)
    expect(beginDefragmentation(world.allocator, {}, pool).hr).toBe('S_OK')
  })

  it('refuses a pool that was released', () => {
    const world = new World()
    const pool = world.pool([])
    pool.release()
    expect(beginDefragmentation(world.allocator, {}, pool).hr).toBe('E_INVALIDARG')
  })

  it('allows one process for a pool at a time, another one when its context is released', () => {
    const world = new World()
    const pool = world.pool(['aa......', 'b.......'])
    const context = world.begin({}, pool)
    expect(beginDefragmentation(world.allocator, {}, pool)).toEqual({ hr: 'DXGI_ERROR_INVALID_CALL', context: null })
    expect(world.reports.at(-1)?.message).toContain('drawn is being defragmented')
    // another pool is another matter
    expect(beginDefragmentation(world.allocator).hr).toBe('S_OK')
    context.release()
    expect(beginDefragmentation(world.allocator, {}, pool).hr).toBe('S_OK')
  })

  it('has the published flags, BALANCED when none is given [DF-16]', () => {
    expect(ALGORITHMS.map((algorithm) => [algorithm, flagOf(algorithm)])).toEqual([
      ['fast', 0x1],
      ['balanced', 0x2],
      ['full', 0x4],
    ])
    expect(algorithmOf(0)).toBe('balanced')
  })

  it('on the allocator: all default pools, each by itself, and no custom one [DF-06]', () => {
    const world = new World()
    const { DEFAULT, UPLOAD, READBACK } = world.allocator.defaultPools
    world.fill(DEFAULT, ['aaaa....', 'b.......'])
    world.fill(UPLOAD, ['cccc....', 'd.......'])
    world.fill(READBACK, ['e.......'])
    const custom = world.pool(['ffff....', 'g.......'])
    expect(runToEnd(world.begin())).toEqual(['bd'])
    expect(draw(DEFAULT)).toEqual(['aaaab...'])
    expect(draw(UPLOAD)).toEqual(['ccccd...'])
    expect(draw(READBACK)).toEqual(['e.......'])
    expect(draw(custom)).toEqual(['ffff....', 'g.......'])
  })

  it('on one custom pool: nothing else moves [DF-06]', () => {
    const world = new World()
    world.fill(world.allocator.defaultPools.DEFAULT, ['aaaa....', 'b.......'])
    const custom = world.pool(['ffff....', 'g.......'])
    runToEnd(world.begin({}, custom))
    expect(draw(custom)).toEqual(['ffffg...'])
    expect(draw(world.allocator.defaultPools.DEFAULT)).toEqual(['aaaa....', 'b.......'])
  })

  it('moves nothing by itself: blocks stay as they are until BeginPass and EndPass [DF-05]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'b.......'])
    const context = world.begin({}, pool)
    expect(draw(pool)).toEqual(['aaaa....', 'b.......'])
    expect(world.get('b').getOffset()).toBe(0)
    context.release()
    const { allocation } = world.allocator.allocateMemory({ customPool: pool, name: 'c' }, 7 * MIB, 64 * 1024)
    allocation?.release()
    expect(draw(pool)).toEqual(['aaaa....', 'b.......'])
  })
})

describe('a pool of very many blocks', () => {
  const KIB = 1024

  it('begins and frees what can be freed, in one pass [DF-05] [DF-12]', () => {
    const world = new World()
    const { pool } = world.allocator.createPool({ heapType: 'DEFAULT', blockSize: 64 * KIB, name: 'many' })
    if (pool === null) throw new Error('the pool was not created')
    // more than the arguments that a call can have; in every second one an allocation of half its size
    for (let i = 0; i < 150_000; i++) {
      const { block } = pool.blockVector.addBlock(64 * KIB)
      if (block === null || i % 2 === 1) continue
      const handle = block.metadata.allocate(32 * KIB, 1)
      world.allocator.adopt(pool, 32 * KIB, 1, { block, handle, heap: null })
    }
    const context = world.begin({ flags: flagOf('full') }, pool)
    // 75,000 halves fill 37,500 blocks
    expect(context.beginPass().moves).toHaveLength(37_500)
    expect(context.endPass()).toBe('S_FALSE')
    expect(pool.blockVector.blocks).toHaveLength(37_500)
    expect(world.provider.heaps.size).toBe(37_500)
    expect(context.getStats()).toMatchObject({ HeapsFreed: 112_500, AllocationsMoved: 37_500 })
  }, 60_000)
})
