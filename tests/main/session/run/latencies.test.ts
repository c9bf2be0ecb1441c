/** Against an oracle that keeps every value and sorts them. */
import { describe, expect, it } from 'vitest'
import { Latencies, MOST_VALUES } from '../../../../main/session/run/latencies'

/** Numbers that look random, the same each time. */
function* numbers(count: number, below: number): Generator<number> {
  let state = 12_345
  for (let i = 0; i < count; i++) {
    state = (state * 48_271) % 2_147_483_647
    yield Math.floor((state / 2_147_483_647) * below)
  }
}

/** The least value that at least this share of all do not exceed. */
function percentileOf(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
}

function both(values: Iterable<number>): { kept: Latencies; sorted: number[] } {
  const kept = new Latencies()
  const sorted: number[] = []
  for (const value of values) {
    kept.add(value)
    sorted.push(value)
  }
  return { kept, sorted: sorted.sort((a, b) => a - b) }
}

describe('latencies of a run', () => {
  it('are exact: the worst and every percentile, also where one is late [SC-05]', () => {
    const { kept, sorted } = both(numbers(5_000, 1_000))
    expect(kept.worst).toBe(sorted.at(-1))
    for (const share of [0.01, 0.5, 0.9, 0.99, 1]) expect(kept.percentile(share)).toBe(percentileOf(sorted, share))
    expect(kept.percentile(1, 2_000)).toBe(2_000)
  })

  it('of ever other values take a bounded amount of memory; worst and 99th percentile stay exact [SC-05]', () => {
    const { kept, sorted } = both(numbers(5 * MOST_VALUES, 10_000_000))
    expect(new Set(sorted).size).toBeGreaterThan(4 * MOST_VALUES)
    expect(kept.kept).toBeLessThanOrEqual(MOST_VALUES)
    expect(kept.worst).toBe(sorted.at(-1))
    expect(kept.percentile(0.99)).toBe(percentileOf(sorted, 0.99))
    // what was merged counts as its larger neighbour
    expect(kept.percentile(0.01)).toBeGreaterThanOrEqual(percentileOf(sorted, 0.01) as number)
  })
})
