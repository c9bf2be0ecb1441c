import { describe, expect, it } from 'vitest'
import { SampleLog } from '../../../../main/session/frames/sample-log'
import { sampleAt } from '../../../support/sample'

const BOUND = 512

/** One sample each 10 ms, with a peak once. */
function filled(count: number): SampleLog {
  const log = new SampleLog(BOUND)
  for (let n = 0; n < count; n++) log.add(sampleAt(n * 10_000, { usage: n === 700 ? 1_000 : n % 50 }))
  return log
}

describe('samples that are kept for a window that gets everything anew', () => {
  it('reach from the start of a run to now, however long it was, and nowhere is a gap [LB-02]', () => {
    for (const count of [100, 560, 5_000, 60_000]) {
      const samples = filled(count).all()
      expect(samples.length).toBeLessThanOrEqual(BOUND * 1.0625 + 1)
      const times = samples.map(({ t }) => t)
      expect([times[0], times.at(-1)]).toEqual([0, (count - 1) * 10_000])
      const gaps = times.slice(1).map((t, i) => t - (times[i] ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThan(0)
      // three to a stretch, in half of the bound
      const stretch = (times.at(-1) ?? 0) / Math.floor(BOUND / 6)
      expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.max(10_000, stretch))
    }
  })

  it('keep the highest use, and the newest as they were', () => {
    const samples = filled(60_000).all()
    expect(samples.filter(({ usage }) => usage === 1_000).map(({ t }) => t)).toEqual([7_000_000])
    const newest = samples.slice(-BOUND / 2).map(({ t }) => t)
    expect(newest).toEqual(Array.from({ length: BOUND / 2 }, (_, i) => (60_000 - BOUND / 2 + i) * 10_000))
  })

  it('are fresh until they are taken; what was thinned away is not', () => {
    const log = filled(5_000)
    const all = new Set(log.all())
    const fresh = log.fresh()
    expect(fresh.length).toBe(all.size)
    for (const one of fresh) expect(all.has(one)).toBe(true)
    log.taken()
    expect(log.hasFresh).toBe(false)
  })
})
