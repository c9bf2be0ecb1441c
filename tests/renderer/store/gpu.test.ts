import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../../preload/contract'
import { appendEvents, emptyHistory, KEPT_MARKS, KEPT_PREEMPTIONS } from '../../../renderer/store/gpu'
import { allocationNamesOf, firstEndingFrom, KEPT_PACKETS } from '../../../renderer/store/gpu-packets'
import { applyFrame, emptyState } from '../../../renderer/store/model'
import { same } from '../../support/same'
import { frame } from './frames'
import { denseHistory, events, type GivenPacket, historyOf, packets, preemptions } from './gpu-frames'

const COPY = ENGINES.indexOf('copy')

/** `count` packets of 2 µs, 4 µs apart, of two engines in turn. */
const inTurn = (count: number, from = 0): GivenPacket[] =>
  Array.from({ length: count }, (_, at) => ({
    start: (from + at) * 4,
    end: (from + at) * 4 + 2,
    engine: at % 2 === 0 ? '3d' : 'copy',
  }))

describe('GPU events in frames', () => {
  it('are appended to columns that versions share, under a new version', () => {
    const before = applyFrame(emptyState(), frame(0, { gpuEvents: events({ packets: packets(inTurn(3)) }) }))
    const columns = before.gpuHistory.packets.columns
    const after = applyFrame(before, frame(1, { gpuEvents: events({ packets: packets(inTurn(2, 3), 3) }) }))
    expect(after.gpuHistory).not.toBe(before.gpuHistory)
    expect(after.gpuHistory.version).toBe(before.gpuHistory.version + 1)
    expect(after.gpuHistory.packets.columns).toBe(columns)
    expect(after.gpuHistory.packets.count).toBe(5)
    expect([...columns.ends.slice(0, 5)]).toEqual([2, 6, 10, 14, 18])
  })

  it('keep their reference in a frame without any', () => {
    const before = applyFrame(emptyState(), frame(0, { gpuEvents: events({ packets: packets(inTurn(3)) }) }))
    const after = applyFrame(before, frame(1))
    expect(after.gpuHistory).toBe(before.gpuHistory)
    expect(after.gpu).toBe(before.gpu)
  })

  it('are replaced by those of a full frame, dictionary included', () => {
    const first = events({ names: ['app', 'dwm'], packets: packets(inTurn(9)) })
    const before = applyFrame(emptyState(), frame(0, { full: true, gpuEvents: first }))
    const next = events({ names: ['game'], packets: packets([{ start: 1, end: 2 }], 40) })
    const { gpuHistory } = applyFrame(before, frame(1, { full: true, gpuEvents: next }))
    expect(gpuHistory.names).toEqual(['game'])
    expect(gpuHistory.packets.count).toBe(1)
    expect(gpuHistory.packets.oldestId).toBe(40)
    expect(gpuHistory.packets.has(8)).toBe(false)
  })

  it('tell "no comparison" from "not changed"', () => {
    const input = { title: 'a', steps: 3, until: 9 }
    const labels = ['a', 'b'] as const
    const difference = {
      state: 'running',
      done: 0,
      total: 1,
      share: 0,
      message: null,
      labels,
      difference: null,
    } as const
    const shown = applyFrame(emptyState(), frame(0, { comparisonInput: input, difference }))
    expect([shown.comparisonInput, shown.difference]).toEqual([input, difference])
    expect(applyFrame(shown, frame(1)).difference).toBe(shown.difference)
    const closed = applyFrame(shown, frame(2, { comparisonInput: null }))
    expect([closed.comparisonInput, closed.difference]).toEqual([null, difference])
  })
})

