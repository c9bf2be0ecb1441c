import { describe, expect, it } from 'vitest'
import { isLasting, lasts, saidOf } from '../../../../main/sim/checkpoint/lasting'

describe('what never changes', () => {
  it('is marked with all that is in it, and is itself', () => {
    const shared = { name: 'A' }
    const file = { effects: [{ resources: [shared] }], name: 'file', until: 5, none: null }
    expect([file, file.effects, shared].map(isLasting)).toEqual([false, false, false])
    expect(lasts(file)).toBe(file)
    expect([file, file.effects, file.effects[0] ?? {}, shared].map(isLasting)).toEqual([true, true, true, true])
    expect(isLasting({ ...file })).toBe(false)
  })

  it('can be no object at all, and may lead back to itself', () => {
    expect([lasts(5), lasts('a'), lasts(null), lasts(undefined)]).toEqual([5, 'a', null, undefined])
    const circle: { next?: object } = {}
    circle.next = { back: circle }
    lasts(circle)
    expect(isLasting(circle.next)).toBe(true)
  })

  it('is a regular expression, and what its class says is', () => {
    class Known {
      static readonly lasting = true
      seen = 0
    }
    class Named {
      static readonly lasting = ['one'] as const
      one = []
    }
    class Other {}
    class Derived extends Known {}
    expect([/a/, new Known(), new Derived()].map(isLasting)).toEqual([true, true, true])
    expect([new Named(), new Other(), {}, [], new Map(), Object.create(null)].map(isLasting)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('what a class says of its fields', () => {
  it('is which of them last and which are apart; a class that says nothing has none', () => {
    class Log {
      static readonly lasting = ['entries', 'unsent'] as const
      static readonly shared = ['entries'] as const
      static readonly apart = ['port'] as const
      entries = []
    }
    class Silent {}
    const of = (value: object) => {
      const { isLasting, lasting, shared, apart } = saidOf(value)
      return { isLasting, lasting: [...lasting], shared: [...shared], apart: [...apart] }
    }
    expect(of(new Log())).toEqual({
      isLasting: false,
      lasting: ['entries', 'unsent'],
      shared: ['entries'],
      apart: ['port'],
    })
    // asked again, of another one
    expect(of(new Log())).toEqual({
      isLasting: false,
      lasting: ['entries', 'unsent'],
      shared: ['entries'],
      apart: ['port'],
    })
    for (const silent of [new Silent(), { lasting: ['a'], shared: ['a'], apart: ['b'] }, [], Object.create(null)])
      expect(of(silent)).toEqual({ isLasting: false, lasting: [], shared: [], apart: [] })
  })
})
