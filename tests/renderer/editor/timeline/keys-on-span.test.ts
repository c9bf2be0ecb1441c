/** Keyframes on their span: where they are seen, and where they go. */
import { describe, expect, it } from 'vitest'
import type { EffectSpan } from '../../../../preload/contract'
import { keyPlaces, pulledTo, steppedTo } from '../../../../renderer/editor/timeline/keys-on-span'

const s = 1_000_000
const FRAME = 41_667
const span: EffectSpan = {
  id: 'Blur',
  start: 2 * s,
  length: 4 * s,
  keyframes: {
    radius: [
      { at: 0, value: [2] },
      { at: s, value: [9], ease: 'hold' },
      { at: s + FRAME, value: [4] },
    ],
    sigma: [{ at: s, value: [1] }],
  },
}
const places = keyPlaces(span)
const [first, second, third] = places
if (first === undefined || second === undefined || third === undefined) throw new Error('expected keyframes')

describe('keyframes of a span', () => {
  it('are told with their parameter, their way and a row for each parameter', () => {
    expect(places.map(({ constant, number, at, ease, row }) => [constant, number, at, ease, row])).toEqual([
      ['radius', 0, 0, 'linear', 0],
      ['radius', 1, s, 'hold', 0],
      ['radius', 2, s + FRAME, 'linear', 0],
      ['sigma', 0, s, 'linear', 1],
    ])
  })

  it('are pulled to whole frames of the timeline, onto what is near, and not off their span', () => {
    const free = { targets: [], near: 0 }
    expect(pulledTo(span, s + 10_000, 4 * s, free)).toBe(s)
    expect([-s, 9 * s].map((at) => pulledTo(span, at, 4 * s, free))).toEqual([0, 4 * s])
    const near = { targets: [3.51 * s, 3.6 * s, s], near: 100_000 }
    expect(pulledTo(span, 1.5 * s, 4 * s, near)).toBe(1.51 * s)
    // a target before the span is none of its
    expect(pulledTo(span, -0.95 * s, 4 * s, near)).toBe(0)
  })

  it('step by frames, past others of their parameter, and stay at the ends of the span', () => {
    expect(steppedTo(span, first, 1, 4 * s)).toBe(FRAME)
    expect(steppedTo(span, first, 24, 4 * s)).toBe(Math.round((26 * s) / 24))
    expect(steppedTo(span, second, 1, 4 * s)).toBe(Math.round((26 * s) / 24))
    expect(steppedTo(span, third, -1, 4 * s)).toBe(Math.round((23 * s) / 24))
    expect(steppedTo(span, first, -1, 4 * s)).toBe(0)
    expect(steppedTo(span, second, 24 * 9, 4 * s)).toBe(4 * s)
  })
})
