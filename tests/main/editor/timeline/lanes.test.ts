/** Tracks of effects, their spans and keyframes: what each edit makes of them, by hand. */
import { describe, expect, it } from 'vitest'
import { edited } from '../../../../main/editor/timeline/edit'
import { keyframeValue, valuesAt } from '../../../../main/editor/timeline/keyframes'
import { besideSpan, spanAt } from '../../../../main/editor/timeline/lanes'
import { FIRST_TIMELINE } from '../../../../main/editor/timeline/timeline'
import type { TimelineEdit, TimelineSpec } from '../../../../preload/contract'

const s = 1_000_000

function after(timeline: TimelineSpec, ...edits: TimelineEdit[]): TimelineSpec {
  let now = timeline
  for (const edit of edits) {
    const made = edited(now, edit, { footage: () => 10 * s, applied: ['Blur', 'Sepia'] })
    if ('problem' in made) throw new Error(made.problem)
    now = made.value
  }
  return now
}

const refused = (timeline: TimelineSpec, edit: TimelineEdit): boolean =>
  'problem' in edited(timeline, edit, { footage: () => 10 * s, applied: ['Blur', 'Sepia'] })

/** "Blur: Blur 0-, Blur 2 4-6" per track; "off" before one that is. */
function shown({ effects }: TimelineSpec): string[] {
  return effects.map(({ effect, enabled, spans }) => {
    const own = spans.map(
      ({ id, start, length }) => `${id} ${start / s}-${length === undefined ? '' : (start + length) / s}`,
    )
    return `${enabled ? '' : 'off '}${effect}: ${own.join(', ')}`
  })
}

const begun = after(FIRST_TIMELINE, { edit: 'setSpan', span: 'Blur', start: 2 * s, length: 3 * s })

describe('a span in whose place another is put', () => {
  const keyframes = {
    radius: [
      { at: 0, value: [0] },
      { at: 10 * s, value: [10] },
    ],
  }
  const whole = { id: 'Blur', start: 2 * s, keyframes }
  const by = (start: number, length?: number) => ({
    id: 'new',
    start: start * s,
    ...(length === undefined ? {} : { length: length * s }),
  })

  it('stays before and after it, with the values that it had there', () => {
    const [first, second] = besideSpan('Blur', whole, by(4, 3), new Set(['Blur', 'new']))
    expect(first).toEqual({ id: 'Blur', start: 2 * s, length: 2 * s, keyframes })
    expect(second).toMatchObject({ id: 'Blur 2', start: 7 * s })
    expect(second?.length).toBeUndefined()
    // 5 s after its start, and on as it went
    expect(second?.keyframes?.radius).toEqual([
      { at: 0, value: [5] },
      { at: 5 * s, value: [10] },
    ])
  })

  it('keeps its name where one part is left, and goes where none is a frame long', () => {
    expect(besideSpan('Blur', whole, by(4), new Set())).toMatchObject([{ id: 'Blur', length: 2 * s }])
    expect(besideSpan('Blur', { ...whole, length: 3 * s }, by(1, 2), new Set())).toMatchObject([
      { id: 'Blur', start: 3 * s, length: 2 * s },
    ])
    expect(besideSpan('Blur', { ...whole, length: 3 * s }, by(0, 5), new Set())).toEqual([])
    expect(besideSpan('Blur', whole, { ...by(2), start: 2 * s + 1 }, new Set())).toEqual([])
    expect(besideSpan('Blur', whole, by(0, 2), new Set())).toEqual([whole])
  })
})

