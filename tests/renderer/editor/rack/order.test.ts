/** In which order cards stand, and what they say of it. */
import { describe, expect, it } from 'vitest'
import type { EffectLane } from '../../../../preload/contract'
import { cardPlaceOf, inWorkingOrder } from '../../../../renderer/editor/rack/order'

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
})
