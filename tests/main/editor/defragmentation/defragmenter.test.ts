/** The client of defragmentation, call by call. Blocks have 4 MiB; 1 MiB is copied in 1 ms. */
import { describe, expect, it } from 'vitest'
import type { HeapProvider } from '../../../../main/d3d12ma/heap-provider'
import { MIB, MS } from '../../support/world'
import { allocate, begin, call, defragment, free, lost, names, placedWorld, placeOf, rules } from '../placed-rig'
import { twoHalfEmpty } from './defragmenter/blocks'

describe('when it happens', () => {
  it('nothing is moved by itself, and nothing after the release of the context [DF-05]', () => {
    const world = twoHalfEmpty()
    world.wait(5_000_000)
    expect([placeOf(world, 'a'), placeOf(world, 'b')]).toEqual(['P block 0 @ 0', 'P block 1 @ 0'])
    expect(begin(world)).toBe('S_OK')
    expect(world.editor.defragmenter.isActive).toBe(true)
    world.wait(5_000_000)
    expect(world.of('defragmentation-move')).toEqual([])
    expect(call(world, 'end')).toBe('S_OK')
    expect(world.editor.defragmenter.isActive).toBe(false)
    world.wait(5_000_000)
    expect(world.of('defragmentation-move')).toEqual([])
    expect(world.of('defragmentation').map(({ phase }) => phase)).toEqual(['begin', 'end'])
  })

  it('calls out of order are refused, said, and change nothing [DF-05] [DF-08]', () => {
    const world = twoHalfEmpty()
    for (const early of ['beginPass', 'endPass', 'run', 'end'] as const)
      expect(call(world, early)).toBe('DXGI_ERROR_INVALID_CALL')
    expect(rules(world)).toEqual(['DF-05', 'DF-05', 'DF-05', 'DF-05'])
    begin(world)
    expect(begin(world)).toBe('DXGI_ERROR_INVALID_CALL')
    expect(call(world, 'endPass')).toBe('DXGI_ERROR_INVALID_CALL')
    expect(call(world, 'beginPass')).toBe('S_FALSE')
    expect(call(world, 'beginPass')).toBe('DXGI_ERROR_INVALID_CALL')
    expect(world.do({ verb: 'defragmentation', value: { call: 'operation', move: 1, operation: 'IGNORE' } })).toBe(
      'E_INVALIDARG',
    )
    expect(rules(world).slice(4)).toEqual(['DF-05', 'DF-05', 'DF-05', 'DF-11'])
    call(world, 'run')
    world.wait(10 * MS)
    expect(world.editor.memory.pool('P')?.blockVector.blocks).toHaveLength(1)
    expect(lost(world)).toEqual([])
  })

  it('a run whose BeginPass cannot reserve its destinations fails, at once or later, and can be tried again [DF-08]', () => {
    for (const passes of [0, 1]) {
      const world = placedWorld()
      for (const name of ['a', 'b', 'c']) {
        allocate(world, name, 1)
        allocate(world, `${name} fill`, 3)
      }
      free(world, 'a fill', 'b fill', 'c fill')
      const provider = world.editor.memory.pool('P')?.provider as HeapProvider
      let reserved = 0
      provider.reserveDestination = () => (reserved++ < passes ? 'S_OK' : 'E_OUTOFMEMORY')
      expect(defragment(world, { maxAllocationsPerPass: 1 })).toBe(passes === 0 ? 'E_OUTOFMEMORY' : 'S_OK')
      world.wait(20 * MS)
      expect(world.of('finding')).toMatchObject([{ message: expect.stringContaining('E_OUTOFMEMORY: BeginPass') }])
      expect(world.of('defragmentation-pass')).toHaveLength(passes)
      expect(world.editor.defragmenter).toMatchObject({ state: 'begun', running: false })
      provider.reserveDestination = () => 'S_OK'
      expect(call(world, 'run')).toBe('S_OK')
      world.wait(20 * MS)
      expect(world.editor.memory.pool('P')?.blockVector.blocks).toHaveLength(1)
      expect(lost(world)).toEqual([])
    }
  })

  it('a context that is released between BeginPass and EndPass moves nothing and keeps no destination [DF-05] [DF-08]', () => {
    const world = twoHalfEmpty()
    begin(world)
    call(world, 'beginPass')
    call(world, 'end')
    expect([placeOf(world, 'a'), placeOf(world, 'b')]).toEqual(['P block 0 @ 0', 'P block 1 @ 0'])
    // all of the 6 MiB that were free are
    expect(world.editor.memory.pool('P')?.blockVector.freeBytes).toBe(6 * MIB)
    free(world, 'a', 'b')
    expect(names(world)).toEqual([])
  })

  it('one that is released while it copies ends with that pass [DF-05]', () => {
    const world = twoHalfEmpty()
    begin(world)
    call(world, 'beginPass')
    call(world, 'endPass')
    call(world, 'end')
    expect(world.editor.defragmenter.isActive).toBe(true)
    world.wait(1 * MS)
    expect(world.editor.defragmenter.isActive).toBe(false)
    expect(world.of('defragmentation-pass')).toMatchObject([{ pass: 1, moves: 1, heapsFreed: 1, result: 'S_FALSE' }])
    expect(lost(world)).toEqual([])
  })

  it('one that is to be released after the pass goes on to the end when that is asked for after all [DF-05] [DF-12]', () => {
    const world = twoHalfEmpty()
    begin(world)
    call(world, 'beginPass')
    call(world, 'endPass')
    call(world, 'end')
    expect(call(world, 'run')).toBe('S_OK')
    expect(world.editor.defragmenter).toMatchObject({ running: true, message: 'Copying' })
    world.wait(10 * MS)
    // the last one finds nothing to move: that, and not the release, was the end
    expect(world.of('defragmentation-pass').map(({ result }) => result)).toEqual(['S_FALSE', 'S_OK'])
    expect(world.editor.defragmenter).toMatchObject({ state: 'done', message: expect.stringContaining('S_OK') })
  })
})

