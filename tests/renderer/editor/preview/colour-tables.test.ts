import { describe, expect, it } from 'vitest'
import { colourTables, graded } from '../../../../renderer/editor/preview/colour-tables'

function expectColour(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length)
  expected.forEach((value, channel) => {
    expect(found[channel]).toBeCloseTo(value, 4)
  })
}

describe('graded', () => {
  it('gives teal shadows and orange lights', () => {
    expectColour(graded('teal and orange', [0, 0, 0]), [0.02, 0.12, 0.16])
    expectColour(graded('teal and orange', [1, 1, 1]), [1.1, 0.97, 0.8])
  })

  it('gives film neither full black nor full white, and more contrast between', () => {
    expectColour(graded('film', [0, 0, 0]), [0.06, 0.05, 0.08])
    expectColour(graded('film', [1, 1, 1]), [0.98, 0.96, 0.88])
    // 0.25² × (3 − 0.5) = 0.15625 of the way
    expectColour(graded('film', [0.25, 0.25, 0.25]), [
      0.06 + 0.92 * 0.15625,
      0.05 + 0.91 * 0.15625,
      0.08 + 0.8 * 0.15625,
    ])
  })

  it('takes most of the colour away with the bleach, and nothing from gray', () => {
    expectColour(graded('bleach bypass', [0.5, 0.5, 0.5]), [0.5, 0.5, 0.5])
    // red: 0.2126 + 0.35 × 0.7874 = 0.48819; green and blue: 0.65 × 0.2126 = 0.13819
    expectColour(graded('bleach bypass', [1, 0, 0]), [0.48229, 0.05201, 0.05201])
  })

  it('makes a night blue', () => {
    expectColour(graded('night', [1, 1, 1]), [0.3, 0.43, 0.66])
  })
})

describe('colourTables', () => {
  it('are the looks behind each other, red across, green down, blue in depth', () => {
    const { width, height, depth, texels } = colourTables()
    expect([width, height, depth]).toEqual([33, 33, 132])
    expect(texels).toHaveLength(33 * 33 * 132 * 4)
    const at = (red: number, green: number, slice: number) => {
      const start = ((slice * 33 + green) * 33 + red) * 4
      return [...texels.subarray(start, start + 4)]
    }
    expectColour(at(0, 0, 0), [0.02, 0.12, 0.16, 1])
    // film, the second look: red 1, green 0, blue a half
    expectColour(at(32, 0, 33 + 16), [0.98, 0.05, 0.48, 1])
    expectColour(at(0, 32, 33), [0.06, 0.96, 0.08, 1])
    expectColour(at(32, 32, 131), [0.3, 0.43, 0.66, 1])
  })
})
