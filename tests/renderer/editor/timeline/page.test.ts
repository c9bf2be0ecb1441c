/** What of the timeline is in sight while it plays and is zoomed. */
import { describe, expect, it } from 'vitest'
import { anchored, momentUnder, pageTo } from '../../../../renderer/editor/timeline/page'

const s = 1_000_000

describe('a page', () => {
  it('is turned when the playhead leaves it, forwards and backwards, and not before', () => {
    expect([0, 500, 1000].map((x) => pageTo(x, 0, 1000))).toEqual([null, null, null])
    expect(pageTo(1001, 0, 1000)).toBe(951)
    // backwards its way lies before it
    expect(pageTo(1990, 2000, 1000)).toBe(1040)
    expect(pageTo(10, 2000, 1000)).toBe(0)
  })
})

describe('zooming', () => {
  it('keeps the playhead in its place where it is in sight, else the middle', () => {
    expect(anchored(6 * s, 400, 1000, 100)).toEqual({ moment: 6 * s, x: 200 })
    expect(anchored(30 * s, 400, 1000, 100)).toEqual({ moment: 9 * s, x: 500 })
    expect(anchored(1 * s, 400, 1000, 100)).toEqual({ moment: 9 * s, x: 500 })
    expect(momentUnder(250, 400, 100)).toBe(6.5 * s)
  })
})