describe('what is defragmented', () => {
  const scattered = () => {
    const world = placedWorld(
      {},
      {
        blockSize: '4MiB',
        pools: [
          { name: 'Q', blockSize: '4MiB' },
          { name: 'U', heap: 'upload', blockSize: '4MiB' },
        ],
      },
    )
    const groups: [string, object][] = [
      ['P', { pool: 'P' }],
      ['Q', { pool: 'Q' }],
      ['U', { pool: 'U', heap: 'upload' }],
      ['default', { pool: 'DEFAULT' }],
      ['upload', { pool: undefined, heap: 'upload' }],
      ['readback', { pool: undefined, heap: 'readback' }],
    ]
    for (const [name, where] of groups) {
      for (let i = 1; i <= 8; i++) allocate(world, `${name} ${i}`, 1, where)
      free(world, ...[1, 2, 5, 6].map((i) => `${name} ${i}`))
    }
    const poolsMoved = () =>
      world.of('defragmentation-move').map(({ from, to }) => [from, to].map((heap) => heap.replace(/ block \d+$/, '')))
    return { world, poolsMoved }
  }

  it('one custom pool: nothing of another moves [DF-06]', () => {
    const { world, poolsMoved } = scattered()
    defragment(world, { pool: 'Q' })
    world.wait(50 * MS)
    expect(poolsMoved()).toEqual([
      ['Q', 'Q'],
      ['Q', 'Q'],
    ])
    expect(lost(world)).toEqual([])
  })

  it('the allocator: all three default pools, each within itself, no custom one [DF-06]', () => {
    const { world, poolsMoved } = scattered()
    defragment(world, { pool: undefined })
    world.wait(50 * MS)
    expect(new Set(poolsMoved().map((pair) => pair.join(' → ')))).toEqual(
      new Set(['DEFAULT → DEFAULT', 'UPLOAD → UPLOAD', 'READBACK → READBACK']),
    )
    // each pool began with a block of 2 MiB (DF-01), which its first two leave empty, and two of 4 MiB, half full, make one
    expect(world.editor.defragmenter.stats.heapsFreed).toBe(6)
    expect(lost(world)).toEqual([])
  })

  it('a pool that is linear or always committed, or that does not exist, is refused with its reason [DF-06] [DF-07]', () => {
    const world = placedWorld(
      {},
      {
        pools: [
          { name: 'L', algorithm: 'linear' },
          { name: 'A', alwaysCommitted: true },
        ],
      },
    )
    expect(defragment(world, { pool: 'L' })).toBe('E_NOINTERFACE')
    expect(defragment(world, { pool: 'A' })).toBe('E_NOINTERFACE')
    expect(defragment(world, { pool: 'nowhere' })).toBe('E_INVALIDARG')
    expect(world.of('finding')).toMatchObject([
      { rule: 'DF-07', message: 'pool L is linear: only TLSF pools can be defragmented' },
      { rule: 'DF-07', message: 'pool A is always committed: only TLSF pools can be defragmented' },
      { rule: 'DF-06', message: expect.stringContaining('there is no pool nowhere') },
    ])
    expect(world.editor.defragmenter.isActive).toBe(false)
  })
})

