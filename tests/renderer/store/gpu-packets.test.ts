/** The newest packets in a ring of columns, with an index for each engine. */
import { describe, expect, it } from 'vitest'
import { ENGINES, type GpuPackets } from '../../../preload/contract'
import { appendEvents, emptyHistory } from '../../../renderer/store/gpu'
import { allocationNamesOf, firstEndingFrom, KEPT_PACKETS, PacketRing } from '../../../renderer/store/gpu-packets'
import { same } from '../../support/same'
import { events, historyOf, packetsInTurn as inTurn, packets } from './support/gpu-frames'

const COPY = ENGINES.indexOf('copy')

/** `count` packets of 10 µs each, one after the other, of two engines in turn: as columns, since there are many. */
function bulk(count: number, firstId = 0): GpuPackets {
  const none = packets([], firstId)
  const engines = new Uint8Array(count)
  const [starts, ends] = [new Float64Array(count), new Float64Array(count)]
  for (let at = 0; at < count; at++) {
    engines[at] = at % 2 === 0 ? 0 : COPY
    starts[at] = (firstId + at) * 10
    ends[at] = (firstId + at) * 10 + 10
  }
  const [bytes, numbers, times] = [new Uint8Array(count), new Uint32Array(count), new Float64Array(count)]
  return {
    ...none,
    engines,
    starts,
    ends,
    kinds: bytes,
    outcomes: bytes,
    namedCounts: bytes,
    contexts: numbers,
    commands: numbers,
    allocationCounts: numbers,
    flags: new Uint16Array(count),
    fences: times,
    submitted: times,
    switches: times,
  }
}

describe('the ring of packets', () => {
  it('keeps at least 100,000, the newest, and counts what it forgot', () => {
    expect(KEPT_PACKETS).toBeGreaterThanOrEqual(100_000)
    const ring = new PacketRing()
    ring.append(bulk(KEPT_PACKETS + 500))
    expect(ring.count).toBe(KEPT_PACKETS)
    expect(ring.forgotten).toBe(500)
    expect(ring.oldestId).toBe(500)
    expect(ring.has(499)).toBe(false)
    expect(ring.columns.starts[ring.slotOf(500)]).toBe(5000)
    expect(ring.columns.ends[ring.slotOf(KEPT_PACKETS + 499)]).toBe((KEPT_PACKETS + 500) * 10)
  })

  it('knows the packets of each engine, also after it has gone round', () => {
    const ring = new PacketRing()
    for (let from = 0; from < 180_000; from += 60_000) ring.append(bulk(60_000, from))
    const [graphics, copy] = [ring.engines[0]!, ring.engines[COPY]!]
    // of 180 000, the newest 131 072: from id 48 928 on, even ones and odd ones
    expect([graphics.count, copy.count]).toEqual([65_536, 65_536])
    let others = 0
    for (let at = 0; at < 65_536; at++) {
      if (ring.idOf(graphics.slot(at)) !== 48_928 + 2 * at) others++
      if (ring.idOf(copy.slot(at)) !== 48_929 + 2 * at) others++
      if (ring.columns.engines[copy.slot(at)] !== COPY) others++
    }
    expect(others).toBe(0)
  })

  it.each([0, 1, 700, 1023, 1_000_001])('keeps all as it grows, whatever the first id: %i', (first) => {
    // from 1024 slots to 2048 and to 4096
    const given = inTurn(2_500).map((packet, at) => ({ ...packet, named: [at] }))
    const names = given.map((_, at) => `n${at}`)
    let history = appendEvents(emptyHistory(), events({ names }))
    for (let at = 0; at < 2_500; at += 500)
      history = appendEvents(history, events({ packets: packets(given.slice(at, at + 500), first + at) }))
    const { packets: ring } = history
    expect([ring.count, ring.oldestId, ring.engines[0]!.count, ring.engines[COPY]!.count]).toEqual([
      2_500,
      first,
      1_250,
      1_250,
    ])
    for (let at = 0; at < 2_500; at++) {
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

  it('has no size before its first packet, and holds every number of each', () => {
    const ring = new PacketRing()
    expect([ring.columns.ends.length, ring.count, ring.has(0), ring.has(null)]).toEqual([0, 0, false, false])
    const packet = { start: 20, end: 30, context: 1, command: 2, fence: 3, flags: 4, submitted: 10, switch: 5 }
    ring.append(packets([{ ...packet, engine: 'copy', outcome: 'device-removed', allocations: 6 }], 9))
    const slot = ring.slotOf(9)
    const { columns } = ring
    expect(
      [columns.starts, columns.ends, columns.contexts, columns.commands, columns.fences, columns.flags].map(
        (column) => column[slot],
      ),
    ).toEqual([20, 30, 1, 2, 3, 4])
    expect(
      [columns.submitted, columns.switches, columns.allocationCounts, columns.engines].map((column) => column[slot]),
    ).toEqual([10, 5, 6, COPY])
    expect([ring.nextId, ring.oldestId, ring.has(9), ring.has(8), ring.has(10)]).toEqual([10, 9, true, false, false])
    ring.append(packets([], 0))
    expect(ring.count).toBe(1)
  })
})