describe('tracks of effects', () => {
  it('are made for all that is everywhere with the first edit, in the order of the presses', () => {
    expect(shown(begun)).toEqual(['Blur: Blur 2-5', 'Sepia: Sepia 0-'])
  })

  it('have an eye, an order, and spans that lie beside each other', () => {
    expect(shown(after(begun, { edit: 'enable', effect: 'Sepia', enabled: false }))[1]).toBe('off Sepia: Sepia 0-')
    expect(shown(after(begun, { edit: 'reorder', effect: 'Sepia', place: 0 }))).toEqual([
      'Sepia: Sepia 0-',
      'Blur: Blur 2-5',
    ])
    const two = after(begun, { edit: 'addSpan', effect: 'Blur', start: 6 * s, length: 1 * s })
    expect(shown(two)[0]).toBe('Blur: Blur 2-5, Blur 2 6-7')
    expect(refused(two, { edit: 'setSpan', span: 'Blur', length: 5 * s })).toBe(true)
    expect(refused(two, { edit: 'addSpan', effect: 'Sepia', start: 3 * s, length: s })).toBe(true)
    expect(shown(after(two, { edit: 'setSpan', span: 'Blur 2', start: 0 }))[0]).toBe('Blur: Blur 2 0-1, Blur 2-5')
  })

  it('change places among those that are shown: one that was taken off has no row', () => {
    const three = after(begun, { edit: 'addSpan', effect: 'Bloom', start: 0 }, { edit: 'takeOff', effect: 'Sepia' })
    const order = (...edits: TimelineEdit[]): string[] => after(three, ...edits).effects.map(({ effect }) => effect)
    expect(order()).toEqual(['Blur', 'Sepia', 'Bloom'])
    expect(order({ edit: 'reorder', effect: 'Blur', place: 1 })).toEqual(['Sepia', 'Bloom', 'Blur'])
    expect(order({ edit: 'reorder', effect: 'Bloom', place: 0 })).toEqual(['Bloom', 'Blur', 'Sepia'])
    expect(order({ edit: 'reorder', effect: 'Bloom', place: 1 })).toEqual(['Blur', 'Sepia', 'Bloom'])
  })

  it('are split, and taken off', () => {
    expect(shown(after(begun, { edit: 'split', span: 'Blur', at: 3 * s }))[0]).toBe('Blur: Blur 2-3, Blur 2 3-5')
    expect(shown(after(begun, { edit: 'split', span: 'Sepia', at: 3 * s }))[1]).toBe('Sepia: Sepia 0-3, Sepia 2 3-')
    expect(shown(after(begun, { edit: 'takeOff', effect: 'Blur' }))[0]).toBe('Blur: ')
    expect(shown(after(begun, { edit: 'removeSpan', span: 'Blur' }))[0]).toBe('Blur: ')
    expect(refused(begun, { edit: 'split', span: 'Blur', at: 2 * s })).toBe(true)
    expect(refused(begun, { edit: 'removeSpan', span: 'Blur 9' })).toBe(true)
    expect(refused(begun, { edit: 'enable', effect: 'Bloom', enabled: false })).toBe(true)
  })

  it('cover moments from the start of a span up to its end', () => {
    const [lane] = begun.effects
    if (lane === undefined) throw new Error('no track')
    expect([1.999999, 2, 4.999999, 5].map((at) => spanAt(lane, at * s)?.id)).toEqual([
      undefined,
      'Blur',
      'Blur',
      undefined,
    ])
    expect(spanAt({ ...lane, enabled: false }, 3 * s)).toBeUndefined()
  })
})

describe('keyframes', () => {
  const keys = [
    { at: 0, value: [2] },
    { at: 2 * s, value: [10], ease: 'smooth' as const },
    { at: 4 * s, value: [6], ease: 'hold' as const },
    { at: 6 * s, value: [0] },
  ]

  it('go on in a line, smoothly, or not at all, and hold before the first and after the last', () => {
    const at = [-1, 0, 0.5, 1, 2, 3, 3.5, 4, 5.9, 6, 9].map((moment) => keyframeValue(keys, moment * s)?.[0])
    // smooth: 10 + (6 − 10) × (3t² − 2t³), at t = 1/2 a half, at 3/4 27/32
    expect(at).toEqual([2, 2, 4, 6, 10, 8, 10 - 4 * (27 / 32), 6, 6, 0, 0])
  })

  it('work for every number of a colour', () => {
    const colour = [
      { at: 0, value: [0, 1, 0.5] },
      { at: 4, value: [1, 0, 0.5] },
    ]
    expect(keyframeValue(colour, 1)).toEqual([0.25, 0.75, 0.5])
  })

  it('are moved in their span with their value and their ease, in place of one that is there', () => {
    const key = (at: number, value: number): TimelineEdit => ({
      edit: 'keyframe',
      span: 'Blur',
      constant: 'radius',
      at: at * s,
      value: [value],
      ease: 'hold',
    })
    const set = [key(0, 1), key(1, 5), key(2, 9)].reduce((line, one) => after(line, one), begun)
    const moved = (at: number, to: number) => {
      const edit = { edit: 'moveKeyframe', span: 'Blur', constant: 'radius', at: at * s, to: to * s } as const
      return after(set, edit).effects[0]?.spans[0]?.keyframes?.radius?.map((one) => [
        one.at / s,
        one.value[0],
        one.ease,
      ])
    }
    const all = (...keys: [number, number][]) => keys.map((one) => [...one, 'hold'])
    expect(moved(1, 1.5)).toEqual(all([0, 1], [1.5, 5], [2, 9]))
    expect(moved(0, 1.5)).toEqual(all([1, 5], [1.5, 1], [2, 9]))
    expect(moved(0, 2)).toEqual(all([1, 5], [2, 1]))
    expect(moved(2, 2)).toEqual(all([0, 1], [1, 5], [2, 9]))
    expect(refused(set, { edit: 'moveKeyframe', span: 'Blur', constant: 'radius', at: 3, to: 0 })).toBe(true)
  })

  it('are set, changed and removed, in order of time', () => {
    const set = after(
      begun,
      { edit: 'keyframe', span: 'Blur', constant: 'radius', at: s, value: [8] },
      { edit: 'keyframe', span: 'Blur', constant: 'radius', at: 0, value: [2] },
      { edit: 'keyframe', span: 'Blur', constant: 'radius', at: s, value: [9], ease: 'hold' },
    )
    expect(set.effects[0]?.spans[0]?.keyframes).toEqual({
      radius: [
        { at: 0, value: [2] },
        { at: s, value: [9], ease: 'hold' },
      ],
    })
    const without = after(
      set,
      { edit: 'removeKeyframe', span: 'Blur', constant: 'radius', at: 0 },
      { edit: 'removeKeyframe', span: 'Blur', constant: 'radius', at: s },
    )
    expect(without.effects[0]?.spans[0]).toEqual({ id: 'Blur', start: 2 * s, length: 3 * s })
    expect(refused(set, { edit: 'removeKeyframe', span: 'Blur', constant: 'radius', at: 5 })).toBe(true)
  })

  it('of a span that is split say the same on both sides', () => {
    const set = after(
      begun,
      { edit: 'keyframe', span: 'Blur', constant: 'radius', at: 0, value: [2] },
      { edit: 'keyframe', span: 'Blur', constant: 'radius', at: 2 * s, value: [10] },
    )
    const [lane] = after(set, { edit: 'split', span: 'Blur', at: 3 * s }).effects
    const [whole] = set.effects
    if (lane === undefined || whole === undefined) throw new Error('no track')
    for (const at of [2, 2.5, 3, 3.25, 4, 4.9].map((moment) => moment * s)) {
      const part = spanAt(lane, at)
      const own = spanAt(whole, at)
      if (part === undefined || own === undefined) throw new Error('no span')
      expect(valuesAt(part, at - part.start), `${at}`).toEqual(valuesAt(own, at - own.start))
    }
  })
})

