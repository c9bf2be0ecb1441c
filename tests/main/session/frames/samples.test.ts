import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thinSamples } from '../../../../main/session/frames/samples'
import type { SampleView } from '../../../../preload/contract'

describe('samples of a frame', () => {
  const sample = fc.record({
    resident: fc.nat(1000),
    evictable: fc.nat(1000),
    other: fc.nat(1000),
    budget: fc.nat(1000),
  })

  it('are thinned without losing the highest use or the last value', () => {
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 1, maxLength: 900 }),
        fc.integer({ min: 2, max: 300 }),
        (values, most) => {
          const samples: SampleView[] = values.map((value, t) => ({ t, ...value }))
          const kept = thinSamples(samples, most)
          expect(kept.length).toBeLessThanOrEqual(most)
          expect(kept.at(-1)).toEqual(samples.at(-1))
          expect(Math.max(...kept.map(({ resident }) => resident))).toBe(
            Math.max(...values.map(({ resident }) => resident)),
          )
          expect(kept.map(({ t }) => t)).toEqual([...new Set(kept.map(({ t }) => t))].sort((a, b) => a - b))
          for (const one of kept) expect(one).toEqual(samples[one.t])
        },
      ),
    )
  })
})
