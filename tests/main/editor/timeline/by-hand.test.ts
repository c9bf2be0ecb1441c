/** A file's timeline with what a person has changed of it: against timelines that the person alone, or a step too, has edited. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedByHand, type HandChange } from '../../../../main/editor/timeline/by-hand'
import { conflictsOf } from '../../../../main/editor/timeline/conflicts'
import { difference, NO_DIFFERENCE } from '../../../../main/editor/timeline/difference'
import { edited } from '../../../../main/editor/timeline/edit'
import { FIRST_TIMELINE } from '../../../../main/editor/timeline/timeline'
import type { EffectLane, EffectSpan, TimelineEdit, TimelineSpec } from '../../../../preload/contract'

const S = 1_000_000
const NAMES = ['Blur', 'Sepia', 'Sharpen'] as const

const span = (id: string, start: number, length?: number): EffectSpan => ({
  id,
  start: start * S,
  ...(length === undefined ? {} : { length: length * S }),
})
const lane = (effect: string, ...spans: EffectSpan[]): EffectLane => ({ effect, enabled: true, spans })
const own: TimelineSpec = {
  ...FIRST_TIMELINE,
  effects: [lane('Blur', span('Blur', 0, 4)), lane('Sepia', span('Sepia', 2))],
}

/** A timeline that is edited by a person, whose changes are kept, and by steps. */
class Edited {
  spec = own
  readonly changes: HandChange[] = []
  private readonly used = new Set<string>(['Blur', 'Sepia', 'Harbour at dusk'])

  /** @returns whether it could be */
  step(edit: TimelineEdit): boolean {
    const made = edited(this.spec, edit, { footage: () => 10 * S, applied: [], used: this.used })
    if ('problem' in made) return false
    this.spec = made.value
    for (const { id } of [...this.spec.clips, ...this.spec.effects.flatMap(({ spans }) => spans)]) this.used.add(id)
    return true
  }

  hand(edit: TimelineEdit): boolean {
    const before = this.spec
    const isMade = this.step(edit)
    if (isMade) this.changes.push({ made: difference(before, this.spec), goes: false })
    return isMade
  }

  gone(effect: string): void {
    this.spec = { ...this.spec, effects: this.spec.effects.filter((one) => one.effect !== effect) }
  }

  get result(): TimelineSpec {
    return changedByHand(own, this.changes, this.spec)
  }
}

const moment = fc.integer({ min: 0, max: 12 }).map((seconds) => seconds * S)
const length = fc.integer({ min: 1, max: 3 }).map((seconds) => seconds * S)
const spanId = fc.constantFrom(...NAMES.flatMap((name) => [name, `${name} 2`]))
const clipId = fc.constantFrom('Harbour at dusk', 'Harbour at dusk 2')
const track = fc.integer({ min: 1, max: 2 })
const anyEdit: fc.Arbitrary<TimelineEdit> = fc.oneof(
  fc.record({ edit: fc.constant('addSpan' as const), effect: fc.constantFrom(...NAMES), start: moment, length }),
  fc.record({ edit: fc.constant('setSpan' as const), span: spanId, start: moment, length }),
  fc.record({ edit: fc.constant('removeSpan' as const), span: spanId }),
  fc.record({ edit: fc.constant('reorder' as const), effect: fc.constantFrom(...NAMES), place: fc.nat(3) }),
  fc.record({ edit: fc.constant('insert' as const), track, at: moment, length }),
  fc.record({ edit: fc.constant('move' as const), clip: clipId, to: moment, track }),
  fc.record({ edit: fc.constant('remove' as const), clip: clipId, ripple: fc.boolean() }),
  fc.record({ edit: fc.constant('split' as const), at: moment }),
)

describe('the timeline of a file with what a person has changed', () => {
  it('is the file’s own where nothing was, or nothing but what went with an effect', () => {
    expect(changedByHand(own, [], FIRST_TIMELINE)).toBe(own)
    const goes = { made: { ...NO_DIFFERENCE, withoutLanes: own.effects }, goes: true }
    expect(changedByHand(own, [goes], FIRST_TIMELINE)).toBe(own)
    expect(changedByHand(own, [{ made: NO_DIFFERENCE, goes: false }], FIRST_TIMELINE)).toBe(own)
  })

  it('is what is seen where nobody else has changed any, to the letter', () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 10 }), (edits) => {
        const one = new Edited()
        for (const edit of edits) one.hand(edit)
        expect(JSON.stringify(one.result)).toBe(JSON.stringify(one.spec))
      }),
      { numRuns: 200 },
    )
  })

  it('can be opened whatever steps have made room for, and has what was set last as it was set', () => {
    const by = fc.oneof(
      fc.record({ by: fc.constantFrom('hand', 'step'), edit: anyEdit }),
      fc.record({ by: fc.constant('gone'), effect: fc.constantFrom(...NAMES) }),
    )
    let entangled = 0
    fc.assert(
      fc.property(fc.array(by, { maxLength: 12 }), (all) => {
        const one = new Edited()
        for (const act of all) {
          if ('effect' in act) one.gone(act.effect)
          else if (act.by === 'step') one.step(act.edit)
          else if (one.hand(act.edit)) {
            const { clips, lanes } = one.changes.at(-1)?.made ?? NO_DIFFERENCE
            const { result } = one
            expect(conflictsOf(result)).toEqual([])
            for (const clip of clips) expect(result.clips).toContainEqual(clip)
            for (const { effect, spans } of lanes)
              for (const set of spans)
                expect(result.effects.find((to) => to.effect === effect)?.spans).toContainEqual(set)
            if (result.clips.length > one.spec.clips.length) entangled++
          }
        }
        expect(conflictsOf(one.result)).toEqual([])
      }),
      { numRuns: 500 },
    )
    expect(entangled).toBeGreaterThan(0)
  })

  it('has a track that a step took away still, at its place, when something is put there again', () => {
    const one = new Edited()
    one.gone('Blur')
    one.hand({ edit: 'addSpan', effect: 'Blur', start: 6 * S, length: S })
    expect(one.spec.effects.map(({ effect }) => effect)).toEqual(['Sepia', 'Blur'])
    expect(one.result.effects).toEqual([lane('Blur', span('Blur', 0, 4), span('Blur 2', 6, 1)), own.effects[1]])
  })

  it('gives no two spans one name', () => {
    const made = difference(FIRST_TIMELINE, { ...FIRST_TIMELINE, effects: [lane('Sharpen', span('Blur', 0, 1))] })
    const { effects } = changedByHand(own, [{ made, goes: false }], FIRST_TIMELINE)
    expect(effects.map(({ spans }) => spans.map(({ id }) => id))).toEqual([['Blur'], ['Sepia'], ['Sharpen']])
  })

  it('has what lies in the way where a step has put it, and what stays beside it where that is in the way, too', () => {
    const one = new Edited()
    one.step({ edit: 'setSpan', span: 'Blur', start: 20 * S })
    one.hand({ edit: 'addSpan', effect: 'Blur', start: S, length: S })
    expect(one.result.effects[0]).toEqual(lane('Blur', span('Blur 2', 1, 1), span('Blur', 20, 4)))
    one.hand({ edit: 'setSpan', span: 'Blur 2', start: 8 * S, length: S })
    expect(one.result.effects[0]).toEqual(lane('Blur', span('Blur', 0, 4), span('Blur 2', 8, 1)))
  })
})
