/** Costs that are looked up once, by what they depend on. */
import { describe, expect, it } from 'vitest'
import { constantsKey, KnownCosts } from '../../../../main/drivers/umd/known-costs'
import type { ConstantValues } from '../../../../preload/contract/specs'

describe('what a shader costs', () => {
  it('is computed once for all values with which it is the same, whichever object they are in [BP-31]', () => {
    const asked: ConstantValues[] = []
    const model = {
      deciding: new Set(['taps']),
      operations: (values: ConstantValues) => {
        asked.push(values)
        return 10 * ((values.taps as number[])[0] as number)
      },
    }
    const costs = KnownCosts.of(model)
    const bound = { taps: [3], strength: [0.5] }
    expect([costs.with(bound), costs.with(bound), costs.with({ strength: [1], taps: [3] })]).toEqual([30, 30, 30])
    expect(asked).toEqual([bound])
    expect(costs.with({ taps: [5], strength: [0.5] })).toBe(50)
    expect(asked).toHaveLength(2)
    // the same shader of another pipeline state object
    expect(KnownCosts.of(model)).toBe(costs)
  })

  it('is known by values, not by the order in which they are named [BP-26]', () => {
    expect(constantsKey({ a: [1], b: [2, 3] })).toBe(constantsKey({ b: [2, 3], a: [1] }))
    expect(constantsKey({ a: [1], b: [2, 3] })).not.toBe(constantsKey({ a: [1], b: [3, 2] }))
  })
})
