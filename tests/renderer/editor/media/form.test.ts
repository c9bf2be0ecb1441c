import { describe, expect, it } from 'vitest'
import {
  CLIP_PRESETS,
  clipText,
  parseResolution,
  readClip,
  resolutionText,
} from '../../../../renderer/editor/media/form'
import { sharedWith } from '../../../../renderer/editor/rack/placed'
import { heap } from '../../store/support/heaps'

const hd = CLIP_PRESETS.find(({ title }) => title === 'HD')!

describe('importing a clip', () => {
  it('offers footage under a name that is not taken', () => {
    expect(readClip(clipText(hd, []), [])).toEqual({
      ok: true,
      clip: { name: 'HD', width: 1920, height: 1080, frames: 8, thumbnails: 24 },
    })
    expect(clipText(hd, ['HD', 'HD 2']).name).toBe('HD 3')
  })

  it('may have no thumbnails, but not less than a frame', () => {
    const text = clipText(hd, [])
    expect(readClip({ ...text, thumbnails: '0' }, []).ok).toBe(true)
    expect(readClip({ ...text, frames: '0' }, []).ok).toBe(false)
  })

  it('names every field that cannot be read, and a name that an effect has', () => {
    const read = readClip({ name: 'Blur', width: '0', height: 'tall', frames: '', thumbnails: '-1' }, ['Blur'])
    expect(read.ok).toBe(false)
    if (!read.ok) expect(Object.keys(read.errors)).toEqual(['name', 'width', 'height', 'frames', 'thumbnails'])
  })
})

describe('a resolution', () => {
  it('is read as it is shown, and as it is typed', () => {
    expect(parseResolution(resolutionText({ width: 3840, height: 2160 }))).toEqual({
      ok: true,
      value: { width: 3840, height: 2160 },
    })
    expect(parseResolution(' 2560 x 1440 ')).toEqual({ ok: true, value: { width: 2560, height: 1440 } })
    for (const text of ['', '1920', '0×10', '20000×10', 'a×b']) expect(parseResolution(text).ok, text).toBe(false)
  })
})

describe('who shares a heap [RS-15]', () => {
  const block = heap(0, [
    { bytes: 4, name: 'Blur.a' },
    { bytes: 4 },
    { bytes: 4, name: 'HD.frame 1', kind: 'texture' },
    { bytes: 4, kind: 'destination' },
  ])

  it('is named, and the others are counted; free ranges and destinations are nobody', () => {
    expect(sharedWith(block, 'Blur.a')).toBe('shared with HD.frame 1')
    expect(sharedWith(block, 'HD.frame 9')).toBe('shared with Blur.a and 1 other')
  })

  it('is nobody for a resource alone in its heap, or before the heap is known', () => {
    expect(sharedWith(heap(0, [{ bytes: 4, name: 'Blur.a' }]), 'Blur.a')).toBe('')
    expect(sharedWith(undefined, 'Blur.a')).toBe('')
  })
})
