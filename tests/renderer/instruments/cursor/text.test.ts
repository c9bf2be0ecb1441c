/** A range of simulated time in words. */
import { describe, expect, it } from 'vitest'
import { RECORD_KINDS } from '../../../../renderer/instruments/cursor/hits'
import { rangeText, severalOf, sumsFacts, sumsText } from '../../../../renderer/instruments/cursor/text'
import type { RangeSums } from '../../../../renderer/store/cursor/range-sums'

const RANGE = { from: 1_000_000, to: 2_500_000 }
const MIB = 1024 * 1024
const SUMS: RangeSums = {
  pageIn: { count: 2, bytes: 3 * MIB },
  pageOut: { count: 1, bytes: MIB },
  evictions: { count: 1, bytes: 2 * MIB },
  engines: [
    { engine: '3d', busy: 750_000 },
    { engine: 'copy', busy: 375_000 },
  ],
  contexts: [{ context: 'dwm', busy: 150_000 }],
  isGone: false,
}

describe('a range in words', () => {
  it('is from when to when, and how long', () => {
    expect(rangeText(RANGE)).toBe('1.000 s – 2.500 s (1.5 s)')
  })

  it('has its sums in one line', () => {
    expect(sumsText(SUMS, RANGE)).toBe('in 3 MiB · out 1 MiB · 1 eviction · busy 3d 50 %, copy 25 %')
  })

  it('says that no engine worked, unless it is of what is gone, and how many evictions there were', () => {
    const sums = { ...SUMS, engines: [], evictions: { count: 1200, bytes: 0 } }
    expect(sumsText(sums, RANGE)).toBe('in 3 MiB · out 1 MiB · 1,200 evictions · no engine busy')
    expect(sumsText({ ...sums, isGone: true }, RANGE)).toBe(
      'in 3 MiB · out 1 MiB · 1,200 evictions · older records are gone',
    )
  })

  it('has its sums one by one: transfers, and shares of the range', () => {
    const { memory, engines, contexts } = sumsFacts(SUMS, RANGE)
    expect(memory.map(({ value }) => value)).toEqual(['3 MiB in 2 transfers', '1 MiB in 1 transfer', '1, 2 MiB'])
    expect(memory.at(-1)?.meaning).toMatch(/^Calls of Evict, also those that left references, and the bytes that left/)
    expect(engines.map(({ term, value }) => `${term}: ${value}`)).toEqual(['3d: 750 ms, 50 %', 'copy: 375 ms, 25 %'])
    expect(contexts.map(({ term, value }) => `${term}: ${value}`)).toEqual(['dwm: 150 ms, 10 %'])
  })

  it('of no length has no share of nothing', () => {
    expect(sumsText({ ...SUMS, engines: [{ engine: '3d', busy: 0 }] }, { from: 5, to: 5 })).toContain('busy 3d 0 %')
  })
})

it('kinds of records are listed in the plural: one was “hitchs”', () => {
  expect(RECORD_KINDS.map(severalOf)).toEqual([
    'packets',
    'paging operations',
    'notifications',
    'delays',
    'hitches',
    'dropped frames',
    'findings',
  ])
})
