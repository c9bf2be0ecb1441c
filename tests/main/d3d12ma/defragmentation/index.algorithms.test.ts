import { describe, expect, it } from 'vitest'
import { beginDefragmentation } from '../../../../main/d3d12ma/defragmentation/begin'
import {
  ALGORITHMS,
  type Algorithm,
  type DefragmentationStats,
  flagOf,
} from '../../../../main/d3d12ma/defragmentation/definitions'
import { layoutOfPools, runTrial, type TrialResult } from '../../../../main/d3d12ma/defragmentation/trial'
import { draw, MIB, runToEnd, World } from './support'
import { BLOCK, checkerboard, churn, eighteenThousand, halfFreed, type Workload } from './workloads'

interface Outcome extends DefragmentationStats {
  left: number
  lowerBound: number
  /** bytes that lay in the blocks that were freed */
  emptied: number
}

function outcomeOf({ allocator, pool }: Workload, algorithm: Algorithm): Outcome {
  const liveIn = new Map(pool.blockVector.blocks.map((block) => [block, block.size - block.metadata.freeBytes]))
  const live = [...liveIn.values()].reduce((sum, bytes) => sum + bytes, 0)
  const { context } = beginDefragmentation(allocator, { flags: flagOf(algorithm) }, pool)
  if (context === null) throw new Error('the process did not begin')
  runToEnd(context)
  for (const block of pool.blockVector.blocks) liveIn.delete(block)
  return {
    ...context.getStats(),
    left: pool.blockVector.blocks.length,
    lowerBound: Math.ceil(live / BLOCK),
    emptied: [...liveIn.values()].reduce((sum, bytes) => sum + bytes, 0),
  }
}

/** All three on the same state: copies for the first two. */
function outcomes(workload: Workload): Record<'fast' | 'balanced', TrialResult> & { full: Outcome } {
  const layouts = layoutOfPools([workload.pool])
  const [fast, balanced] = (['fast', 'balanced'] as const).map((algorithm) => {
    const trial = runTrial(layouts, { algorithm })
    for (;;) {
      const { done, value } = trial.next()
      if (done === true) return value
    }
  })
  return { fast: fast as TrialResult, balanced: balanced as TrialResult, full: outcomeOf(workload, 'full') }
}

describe('on the reference workloads FULL frees at least as many heaps as BALANCED, and BALANCED as FAST', () => {
  it.each<[string, () => Workload]>([
    ['checkerboard', () => checkerboard()],
    ['half freed, uniform', () => halfFreed(1, 'uniform')],
    ['half freed, log-uniform', () => halfFreed(1, 'log-uniform')],
    ['random churn, full load', () => churn(1, 'uniform')],
    ['random churn, half of the load', () => churn(2, 'log-uniform', 100, 50)],
    ['18,000 allocations over 700 blocks', () => eighteenThousand(1)],
  ])('%s [DF-16]', (_, workload) => {
    const { fast, balanced, full } = outcomes(workload())
    expect(fast.heapsFreed).toBeGreaterThan(0)
    expect(balanced.heapsFreed).toBeGreaterThanOrEqual(fast.heapsFreed)
    expect(full.HeapsFreed).toBeGreaterThanOrEqual(balanced.heapsFreed)
  })

  it('a checkerboard of 64 blocks, half of it free, goes into 32 [DF-16]', () => {
    expect(outcomeOf(checkerboard(), 'full')).toMatchObject({ left: 32, HeapsFreed: 32, BytesMoved: 32 * 32 * MIB })
  })
})

describe('on random churn', () => {
  const loads = (['uniform', 'log-uniform'] as const).flatMap((sizes) =>
    [60, 100].map((keep, index) => [sizes, keep, index + 11] as const),
  )

  it.each(loads)(
    '%s, %i %% of the load left: FULL ends near the lower bound, the others move no more and free nearly as many [DF-16]',
    (sizes, keep, seed) => {
      const { fast, balanced, full } = outcomes(churn(seed, sizes, 100, keep))
      // within 2 %, or one block
      expect(full.left).toBeLessThanOrEqual(Math.max(full.lowerBound + 1, full.lowerBound * 1.02))
      expect(full.BytesMoved).toBeLessThanOrEqual(1.5 * full.emptied)
      for (const other of [fast, balanced]) {
        expect(other.bytesMoved).toBeLessThanOrEqual(full.BytesMoved)
        expect(other.heapsFreed).toBeGreaterThanOrEqual(0.9 * full.HeapsFreed)
      }
    },
  )
})

