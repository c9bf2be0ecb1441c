import { describe, expect, it } from 'vitest'
import { CLIP_LENGTH } from '../../../../preload/contract'
import {
  CLIP_FRAMES,
  frameAt,
  framecode,
  momentOf,
  TIMECODE_FORMAT,
  timecode,
} from '../../../../renderer/editor/preview/clip'

describe('moments and frames of the clip', () => {
  it('lead back to the same frame, for every frame', () => {
    for (let frame = 0; frame < CLIP_FRAMES; frame++) expect(frameAt(momentOf(frame))).toBe(frame)
  })

  it('stay inside the clip', () => {
    expect(frameAt(-5)).toBe(0)
    expect(frameAt(CLIP_LENGTH * 2)).toBe(CLIP_FRAMES - 1)
    expect(momentOf(-3)).toBe(0)
    expect(momentOf(Number.MAX_SAFE_INTEGER)).toBeLessThan(CLIP_LENGTH)
  })

  it('are written as hours, minutes, seconds and frames, so that ten seconds do not read as ten minutes', () => {
    expect(timecode(0)).toBe('00:00:00:00')
    expect(timecode(momentOf(24 * 7 + 12))).toBe('00:00:07:12')
    expect(framecode(CLIP_FRAMES)).toBe('00:00:10:00')
    expect(framecode(24 * (3600 * 2 + 60 * 3 + 4) + 5)).toBe('02:03:04:05')
    expect(TIMECODE_FORMAT).toBe('hours:minutes:seconds:frames, 24 frames a second')
  })
})
