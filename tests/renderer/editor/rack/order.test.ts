/** In which order cards stand, and what they say of it. */
import { describe, expect, it } from 'vitest'
import type { EffectLane, EffectView } from '../../../../preload/contract'
import { areSameButCounts, cardPlaceOf, inWorkingOrder, isSameButCounts } from '../../../../renderer/editor/rack/order'

const lane = (effect: string, more: Partial<EffectLane> = {}): EffectLane => ({
  effect,
  enabled: true,
  spans: [{ id: effect, start: 0 }],
  ...more,
})
const effects = ['Blur', 'Sepia', 'Sharpen', 'Tint'].map((name) => ({ name }))
const order = (...lanes: EffectLane[]) => inWorkingOrder(effects, { effects: lanes }).map(({ name }) => name)

describe('the rack', () => {
  it('has cards with a track in working order, in the places of those cards; no other card moves', () => {
    expect(order()).toEqual(['Blur', 'Sepia', 'Sharpen', 'Tint'])
    expect(order(lane('Tint'), lane('Blur'))).toEqual(['Tint', 'Sepia', 'Sharpen', 'Blur'])
    // what was taken off has no place, what is not there has no card
    expect(order(lane('Tint', { spans: [] }), lane('Gone'), lane('Sharpen'), lane('Blur'))).toEqual([
      'Sharpen',
      'Sepia',
      'Blur',
      'Tint',
    ])
  })

  it('says of a card which it is of how many, and whether it is hidden', () => {
    const tracks = [lane('Sepia', { enabled: false }), lane('Blur')]
    expect(cardPlaceOf('Blur', tracks)).toEqual({ place: 1, count: 2, enabled: true })
    expect(cardPlaceOf('Sepia', tracks)).toEqual({ place: 0, count: 2, enabled: false })
    expect(cardPlaceOf('Tint', tracks)).toBeUndefined()
  })

  it('draws what stays of a card again when something of its effect has changed but the counts', () => {
    const resources = new Uint32Array([1, 2])
    const effect: EffectView = { name: 'Blur', gpuTime: 100, resources, completed: 1, inFlight: 0 }
    expect(isSameButCounts(effect, { ...effect, completed: 2, inFlight: 1 })).toBe(true)
    expect(isSameButCounts(effect, { ...effect, gpuTime: 200 })).toBe(false)
    expect(isSameButCounts(effect, { ...effect, resources: new Uint32Array([1, 2]) })).toBe(false)
    expect(isSameButCounts(effect, { ...effect, parameters: [] })).toBe(false)
    expect(isSameButCounts({ ...effect, parameters: [] }, effect)).toBe(false)
    const [more, other] = [
      { ...effect, completed: 2 },
      { ...effect, name: 'Sepia' },
    ]
    expect(areSameButCounts([effect, other], [more, other])).toBe(true)
    expect(areSameButCounts([effect, other], [other, more])).toBe(false)
    expect([areSameButCounts([effect], [more, other]), areSameButCounts([effect, other], [more])]).toEqual([
      false,
      false,
    ])
  })
})
