import { expect, test } from 'vitest'
import { OverBudget } from '../../../../../main/session/laboratory/bound/over-budget'
import { runScenario } from '../../../../../main/session/run/runner'
import { validateScenario } from '../../../../../main/session/scenario'

/** Two of 64 MiB, of which the budget has room for one; from 1 s on both are used, until the budget rises at 3 s. */
const BOTH = {
  trimline: 1,
  system: { localMemory: '256MiB', budget: '96MiB' },
  app: {
    policy: 'none',
    effects: ['A', 'B'].map((name) => ({
      name,
      gpuTime: '1ms',
      resources: [{ name: 'r', size: '64MiB', resident: false }],
    })),
  },
  steps: [
    { at: '0s', apply: 'A' },
    { at: '1s', apply: 'B' },
    { at: '3s', budget: '200MiB' },
  ],
  until: '5s',
}

test('is the time at which usage was above the budget, and the most that the budget was [RS-09]', async () => {
  const parsed = validateScenario(BOTH)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const over = new OverBudget()
  let look = (): void => {}
  await runScenario(parsed.scenario, {
    written: false,
    follower: {
      kernel: (vidmm) => {
        look = () => over.look(vidmm)
      },
      record: () => {},
      look: () => look(),
      submitted: () => {},
    },
  })
  look()
  expect([over.time, over.most]).toEqual([2_000_000, 200 * 2 ** 20])
  over.startOver()
  expect([over.time, over.most]).toEqual([0, 0])
})
