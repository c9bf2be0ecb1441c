import { expect, test } from 'vitest'
import { alignmentOf } from '../../../../main/d3d12ma/dump/alignment'

test.each([
  [0, 65536, 65536],
  [65536, 16 * 65536, 65536],
  [1048576, 4096, 4096],
  [4096, 65536, 4096],
  // as the sample has them
  [65536, 768, 256],
  [66304, 60, 4],
  [66364, 1024, 4],
  [1, 65536, 1],
  [2 ** 52, 2 ** 40, 65536],
])('[DF-02] of %i + %i bytes the alignment is at most %i', (offset, size, expected) => {
  expect(alignmentOf(offset, size)).toBe(expected)
})
