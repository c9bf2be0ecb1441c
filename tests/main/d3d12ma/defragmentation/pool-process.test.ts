import { describe, expect, it } from 'vitest'
import type { Allocation, Block } from '../../../../main/d3d12ma/allocation'
import { NONE } from '../../../../main/d3d12ma/block-metadata'
import type { Algorithm, DefragmentationDesc } from '../../../../main/d3d12ma/defragmentation/definitions'
import { flagOf } from '../../../../main/d3d12ma/defragmentation/definitions'
import { defragmentationOptionsOf } from '../../../../main/d3d12ma/defragmentation/options'
import type { Reservation } from '../../../../main/d3d12ma/defragmentation/plan-in-progress'
import { PoolProcess } from '../../../../main/d3d12ma/defragmentation/pool-process'
import type { Pool } from '../../../../main/d3d12ma/pool'
import { draw, MIB, World } from './support'

const NO_LIMIT = { bytes: Number.POSITIVE_INFINITY, allocations: Number.POSITIVE_INFINITY }

/** A process whose moves are carried out as soon as they are reserved. */
class Carried {
  readonly world = new World()
  readonly pool: Pool
  readonly process: PoolProcess
  /** what the next reservation is, instead of being carried out */
  answer: Reservation = 'reserved'

  constructor(rows: readonly string[], algorithm: Algorithm, desc: DefragmentationDesc = {}, minBlockCount = 0) {
    this.pool = this.world.pool(rows, { minBlockCount })
    this.process = new PoolProcess(this.pool, defragmentationOptionsOf({ flags: flagOf(algorithm), ...desc }))
  }

  /** @returns the moves, as name, block and MiB; null: the reservation failed */
  pass(room = NO_LIMIT): string[] | null {
    const moves: string[] = []
    const reserved = this.process.reserve({ ...room }, (source, block, offset) => {
      if (this.answer !== 'reserved') return this.answer
      moves.push(`${source.name} → ${block.id}:${offset / MIB}`)
      return this.move(source, block, offset)
    })
    return reserved ? moves : null
  }

  private move(source: Allocation, block: Block, offset: number): Reservation {
    const handle = block.metadata.allocateAt(offset, source.size)
    if (handle === NONE) return 'occupied'
    const { size, alignment } = source
    const destination = this.world.allocator.adopt(this.pool, size, alignment, { block, handle, heap: null })
    source.swap(destination)
    destination.release()
    return 'reserved'
  }
}

describe('a process of a pool', () => {
  it('puts the blocks in its order when it begins, and leaves them so until it ends [DF-09]', () => {
    const { pool, process } = new Carried(['a.......', 'bbbb....', 'cc......'], 'full')
    expect(draw(pool)).toEqual(['bbbb....', 'cc......', 'a.......'])
    expect(pool.blockVector.sorting).toBe(false)
    process.end()
    expect(pool.blockVector.sorting).toBe(true)
  })

  it('carries one plan out over as many passes as its room takes, then has nothing more to do [DF-13]', () => {
    const carried = new Carried(['aaaa....', 'b.c.....'], 'balanced')
    expect(carried.pass({ bytes: 8 * MIB, allocations: 1 })).toEqual(['b → 0:4'])
    expect(carried.pass({ bytes: MIB - 1, allocations: 9 })).toEqual([])
    expect(carried.pass()).toEqual(['c → 0:5'])
    expect(carried.pass()).toEqual([])
  })

  it('plans anew what others have made since: their blocks come after all that were there [DF-09, DF-14]', () => {
    const carried = new Carried(['aaaa....', 'b.......'], 'full')
    expect(carried.pass()).toEqual(['b → 0:4'])
    carried.pool.blockVector.freeEmptyBlocks()
    carried.world.fill(carried.pool, ['', 'nnn.....'])
    expect(carried.pass()).toEqual(['n → 0:5'])
  })

  it('offers what failed again, by a plan of its own [DF-08]', () => {
    const carried = new Carried(['aaaa....', 'b.......'], 'balanced')
    carried.answer = 'failed'
    expect(carried.pass()).toBeNull()
    carried.process.takeBack()
    carried.answer = 'reserved'
    expect(carried.pass()).toEqual(['b → 0:4'])
  })

  it('BALANCED joins free ranges still where the pass that was to do it failed, but not again after that [DF-08] [DF-16]', () => {
    const carried = new Carried(['A..B.c.d', 'EEEEEEEE'], 'balanced')
    const fail = () => {
      carried.answer = 'failed'
      expect(carried.pass()).toBeNull()
      carried.process.takeBack()
      carried.answer = 'reserved'
    }
    fail()
    expect(carried.pass({ bytes: 8 * MIB, allocations: 1 })).toEqual(['d → 0:4'])
    // one that fails halfway leaves the rest to do
    fail()
    expect(carried.pass()).not.toEqual([])
    expect(carried.pass()).toEqual([])
    // what comes to be free when it is over is not joined, whatever fails then
    carried.world.get('B').release()
    carried.process.takeBack()
    expect(carried.pass()).toEqual([])
  })

  it('does not offer what was refused once, whose block takes what lies behind it [DF-19]', () => {
    const carried = new Carried(['aaaa....', 'bb......', 'c.......'], 'balanced')
    carried.process.ignore(carried.world.get('b'))
    expect(carried.pass()?.map((move) => move.charAt(0))).toEqual(['c'])
    expect(carried.pass()).toEqual([])
    expect(carried.world.get('b').block?.id).toBe(1)
  })

  it('asks whether something is left out each time it plans [DF-21]', () => {
    let out = true
    const carried = new Carried(['AAAA....', 'b.......'], 'balanced', {
      skip: { skips: ({ name }) => out && name === 'b' },
    })
    expect(carried.pass()).toEqual([])
    out = false
    expect(carried.pass()).toEqual(['b → 0:4'])
  })

  it('leaves out what is pinned, in a pass, or larger than any pass [DF-13, DF-20]', () => {
    expect(new Carried(['AAAA....', 'B.......'], 'balanced').pass()).toEqual([])
    const passing = new Carried(['AAAA....', 'b.......'], 'balanced')
    passing.world.get('b').inPass = true
    expect(passing.pass()).toEqual([])
    expect(new Carried(['AAAA....', 'bb......'], 'balanced', { maxBytesPerPass: MIB }).pass()).toEqual([])
  })

  it('leaves the pool its least number of blocks [DF-01]', () => {
    expect(new Carried(['aa......', 'b.......', 'c.......'], 'full', {}, 2).pass()).toHaveLength(1)
    expect(new Carried(['aa......', 'b.......', 'c.......'], 'full', {}, 1).pass()).toHaveLength(2)
  })
})

