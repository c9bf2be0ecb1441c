import { expect, it } from 'vitest'
import { DELAY_KINDS } from '../../../../preload/contract'
import { DELAY_LOOKS, delayFill, lookOf, nameOf } from '../../../../renderer/instruments/lanes/delay-looks'

it('each kind of waiting differs from every other by colour and pattern, and by its words [LB-08]', () => {
  const looks = [...DELAY_KINDS, 'together' as const].map((look) => JSON.stringify(delayFill(look)))
  expect(new Set(looks).size).toBe(DELAY_KINDS.length + 1)
  expect(new Set(DELAY_KINDS.map((kind) => DELAY_LOOKS[kind].label)).size).toBe(DELAY_KINDS.length)
  // without colour, those that are alike stand beside the others with a name: at most three of one pattern
  const patterns = new Map<string, number>()
  for (const kind of DELAY_KINDS) {
    const { pattern } = DELAY_LOOKS[kind]
    patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1)
  }
  expect(Math.max(...patterns.values())).toBeLessThanOrEqual(4)
})

it('several that were put together have a look of their own, and say how many they are [LB-08]', () => {
  const one = { kind: 'page-in', together: null } as const
  expect([lookOf(one), nameOf(one)]).toEqual(['page-in', 'Page-in'])
  const many = { kind: 'page-in' as const, together: { pieces: 1_234, times: [] } }
  expect([lookOf(many), nameOf(many)]).toEqual(['together', '1,234 pieces'])
})