/** Of Blur's first span that covers a moment. */
function radiusAt({ effects }: TimelineSpec, moment: number): number | undefined {
  const [lane] = effects
  const span = lane === undefined ? undefined : spanAt(lane, moment)
  return span === undefined ? undefined : valuesAt(span, moment - span.start).radius?.[0]
}

describe('keyframes of a span that is cut', () => {
  /** from 2 to 5 s: 0 at 2 s, smoothly 10 at 3 s, in a line 4 at 5 s */
  const set = after(
    begun,
    { edit: 'keyframe', span: 'Blur', constant: 'radius', at: 0, value: [0], ease: 'smooth' },
    { edit: 'keyframe', span: 'Blur', constant: 'radius', at: s, value: [10] },
    { edit: 'keyframe', span: 'Blur', constant: 'radius', at: 3 * s, value: [4] },
  )

  it('go on smoothly after the cut as they would have, also where it is cut again', () => {
    const once = after(set, { edit: 'split', span: 'Blur', at: 2.5 * s })
    const twice = after(once, { edit: 'split', span: 'Blur 2', at: 2.75 * s })
    // 10 × (3t² − 2t³): at t = 3/4 10 × 27/32, at 7/8 10 × 245/256
    for (const cut of [once, twice]) {
      expect(radiusAt(cut, 2.25 * s)).toBeCloseTo(1.5625, 9)
      expect(radiusAt(cut, 2.5 * s)).toBeCloseTo(5, 9)
      expect(radiusAt(cut, 2.75 * s)).toBeCloseTo(8.4375, 9)
      expect(radiusAt(cut, 2.875 * s)).toBeCloseTo(9.5703125, 9)
      expect(radiusAt(cut, 3 * s)).toBe(10)
      expect(radiusAt(cut, 4 * s)).toBe(7)
    }
  })

  it('that has a microsecond left of a day are numbers', () => {
    const keys = [
      { at: 0, value: [0], ease: 'smooth' as const, begun: 86_400_000_000 },
      { at: 1, value: [1] },
    ]
    expect([0, 0.5, 1].map((at) => keyframeValue(keys, at)?.[0])).toEqual([1, 1, 1])
  })

  it('stay where they are on the timeline when its start is trimmed, and move with it otherwise', () => {
    const later: TimelineEdit = { edit: 'setSpan', span: 'Blur', start: 2.5 * s, length: 2.5 * s, keyframesStay: true }
    const moments = [2.5, 2.75, 3, 4, 4.9].map((moment) => moment * s)
    const trimmed = after(set, later)
    expect(moments.map((at) => radiusAt(trimmed, at))).toEqual([5, 8.4375, 10, 7, expect.closeTo(4.3, 9)])
    const earlier = after(set, { edit: 'setSpan', span: 'Blur', start: s, length: 4 * s, keyframesStay: true })
    expect(moments.map((at) => radiusAt(earlier, at))).toEqual([5, 8.4375, 10, 7, expect.closeTo(4.3, 9)])
    expect(radiusAt(earlier, 1.5 * s)).toBe(0)
    const moved = after(set, { edit: 'setSpan', span: 'Blur', start: 3 * s })
    expect(radiusAt(moved, 4 * s)).toBe(10)
  })

  it('are at most a day after its start: nothing is made that no file could have', () => {
    const day = 86_400 * s
    const open = after(FIRST_TIMELINE, { edit: 'setSpan', span: 'Blur', start: 2 * s })
    const far = after(open, { edit: 'keyframe', span: 'Blur', constant: 'radius', at: day, value: [3] })
    expect(refused(far, { edit: 'setSpan', span: 'Blur', start: s, keyframesStay: true })).toBe(true)
    expect(refused(far, { edit: 'setSpan', span: 'Blur', start: s })).toBe(false)
  })
})
