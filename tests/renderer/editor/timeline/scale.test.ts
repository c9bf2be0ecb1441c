import { describe, expect, it } from 'vitest'
import { CLIP_LENGTH } from '../../../../preload/contract'
import { momentAt, ticks, xOf } from '../../../../renderer/editor/timeline/scale'

describe('timeline scale', () => {
  it('leads from a place to a moment and back', () => {
    for (const moment of [0, 2_500_000, 9_999_000]) expect(momentAt(xOf(moment, 800), 800)).toBe(moment)
  })

  it('keeps the playhead inside the clip', () => {
    expect(momentAt(-20, 800)).toBe(0)
    expect(momentAt(2000, 800)).toBe(CLIP_LENGTH - 1)
    expect(momentAt(10, 0)).toBe(0)
  })

  it('puts as many labels as there is room for', () => {
    const labels = (width: number) => ticks(width).filter((tick) => tick.label !== null)
    expect(labels(1000).map((tick) => tick.label)).toEqual(Array.from({ length: 20 }, (_, at) => `${at / 2} s`))
    expect(labels(200).map((tick) => tick.label)).toEqual(['0 s', '5 s'])
    for (const width of [150, 420, 1000, 2400]) {
      const places = labels(width).map((tick) => tick.x)
      for (let at = 1; at < places.length; at++) expect(places[at]! - places[at - 1]!).toBeGreaterThanOrEqual(44)
    }
  })

  it('has no ticks before it has a width', () => {
    expect(ticks(0)).toEqual([])
  })
})
