/** The allocator's heaps as the page gets them, read from real ones. */
import { describe, expect, test } from 'vitest'
import { BlockIds, budgetViews, defragmentationView, heapMapView } from '../../../../../main/session/frames/heaps/view'
import { type HeapBlockView, type PoolView, RANGE_KINDS, RangeFlag } from '../../../../../preload/contract'
import { begin, call } from '../../../editor/placed-rig'
import { create, MIB, type TestWorld, worldOf } from '../../../support/world'

function world(): TestWorld {
  const made = worldOf({
    system: { localMemory: 100 * MIB, nonLocalMemory: 50 * MIB },
    app: {
      pools: [
        { name: 'P', blockSize: '4MiB', maxBlocks: 9 },
        { name: 'L', blockSize: '4MiB', heap: 'upload', algorithm: 'linear' },
      ],
    },
  })
  made.do({ verb: 'allocate', value: { name: 'g', size: MIB, count: 3, pool: 'P' } })
  made.do({ verb: 'allocate', value: { name: 'fixed', size: 2 * MIB, pool: 'P', pinned: true } })
  made.do({ verb: 'allocate', value: { name: 'own', size: MIB, pool: 'P', committed: true } })
  made.do({ verb: 'free', value: { name: 'g 2' } })
  return made
}

const viewOf = (of: TestWorld, ids = new BlockIds()) => heapMapView(of, ids, () => true)

function poolOf(of: TestWorld, name: string): PoolView {
  const pool = viewOf(of).pools.find((one) => one.name === name)
  if (pool === undefined) throw new Error(`there is no pool ${name}`)
  return pool
}

/** "name offset+size kind", in MiB; flags behind it. */
function rangesOf({ offsets, sizes, kinds, flags, names, nameEnds }: HeapBlockView): string[] {
  return [...offsets].map((offset, i) => {
    const name = names.slice(i === 0 ? 0 : nameEnds[i - 1], nameEnds[i])
    const flag = flags[i] === 0 ? '' : ` flags ${flags[i]}`
    return `${name} ${offset / MIB}+${(sizes[i] as number) / MIB} ${RANGE_KINDS[kinds[i] as number]}${flag}`.trim()
  })
}

describe('a pool', () => {
  test('is shown with what it is', () => {
    expect(poolOf(world(), 'P')).toMatchObject({
      custom: true,
      heap: 'default',
      algorithm: 'TLSF',
      alwaysCommitted: false,
      blockSize: 4 * MIB,
      maxBlocks: 9,
      committedCount: 1,
      committedBytes: MIB,
    })
    expect(poolOf(world(), 'L')).toMatchObject({ heap: 'upload', algorithm: 'LINEAR', maxBlocks: 0, blocksNeeded: 0 })
    expect(poolOf(world(), 'DEFAULT')).toMatchObject({ custom: false, fragmentation: 0 })
  })

  test('is shown with its statistics, extremes of both kinds of ranges, and how scattered it is [DF-03, DF-22]', () => {
    const { statistics, fragmentation, blocksNeeded } = poolOf(world(), 'P')
    // 1 used, 1 free, 1 used, 1 free of the first block; 2 used and 2 free of the second
    expect(statistics).toEqual({
      blockCount: 2,
      blockBytes: 8 * MIB,
      allocationCount: 3,
      allocationBytes: 4 * MIB,
      unusedRangeCount: 3,
      allocationSizeMin: MIB,
      allocationSizeMax: 2 * MIB,
      unusedRangeSizeMin: MIB,
      unusedRangeSizeMax: 2 * MIB,
    })
    expect(fragmentation).toBe(0.5)
    expect(blocksNeeded).toBe(1)
  })

  test('of nothing has no extremes', () => {
    expect(poolOf(world(), 'L').statistics).toMatchObject({ allocationSizeMin: null, unusedRangeSizeMax: null })
  })
})

describe('blocks', () => {
  test('come in the order of their pools, committed ones last, each with its ranges by offset, without a gap', () => {
    const view = viewOf(world())
    expect([...view.order]).toEqual(view.blocks.map(({ id }) => id))
    expect(view.blocks.map(({ committed, size }) => [committed, size / MIB])).toEqual([
      [false, 4],
      [false, 4],
      [true, 1],
    ])
    expect(view.blocks.map(rangesOf)).toEqual([
      ['g 1 0+1 buffer', '1+1 free', 'g 3 2+1 buffer', '3+1 free'],
      [`fixed 0+2 buffer flags ${RangeFlag.pinned}`, '2+2 free'],
      ['own 0+1 buffer'],
    ])
  })

  test('have a number for as long as they live, and each its allocation in video memory', () => {
    const w = world()
    const ids = new BlockIds()
    const before = viewOf(w, ids)
    expect(viewOf(w, ids).blocks.map(({ id }) => id)).toEqual(before.blocks.map(({ id }) => id))
    expect(new Set(before.blocks.map(({ allocation }) => allocation)).size).toBe(3)
    for (const { allocation, name } of before.blocks) expect(w.vidmm.residency.table.names[allocation]).toBe(name)
    w.do({ verb: 'free', value: { name: 'own' } })
    w.do({ verb: 'allocate', value: { name: 'new', size: MIB, pool: 'P', committed: true } })
    const [, , after] = viewOf(w, ids).blocks
    expect(before.blocks.map(({ id }) => id)).not.toContain(after?.id)
  })

  test('that nobody wants are in the order alone', () => {
    const view = heapMapView(world(), new BlockIds(), () => false)
    expect([view.order.length, view.blocks]).toEqual([3, []])
  })
})