describe('limits', () => {
  /** Six blocks of 1 + 3 MiB without the 3: five pieces have to move to leave two blocks. */
  const six = () => {
    const world = placedWorld()
    for (let i = 0; i < 6; i++) {
      allocate(world, `a ${i}`, 1)
      allocate(world, `fill ${i}`, 3)
    }
    for (let i = 0; i < 6; i++) free(world, `fill ${i}`)
    return world
  }

  it('allocations of a pass are never more than MaxAllocationsPerPass, bytes never more than MaxBytesPerPass [DF-13]', () => {
    for (const [limit, passes] of [
      // four to empty four blocks, and two that fill the first of those that stay from the last one (DF-16)
      [{ maxAllocationsPerPass: 2 }, [2, 2, 2, 0]],
      [{ maxBytesPerPass: 3 * MIB }, [3, 1, 2, 0]],
      [{ maxBytesPerPass: 3 * MIB, maxAllocationsPerPass: 1 }, [1, 1, 1, 1, 1, 1, 0]],
      [{}, [4, 2, 0]],
    ] as const) {
      const world = six()
      defragment(world, limit)
      world.wait(50 * MS)
      expect(world.of('defragmentation-pass').map(({ moves }) => moves)).toEqual(passes)
      // six pieces fit two blocks
      expect(world.editor.memory.pool('P')?.blockVector.blocks).toHaveLength(2)
    }
  })

  it('what is larger than MaxBytesPerPass stays [DF-13]', () => {
    const world = placedWorld()
    for (const name of ['a', 'b']) {
      allocate(world, name, 2)
      allocate(world, `${name} fill`, 2)
    }
    free(world, 'a fill', 'b fill')
    defragment(world, { maxBytesPerPass: 2 * MIB - 1 })
    world.wait(50 * MS)
    expect(world.of('defragmentation-move')).toEqual([])
    expect(world.editor.defragmenter.state).toBe('done')
    defragment(world, { maxBytesPerPass: 2 * MIB })
    world.wait(50 * MS)
    expect(world.of('defragmentation-move')).toHaveLength(1)
  })

  it('a time budget is so many bytes of copying per display frame, at most one pass in each [DF-22]', () => {
    const world = six()
    world.wait(5 * MS)
    // 2 ms at 1 MiB per ms
    defragment(world, { timePerFrame: 2 * MS })
    world.wait(200 * MS)
    const passes = world.of('defragmentation-pass')
    expect(passes.map(({ bytesMoved }) => bytesMoved / MIB)).toEqual([2, 2, 2, 0])
    const copies = world.of('packet').filter(({ context }) => context === 'defragmentation')
    const byFrame = new Map<number, number>()
    for (const { start, end } of copies) {
      const frame = Math.floor((start * 60) / 1e6)
      byFrame.set(frame, (byFrame.get(frame) ?? 0) + end - start)
    }
    expect([...byFrame]).toEqual([
      [0, 2 * MS],
      [1, 2 * MS],
      [2, 2 * MS],
    ])
  })

  it('so many bytes per display frame are at most that in each, whatever a pass may be [DF-22] [DF-13]', () => {
    for (const limits of [{ bytesPerFrame: 2 * MIB }, { bytesPerFrame: 2 * MIB, maxBytesPerPass: 3 * MIB }]) {
      const world = six()
      world.wait(5 * MS)
      defragment(world, limits)
      world.wait(200 * MS)
      expect(world.of('defragmentation-pass').map(({ t, bytesMoved }) => [t, bytesMoved / MIB])).toEqual([
        // 2 ms of copying, first at once, then from the start of the next frame; then nothing is left
        [7 * MS, 2],
        [16_667 + 2 * MS, 2],
        [33_334 + 2 * MS, 2],
        [50_000, 0],
      ])
    }
  })

  it('the budget counts what the processor copies by its own speed, not by that of the copy engine [DF-22] [DF-10]', () => {
    const world = placedWorld(
      { system: { copyBandwidth: '64GiB' } },
      { pools: [{ name: 'U', heap: 'upload', blockSize: '64MiB' }] },
    )
    for (let i = 1; i <= 8; i++) allocate(world, `u ${i}`, 16, { pool: 'U', heap: 'upload' })
    free(world, 'u 1', 'u 2', 'u 5', 'u 6')
    // the processor copies 8 GiB a second, 16 MiB in 1,953 µs
    defragment(world, { pool: 'U', timePerFrame: 2 * MS })
    world.wait(200 * MS)
    expect(world.of('defragmentation-pass').map(({ moves }) => moves)).toEqual([1, 1, 0])
  })

  it('and what it copies of memory that came after the process began [DF-22] [DF-13]', () => {
    const world = placedWorld({ system: { copyBandwidth: '64GiB' } }, { blockSize: '64MiB' })
    const pieces = (heap: 'default' | 'upload', count: number, mib: number) => {
      const names = Array.from({ length: count }, (_, i) => `${heap} ${i}`)
      for (const name of names)
        expect(world.do({ verb: 'allocate', value: { name, size: mib * MIB, heap } })).toBe('S_OK')
      free(world, ...names.filter((_, i) => i % 2 === 0))
    }
    pieces('default', 24, 32)
    defragment(world, { pool: undefined, timePerFrame: 2 * MS })
    pieces('upload', 24, 16)
    world.wait(1000 * MS)
    const uploads = world.of('defragmentation-move').filter(({ to }) => to.startsWith('UPLOAD'))
    expect(uploads.length).toBeGreaterThan(1)
    // 2 ms are 16 MiB at 8 GiB a second: one in each pass
    expect(new Set(uploads.map(({ t }) => t)).size).toBe(uploads.length)
    expect(world.editor.defragmenter.state).toBe('done')
  })

  it('frames are those of the display: at 120 Hz twice as many passes in the same time [DF-22]', () => {
    const ends = [60, 120].map((refreshRate) => {
      const world = placedWorld({ system: { refreshRate } })
      for (let i = 0; i < 6; i++) {
        allocate(world, `a ${i}`, 1)
        allocate(world, `fill ${i}`, 3)
      }
      for (let i = 0; i < 6; i++) free(world, `fill ${i}`)
      defragment(world, { timePerFrame: 1 * MS })
      world.wait(200 * MS)
      return world.of('defragmentation-pass').map(({ t }) => Math.round(t / 100) / 10)
    })
    // a pass of 1 ms at the start of each frame, the last without moves
    expect(ends).toEqual([
      [1, 17.7, 34.3, 51, 67.7, 84.3, 100],
      [1, 9.3, 17.7, 26, 34.3, 42.7, 50],
    ])
  })
})

