import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thinByTime, thinSamples } from '../../../../main/session/frames/samples'
import type { SampleView } from '../../../../preload/contract'
import { inSegment, sampleAt } from '../../../support/sample'
import { MIB, rig } from '../live-rig'

describe('samples of a frame', () => {
  const sample = fc.record({ usage: fc.nat(1000), evictable: fc.nat(1000), budget: fc.nat(1000) })

  it('are thinned without losing the highest use or the last value', () => {
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 1, maxLength: 900 }),
        fc.integer({ min: 2, max: 300 }),
        (values, most) => {
          const samples: SampleView[] = values.map((value, t) => sampleAt(t, value))
          const kept = thinSamples(samples, most)
          expect(kept.length).toBeLessThanOrEqual(most)
          expect(kept.at(-1)).toEqual(samples.at(-1))
          expect(Math.max(...kept.map(({ usage }) => usage))).toBe(Math.max(...values.map(({ usage }) => usage)))
          expect(kept.map(({ t }) => t)).toEqual([...new Set(kept.map(({ t }) => t))].sort((a, b) => a - b))
          for (const one of kept) expect(one).toEqual(samples[one.t])
        },
      ),
    )
  })

  it('are thinned by time from the first to the last, with the highest use, and no gap grows beyond a stretch', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ usage: fc.nat(1000), wait: fc.integer({ min: 1, max: 50 }) }), {
          minLength: 1,
          maxLength: 600,
        }),
        fc.integer({ min: 3, max: 200 }),
        (values, most) => {
          const samples: SampleView[] = []
          for (const { usage, wait } of values) samples.push(sampleAt((samples.at(-1)?.t ?? 0) + wait, { usage }))
          const kept = thinByTime(samples, most)
          expect(kept.length).toBeLessThanOrEqual(most)
          expect([kept[0], kept.at(-1)]).toEqual([samples[0], samples.at(-1)])
          expect(Math.max(...kept.map(({ usage }) => usage))).toBe(Math.max(...values.map(({ usage }) => usage)))
          for (const one of kept) expect(samples).toContain(one)
          const times = kept.map(({ t }) => t)
          const stretch = ((times.at(-1) ?? 0) - (times[0] ?? 0) + 1) / Math.floor(most / 3)
          const gaps = times.slice(1).map((t, i) => t - (times[i] ?? 0))
          for (const gap of gaps) expect(gap).toBeGreaterThan(0)
          expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(Math.max(50, stretch))
        },
      ),
    )
  })

  it('never have more in the segment than it holds; the rest of what is used is paged out or pending [RS-08, RS-12]', () => {
    const effect = (name: string, mib: number) => ({ name, resources: [{ name: 'all', size: `${mib}MiB` }] })
    const live = rig({
      system: { localMemory: '256MiB' },
      app: { policy: 'none', effects: [effect('Blur', 160), effect('Grayscale', 140)] },
    })
    for (const name of ['Blur', 'Grayscale', 'Blur']) {
      live.must({ kind: 'applyEffect', effect: name })
      live.elapse(400)
    }
    const samples = live.fresh().samples.items
    const last = samples.at(-1) as SampleView
    expect(last).toMatchObject({ usage: 300 * MIB, resident: 160 * MIB, pagedOut: 140 * MIB, capacity: 256 * MIB })
    for (const one of samples) {
      expect(inSegment(one)).toBeLessThanOrEqual(one.capacity)
      expect(one.resident + one.pending + one.evictable + one.pagedOut).toBe(300 * MIB)
    }
    // while one comes in and the other goes, some of it is pending
    expect(samples.some(({ pending }) => pending > 0)).toBe(true)
  })

  it('are one a moment, with its last values; one that a frame has been sent stays as it was', () => {
    const live = rig({ app: { policy: 'none', effects: [] } })
    live.must({ kind: 'pause' })
    const budgets = (mib: readonly number[]): number[][] => {
      for (const one of mib) live.must({ kind: 'setBudget', bytes: one * MIB })
      live.session.publishFrame()
      return live.frames.map(({ samples = [] }) => samples.map(({ budget }) => budget / MIB))
    }
    const before = budgets([]).length
    const sent = budgets([500, 600, 700]).slice(before)
    expect(sent).toEqual([[700]])
    expect(budgets([800, 900]).slice(before)).toEqual([[700], [900]])
    expect(live.shown.samples.items.at(-1)?.budget).toBe(900 * MIB)
  })
})
