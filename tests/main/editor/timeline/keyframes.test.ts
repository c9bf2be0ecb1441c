import { describe, expect, it } from 'vitest'
import {
  keyframeValue,
  laterPart,
  movedKeyframe,
  trimmedStart,
  valuesAt,
  withKeyframe,
  withoutKeyframe,
} from '../../../../main/editor/timeline/keyframes'
import type { EffectSpan, Keyframe } from '../../../../preload/contract'

const key = (at: number, value: number, more: Partial<Keyframe> = {}): Keyframe => ({ at, value: [value], ...more })
const span = (...keys: Keyframe[]): EffectSpan => ({ id: 's', start: 0, keyframes: { radius: keys } })
const read = (keys: readonly Keyframe[], moments: readonly number[]) =>
  moments.map((at) => keyframeValue(keys, at)?.[0])

describe('a constant', () => {
  it('may be called as something that every object has', () => {
    for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty']) {
      const made = withKeyframe(span(key(0, 1)), name, key(5, 2))
      expect(made.keyframes?.[name]).toEqual([key(5, 2)])
      expect(withoutKeyframe(span(key(0, 1)), name, 0)).toBeNull()
      expect(movedKeyframe(span(key(0, 1)), name, 0, 1)).toBeNull()
      expect(movedKeyframe(made, name, 5, 6)?.keyframes?.[name]).toEqual([key(6, 2)])
    }
  })
})

describe('the value at a moment', () => {
  it('is that of the first keyframe before it, that of the last one after it, and on a line between them', () => {
    expect(read([key(100, 10), key(300, 20)], [0, 100, 150, 200, 300, 900])).toEqual([10, 10, 12.5, 15, 20, 20])
  })

  it('stays where it holds, and jumps at the next keyframe', () => {
    expect(read([key(0, 1, { ease: 'hold' }), key(10, 2)], [0, 9, 10])).toEqual([1, 1, 2])
  })

  it('has no speed at both ends where it is smooth: 3t² − 2t³', () => {
    // t = 1/4: 3/16 − 2/64 = 5/32; t = 1/2: 1/2; t = 3/4: 27/16 − 54/64 = 27/32
    expect(read([key(0, 0, { ease: 'smooth' }), key(400, 32)], [0, 100, 200, 300, 400])).toEqual([0, 5, 16, 27, 32])
  })

  it('is of each component, and nothing where there is no keyframe', () => {
    const keys = [
      { at: 0, value: [0, 10] },
      { at: 10, value: [10, 0] },
    ]
    expect(keyframeValue(keys, 3)).toEqual([3, 7])
    expect(keyframeValue([], 3)).toBeUndefined()
    expect(valuesAt({ id: 's', start: 0 }, 3)).toEqual({})
    expect(valuesAt(span(key(0, 1)), 3)).toEqual({ radius: [1] })
  })
})

describe('an edit of keyframes', () => {
  it('puts one in order, in place of one at the same moment', () => {
    const edited = withKeyframe(span(key(0, 1), key(20, 3)), 'radius', key(10, 2))
    expect(edited.keyframes?.radius?.map(({ at }) => at)).toEqual([0, 10, 20])
    expect(withKeyframe(edited, 'radius', key(10, 9)).keyframes?.radius?.[1]).toEqual(key(10, 9))
  })

  it('takes one away, and the constant with its last one; null where there is none', () => {
    expect(withoutKeyframe(span(key(0, 1)), 'radius', 5)).toBeNull()
    expect(withoutKeyframe(span(key(0, 1)), 'sigma', 0)).toBeNull()
    expect(withoutKeyframe(span(key(0, 1)), 'radius', 0)).toEqual({ id: 's', start: 0 })
  })

  it('moves one to another moment, onto one that is there', () => {
    const moved = movedKeyframe(span(key(0, 1), key(10, 2)), 'radius', 0, 10)
    expect(moved?.keyframes?.radius).toEqual([key(10, 1)])
    expect(movedKeyframe(span(key(0, 1)), 'radius', 5, 6)).toBeNull()
  })
})

describe('a span that is cut', () => {
  it.each<[string, Keyframe[]]>([
    ['on a line', [key(0, 0), key(100, 50)]],
    ['that holds', [key(0, 0, { ease: 'hold' }), key(100, 50)]],
    ['that is smooth', [key(0, 0, { ease: 'smooth' }), key(100, 50)]],
    ['that was cut before', [key(0, 0, { ease: 'smooth', begun: 40 }), key(100, 50)]],
  ])('goes on as if it had not been: a value %s', (_what, keys) => {
    const later = laterPart(span(...keys), 30).keyframes?.radius ?? []
    for (const at of [0, 1, 30, 69, 70, 200])
      expect(keyframeValue(later, at)?.[0]).toBeCloseTo(keyframeValue(keys, at + 30)?.[0] ?? Number.NaN, 9)
    expect(later[0]?.at).toBe(0)
  })

  it('has no second keyframe where it is cut at one', () => {
    expect(laterPart(span(key(0, 0), key(40, 4), key(90, 9)), 40).keyframes?.radius).toEqual([key(0, 4), key(50, 9)])
  })

  it('keeps keyframes where they are on the timeline when its start is moved', () => {
    expect(trimmedStart(span(key(10, 1)), -5).keyframes?.radius).toEqual([key(15, 1)])
    expect(trimmedStart(span(key(10, 1)), 4).keyframes?.radius).toEqual([key(0, 1), key(6, 1)])
    expect(trimmedStart({ id: 's', start: 0 }, 4)).toEqual({ id: 's', start: 0 })
  })
})
