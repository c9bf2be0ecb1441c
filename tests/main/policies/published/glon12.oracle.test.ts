/** GLon12's manager against an oracle that shares no code with it, over random programs in small memories. */
import { expect, it } from 'vitest'
import { compareWithOracle } from './support/layer-programs'

it('random presses that wait, budgets and removals: it does what the clauses say, in their order [PL-14] [PL-15] [PL-16]', async () => {
  const happened = await compareWithOracle('glon12', 200, true)
  for (const what of ['waits', 'short', 'aged', 'full', 'PL-12c', 'PL-12e', 'PL-17a', 'PL-17c'])
    expect(happened[what] ?? 0, what).toBeGreaterThan(0)
  expect(happened.removed).toBe(0)
}, 120_000)
