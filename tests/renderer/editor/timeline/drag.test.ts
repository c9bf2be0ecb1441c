/** What is dragged on the timeline: where it goes, and which edit it becomes. */
import { describe, expect, it } from 'vitest'
import { type Dragged, editOf, placeOf } from '../../../../renderer/editor/timeline/drag'

const s = 1_000_000
const clip: Dragged = { kind: 'clip', id: 'a', grip: 'body', start: 2 * s, end: 5 * s, open: false, track: 1 }
const span: Dragged = { ...clip, kind: 'span', id: 'Blur' }
const free = { up: 0, targets: [], near: 0 }

describe('a body', () => {
  it('moves by whole frames, not before the start, and clips between tracks', () => {
    expect(placeOf(clip, { ...free, by: s + 9_000 })).toEqual({ start: 3 * s, end: 6 * s, track: 1, snapped: null })
    expect(placeOf(clip, { ...free, by: -9 * s }).start).toBe(0)
    expect([-1, 1, 20].map((up) => placeOf(clip, { ...free, by: 0, up }).track)).toEqual([1, 2, 8])
    expect(placeOf(span, { ...free, by: 0, up: 3 }).track).toBe(1)
  })

  it('goes to what is near with the edge that is nearer', () => {
    const near = 100_000
    expect(placeOf(clip, { up: 0, near, by: 950_000, targets: [3 * s] })).toMatchObject({
      start: 3 * s,
      snapped: 3 * s,
    })
    expect(placeOf(clip, { up: 0, near, by: 950_000, targets: [5_960_000, 3 * s] })).toMatchObject({
      start: 2_960_000,
      end: 5_960_000,
      snapped: 5_960_000,
    })
    expect(placeOf(clip, { up: 0, near, by: 500_000, targets: [3 * s] }).snapped).toBeNull()
  })

  it('becomes a move, with a track where that is another', () => {
    expect(editOf(clip, placeOf(clip, { ...free, by: s }))).toEqual({ edit: 'move', clip: 'a', to: 3 * s })
    expect(editOf(clip, placeOf(clip, { ...free, by: 0, up: 1 }))).toEqual({
      edit: 'move',
      clip: 'a',
      to: 2 * s,
      track: 2,
    })
    expect(editOf(span, placeOf(span, { ...free, by: s }))).toEqual({ edit: 'setSpan', span: 'Blur', start: 3 * s })
    expect(editOf(clip, placeOf(clip, { ...free, by: 10_000 }))).toBeNull()
  })
})

describe('a handle', () => {
  const at = (dragged: Dragged, grip: 'start' | 'end', by: number) => {
    const pulled = { ...dragged, grip }
    return editOf(pulled, placeOf(pulled, { ...free, by }))
  }

  it('trims its edge, and leaves a frame', () => {
    expect(at(clip, 'start', s)).toEqual({ edit: 'trim', clip: 'a', start: 3 * s })
    expect(at(clip, 'end', -s)).toEqual({ edit: 'trim', clip: 'a', end: 4 * s })
    expect(at(clip, 'end', -9 * s)).toEqual({ edit: 'trim', clip: 'a', end: 2 * s + 41_666 })
    expect(at(span, 'start', s)).toEqual({
      edit: 'setSpan',
      span: 'Blur',
      start: 3 * s,
      length: 2 * s,
      keyframesStay: true,
    })
    expect(at(span, 'end', s)).toEqual({ edit: 'setSpan', span: 'Blur', length: 4 * s })
  })

  it('of a span to the end of the timeline leaves that end open', () => {
    expect(at({ ...span, open: true }, 'start', s)).toEqual({
      edit: 'setSpan',
      span: 'Blur',
      start: 3 * s,
      keyframesStay: true,
    })
  })
})
