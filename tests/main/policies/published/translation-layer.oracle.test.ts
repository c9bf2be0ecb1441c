/** D3D12TranslationLayer's manager against an oracle that shares no code with it, over random programs in small memories. */
import { describe, expect, it } from 'vitest'
import { compareWithOracle } from './support/layer-programs'

const FAULTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `PL-12${letter}`)
const RARE = ['waits', 'short', 'aged', 'blocked']

describe('random presses that wait, notifications, budgets and removals in small memories', () => {
  it('the published one evicts and makes resident what the clauses say, in their order [PL-02] [PL-05] [PL-06] [PL-07] [PL-08] [PL-09] [PL-10] [PL-11]', async () => {
    const happened = await compareWithOracle('translation-layer', 400)
    for (const what of [...RARE, ...FAULTS]) expect(happened[what], what).toBeGreaterThan(0)
    expect(happened.removed).toBe(0)
  }, 120_000)
})
