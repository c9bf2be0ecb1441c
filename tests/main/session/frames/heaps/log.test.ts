/** Which parts of the heaps a frame carries: only what has changed since the one before. */
import { beforeEach, describe, expect, test } from 'vitest'
import { HeapLog } from '../../../../../main/session/frames/heaps/log'
import type { DumpView } from '../../../../../preload/contract'
import { create, MIB, type TestWorld, worldOf } from '../../../support/world'

let log: HeapLog
let world: TestWorld

beforeEach(() => {
  log = new HeapLog()
  const app = { pools: [{ name: 'P', blockSize: '4MiB' }] }
  world = worldOf(
    { app },
    {
      editor: {
        memoryChanged: (block) => log.memoryChanged(block),
        // the world is being built when the first pools are made
        defragmentationChanged: () => world !== undefined && log.defragmented(world),
      },
    },
  )
  log.take(world, true)
})

const allocate = (name: string, pinned = false): void =>
  void world.do({ verb: 'allocate', value: { name, size: 3 * MIB, pool: 'P', pinned } })

const taken = (full = false) => log.take(world, full)

describe('a frame', () => {
  test('of nothing new has nothing of the heaps', () => {
    expect(taken()).toEqual({})
  })

  test('has the blocks that changed, and all of them in their order', () => {
    allocate('a')
    allocate('b')
    expect(taken().heapMap?.blocks.map(({ names }) => names)).toEqual(['a', 'b'])
    allocate('c')
    const { heapMap } = taken()
    expect(heapMap?.blocks.map(({ names }) => names)).toEqual(['c'])
    expect(heapMap?.order).toHaveLength(3)
    world.do({ verb: 'movable', value: { name: 'a', movable: false } })
    expect(taken().heapMap?.blocks.map(({ names }) => names)).toEqual(['a'])
    expect(taken()).toEqual({})
  })

  test('has the order when a block is gone, and no block', () => {
    allocate('a')
    allocate('b')
    taken()
    world.do({ verb: 'free', value: { name: 'b' } })
    world.do({ verb: 'free', value: { name: 'a' } })
    expect(taken().heapMap?.order.length).toBeLessThan(2)
  })

  test('has the budgets when the process uses more, which the allocator knows nothing of', () => {
    create(world, 'beside', MIB)
    expect(Object.keys(taken())).toEqual(['heapMap'])
    expect(taken()).toEqual({})
  })

  test('of a window that is opened now has everything', () => {
    allocate('a')
    taken()
    const full = taken(true)
    expect(Object.keys(full).sort()).toEqual(['defragmentation', 'defragmentationComparison', 'dump', 'heapMap'])
    expect(full.heapMap?.blocks.map(({ names }) => names)).toEqual(['a'])
  })
})

test('a dump and a comparison come when they are others, once', () => {
  const dump: DumpView = { title: 'a', path: '/a', api: '', gpu: '', pools: [], blocks: [] }
  log.setDump(dump)
  expect(taken()).toEqual({ dump })
  log.setComparison({ state: 'running', done: 0, total: 3, share: 0, rows: [], message: null })
  expect(Object.keys(taken())).toEqual(['defragmentationComparison'])
  log.setDump(null)
  expect(taken()).toEqual({ dump: null })
  expect(taken()).toEqual({})
})

test('of a pass the blocks are sent that moves leave and enter, when it is planned and when it has ended', () => {
  for (const name of ['a', 'b', 'c']) allocate(name)
  world.do({ verb: 'free', value: { name: 'a' } })
  for (const name of ['b', 'c']) world.do({ verb: 'allocate', value: { name: `${name}2`, size: MIB, pool: 'P' } })
  taken()
  const desc = {
    algorithm: 'full',
    maxBytesPerPass: 0,
    maxAllocationsPerPass: 1,
    pool: 'P',
    timePerFrame: 0,
    bytesPerFrame: 0,
    evicted: 'make-resident',
    ignore: [],
    destroy: [],
  } as const
  world.do({ verb: 'defragmentation', value: { call: 'begin', desc: { ...desc, ignore: [], destroy: [] } } })
  expect(taken().defragmentation).toMatchObject({ state: 'begun' })
  world.do({ verb: 'defragmentation', value: { call: 'beginPass' } })
  const planned = taken()
  const [move] = planned.defragmentation?.moves ?? []
  if (move === undefined) throw new Error('nothing is to be moved')
  expect(planned.heapMap?.blocks.map(({ id }) => id).sort()).toEqual([...new Set([move.from, move.to])].sort())
  world.do({ verb: 'defragmentation', value: { call: 'endPass' } })
  world.wait(1_000_000)
  const ended = taken()
  expect(ended.defragmentation?.bytesMoved).toBeGreaterThan(0)
  expect(ended.heapMap?.blocks.map(({ id }) => id)).toContain(move.to)
})
