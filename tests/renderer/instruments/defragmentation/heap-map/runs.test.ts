import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RANGE_KINDS, RangeFlag } from '../../../../../preload/contract'
import { rowRuns } from '../../../../../renderer/instruments/defragmentation/heap-map/runs'
import { heap } from '../../../store/support/heaps'

const kind = (name: (typeof RANGE_KINDS)[number]): number => RANGE_KINDS.indexOf(name)

describe('the runs of a row', () => {
  it('are its ranges to scale', () => {
    const block = heap(0, [
      { bytes: 10, name: 'a' },
      { bytes: 30 },
      { bytes: 60, name: 'b', kind: 'texture', flags: RangeFlag.pinned },
    ])
    expect(rowRuns(block, 0, 100, 200)).toEqual([
      { x: 0, width: 20, kind: kind('buffer'), flags: 0, share: 1, range: 0 },
      { x: 20, width: 60, kind: kind('free'), flags: 0, share: 0, range: 1 },
      { x: 80, width: 120, kind: kind('texture'), flags: RangeFlag.pinned, share: 1, range: 2 },
    ])
  })

  it('are cut where only a part is shown', () => {
    const block = heap(0, [{ bytes: 10, name: 'a' }, { bytes: 30 }, { bytes: 60, name: 'b' }])
    expect(rowRuns(block, 5, 25, 20).map(({ x, width, range }) => [x, width, range])).toEqual([
      [0, 5, 0],
      [5, 15, 1],
    ])
    expect(rowRuns(block, 100, 200, 20)).toEqual([])
  })

  it('stand for several ranges where they are under a pixel: the kind with most bytes, and how much is used', () => {
    const block = heap(0, [
      { bytes: 1, name: 'a' },
      { bytes: 1 },
      { bytes: 2, name: 'b', kind: 'texture', flags: RangeFlag.moving },
      { bytes: 4 },
    ])
    // a pixel is 4 bytes: the first three ranges share it
    expect(rowRuns(block, 0, 8, 2)).toEqual([
      { x: 0, width: 1, kind: kind('texture'), flags: RangeFlag.moving, share: 0.75, range: -1 },
      { x: 1, width: 1, kind: kind('free'), flags: 0, share: 0, range: 3 },
    ])
  })

  it('are few for a block of 18,000 allocations: no more than two for a pixel', () => {
    const block = heap(
      0,
      Array.from({ length: 36_000 }, (_, at) => (at % 2 === 0 ? { bytes: 64, name: 'x' } : { bytes: 64 })),
    )
    const runs = rowRuns(block, 0, block.size, 400)
    expect(runs.length).toBeLessThanOrEqual(800)
    expect(runs.every(({ share }) => share > 0.45 && share < 0.55)).toBe(true)
  })

  it('cover what is shown without leaving a pixel out', () => {
    const ranges = fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 200 }), used: fc.boolean() }), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(ranges, fc.integer({ min: 20, max: 300 }), (given, width) => {
        const block = heap(
          0,
          given.map(({ bytes, used }) => (used ? { bytes, name: 'x' } : { bytes })),
        )
        let reached = 0
        for (const { x, width: wide } of rowRuns(block, 0, block.size, width)) {
          // columns take whole pixels, so that they may begin up to one earlier
          expect(x).toBeLessThanOrEqual(reached + 1e-6)
          reached = Math.max(reached, x + wide)
        }
        expect(reached).toBeGreaterThanOrEqual(width - 1e-6)
      }),
    )
  })
})
