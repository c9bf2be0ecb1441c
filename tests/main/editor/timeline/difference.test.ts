/** What takes an edit back: against an oracle that never made the edit. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { difference, isNothing, NO_DIFFERENCE, set, settingOf } from '../../../../main/editor/timeline/difference'
import { edited } from '../../../../main/editor/timeline/edit'
import { FIRST_TIMELINE } from '../../../../main/editor/timeline/timeline'
import type { EffectLane, TimelineEdit, TimelineSpec } from '../../../../preload/contract'

const s = 1_000_000
const NAMES = ['Blur', 'Sepia', 'Sharpen'] as const

/** @returns the same timeline where the edit cannot be */
function after(timeline: TimelineSpec, edit: TimelineEdit, applied: readonly string[] = []): TimelineSpec {
  const made = edited(timeline, edit, { footage: () => 10 * s, applied })
  return 'problem' in made ? timeline : made.value
}

const laneOf = (effect: string): EffectLane => ({
  effect,
  enabled: true,
  spans: [
    { id: effect, start: s, length: 3 * s, keyframes: { radius: [{ at: 0, value: [2] }] } },
    { id: `${effect} 2`, start: 6 * s, length: 2 * s },
  ],
})
const begun: TimelineSpec = { ...FIRST_TIMELINE, effects: NAMES.map(laneOf) }
/** With a clip and some spans more. */
const laid = after(begun, { edit: 'split', at: 3 * s })

const moment = fc.integer({ min: 0, max: 12 }).map((seconds) => seconds * s)
const length = fc.integer({ min: 1, max: 3 }).map((seconds) => seconds * s)

/** Changes of one track and of nothing else. */
function onTrack(effect: string): fc.Arbitrary<TimelineEdit> {
  const span = fc.constantFrom(effect, `${effect} 2`)
  return fc.oneof(
    fc.boolean().map((enabled): TimelineEdit => ({ edit: 'enable', effect, enabled })),
    fc.tuple(moment, length).map(([start, long]): TimelineEdit => ({ edit: 'addSpan', effect, start, length: long })),
    fc
      .tuple(span, moment, length)
      .map(([id, start, long]): TimelineEdit => ({ edit: 'setSpan', span: id, start, length: long })),
    span.map((id): TimelineEdit => ({ edit: 'removeSpan', span: id })),
    fc.tuple(span, moment).map(([id, at]): TimelineEdit => ({ edit: 'split', span: id, at })),
    fc.constant<TimelineEdit>({ edit: 'takeOff', effect }),
    fc
      .tuple(span, fc.integer({ min: 0, max: 40 }), moment)
      .map(([id, value, at]): TimelineEdit => ({ edit: 'keyframe', span: id, constant: 'radius', at, value: [value] })),
  )
}
const onClips: fc.Arbitrary<TimelineEdit> = fc.oneof(
  moment.map((at): TimelineEdit => ({ edit: 'split', at })),
  fc.boolean().map((ripple): TimelineEdit => ({ edit: 'remove', clip: 'Harbour at dusk 2', ripple })),
  moment.map((to): TimelineEdit => ({ edit: 'move', clip: 'Harbour at dusk', to, track: 2 })),
)
const onOrder = fc
  .tuple(fc.constantFrom(...NAMES), fc.nat(3))
  .map(([effect, place]): TimelineEdit => ({ edit: 'reorder', effect, place }))

describe('what takes an edit back', () => {
  it('is as small as what it changed, and gives what was there', () => {
    const cut = after(FIRST_TIMELINE, { edit: 'split', at: 3 * s })
    expect(difference(cut, FIRST_TIMELINE)).toEqual({
      ...NO_DIFFERENCE,
      clips: FIRST_TIMELINE.clips,
      without: ['Harbour at dusk 2'],
    })
    const keyed = after(begun, { edit: 'keyframe', span: 'Sepia 2', constant: 'strength', at: 0, value: [1] })
    const [, sepia] = begun.effects
    expect(difference(keyed, begun)).toEqual({
      ...NO_DIFFERENCE,
      lanes: [{ effect: 'Sepia', spans: [sepia?.spans[1]], without: [] }],
    })
    expect(difference(begun, begun)).toEqual(NO_DIFFERENCE)
    expect([isNothing(NO_DIFFERENCE), isNothing(difference(keyed, begun))]).toEqual([true, false])
  })

  it('and what does it again give to the letter what was there, whatever was done', () => {
    const any = fc.oneof(onClips, onOrder, ...NAMES.map(onTrack))
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 6 }), fc.subarray([...NAMES]), (first, edits, applied) => {
        const before = after(FIRST_TIMELINE, first, applied)
        const made = edits.reduce((now, edit) => after(now, edit, applied), before)
        expect(set(made, settingOf(difference(made, before), made))).toEqual(before)
        expect(set(before, settingOf(difference(before, made), before))).toEqual(made)
      }),
      { numRuns: 300 },
    )
  })

  it('leaves the tracks of other effects, and clips, as they have become since: as if only the other had been made', () => {
    const other = fc.oneof(onClips, onTrack('Sepia'), onTrack('Sharpen'))
    fc.assert(
      fc.property(onTrack('Blur'), fc.array(other, { maxLength: 4 }), (own, others) => {
        const made = after(laid, own)
        const back = difference(made, laid)
        const now = others.reduce((timeline, edit) => after(timeline, edit), made)
        const without = others.reduce((timeline, edit) => after(timeline, edit), laid)
        expect(set(now, settingOf(back, now))).toEqual(without)
      }),
      { numRuns: 300 },
    )
  })

  it('leaves other spans of the same track as they have become since', () => {
    const own = after(begun, { edit: 'setSpan', span: 'Blur', start: 2 * s })
    const since: TimelineEdit = { edit: 'setSpan', span: 'Blur 2', start: 9 * s }
    const now = after(own, since)
    expect(set(now, settingOf(difference(own, begun), now))).toEqual(after(begun, since))
  })

  it('gives an effect its place again and leaves the order of the others', () => {
    const moved = after(begun, { edit: 'reorder', effect: 'Blur', place: 2 })
    const now = after(moved, { edit: 'enable', effect: 'Blur', enabled: false })
    const swapped: TimelineSpec = { ...now, effects: ['Sharpen', 'Sepia', 'Blur'].map(laneOf) }
    const order = set(swapped, settingOf(difference(moved, begun), swapped)).effects.map(({ effect }) => effect)
    // before Sepia, as it was
    expect(order).toEqual(['Sharpen', 'Blur', 'Sepia'])
    const [hidden] = set(now, settingOf(difference(moved, begun), now)).effects
    expect(hidden).toEqual({ ...laneOf('Blur'), enabled: false })
  })

  it('takes the track of an effect that is everywhere with it, unless that has become another since', () => {
    const made = after(FIRST_TIMELINE, { edit: 'enable', effect: 'Blur', enabled: false }, ['Blur', 'Sepia'])
    expect(made.effects.map(({ effect }) => effect)).toEqual(['Blur', 'Sepia'])
    const back = difference(made, FIRST_TIMELINE)
    expect(settingOf(back, made).effects).toEqual([])
    const cut = after(made, { edit: 'split', span: 'Sepia', at: 4 * s })
    expect(settingOf(back, cut).effects).toEqual([cut.effects[1]])
    // drawn once: without a track it would be everywhere
    const emptied = settingOf(back, made, (effect) => effect === 'Blur').effects
    expect(emptied).toEqual([{ effect: 'Blur', enabled: true, spans: [] }])
  })
})
