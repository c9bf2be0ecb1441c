/** What its shapes cost: one of them at a time. */
import { expect, it } from 'vitest'
import { vignette } from '../../../../main/editor/effects/vignette'
import { cost } from './costs'

const [OVAL, CIRCLE, FRAME] = [0, 1, 2].map((shape) => cost(vignette, { shape })) as [number, number, number]

it('a circle has the picture’s shape to work out, which an oval has not', () => {
  expect(CIRCLE).toBeGreaterThan(OVAL)
})

it('a frame has no length to find, which an oval has', () => {
  expect(FRAME).toBeLessThan(OVAL)
})

it('radii and strength are numbers: they change what is seen, not what it costs', () => {
  expect(cost(vignette, { inner: 0.1, outer: 1.2, strength: 0.2 })).toBe(OVAL)
})
