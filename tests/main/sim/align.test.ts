/** Offsets of blocks, sizes of heaps and budgets in whole granules. */
import { describe, expect, it } from 'vitest'
import { alignDown, alignUp } from '../../../main/sim/align'

describe('a number is aligned', () => {
  it.each([
    [0, 256, 0, 0],
    [1, 256, 0, 256],
    [256, 256, 256, 256],
    [257, 4, 256, 260],
    [65_535, 65_536, 0, 65_536],
    [65_537, 65_536, 65_536, 131_072],
    // beyond what bit operations see
    [2 ** 40 + 1, 65_536, 2 ** 40, 2 ** 40 + 65_536],
    [2 ** 40, 2 ** 32, 2 ** 40, 2 ** 40],
    [2 ** 40 + 1, 2 ** 32, 2 ** 40, 2 ** 40 + 2 ** 32],
    // the sign bit of 32
    [2 ** 31 + 1, 65_536, 2 ** 31, 2 ** 31 + 65_536],
    [2 ** 32 - 1, 2 ** 31, 2 ** 31, 2 ** 32],
  ])('%d to multiples of %d: %d and %d', (bytes, alignment, down, up) => {
    expect([alignDown(bytes, alignment), alignUp(bytes, alignment)]).toEqual([down, up])
  })
})