describe('how much an algorithm aims at [DF-16]', () => {
  // 25 MiB over 25 blocks go into one of 32, so that 24 can be freed
  const rows = [...'abcdefghijklmnopqrstuvwxy'].map((name) => name.padEnd(32, '.'))

  it.each([
    // 0.92 × 24 = 22.08
    ['fast', 23],
    // 0.96 × 24 = 23.04
    ['balanced', 24],
    ['full', 24],
  ] as const)('%s empties %d of 24 blocks', (algorithm, emptied) => {
    const { pool, world } = new Carried([], algorithm)
    world.fill(pool, rows)
    const process = new PoolProcess(pool, defragmentationOptionsOf({ flags: flagOf(algorithm) }))
    const moved: string[] = []
    process.reserve({ ...NO_LIMIT }, ({ name }) => {
      moved.push(name)
      return 'reserved'
    })
    expect(moved).toHaveLength(emptied)
  })
})

describe('where no block can be emptied [DF-16]', () => {
  const passesOf = (rows: string[], algorithm: Algorithm) => {
    const carried = new Carried(rows, algorithm)
    return [carried.pass(), carried.pass(), carried.pass()]
  }

  it('BALANCED joins free ranges once, FULL as long as something fits before it, FAST not at all', () => {
    const rows = ['A..B.c..', 'DDDDDDDD']
    expect(passesOf(rows, 'balanced')).toEqual([['c → 0:4'], [], []])
    expect(passesOf(rows, 'fast')).toEqual([[], [], []])
    const full = new Carried(rows, 'full')
    full.pass()
    full.pass()
    expect(draw(full.pool)).toContain('Ac.B....')
    expect(full.pass()).toEqual([])
  })

  it('every algorithm compacts a pool of one block', () => {
    for (const algorithm of ['fast', 'balanced', 'full'] as const)
      expect(passesOf(['.aa.....'], algorithm)[0]).toEqual([])
    for (const algorithm of ['fast', 'balanced', 'full'] as const)
      expect(passesOf(['.....aa.'], algorithm)[0]).toEqual(['a → 0:0'])
  })

  it('BALANCED joins nothing in a pool of which it emptied a block', () => {
    // b empties block 1; what is left is scattered, and stays so
    const carried = new Carried(['A.cc.D.E', 'b.......', 'FFFFFFFF'], 'balanced')
    expect(carried.pass()).toHaveLength(1)
    carried.pool.blockVector.freeEmptyBlocks()
    expect(carried.pass()).toEqual([])
  })
})
