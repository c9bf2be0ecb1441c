import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Extent, Segment } from '../../../../main/dxgkrnl/vidmm/segment'

const PAGE = 65_536

function pagesOf(extents: readonly Extent[]): number[] {
  return extents.flatMap(({ first, pages }) => Array.from({ length: pages }, (_, i) => first + i))
}

describe('a segment', () => {
  test('hands out every page once and refuses what it has not got, taking nothing [RS-12]', () => {
    const segment = new Segment(0, 4 * PAGE)
    const first = segment.take(3 * PAGE)
    expect(segment.take(2 * PAGE)).toBeNull()
    expect(segment.freeBytes).toBe(PAGE)
    const second = segment.take(PAGE)
    expect(pagesOf([...(first ?? []), ...(second ?? [])]).sort()).toEqual([0, 1, 2, 3])
    expect([segment.freeBytes, segment.freeExtents]).toEqual([0, []])
  })

  test('serves a large request from scattered pages, and joins what comes back [RS-12]', () => {
    const segment = new Segment(0, 6 * PAGE)
    const single = Array.from({ length: 6 }, () => segment.take(PAGE) as Extent[])
    for (const i of [0, 2, 4]) segment.give(single[i] as Extent[])
    expect(segment.freeExtents).toHaveLength(3)
    const scattered = segment.take(3 * PAGE) as Extent[]
    expect(pagesOf(scattered).sort()).toEqual(pagesOf([0, 2, 4].flatMap((i) => single[i] as Extent[])).sort())
    segment.give(scattered)
    for (const i of [1, 3, 5]) segment.give(single[i] as Extent[])
    expect(segment.freeExtents).toEqual([{ first: 0, pages: 6 }])
  })

  test('of size 0 has nothing to give', () => {
    const segment = new Segment(1, 0)
    expect([segment.take(PAGE), segment.freeExtents]).toEqual([null, []])
  })

  test('keeps every page in exactly one place, whatever is taken and given back [RS-12]', () => {
    const steps = fc.array(fc.record({ take: fc.boolean(), pages: fc.integer({ min: 1, max: 9 }), which: fc.nat(20) }))
    fc.assert(
      fc.property(steps, (program) => {
        const segment = new Segment(0, 24 * PAGE)
        const held: Extent[][] = []
        for (const { take, pages, which } of program) {
          const extents = take ? segment.take(pages * PAGE) : null
          if (extents !== null) held.push(extents)
          else if (!take && held.length > 0) segment.give(held.splice(which % held.length, 1)[0] as Extent[])
          const all = [...pagesOf(segment.freeExtents), ...held.flatMap(pagesOf)].sort((a, b) => a - b)
          expect(all).toEqual(Array.from({ length: 24 }, (_, i) => i))
          expect(segment.freeBytes).toBe((24 - held.flatMap(pagesOf).length) * PAGE)
        }
      }),
      { numRuns: 200 },
    )
  })
})