describe('the ring of packets', () => {
  it('keeps at least 100,000, the newest, and counts what it forgot', () => {
    expect(KEPT_PACKETS).toBeGreaterThanOrEqual(100_000)
    const { packets: ring } = denseHistory(KEPT_PACKETS + 500)
    expect(ring.count).toBe(KEPT_PACKETS)
    expect(ring.forgotten).toBe(500)
    expect(ring.oldestId).toBe(500)
    expect(ring.has(499)).toBe(false)
    expect(ring.columns.starts[ring.slotOf(500)]).toBe(5000)
    expect(ring.columns.ends[ring.slotOf(KEPT_PACKETS + 499)]).toBe((KEPT_PACKETS + 500) * 10)
  })

  it('knows the packets of each engine, also after it has gone round', () => {
    let history = emptyHistory()
    for (let batch = 0; batch < 3; batch++) {
      const from = batch * 60_000
      history = appendEvents(history, events({ packets: packets(inTurn(60_000, from), from) }))
    }
    const ring = history.packets
    const [graphics, copy] = [ring.engines[0]!, ring.engines[COPY]!]
    expect(graphics.count + copy.count).toBe(KEPT_PACKETS)
    for (const [index, engine] of [
      [graphics, 0],
      [copy, COPY],
    ] as const) {
      let last = Number.NEGATIVE_INFINITY
      for (let at = 0; at < index.count; at++) {
        const slot = index.slot(at)
        same(ring.columns.engines[slot], engine)
        const id = ring.idOf(slot)
        same(id > last, true)
        last = id
      }
    }
  })

  it.each([0, 1, 700, 1023, 1_000_001])('keeps all as it grows, whatever the first id: %i', (first) => {
    const given = inTurn(5_000).map((packet, at) => ({ ...packet, named: [at] }))
    const names = given.map((_, at) => `n${at}`)
    let history = appendEvents(emptyHistory(), events({ names }))
    for (let at = 0; at < 5_000; at += 500)
      history = appendEvents(history, events({ packets: packets(given.slice(at, at + 500), first + at) }))
    const { packets: ring } = history
    expect([ring.count, ring.oldestId, ring.engines[0]!.count, ring.engines[COPY]!.count]).toEqual([
      5_000,
      first,
      2_500,
      2_500,
    ])
    for (let at = 0; at < 5_000; at++) {
      const slot = ring.slotOf(first + at)
      same(ring.idOf(slot), first + at)
      same(ring.columns.ends[slot], at * 4 + 2)
      same(allocationNamesOf(ring, slot, names)[0], `n${at}`)
      same(ring.engines[at % 2 === 0 ? 0 : COPY]!.slot(Math.floor(at / 2)), slot)
    }
  })

  it('takes little memory for few packets', () => {
    expect(historyOf(inTurn(10)).packets.columns.ends.length).toBeLessThanOrEqual(1024)
  })

  it('finds the first packet that ends at or after a moment', () => {
    const { packets: ring } = historyOf(inTurn(10))
    const found = (t: number) => firstEndingFrom(ring, 0, t)
    expect(found(-5)).toBe(0)
    expect(found(2)).toBe(0)
    expect(found(3)).toBe(1)
    expect(found(34)).toBe(4)
    expect(found(35)).toBe(5)
    expect(firstEndingFrom(ring, 3, 0)).toBe(0)
  })

  it('starts anew when ids do not go on: another run, or a gap', () => {
    let history = historyOf(inTurn(5))
    history = appendEvents(history, events({ packets: packets([{ start: 0, end: 1 }], 0) }))
    expect(history.packets.count).toBe(1)
    expect(history.packets.engines[COPY]!.count).toBe(0)
    history = appendEvents(history, events({ packets: packets([{ start: 5, end: 6 }], 9) }))
    expect(history.packets.oldestId).toBe(9)
  })

  it('gives a packet that never started no time', () => {
    const { packets: ring } = historyOf([{ start: -1, end: 50, outcome: 'device-removed' }])
    expect(ring.columns.starts[ring.slotOf(0)]).toBe(50)
  })

  it('keeps the names of the first allocations of each packet', () => {
    const names = ['app', 'a', 'b', 'c', 'd', 'e']
    const history = historyOf(
      [
        { start: 0, end: 1, allocations: 5, named: [1, 2, 3, 4, 5] },
        { start: 1, end: 2 },
        { start: 2, end: 3, allocations: 2, named: [5, 1] },
      ],
      names,
    )
    const of = (id: number) => allocationNamesOf(history.packets, history.packets.slotOf(id), history.names)
    expect(of(0)).toEqual(['a', 'b', 'c', 'd'])
    expect(of(1)).toEqual([])
    expect(of(2)).toEqual(['e', 'a'])
  })
})

describe('preemption requests and marks', () => {
  it('are bounded', () => {
    let history = emptyHistory()
    const batch = Array.from({ length: 10_000 }, (_, at) => ({ requested: at, stopped: at + 1 }))
    const marks = Array.from({ length: 10_000 }, (_, id) => ({
      id,
      t: id,
      kind: 'missed-vertical-blank' as const,
      engine: '' as const,
      text: '',
    }))
    for (let round = 0; round < 5; round++)
      history = appendEvents(history, events({ preemptions: preemptions(batch), marks }))
    expect(history.preemptions.count).toBe(KEPT_PREEMPTIONS)
    expect(history.preemptions.stopped[history.preemptions.slot(KEPT_PREEMPTIONS - 1)]).toBe(10_000)
    expect(history.marks.length).toBeLessThanOrEqual(KEPT_MARKS * 1.25)
    expect(history.marks.at(-1)?.t).toBe(9_999)
  })
})