describe.each(ALGORITHMS)('%s', (algorithm) => {
  const flags = flagOf(algorithm)

  it('empties the block that has the least to be copied [DF-16]', () => {
    const world = new World()
    const pool = world.pool(['a.......', 'bbbb....', 'cc......'])
    runToEnd(world.begin({ flags }, pool))
    expect(draw(pool)).toHaveLength(1)
    // b stayed, a and c went to it
    expect(world.get('b').block?.id).toBe(1)
  })

  it('makes room for what fits nowhere: a small allocation moves out of the way first [DF-09]', () => {
    const world = new World()
    const pool = world.pool(['AAAAAAA.', 'CCCC.b.D', 'eee.....'])
    expect(runToEnd(world.begin({ flags }, pool))).toEqual(['b', 'e'])
    expect(draw(pool)).toEqual(['AAAAAAAb', 'CCCCeeeD'])
  })

  it('copies nothing where nothing can be freed and little is free', () => {
    const world = new World()
    const pool = world.pool(['aaaaaaa.', 'bbbbccc.', 'ddddddd.'])
    expect(runToEnd(world.begin({ flags, maxBytesPerPass: 4 * MIB }, pool))).toEqual([])
  })

  it('reaches the same end in small passes as in one [DF-13]', () => {
    const bytes = 16 * MIB
    const all = outcomeOf(churn(3, 'log-uniform', 20, 80), algorithm)
    const { allocator, pool } = churn(3, 'log-uniform', 20, 80)
    const { context } = beginDefragmentation(allocator, { flags, maxBytesPerPass: bytes }, pool)
    const passes = runToEnd(context as NonNullable<typeof context>)
    expect(context?.getStats()).toMatchObject({ HeapsFreed: all.HeapsFreed, BytesMoved: all.BytesMoved })
    expect(passes.length).toBeGreaterThanOrEqual(all.BytesMoved / bytes)
    expect(passes.length).toBeLessThanOrEqual((2 * all.BytesMoved) / bytes + 3)
  })
})

describe('where no block can be freed', () => {
  const end = (algorithm: Algorithm, rows: readonly string[]) => {
    const world = new World()
    const pool = world.pool(rows, { maxBlockCount: rows.length })
    runToEnd(world.begin({ flags: flagOf(algorithm) }, pool))
    return draw(pool)
  }

  it('BALANCED and FULL join free ranges within a block: from its end to the gaps before [DF-03, DF-09]', () => {
    // d goes to the first gap, c to the next one; b has none before it
    expect(end('balanced', ['a.b.c.d.', 'EEEEEEEE'])).toContain('adbc....')
    expect(end('full', ['a.b.c.d.', 'EEEEEEEE'])).toContain('adbc....')
  })

  it('FAST leaves them, as that frees nothing [DF-16]', () => {
    expect(end('fast', ['a.b.c.d.', 'EEEEEEEE'])).toContain('a.b.c.d.')
  })

  it.each(ALGORITHMS)('in a pool of one block %s compacts that block, however little is free [DF-16]', (algorithm) => {
    expect(end(algorithm, ['a.b.c.d.'])).toEqual(['adbc....'])
    // 3 of 32 MiB free, less than an eighth: e goes to the first gap, d to the next one, which leaves room for f
    expect(end(algorithm, ['aaaaaa.bbbbbbbbb.ccccccccccd.eff'])).toEqual(['aaaaaaebbbbbbbbbdccccccccccff...'])
    // a pinned one is gone around
    expect(end(algorithm, ['A..B.c..'])).toEqual(['Ac.B....'])
  })

  it('what is larger than every gap stays: a move cannot overlap itself [DF-09]', () => {
    expect(end('full', ['.aa.bb.cc'])).toEqual(['.aa.bb.cc'])
  })

  it('pinned ones stay, others go around them: BALANCED once, FULL for as long as that gains [DF-16, DF-20]', () => {
    // c goes to the gap before it, which joins three; from there to the next one, which joins four
    expect(end('balanced', ['A..B.c..', 'DDDDDDDD'])).toContain('A..Bc...')
    expect(end('full', ['A..B.c..', 'DDDDDDDD'])).toContain('Ac.B....')
  })

  it('FULL fills gaps from the end of the last block, also where little is free: what is free is one range [DF-16]', () => {
    // 3 of 48 MiB free; h goes to the first gap, g to the second, k to the third
    const rows = ['A.AAAAAAAAAAAAAA', 'D.DDDDDDDDDDDDDD', '.bbbbbbbcdeijkgh']
    expect(end('balanced', rows).toSorted()).toEqual(rows.toSorted())
    expect(end('full', rows)).toEqual(['AhAAAAAAAAAAAAAA', 'DgDDDDDDDDDDDDDD', 'kbbbbbbbcdeij...'])
  })

  it('FULL compacts what is left after a block was emptied [DF-16]', () => {
    // e empties its block; the others can be compacted, and are
    const rows = end('full', ['A.b.c.dd', 'e.......'])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatch(/^A[bce]{3}..dd$|^A[bce]{3}dd..$/)
  })

  it('the larger one goes first where a smaller one would spoil the gap [DF-03]', () => {
    // c into the gap first would leave two gaps of 1 MiB
    expect(end('full', ['..aac.'.padEnd(8, 'D')])).toEqual(['aac...DD'])
  })

  it('a request that failed for fragmentation fits afterwards [DF-03]', () => {
    const world = new World()
    const pool = world.pool(['a.b.c.d.'], { maxBlockCount: 1 })
    const request = () => world.allocator.allocateMemory({ customPool: pool, name: 'x' }, 4 * MIB, 64 * 1024)
    expect(request().failure?.reason).toBe('fragmentation')
    runToEnd(world.begin({}, pool))
    expect(request().hr).toBe('S_OK')
    expect(draw(pool)).toEqual(['adbcxxxx'])
  })
})
