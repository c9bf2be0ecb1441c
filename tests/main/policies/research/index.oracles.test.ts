/** The policies from research against their papers' algorithms, which share no code with them, over random references. */
import { describe, expect, it } from 'vitest'
import { Rng } from '../../../../main/sim/rng'
import { findings, MiB, ofType, play } from '../support/play'
import { ORACLES, type Pages } from './oracles'

const FIRST = 1_000_000
const EVERY = 100_000
const REFERENCES = 500

/** Some pages often, some in a scan, some anywhere. */
function referencesTo(count: number, rng: Rng): number[] {
  return Array.from({ length: REFERENCES }, (_, at) => {
    const kind = rng.below(4)
    if (kind < 2) return rng.below(rng.below(count) + 1)
    return kind === 2 ? at % count : rng.below(count)
  })
}

describe.each(Object.entries(ORACLES))('%s', (name, oracleOf) => {
  const policy = name as keyof typeof ORACLES
  const sizes = policy === 'gdsf' || policy === 'dtr' ? [1, 2, 4, 0.5] : [1]

  it.each([
    [10, 25],
    [20, 40],
    [16, 47],
  ])('evicts what the paper does, with room for %i MiB and %i resources', async (capacity, count) => {
    const pages: Pages = { count, size: (page) => sizes[page % sizes.length] as number }
    const references = referencesTo(count, new Rng(capacity * 1000 + count))
    const played = await play({
      system: { localMemory: '256MiB', budget: capacity * MiB, pagingBandwidth: '1024GiB' },
      app: { policy, effects: [] },
      steps: [
        ...Array.from({ length: count }, (_, i) => ({ at: 0, resource: { name: `${i}`, size: pages.size(i) * MiB } })),
        ...references.map((page, at) => ({ at: FIRST + at * EVERY, use: { set: [`${page}`] } })),
      ],
    })
    const oracle = oracleOf(capacity, pages)
    const expected = references.flatMap((page, at) => {
      const now = FIRST + at * EVERY
      return oracle(page, now).map((gone) => `${now} ${gone}`)
    })
    expect(findings(played)).toEqual([])
    expect(expected.length).toBeGreaterThan(100)
    expect(ofType(played.lines, 'evict').map(({ t, resource }) => `${t} ${resource}`)).toEqual(expected)
  })
})
