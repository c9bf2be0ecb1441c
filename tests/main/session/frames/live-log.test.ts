import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedLog } from '../../../../main/session/frames/bounded-log'
import { thinSamples } from '../../../../main/session/frames/samples'
import type { SampleView } from '../../../../preload/contract'
import { MIB, rig } from '../live-rig'

describe('BoundedLog', () => {
  it('keeps the newest entries, and what was added since it was last taken', () => {
    const log = new BoundedLog<number>(10)
    for (let i = 0; i < 7; i++) log.add(i)
    expect([log.all(), log.fresh()]).toEqual([
      [0, 1, 2, 3, 4, 5, 6],
      [0, 1, 2, 3, 4, 5, 6],
    ])
    log.taken()
    log.add(7)
    expect(log.fresh()).toEqual([7])
    for (let i = 8; i < 100; i++) log.add(i)
    expect(log.all()).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99])
  })

  it('does not grow when nobody takes what is fresh', () => {
    const log = new BoundedLog<number>(100)
    for (let i = 0; i < 10_000; i++) {
      log.add(i)
      expect(log.fresh().length).toBeLessThanOrEqual(125)
    }
    expect(log.fresh().at(-1)).toBe(9_999)
  })

  it('sends an entry that changed again, and none that is forgotten', () => {
    const log = new BoundedLog<{ id: number; results: number }>(4)
    for (let id = 0; id < 20; id++) log.add({ id, results: 0 })
    log.taken()
    log.change(
      ({ id }) => id === 18,
      (entry) => ({ ...entry, results: 1 }),
    )
    log.change(
      ({ id }) => id === 2,
      (entry) => ({ ...entry, results: 1 }),
    )
    expect(log.fresh()).toEqual([{ id: 18, results: 1 }])
    expect(log.all().map(({ results }) => results)).toEqual([0, 0, 1, 0])
  })

  it('replaces the last entry', () => {
    const log = new BoundedLog<string>(4)
    log.replaceLast('a')
    log.replaceLast('b')
    log.add('c')
    expect([log.all(), log.fresh()]).toEqual([
      ['b', 'c'],
      ['b', 'c'],
    ])
  })
})

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

describe('a session that nobody watches', () => {
  it('keeps the newest 2,000 notifications for a window that comes back, and counts all records [SC-11]', () => {
    const live = rig({ system: { periodicTrim: { interval: '1ms', whileActive: true } } })
    live.must({ kind: 'setSpeed', speed: 16 })
    live.elapse(250)
    const { notifications, trace } = live.fresh()
    expect(notifications.items).toHaveLength(2_000)
    expect(notifications.items.at(-1)?.id).toBe(4_000)
    expect(trace.records).toBeGreaterThan(8_000)
    expect(trace.forgotten).toBe(0)
  })

  it('says how many records its trace has dropped [SC-11]', () => {
    const live = rig()
    for (let i = 0; i < 66_000; i++) live.session.execute({ kind: 'setBudget', bytes: (500 + (i % 2)) * MIB })
    const { trace } = live.fresh()
    expect(trace.records).toBeGreaterThan(66_000)
    expect(trace.forgotten).toBe(trace.records - 65_536)
  })
})
