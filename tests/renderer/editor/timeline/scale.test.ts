import { describe, expect, it } from 'vitest'
import {
  codeAt,
  framesLong,
  momentAt,
  pixelsPerSecond,
  ticks,
  wholeFrame,
  xOf,
} from '../../../../renderer/editor/timeline/scale'

const s = 1_000_000

describe('timeline scale', () => {
  it('leads from a place to a moment and back', () => {
    for (const moment of [0, 2.5 * s, 9_999_000]) expect(momentAt(xOf(moment, 80), 80, 10 * s)).toBe(moment)
  })

  it('keeps the playhead on what there is', () => {
    expect(momentAt(-20, 80, 10 * s)).toBe(0)
    expect(momentAt(2000, 80, 10 * s)).toBe(10 * s - 1)
  })

  it('shows all of it with some room at zoom 1, and a part of it above', () => {
    expect(xOf(10 * s, pixelsPerSecond(1060, 10 * s, 1))).toBeCloseTo(1000)
    expect(xOf(10 * s, pixelsPerSecond(1060, 10 * s, 4))).toBeCloseTo(4000)
  })

  it('knows frames: 24 a second, without drift over an hour', () => {
    expect([0, 20_000, 21_000, 41_667, 3600 * s].map(wholeFrame)).toEqual([0, 0, 41_667, 41_667, 3600 * s])
    expect([1, 24, 25].map(framesLong)).toEqual([41_667, s, 1_041_667])
    expect([0, 41_667, s, 61 * s + 500_000].map(codeAt)).toEqual([
      '00:00:00:00',
      '00:00:00:01',
      '00:00:01:00',
      '00:01:01:12',
    ])
    for (const frame of [1, 7, 23, 100, 86_399]) expect(wholeFrame(framesLong(frame))).toBe(framesLong(frame))
  })

  it('puts as many time codes as there is room for, beginning with the start', () => {
    for (const pps of [5, 16, 100, 900, 4000]) {
      const labels = ticks(pps, 10 * s).filter((tick) => tick.label !== null)
      expect(labels[0]?.label).toBe('00:00:00:00')
      for (const [at, tick] of labels.entries())
        if (at > 0) expect(tick.x - labels[at - 1]!.x).toBeGreaterThanOrEqual(78)
    }
    expect(ticks(100, 10 * s).filter((tick) => tick.label !== null)).toHaveLength(11)
  })
})
