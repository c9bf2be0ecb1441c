/** Media that are dragged to the timeline: 50 px a second, whose start is 200 px from the left of the window. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { placingAt, put, putAtPlayhead, showPlacing } from '../../../../renderer/editor/timeline/placing'
import { useStore } from '../../../../renderer/store/store'
import { openTimeline, s } from './project'

const tab = () => useStore.getState().timelineTab

/** Where the pointer was looked for, px of the window. */
let looked: number[][] = []

beforeEach(() => {
  vi.useFakeTimers()
  looked = []
  const lane = { dataset: { track: '2', pps: '50' }, getBoundingClientRect: () => ({ left: 200 }) }
  vi.stubGlobal('document', {
    elementFromPoint: (x: number, y: number) => {
      looked.push([x, y])
      if (y > 400) return null
      return { closest: (selector: string) => (selector === '.timeline-lane[data-track]' && y < 300 ? lane : null) }
    },
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pointer = (clientX: number, parts: { clientY?: number; altKey?: boolean } = {}) => ({
  clientX,
  clientY: 100,
  altKey: false,
  ...parts,
})

describe('media over the timeline', () => {
  it('would lie on the track under the pointer, from the moment there, at a whole frame', () => {
    openTimeline()
    // 70 px are 1.4 s: frame 33.6, so 34
    expect(placingAt('sky', s, pointer(270))).toEqual({
      media: 'sky',
      start: 1_416_667,
      end: 2_416_667,
      track: 2,
      snapped: null,
    })
    expect(looked).toEqual([[270, 100]])
  })

  it('would lie nowhere beside the tracks, nor outside the window', () => {
    openTimeline()
    expect(placingAt('sky', s, pointer(270, { clientY: 350 }))).toBeNull()
    expect(placingAt('sky', s, pointer(270, { clientY: 450 }))).toBeNull()
  })

  it('go to an edge that is up to 8 px away, and not to one that is 9 px away', () => {
    openTimeline()
    // clip b begins at 2 s: at 300 px
    expect(placingAt('sky', s, pointer(292))).toMatchObject({ start: 2 * s, end: 3 * s, snapped: 2 * s })
    expect(placingAt('sky', s, pointer(291))).toMatchObject({ snapped: null })
    // their end counts as well: 1.6 s long, from 1.5 s on, to where the span s1 ends at 3 s
    expect(placingAt('sky', 1_600_000, pointer(275))).toMatchObject({ start: 1_400_000, end: 3 * s, snapped: 3 * s })
  })

  it('go to the playhead', () => {
    openTimeline({}, 1_410_000)
    expect(placingAt('sky', 100_000, pointer(270))).toMatchObject({ start: 1_410_000, snapped: 1_410_000 })
  })

  it('go to nothing with Alt, and where snapping is off', () => {
    openTimeline()
    // 98 px are 1.96 s: frame 47.04
    expect(placingAt('sky', s, pointer(298, { altKey: true }))).toMatchObject({ start: 1_958_333, snapped: null })
    openTimeline({ snap: false })
    expect(placingAt('sky', s, pointer(298))).toMatchObject({ start: 1_958_333, snapped: null })
  })

  it('do not begin before the timeline does', () => {
    openTimeline()
    expect(placingAt('sky', s, pointer(120))).toMatchObject({ start: 0, end: s })
  })

  it('are shown where they would lie, until they are nowhere over it', () => {
    openTimeline()
    const placing = placingAt('sky', s, pointer(270))
    showPlacing(placing)
    expect(tab().placing).toBe(placing)
    showPlacing(null)
    expect(tab().placing).toBeNull()
  })
})

describe('media that are put', () => {
  it('are inserted where they were let go', () => {
    const sent = openTimeline()
    put({ media: 'sky', start: 2 * s, end: 3 * s, track: 2, snapped: null })
    expect(sent.edits()).toEqual([{ edit: 'insert', media: 'sky', at: 2 * s, track: 2 }])
  })

  it('without a mouse are inserted at the frame of the playhead, on the first track', () => {
    const sent = openTimeline({}, 1_020_000)
    putAtPlayhead('sky')
    expect(sent.edits()).toEqual([{ edit: 'insert', media: 'sky', at: s }])
  })
})
