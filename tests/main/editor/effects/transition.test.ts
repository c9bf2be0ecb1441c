/** What the kinds of a transition cost: only that which is chosen. */
import { expect, it } from 'vitest'
import { transition } from '../../../../main/editor/effects/transition'
import { cost } from './costs'

const [DISSOLVE, WIPE, IRIS, PUSH, BLINDS] = [0, 1, 2, 3, 4].map((kind) => cost(transition, { kind })) as [
  number,
  number,
  number,
  number,
  number,
]

it('a dissolve knows no place: it is the cheapest', () => {
  expect(Math.min(WIPE, IRIS, PUSH, BLINDS)).toBeGreaterThan(DISSOLVE)
})

it('an iris and blinds are a wipe along another place', () => {
  expect([IRIS > WIPE, BLINDS > WIPE]).toEqual([true, true])
  // a circle is two lengths, blinds one part of a number
  expect(IRIS).toBeGreaterThan(BLINDS)
})

it('how many blinds there are changes nothing of the cost, and of the other kinds nothing at all', () => {
  expect(cost(transition, { kind: 4, blinds: 24 })).toBe(BLINDS)
  expect(cost(transition, { kind: 1, blinds: 24 })).toBe(WIPE)
})
