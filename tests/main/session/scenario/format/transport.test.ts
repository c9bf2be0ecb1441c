import { expect, it } from 'vitest'
import { transportSchema } from '../../../../../main/session/scenario/format/transport'

const accepts = (value: unknown): boolean => transportSchema.safeParse(value).success

it('how the clip plays is at least one setting, each by itself', () => {
  expect(transportSchema.parse({ rate: -1, in: '1s', out: null, loop: true })).toEqual({
    rate: -1,
    in: 1_000_000,
    out: null,
    loop: true,
  })
  for (const one of [{ rate: 2 }, { in: null }, { out: 0 }, { loop: false }]) expect(accepts(one)).toBe(true)
  for (const bad of [{}, { rate: 3.5 }, { in: 'start' }, { loop: 1 }, { speed: 1 }]) expect(accepts(bad)).toBe(false)
})
