import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { squarify } from '../../../renderer/canvas/treemap'

const weights = fc
  .array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 })
  .map((list) => list.sort((a, b) => b - a))

describe('squarify', () => {
  it('gives each weight its share of the area, inside the area', () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 20, max: 900 }), fc.integer({ min: 20, max: 900 }), (list, w, h) => {
        const rects = squarify(list, { x: 5, y: 7, w, h })
        const total = list.reduce((sum, weight) => sum + weight, 0)
        expect(rects).toHaveLength(list.length)
        rects.forEach((rect, at) => {
          expect(rect.w * rect.h).toBeCloseTo((w * h * list[at]!) / total, 3)
          expect(rect.x).toBeGreaterThanOrEqual(5 - 1e-6)
          expect(rect.y).toBeGreaterThanOrEqual(7 - 1e-6)
          expect(rect.x + rect.w).toBeLessThanOrEqual(5 + w + 1e-6)
          expect(rect.y + rect.h).toBeLessThanOrEqual(7 + h + 1e-6)
        })
      }),
    )
  })

  it('gives equal weights in a square squares', () => {
    for (const { w, h } of squarify([1, 1, 1, 1], { x: 0, y: 0, w: 100, h: 100 })) {
      expect([w, h]).toEqual([50, 50])
    }
  })

  it('gives nothing for nothing', () => {
    expect(squarify([], { x: 0, y: 0, w: 10, h: 10 })).toEqual([])
  })
})
