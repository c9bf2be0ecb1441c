import { describe, expect, test } from 'vitest'
import { belowBound, labelsText, placeText, thresholdText } from '../../../../preload/contract'

const MiB = 2 ** 20

test('a run below the bound says how that can be, beside the table whose remarks are out of sight [LB-11]', () => {
  const of = (...times: (number | null)[]) => belowBound(times.map((timesBound) => ({ timesBound })))
  expect([of(1, null), of(1.2)]).toEqual(['', ''])
  expect(of(1, 0.74)).toMatch(/less than 1\.00 × .* its remark says which/)
})

describe('beside the frontier [LB-13]', () => {
  test('a variant is above, on or below it, and no number parts from its unit', () => {
    expect([placeText(true, 9 * MiB, MiB), placeText(false, MiB, MiB + 0.4), placeText(false, MiB, 2 * MiB)]).toEqual([
      'above, 1\u00a0MiB',
      'on\u00a0it, 1\u00a0MiB',
      'below, 2\u00a0MiB',
    ])
  })

  test('the best idle threshold says how long it is, and that there is none', () => {
    const point = { label: 'a', held: 1, pagedIn: MiB, best: 0, aboveBest: true, aboveThresholds: false }
    expect(thresholdText({ ...point, threshold: MiB, idle: 2_500_000 })).toBe(
      'on\u00a0it, 1\u00a0MiB at\u00a02.5\u00a0s',
    )
    expect(thresholdText({ ...point, threshold: null, idle: null })).toBe('every threshold holds more')
  })
})

test('names of products are told apart in a sentence: they have commas themselves [LB-07]', () => {
  expect(labelsText(['none', 'arc', 'lirs'])).toBe('none, arc, lirs')
  expect(labelsText(['none, 512 MiB', 'none, 1 GiB'])).toBe('none, 512 MiB and none, 1 GiB')
})

test('of many names some are said, and how many more there are [LB-04] [LB-13]', () => {
  expect(labelsText(['none', 'arc', 'lirs'], 3)).toBe('none, arc, lirs')
  expect(labelsText(['none', 'arc', 'lirs'], 2)).toBe('none, arc and 1 more')
  expect(labelsText(['none, 1 B', 'arc, 1 B', 'dtr, 1 B'], 1)).toBe('none, 1 B and 2 more')
})
