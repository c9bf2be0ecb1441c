/** What telling front from back costs: samples along a line, steps of smoothing, and what is put behind. */
import { expect, it } from 'vitest'
import { backgroundRemoval } from '../../../../main/editor/effects/background-removal'
import { passCosts } from './costs'

const of = (said: Record<string, number>): [number, number] => passCosts(backgroundRemoval, said) as [number, number]

it('each sample costs the first pass the same, and the second nothing', () => {
  const [few, more, most] = [of({ samples: 4 }), of({ samples: 5 }), of({ samples: 24 })]
  const sample = (more[0] ?? 0) - (few[0] ?? 0)
  expect(sample).toBeGreaterThan(0)
  expect([(most[0] ?? 0) - (few[0] ?? 0), most[1]]).toEqual([20 * sample, few[1]])
})

it('each step of smoothing costs the second the same, and the first nothing; none has no mean to make', () => {
  const smoothed = [0, 1, 2, 4].map((smoothing) => of({ smoothing }))
  const [none, one, two, four] = smoothed.map(([, second]) => second) as [number, number, number, number]
  const step = two - one
  expect([step > 0, four - two, one - none > step]).toEqual([true, 2 * step, true])
  expect(new Set(smoothed.map(([first]) => first)).size).toBe(1)
})

it('a blurred backdrop looks at the picture seven times more: it is the dearest of the three', () => {
  const [studio, blurred, board] = [0, 1, 2].map((background) => of({ background })[1]) as [number, number, number]
  expect([blurred > studio, blurred > board]).toEqual([true, true])
})
