import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contentsOf,
  destinationCount,
  freeBytes,
  isRangeCalled,
  liveCount,
  rangeAt,
  rangeName,
} from '../../../renderer/store/heap-ranges'
import { heap } from './support/heaps'

const block = heap(1, [
  { bytes: 100, name: 'a' },
  { bytes: 50 },
  { bytes: 25, kind: 'destination', name: 'b' },
  { bytes: 25, kind: 'texture', name: 'colours' },
])

it('what a pass moves in is not among what lies in a block yet [DF-08] [DF-11]', () => {
  expect([liveCount(block), destinationCount(block)]).toEqual([2, 1])
})

describe('the ranges of a block', () => {
  it('are found by their bytes', () => {
    expect([0, 99, 100, 149, 150, 174, 175, 199].map((byte) => rangeAt(block, byte))).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
    // beyond the end is the last one
    expect(rangeAt(block, 500)).toBe(3)
    expect(rangeAt(heap(1, []), 0)).toBe(-1)
  })

  it('are found as a search through all of them would, whatever their sizes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 40 }),
        fc.nat(4000),
        (sizes, byte) => {
          const given = heap(
            1,
            sizes.map((bytes) => ({ bytes })),
          )
          const first = given.offsets.findLastIndex((offset) => offset <= byte)
          expect(rangeAt(given, byte)).toBe(first)
        },
      ),
    )
  })

  it('have names of their own out of one text; what is free has none', () => {
    expect([0, 1, 2, 3].map((range) => rangeName(block, range))).toEqual(['a', '', 'b', 'colours'])
    const called = (name: string): number[] => [0, 1, 2, 3].filter((range) => isRangeCalled(block, range, name))
    expect(['a', 'b', 'colours', 'colour', 'ab', ''].map(called)).toEqual([[0], [2], [3], [], [], [1]])
  })

  it('share the residency of the block when they hold something: reserved destinations do not yet [RS-15, DF-08]', () => {
    expect(liveCount(block)).toBe(2)
    expect(freeBytes(block)).toBe(50)
  })

  it('are listed by offset without what is free, the first few', () => {
    expect(contentsOf(block, 10)).toEqual([
      { name: 'a', bytes: 100, offset: 0 },
      { name: 'colours', bytes: 25, offset: 175 },
    ])
    expect(contentsOf(block, 1)).toHaveLength(1)
  })
})
