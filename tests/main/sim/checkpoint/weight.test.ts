/** What is said to take so many bytes takes about that, by what the engine says of its heap. */
import { describe, expect, it } from 'vitest'
import { lasts } from '../../../../main/sim/checkpoint/lasting'
import { isBoxed, recordBytes, Weight } from '../../../../main/sim/checkpoint/weight'
import { keptNow } from '../../../torture/soak/kept'

const weightOf = (container: object): number => {
  const weight = new Weight()
  weight.addContent(container)
  return weight.bytes
}

/** As the simulation makes a record: some fields come when it is written. */
function record(i: number): object {
  const made: Record<string, unknown> = {
    resource: 'r',
    bytes: 65_536,
    start: 3e9 + i,
    end: 3e9 + i + 8,
    reason: 'demand',
  }
  made.t = 3e9 + i + 8
  made.type = 'page-in'
  return made
}

class Owner {
  constructor(readonly own: object) {}
}

/** As logs have them: records, chains with their links, samples of memory. */
const logs = (): object[] => [
  Array.from({ length: 20_000 }, (_, i) => record(i)),
  Array.from({ length: 2_000 }, (_, i) => ({
    id: i,
    segments: Array.from({ length: 12 }, (_, k) => ({
      kind: 'run',
      start: 3e9 + k,
      end: 3e9 + i,
      record: { at: 1, index: i },
    })),
  })),
  new Map(Array.from({ length: 500 }, (_, i) => [i, { t: i, bytes: new Float64Array(200) }])),
]

describe('the weight of what lasts', () => {
  it('is near what a heap snapshot says', async () => {
    const owner = new Owner(logs())
    const { all, rest } = await keptNow(['Owner.own'])
    const bytes = all.program - rest.program
    expect(bytes).toBeGreaterThan(6 * 2 ** 20)
    expect(weightOf(owner.own)).toBeGreaterThan(0.8 * bytes)
    expect(weightOf(owner.own)).toBeLessThan(1.2 * bytes)
  }, 60_000)

  it('counts each object once, in whatever containers it is', () => {
    const one = { a: 1 }
    const once = weightOf([one])
    expect(once).toBeGreaterThan(0)
    expect(weightOf([one, one])).toBe(once)
    const weight = new Weight()
    weight.addContent([one])
    weight.addContent(new Set([one]))
    weight.addContent(new Map([[one, one]]))
    expect(weight.bytes).toBe(once)
  })

  it('does not count what lasts by itself, nor what no container is', () => {
    expect(weightOf([lasts({ a: { b: 1.5 } }), 5, 'text', null])).toBe(0)
    expect(weightOf(new WeakMap())).toBe(0)
    expect(weightOf({ a: { b: 1 } })).toBe(0)
  })

  it('of records that are alike is found by one in 64, and is near that of all', () => {
    const records = Array.from({ length: 65_536 }, (_, i) => record(i))
    expect(recordBytes(records)).toBe(weightOf(records))
    // what is no record is the system's: a text, or an object of a class
    expect(recordBytes(['r', new Owner({}), 5, null])).toBe(0)
    expect(recordBytes([])).toBe(0)
  })

  it('has numbers apart that no small integer holds', () => {
    expect([0, -5, 2 ** 31 - 1, -(2 ** 31)].map(isBoxed)).toEqual([false, false, false, false])
    expect([2 ** 31, 0.5, Number.NaN, 1e300].map(isBoxed)).toEqual([true, true, true, true])
    expect(isBoxed('5')).toBe(false)
  })
})
