/** Every policy against an oracle that shares no code with it, over random programs played through the real engine. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PolicyName } from '../../../preload/contract'
import { LruOracle } from './support/lru-oracle'
import { GiB, type Line, ofType, play } from './support/play'
import { changingPrograms, observed, predict, programs } from './support/programs'
import { Fixed, Sample } from './support/sample'

const RUNS = 100

function property(policy: PolicyName, check: (lines: Line[]) => void) {
  return fc.assert(
    fc.asyncProperty(programs(), async (file) => {
      check((await play(file, { policy })).lines)
    }),
    { numRuns: RUNS },
  )
}

/** 90 % of the default 2 GiB, down to 64 KiB */
const DEFAULT_BUDGET = Math.floor((2 * GiB * 0.9) / 65_536) * 65_536

describe('random presses, notifications and budgets, with packets finished or still in flight', () => {
  it('creative-app evicts what the sample program evicts, in its order [TN-26] [TN-27] [TN-28] [TN-29] [TN-30] [TN-31] [TN-32] [TN-33]', () =>
    property('creative-app', (lines) => expect(observed(lines)).toEqual(predict(lines, new Sample()))))

  it('creative-app-fixed evicts what the sample evicts once its three faults are mended, and nothing of it is in flight [TN-34]', () =>
    property('creative-app-fixed', (lines) => {
      expect(observed(lines)).toEqual(predict(lines, new Fixed()))
      expect(ofType(lines, 'finding')).toEqual([])
      expect(ofType(lines, 'device-removed')).toEqual([])
    }))

  it('fence-lru evicts by fence values [TN-17] [TN-18] [TN-19] [TN-20]', () =>
    property('fence-lru', (lines) => {
      expect(observed(lines)).toEqual(predict(lines, new LruOracle({ window: false, budgetCheck: false })))
      expect(ofType(lines, 'finding')).toEqual([])
    }))

  it('submission-lru evicts what none of the last three submissions used, whatever is notified [TN-20]', () =>
    property('submission-lru', (lines) => {
      expect(ofType(lines, 'notification').every((line) => line.callbacks === 0)).toBe(true)
      const presses = lines.filter((line) => line.type !== 'notification')
      expect(observed(lines)).toEqual(predict(presses, new LruOracle({ window: true, budgetCheck: false })))
    }))

  it('mapping-layer also fits the budget at each submission [TN-20]', () =>
    property('mapping-layer', (lines) => {
      const oracle = new LruOracle({ window: true, budgetCheck: true })
      oracle.budget = DEFAULT_BUDGET
      const presses = lines.filter((line) => line.type !== 'notification')
      const predicted = predict(presses, oracle, (budget) => {
        oracle.budget = budget
      })
      expect(observed(lines)).toEqual(predicted)
    }))

  it('mapping-layer-periodic is mapping-layer that takes notifications as fence-lru does [TN-20]', () =>
    property('mapping-layer-periodic', (lines) => {
      const oracle = new LruOracle({ window: true, budgetCheck: true })
      oracle.budget = DEFAULT_BUDGET
      const predicted = predict(lines, oracle, (budget) => {
        oracle.budget = budget
      })
      expect(observed(lines)).toEqual(predicted)
    }))

  it('none makes resident what is missing and never evicts [TN-20]', () =>
    property('none', (lines) => {
      const presses = lines.filter((line) => line.type !== 'notification')
      const predicted = predict(presses, new LruOracle({ window: false, budgetCheck: false }))
      expect(observed(lines)).toEqual(predicted)
      expect(ofType(lines, 'evict')).toEqual([])
    }))
})

describe('effects that come and go', () => {
  const changing = (policy: PolicyName, oracle: () => Sample | LruOracle) =>
    fc.assert(
      fc.asyncProperty(changingPrograms(), async (file) => {
        const { lines } = await play(file, { policy })
        expect(observed(lines)).toEqual(predict(lines, oracle()))
      }),
      { numRuns: 40 },
    )

  it('creative-app walks what is there, in the order in which it came [TN-26] [TN-27] [TN-30] [TN-31]', () =>
    changing('creative-app', () => new Sample()))

  it('creative-app-fixed likewise [TN-34]', () => changing('creative-app-fixed', () => new Fixed()))

  it('fence-lru likewise [TN-17] [TN-19]', () =>
    changing('fence-lru', () => new LruOracle({ window: false, budgetCheck: false })))
})
