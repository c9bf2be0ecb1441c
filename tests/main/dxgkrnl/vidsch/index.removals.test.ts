/**
 * Devices that are removed, destroyed and made anew under random work, resets and pressure, as whole scenarios: what becomes
 * of their packets and of memory is held against the clauses (`removals`). `npm run test:long -- 1000000` (TRIMLINE_RUNS)
 * tries more of them.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runScenario } from '../../../../main/session/run/runner'
import { scenarioOf } from '../../support/world'
import { RemovalModel } from './removals/model'
import { removals } from './removals/scenarios'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 100 : 250))
/** ms that a slow machine needs for all of them */
const TIMEOUT = 30_000 + RUNS * 200

test(
  'devices that go take their own work with them, and no memory that is in use [GP-11 GP-14 GP-15 GP-16 GP-23 GP-24 RS-07 RS-11 RS-14]',
  async () => {
    const total = { preempted: 0, removed: 0, resets: 0, adapterResets: 0, switches: 0, nullSwitches: 0 }
    await fc.assert(
      fc.asyncProperty(removals, async (draft) => {
        const scenario = scenarioOf(draft)
        const model = new RemovalModel(scenario)
        await runScenario(scenario, { follower: model, written: false, atEnd: () => model.finish() })
        for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += model.watched.counts[key]
      }),
      { numRuns: RUNS },
    )
    // or all of this says nothing
    for (const count of Object.values(total)) expect(count).toBeGreaterThan(RUNS / 20)
  },
  TIMEOUT,
)
