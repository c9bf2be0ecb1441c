/** The sums of a range, against records of the trace that are counted by hand. */
import { describe, expect, it } from 'vitest'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { sumsOf } from '../../../../renderer/store/cursor/range-sums'
import { effects, type LiveRig, MIB, rig } from '../../../main/session/live-rig'

/** Paging, trims and playing beside a game. */
function busy(): LiveRig {
  const live = rig({
    system: { localMemory: '96MiB', budget: '96MiB', pagingBandwidth: '4GiB', periodicTrim: { idleAfter: '10h' } },
    app: { policy: 'fence-lru', effects: effects({ A: 64 * MIB, B: 64 * MIB }, false) },
  })
  for (const effect of ['A', 'B', 'A']) {
    live.must({ kind: 'applyEffect', effect })
    live.elapse(200)
  }
  live.must({ kind: 'submit', engine: 'compute', gpuTime: 30_000, context: 'game' }, { kind: 'play', playing: true })
  live.elapse(300)
  live.must({ kind: 'play', playing: false }, { kind: 'periodicTrim' })
  live.elapse(300)
  live.must({ kind: 'periodicTrim' })
  live.elapse(100)
  return live
}

type OfType<T extends TraceRecord['type']> = Extract<TraceRecord, { type: T }>

describe('the sums of a range', () => {
  it.each([
    [0, 5_000_000],
    [100_000, 420_000],
    [215_625, 215_625],
    [600_000, 640_001],
    [1_190_000, 1_230_000],
  ])('are what the trace has from %i to %i µs, both ends included', (from, to) => {
    const live = busy()
    const { shown, records } = live
    const within = <T extends TraceRecord['type']>(type: T): OfType<T>[] =>
      records.filter((record): record is OfType<T> => record.type === type && record.t >= from && record.t <= to)
    const bytes = (of: readonly { bytes: number }[]): number => of.reduce((sum, one) => sum + one.bytes, 0)
    const sums = sumsOf(shown, { from, to })
    expect(sums.isGone).toBe(false)
    for (const [sum, moved] of [
      [sums.pageIn, within('page-in')],
      [sums.pageOut, within('page-out')],
    ] as const)
      expect(sum).toEqual({ count: moved.length, bytes: bytes(moved) })
    const evicted = within('evict').filter(({ references }) => references === 0)
    expect(sums.evictions).toEqual({ count: within('evict').length, bytes: bytes(evicted) })

    const byEngine = new Map<string, number>()
    const byContext = new Map<string, number>()
    for (const record of records) {
      if (record.type !== 'packet' || record.outcome === 'device-removed') continue
      const time = Math.min(record.end, to) - Math.max(record.start, from)
      if (time <= 0) continue
      byEngine.set(record.engine, (byEngine.get(record.engine) ?? 0) + time)
      byContext.set(record.context, (byContext.get(record.context) ?? 0) + time)
    }
    // the compositor's, which may run at this very moment
    expect(new Map(sums.engines.map(({ engine, busy: time }) => [engine, time]))).toEqual(byEngine)
    expect(new Map(sums.contexts.map(({ context, busy: time }) => [context, time]))).toEqual(byContext)
  })

  it('count something in the whole run, each of them', () => {
    const { pageIn, pageOut, evictions, engines, contexts } = sumsOf(busy().shown, { from: 0, to: 5_000_000 })
    for (const { count } of [pageIn, pageOut, evictions]) expect(count).toBeGreaterThan(0)
    expect(evictions.bytes).toBeGreaterThan(0)
    expect(engines.map(({ engine }) => engine)).toEqual(expect.arrayContaining(['3d', 'compute', 'paging']))
    expect(contexts.map(({ context }) => context)).toContain('game')
    const times = contexts.map(({ busy: time }) => time)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  it('have what happened at their very ends', () => {
    const { shown, records } = busy()
    const [t = Number.NaN] = shown.moves.times
    const at = records.filter((record) => record.t === t && ['page-in', 'page-out', 'evict'].includes(record.type))
    expect(at.length).toBeGreaterThan(0)
    for (const range of [
      { from: t, to: t },
      { from: t - 1, to: t },
      { from: t, to: t + 1 },
    ]) {
      const { pageIn, pageOut, evictions } = sumsOf(shown, range)
      expect(pageIn.count + pageOut.count + evictions.count).toBe(at.length)
    }
  })

  it('have what runs now up to now', () => {
    const live = rig({ system: { compositor: { enabled: false }, periodicTrim: { idleAfter: '10h' } } })
    live.must({ kind: 'submit', engine: 'compute', gpuTime: 900_000, context: 'game' })
    live.elapse(160)
    const { shown } = live
    const start = shown.gpu.engines.find(({ name }) => name === 'compute')?.queue[0]?.start ?? Number.NaN
    expect(sumsOf(shown, { from: 0, to: shown.clock.now }).contexts).toEqual([
      { context: 'game', busy: shown.clock.now - start },
    ])
  })

  it('say that older records are gone, where they are', () => {
    const { shown } = busy()
    const gone = { ...shown, moves: { ...shown.moves, forgotten: 7 } }
    const first = shown.moves.times[0] ?? 0
    expect(sumsOf(gone, { from: first, to: first + 1 }).isGone).toBe(true)
    expect(sumsOf(gone, { from: first + 1, to: first + 2 }).isGone).toBe(false)
    expect(sumsOf(shown, { from: 0, to: 1 }).isGone).toBe(false)
  })
})