describe('statistics and the curve', () => {
  it('are those of the process; totals those of all; a point before the first pass and after each [DF-17] [DF-22]', () => {
    const world = placedWorld()
    for (let i = 0; i < 6; i++) {
      allocate(world, `a ${i}`, 1)
      allocate(world, `fill ${i}`, 3)
    }
    for (let i = 0; i < 6; i++) free(world, `fill ${i}`)
    defragment(world, { maxAllocationsPerPass: 3 })
    world.wait(50 * MS)
    const { stats, totals, curve } = world.editor.defragmenter
    // six pieces of 1 MiB fit two blocks of 4: four are moved, and four blocks go, three of them with the first pass; then
    // two move from the last block into what is free before them (DF-16)
    expect(stats).toEqual({ bytesMoved: 6 * MIB, bytesFreed: 16 * MIB, allocationsMoved: 6, heapsFreed: 4 })
    expect(totals).toEqual({ bytesMoved: 6 * MIB, allocationsMoved: 6, heapsFreed: 4, passes: 4, ended: 1 })
    expect(
      curve.map(({ pass, blocks, bytesMoved, heapsFreed }) => [pass, blocks, bytesMoved / MIB, heapsFreed]),
    ).toEqual([
      [0, 6, 0, 0],
      [1, 3, 3, 3],
      [2, 2, 4, 4],
      [3, 2, 6, 4],
      [4, 2, 6, 4],
    ])
    // 1 − 3 of 18 MiB at first; at the end 2 MiB are free in one range
    expect(curve.map(({ fragmentation }) => fragmentation.toFixed(3))).toEqual([
      '0.833',
      expect.any(String),
      '0.000',
      '0.000',
      '0.000',
    ])
    allocate(world, 'more', 4)
    allocate(world, 'last', 1, { pinned: true })
    free(world, 'more', 'a 0')
    defragment(world)
    world.wait(50 * MS)
    expect(world.editor.defragmenter.totals.ended).toBe(2)
    expect(world.editor.defragmenter.totals.passes).toBe(4 + world.editor.defragmenter.passes)
  })
})
