import { describe, expect, it } from 'vitest'
import { PoolFlag } from '../../../../main/d3d12ma/definitions'
import {
  layoutOfPools,
  type PoolLayout,
  runTrial,
  type TrialOptions,
  type TrialPoint,
  type TrialResult,
} from '../../../../main/d3d12ma/defragmentation/trial'
import { draw, MIB, World } from './support'

function resultOf(layouts: readonly PoolLayout[], options: TrialOptions): TrialResult {
  const trial = runTrial(structuredClone(layouts), options)
  for (;;) {
    const { done, value } = trial.next()
    if (done === true) return value
  }
}

describe('a trial', () => {
  it('gives what the algorithm would do, pass by pass, and leaves the pools alone [DF-16, DF-22]', () => {
    const world = new World()
    const rows = ['aaaa....', 'b.......', 'c.......']
    const pool = world.pool(rows)
    const result = resultOf(layoutOfPools([pool]), { algorithm: 'balanced', maxAllocationsPerPass: 1 })
    expect(result).toMatchObject({ algorithm: 'balanced', passes: 2, heapsFreed: 2, bytesFreed: 16 * MIB })
    expect(result).toMatchObject({ bytesMoved: 2 * MIB, allocationsMoved: 2, blocksLeft: 1, blocksNeeded: 1 })
    // 18 MiB are free, 7 of them in the largest range; then 10 with 4 and 3 … at last 2 in one
    expect(
      result.curve.map(({ pass, blocks, bytesMoved, heapsFreed }) => [pass, blocks, bytesMoved, heapsFreed]),
    ).toEqual([
      [0, 3, 0, 0],
      [1, 2, MIB, 1],
      [2, 1, 2 * MIB, 2],
    ])
    expect(result.curve[0]?.fragmentation).toBeCloseTo(1 - 7 / 18)
    expect(result.fragmentation).toBe(0)
    expect(draw(pool)).toEqual(rows)
    expect(world.provider.heaps.size).toBe(3)
  })

  it('leaves pinned allocations and the least number of blocks as they are [DF-12, DF-20]', () => {
    const world = new World()
    const pinned = world.pool(['aa......', 'B.......', 'C.......'])
    const least = world.pool(['dd......', 'e.......'], { minBlockCount: 2, name: 'least' })
    expect(resultOf(layoutOfPools([pinned]), { algorithm: 'full' })).toMatchObject({ blocksLeft: 2, heapsFreed: 1 })
    expect(resultOf(layoutOfPools([least]), { algorithm: 'full' })).toMatchObject({ blocksLeft: 2, heapsFreed: 0 })
    const skipped = layoutOfPools([pinned], ({ name }) => name === 'a')
    expect(resultOf(skipped, { algorithm: 'full' })).toMatchObject({ blocksLeft: 3, heapsFreed: 0 })
  })

  it('counts the blocks that are needed pool by pool, and leaves out what cannot be defragmented [DF-06, DF-07]', () => {
    const world = new World()
    const pools = [
      world.pool(['aaaa....', 'b.......']),
      world.pool(['c.......']),
      world.pool([], { flags: PoolFlag.ALGORITHM_LINEAR }),
    ]
    const layouts = layoutOfPools(pools)
    expect(layouts).toHaveLength(2)
    expect(resultOf(layouts, { algorithm: 'fast' })).toMatchObject({ blocksNeeded: 2, blocksLeft: 2 })
  })

  it('says how far it is before and after each pass, and can be left at any time', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'b.......', 'c.......'])
    const points: TrialPoint[] = []
    for (const point of runTrial(layoutOfPools([pool]), { algorithm: 'full', maxAllocationsPerPass: 1 })) {
      points.push(point)
      if (points.length === 2) break
    }
    expect(points.map(({ pass, blocks }) => [pass, blocks])).toEqual([
      [0, 3],
      [1, 2],
    ])
  })

  it('refuses a layout in which allocations overlap or leave their block', () => {
    const layout = (offset: number): PoolLayout => ({
      name: 'p',
      heapType: 'DEFAULT',
      blockSize: 8 * MIB,
      minBlockCount: 0,
      maxBlockCount: 0,
      blocks: [
        {
          size: 8 * MIB,
          offsets: Float64Array.of(0, offset),
          sizes: Float64Array.of(2 * MIB, 2 * MIB),
          alignments: Float64Array.of(1, 1),
          pinned: Uint8Array.of(0, 0),
        },
      ],
    })
    expect(() => resultOf([layout(MIB)], { algorithm: 'full' })).toThrow('overlap')
    expect(() => resultOf([layout(7 * MIB)], { algorithm: 'full' })).toThrow('leave their block')
    expect(resultOf([layout(6 * MIB)], { algorithm: 'fast' }).blocksLeft).toBe(1)
  })
})