test('budgets are those of the process, of each segment group', () => {
  const w = world()
  const before = budgetViews(w.editor.memory)
  expect(before.map(({ group, budget }) => [group, budget / MIB])).toEqual([
    ['local', 90],
    ['non-local', 45],
  ])
  create(w, 'beside the allocator', 5 * MIB)
  const after = budgetViews(w.editor.memory)
  expect((after[0]?.usage ?? 0) - (before[0]?.usage ?? 0)).toBe(5 * MIB)
})

test('failures to allocate are counted by why, and the last one is said [DF-03]', () => {
  const w = worldOf({ app: { pools: [{ name: 'P', blockSize: '4MiB', maxBlocks: 1 }] } })
  w.do({ verb: 'allocate', value: { name: 'a', size: 3 * MIB, pool: 'P' } })
  w.do({ verb: 'allocate', value: { name: 'b', size: 2 * MIB, pool: 'P' } })
  expect(viewOf(w).failures).toMatchObject({ fragmentation: 0, exhaustion: 1, other: 0 })
  expect(viewOf(w).failures.last).toContain('b')
})

describe('defragmentation', () => {
  test('is shown with its limits, its moves from block to block, and its curve [DF-22]', () => {
    const w = worldOf({ app: { pools: [{ name: 'P', blockSize: '4MiB' }] } })
    w.do({ verb: 'allocate', value: { name: 'g', size: 2 * MIB, count: 4, pool: 'P' } })
    for (const name of ['g 2', 'g 4']) w.do({ verb: 'free', value: { name } })
    const ids = new BlockIds()
    viewOf(w, ids)
    expect(defragmentationView(w, ids)).toMatchObject({
      state: 'idle',
      running: false,
      moves: [],
      curve: [],
      message: null,
    })
    const desc = {
      algorithm: 'full',
      maxBytesPerPass: 8 * MIB,
      maxAllocationsPerPass: 3,
      pool: 'P',
      timePerFrame: 5_000,
      bytesPerFrame: 0,
      evicted: 'make-resident',
      ignore: [],
      destroy: [],
    } as const
    w.do({ verb: 'defragmentation', value: { call: 'begin', desc: { ...desc, ignore: [], destroy: [] } } })
    w.do({ verb: 'defragmentation', value: { call: 'beginPass' } })
    const view = defragmentationView(w, ids)
    expect(view).toMatchObject({
      state: 'pass',
      algorithm: 'full',
      pool: 'P',
      maxBytesPerPass: 8 * MIB,
      maxAllocationsPerPass: 3,
      timePerFrame: 5_000,
      evicted: 'make-resident',
      moveCount: view.moves.length,
    })
    expect(view.moves.length).toBeGreaterThan(0)
    const { order } = viewOf(w, ids)
    for (const { from, to, operation, state } of view.moves) {
      expect([...order]).toContain(from)
      expect([...order]).toContain(to)
      expect([operation, state]).toEqual(['COPY', 'planned'])
    }
    expect(view.curve).toMatchObject([{ pass: 0, blocks: 2, fragmentation: 0.5, bytesMoved: 0 }])
    // what is moved is marked where it is, and its destination is reserved
    const flags = viewOf(w, ids).blocks.flatMap((block) => [...block.flags])
    expect(flags.filter((flag) => (flag & RangeFlag.moving) !== 0)).toHaveLength(view.moves.length)
    const kinds = viewOf(w, ids).blocks.flatMap((block) => [...block.kinds])
    expect(kinds.filter((kind) => RANGE_KINDS[kind] === 'destination')).toHaveLength(view.moves.length)
  })

  test('says by a value of its own whether the last call was refused, whatever its words are [DF-05]', () => {
    const w = worldOf({ app: { pools: [{ name: 'P', blockSize: '4MiB' }] } })
    const said = () => {
      const { refused, message } = defragmentationView(w, new BlockIds())
      return [refused, message]
    }
    expect(said()).toEqual([false, null])
    call(w, 'beginPass')
    expect(said()).toEqual([true, expect.stringMatching(/^DXGI_ERROR_INVALID_CALL: /)])
    begin(w)
    expect(said()).toEqual([false, 'BeginDefragmentation: S_OK'])
  })

  test('of thousands of passes shows some hundred points, the first and the last among them', () => {
    const w = world()
    const { defragmenter } = w.editor
    defragmenter.curve = Array.from({ length: 1_001 }, (_, pass) => ({
      pass,
      t: pass,
      fragmentation: 0,
      blocks: 1,
      bytesMoved: 0,
      heapsFreed: 0,
    }))
    const { curve } = defragmentationView(w, new BlockIds())
    expect(curve.length).toBeLessThanOrEqual(401)
    expect([curve[0]?.pass, curve.at(-1)?.pass]).toEqual([0, 1_000])
  })
})
