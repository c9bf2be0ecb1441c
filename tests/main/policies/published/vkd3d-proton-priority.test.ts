/** The layer priority of a stored one, in single precision (PL-42). */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  layerPriority,
  NORMAL,
  raisedPriority,
  storedPriority,
} from '../../../../main/policies/published/vkd3d-proton-priority'
import { MiB } from '../support/play'

/** constants.md: MINIMUM, LOW, NORMAL, HIGH, MAXIMUM */
const D3D12 = [0x28000000, 0x50000000, 0x78000000, 0xa0010000, 0xc8000000]

it('maps D3D12_RESIDENCY_PRIORITY as the clause has it [PL-42]', () => {
  expect(D3D12.map((_, index) => storedPriority(index))).toEqual(D3D12)
  expect(NORMAL).toBe(0x78000000)
  const shown = D3D12.map((stored) => layerPriority(stored).toFixed(5))
  expect(shown).toEqual(['0.16733', '0.33367', '0.50000', '0.70000', '0.88332'])
})

it('is what single precision makes of it, not double [PL-42]', () => {
  for (const stored of [...D3D12, 0, 1, 0xffffffff])
    expect(Math.fround(layerPriority(stored))).toBe(layerPriority(stored))
  expect(layerPriority(0)).toBe(Math.fround(0.001))
  expect(layerPriority(0xa0010000)).toBe(Math.fround(0.7))
  expect(layerPriority(0xa001ffff)).toBe(Math.fround(0.8))
  expect(layerPriority(0xffffffff)).toBe(1)
  // neighbours of 32 bits share a value of 24
  expect(layerPriority(0x28000001)).toBe(layerPriority(0x28000000))
})

it('never falls as the stored priority rises, and stays between its points [PL-42]', () => {
  const stored = fc.integer({ min: 0, max: 0xffffffff })
  fc.assert(
    fc.property(stored, stored, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one]
      expect(layerPriority(low)).toBeLessThanOrEqual(layerPriority(high) + 1e-7)
      // the straight line of real numbers, to single precision
      const points = [0, 0.001, 0x78000000, 0.5, 0xa0010000, 0.7, 0xa001ffff, 0.8, 0xffffffff, 1]
      const at = [2, 4, 6, 8].find((index) => low <= (points[index] as number)) as number
      const [x0, y0, x1, y1] = points.slice(at - 2, at + 2) as [number, number, number, number]
      expect(layerPriority(low)).toBeCloseTo(y0 + ((y1 - y0) * (low - x0)) / (x1 - x0), 6)
    }),
  )
})

it.each([
  [0, 0xa0010000],
  [10 * MiB - 1, 0xa0010000],
  [10 * MiB, 0xa0010001],
  [64 * MiB, 0xa0010006],
  [2 ** 45, 0xa001ffff],
])('raises one of %s bytes to HIGH and a step for every 10 MiB [PL-42]', (bytes, stored) => {
  expect(raisedPriority(bytes)).toBe(stored)
})
