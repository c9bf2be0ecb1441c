/** What the glow costs: taps across, of which each is weighed by how bright it is, taps down, and the blending. */
import { expect, it } from 'vitest'
import { bloom } from '../../../../main/editor/effects/bloom'
import { passCosts } from './costs'

const of = (said: Record<string, number>): [number, number, number] =>
  passCosts(bloom, said) as [number, number, number]

it('grows by two taps with each step in both passes, the bright ones dearer, and not in the blending', () => {
  const [first, second, last] = [of({ steps: 2 }), of({ steps: 3 }), of({ steps: 8 })]
  const step = second.map((one, pass) => one - (first[pass] as number))
  const [across = 0, down = 0, blending] = step
  expect([across > down, down > 0, blending]).toEqual([true, true, 0])
  // what is bright is weighed at each tap: at five of them with two steps to each side, and two more with each step
  expect(2 * ((first[0] ?? 0) - (first[1] ?? 0))).toBe(5 * (across - down))
  expect(last.map((one, pass) => one - (second[pass] as number))).toEqual([5 * across, 5 * down, 0])
})

it('streaks cost each of the two the same once, however many taps there are', () => {
  const streaks = [1, 8].map((steps) => {
    const [without, with_] = [of({ steps, streaks: 0 }), of({ steps, streaks: 1 })]
    return with_.map((one, pass) => one - (without[pass] as number))
  })
  const [few = [], many = []] = streaks
  expect(few).toEqual(many)
  expect([(few[0] ?? 0) > 0, few[0] === few[1], few[2]]).toEqual([true, true, 0])
})
