/** The short form of `npm run torture -- soak`, on every run of the tests. */
import { expect, it } from 'vitest'
import torture from './targets/soak'

it('a minute of editing at 16× is carried out as it was planned, and recorded', async () => {
  const { tried, failures, figures } = await torture.run({ seed: 3, count: 1, seconds: 60, root: '', say: () => {} })
  expect(tried).toBe(1)
  // what is measured begins with the tenth minute
  expect(failures.map(({ what }) => what)).toEqual(['the tenth minute was not reached'])
  expect(figures.refused).toBe(0)
  // a hundredth of the warm-up, and one in two seconds
  expect(figures.commands).toBeGreaterThan(130 + 25)
  // a minute at 16×, and nineteen of the warm-up's effects for 18.5 s each
  expect(figures['simulated h']).toBeCloseTo((16 * 60 + 19 * 18.5) / 3600, 1)
}, 60_000)
