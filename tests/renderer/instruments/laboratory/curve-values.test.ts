/** One cursor through the curves of all variants (LB-05). */
import { describe, expect, it } from 'vitest'
import type { VariantCurve } from '../../../../preload/contract'
import { momentByKey, momentOf, placeOf, valuesAt } from '../../../../renderer/instruments/laboratory/curve-values'

const MIB = 2 ** 20
/** four parts of 250 ms each, from 1 s on */
const TIME = { from: 1_000_000, until: 2_000_000 }
const AREA = { left: 40, right: 240, top: 0, bottom: 100 }

const CURVES: VariantCurve[] = [
  { label: 'none', usage: [0, MIB, 2 * MIB, 3 * MIB], evictions: [0, 0, 0, 0], hitches: [0, 0, 1, 2] },
  { label: 'fence-lru', usage: [MIB, MIB, MIB, MIB], evictions: [1, 2, 3, 1_234], hitches: [0, 0, 0, 0] },
]

describe('the values at the cursor', () => {
  it.each([
    [1_000_000, 'usage', ['0 B', '1 MiB']],
    [1_249_999, 'usage', ['0 B', '1 MiB']],
    [1_250_000, 'usage', ['1 MiB', '1 MiB']],
    [2_000_000, 'evictions', ['0', '1,234']],
    [1_600_000, 'hitches', ['1', '0']],
    // before and after it there is nothing of its own
    [0, 'usage', ['0 B', '1 MiB']],
    [9_000_000, 'usage', ['3 MiB', '1 MiB']],
  ] as const)('at %d µs of %s are %j [LB-05]', (t, kind, texts) => {
    const values = valuesAt(CURVES, kind, TIME, t)
    expect(values.map(({ label }) => label)).toEqual(['none', 'fence-lru'])
    expect(values.map(({ text }) => text)).toEqual(texts)
  })
})

describe('the cursor on the curves', () => {
  it('lies where its moment is, and not outside', () => {
    expect(placeOf(AREA, TIME, 1_500_000)).toBe(140)
    expect(placeOf(AREA, TIME, 999_999)).toBeNull()
    expect(placeOf(AREA, TIME, 2_000_001)).toBeNull()
    expect(momentOf(AREA, TIME, 140)).toBe(1_500_000)
    expect(momentOf(AREA, TIME, 0)).toBe(1_000_000)
    expect(momentOf(AREA, TIME, 999)).toBe(2_000_000)
  })

  it('goes by keys as on every axis, not beyond the ends', () => {
    expect(momentByKey('ArrowRight', TIME, 1_500_000)).toBe(1_520_000)
    expect(momentByKey('PageDown', TIME, 1_500_000)).toBe(1_400_000)
    expect(momentByKey('ArrowLeft', TIME, 1_000_001)).toBe(1_000_000)
    expect(momentByKey('End', TIME, 1_500_000)).toBe(2_000_000)
    expect(momentByKey('x', TIME, 1_500_000)).toBeUndefined()
  })
})
