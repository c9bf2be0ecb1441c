/** Mesa's main branch against an oracle that shares no code with it, over random programs in small memories. */
import { expect, it } from 'vitest'
import { compareWithOracle } from './support/layer-programs'

it('random presses that wait, notifications, budgets and removals: it does what the clauses say, in their order [PL-18] [PL-19] [PL-20]', async () => {
  const happened = await compareWithOracle('glon12-trim', 200, true)
  const findings = ['c', 'd', 'e', 'f'].map((letter) => `PL-12${letter}`)
  for (const what of ['waits', 'short', 'aged', 'full', 'blocked', ...findings, 'PL-17c'])
    expect(happened[what] ?? 0, what).toBeGreaterThan(0)
  expect(happened.removed).toBe(0)
}, 120_000)
