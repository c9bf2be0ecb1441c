import { describe, expect, it } from 'vitest'
import { PACKET_KINDS } from '../../../../../preload/contract'
import { BarEnd, KINDS, LEAST_BAR, laneList, runningTime } from '../../../../../renderer/instruments/gpu/lanes/list'
import { denseHistory, historyOf } from '../../../store/support/gpu-frames'

const kind = (name: (typeof PACKET_KINDS)[number]) => PACKET_KINDS.indexOf(name)
const bars = (list: ReturnType<typeof laneList>) =>
  Array.from({ length: list.bars }, (_, bar) => ({
    x: list.x[bar],
    width: list.widths[bar],
    kind: list.kinds[bar],
    end: list.ends[bar],
  }))
const sumOf = (columns: Float32Array) => columns.reduce((sum, share) => sum + share, 0)

describe('laneList', () => {
  it('makes a bar of each wide packet of its engine, and of nothing else', () => {
    const { packets } = historyOf([
      { start: 0, end: 90 },
      { start: 100, end: 200, kind: 'present' },
      { start: 210, end: 260, engine: 'copy' },
      { start: 300, end: 400, kind: 'paging' },
    ])
    const list = laneList(packets, 0, { from: 100, to: 300, width: 200 })
    expect(bars(list)).toEqual([{ x: 0, width: 100, kind: kind('present'), end: BarEnd.plain }])
    expect(list.packets).toBe(2)
    expect(list.busy).toBe(100)
  })

  it('cuts packets at the edges of the window', () => {
    const { packets } = historyOf([
      { start: 0, end: 150 },
      { start: 160, end: 900 },
    ])
    const list = laneList(packets, 0, { from: 100, to: 200, width: 100 })
    expect(bars(list)).toEqual([
      { x: 0, width: 50, kind: 0, end: BarEnd.plain },
      { x: 60, width: 40, kind: 0, end: BarEnd.cut },
    ])
    expect(list.busy).toBe(90)
  })

  it('tells preempted packets from those that were lost (GP-10, GP-23)', () => {
    const { packets } = historyOf([
      { start: 0, end: 20, outcome: 'preempted' },
      { start: 30, end: 50, outcome: 'reset' },
      { start: 60, end: 80, outcome: 'device-removed' },
    ])
    const list = laneList(packets, 0, { from: 0, to: 100, width: 100 })
    expect(bars(list).map(({ end }) => end)).toEqual([BarEnd.preempted, BarEnd.lost, BarEnd.lost])
  })

  it('shows what a context switch took before the packet (GP-16)', () => {
    const { packets } = historyOf([{ start: 50, end: 80, switch: 20 }])
    const list = laneList(packets, 0, { from: 0, to: 100, width: 100 })
    expect(bars(list)).toEqual([
      { x: 30, width: 20, kind: kind('context-switch'), end: BarEnd.plain },
      { x: 50, width: 30, kind: 0, end: BarEnd.plain },
    ])
  })

  it('sums narrow packets up per column and kind, without losing time', () => {
    const { packets } = historyOf([
      { start: 0, end: 5 },
      { start: 5, end: 10, kind: 'paging' },
      { start: 17, end: 26 },
    ])
    const list = laneList(packets, 0, { from: 0, to: 100, width: 10 })
    expect(list.bars).toBe(0)
    expect(list.columns[0 * KINDS]).toBeCloseTo(0.5)
    expect(list.columns[0 * KINDS + kind('paging')]).toBeCloseTo(0.5)
    expect(list.columns[1 * KINDS]).toBeCloseTo(0.3)
    expect(list.columns[2 * KINDS]).toBeCloseTo(0.6)
    expect(sumOf(list.columns)).toBeCloseTo(1.9)
  })

  it('leaves a trace of a packet that takes no time (GP-15)', () => {
    const { packets } = historyOf([{ start: 55, end: 55, kind: 'context-switch' }])
    const list = laneList(packets, 0, { from: 0, to: 100, width: 100 })
    expect(list.columns[55 * KINDS + kind('context-switch')]).toBeGreaterThan(0)
  })

  it('draws 50,000 packets in view as no more bars than there is room for, busy throughout', () => {
    const history = denseHistory(50_000)
    const view = { from: 0, to: 500_000, width: 400 }
    const list = laneList(history.packets, 0, view)
    expect(list.packets).toBe(50_000)
    expect(list.bars).toBeLessThanOrEqual(view.width / LEAST_BAR)
    expect(list.busy).toBe(500_000)
    for (let column = 0; column < view.width; column++) expect(list.columns[column * KINDS]).toBeCloseTo(1, 3)
  })

  it('looks only at what is in view: neither at what was before nor at what came after', () => {
    const history = denseHistory(100_000)
    const list = laneList(history.packets, 0, { from: 500_000, to: 500_100, width: 400 })
    expect(list.first).toBe(49_999)
    expect(list.last - list.first).toBeLessThanOrEqual(12)
  })

  it('gives the same list when it writes over an earlier one', () => {
    const history = denseHistory(5_000)
    const view = { from: 1_000, to: 9_000, width: 300 }
    const earlier = laneList(history.packets, 0, { from: 0, to: 50_000, width: 300 })
    const again = laneList(history.packets, 0, view, earlier)
    expect(again).toBe(earlier)
    const fresh = laneList(history.packets, 0, view)
    expect(bars(again)).toEqual(bars(fresh))
    expect(again.columns).toEqual(fresh.columns)
    expect([again.busy, again.packets]).toEqual([fresh.busy, fresh.packets])
  })

  it('is empty for an engine that had no packet', () => {
    const list = laneList(denseHistory(10).packets, 4, { from: 0, to: 100, width: 100 })
    expect([list.bars, list.packets, list.busy, sumOf(list.columns)]).toEqual([0, 0, 0, 0])
  })
})

describe('runningTime', () => {
  it('is what lies in view of the packet that runs', () => {
    const view = { from: 100, to: 200, width: 1 }
    expect(runningTime(null, 150, view)).toBe(0)
    expect(runningTime(50, 150, view)).toBe(50)
    expect(runningTime(120, 500, view)).toBe(80)
    expect(runningTime(10, 90, view)).toBe(0)
  })
})
