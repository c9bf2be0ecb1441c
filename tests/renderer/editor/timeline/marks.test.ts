/** Where In and Out may be. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markAt, markedRange } from '../../../../renderer/editor/timeline/marks'

const s = 1_000_000
const NONE = { in: null, out: null }

describe('a mark', () => {
  it('is at a whole frame of the timeline, and Out may be at its very end', () => {
    expect(markAt('in', 1_010_000, NONE, 10 * s)).toBe(s)
    expect(markAt('in', -5, NONE, 10 * s)).toBe(0)
    expect(markAt('out', 11 * s, NONE, 10 * s)).toBe(10 * s)
    // an end that is no whole frame
    expect(markAt('out', 11 * s, NONE, 9_990_000)).toBe(9_990_000)
  })

  it('leaves a frame between In and Out, whatever is asked for', () => {
    expect(markAt('in', 9 * s, { in: null, out: 5 * s }, 10 * s)).toBe(4_958_333)
    expect(markAt('out', 0, { in: 5 * s, out: null }, 10 * s)).toBe(5_041_667)
    const frame = fc.integer({ min: 2, max: 230 }).map((n) => Math.round((n * s) / 24))
    fc.assert(
      fc.property(fc.integer({ min: -s, max: 12 * s }), frame, (moment, other) => {
        const first = markAt('in', moment, { in: null, out: other }, 10 * s)
        expect(other - first).toBeGreaterThanOrEqual(41_666)
        const last = markAt('out', moment, { in: other, out: null }, 10 * s)
        expect(last - other).toBeGreaterThanOrEqual(41_666)
      }),
    )
  })
})

describe('what is played', () => {
  it('lies between the marks, as far as they are on the timeline', () => {
    expect(markedRange(NONE, 10 * s)).toBeNull()
    expect(markedRange({ in: 2 * s, out: null }, 10 * s)).toEqual({ from: 2 * s, to: 10 * s })
    expect(markedRange({ in: null, out: 12 * s }, 10 * s)).toEqual({ from: 0, to: 10 * s })
    expect(markedRange({ in: 12 * s, out: 14 * s }, 10 * s)).toBeNull()
  })
})
