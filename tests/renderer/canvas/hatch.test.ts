import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { diagonals, fillSquare, patternOf } from '../../../renderer/canvas/hatch'
import { recordedCanvas, recordedContext, stubCanvases } from './recorded-context'

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a pattern', () => {
  it('is a square that is drawn once', () => {
    const { context } = recordedContext()
    const pattern = patternOf(context, 8, 'plain', (brush) => {
      fillSquare(brush, 8, 'ground')
      brush.strokeStyle = 'mark'
      diagonals(brush, 8)
    })
    expect(pattern).toMatchObject({
      side: 8,
      drawn: [
        { how: 'fill', ink: 'ground', x: 0, y: 0, w: 8, h: 8 },
        { how: 'stroke', ink: 'mark' },
      ],
    })
  })

  it('is the plain colour where the browser gives no canvas for the square', () => {
    vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) })
    expect(patternOf(recordedContext().context, 8, 'plain', () => {})).toBe('plain')
  })

  it.each([
    [1, [9, -1]],
    [-1, [-1, 9]],
  ] as const)('of slant %i has lines that go on in the next square', (slant, [start, end]) => {
    const { canvas, drawn } = recordedCanvas(8, 8)
    diagonals(canvas.getContext('2d')!, 8, slant)
    expect(drawn).toHaveLength(1)
    const points = drawn[0]!.points!
    expect(points.map(({ x }) => x)).toEqual([-9, 1, -1, 9, 7, 17])
    expect(points.map(({ y }) => y)).toEqual([start, end, start, end, start, end])
    // a line that leaves the square at its edge comes in again at the opposite one, a side further
    expect(points[2]!.x - points[0]!.x).toBe(8)
  })
})
