/** The past of the packets, as it goes into frames. */
import { describe, expect, it } from 'vitest'
import { KEPT_PACKETS, type PacketRow, PacketRows } from '../../../../../main/session/frames/gpu/packet-rows'

/** The n-th of a run: each field says which one it is. */
function row(n: number): PacketRow {
  return {
    engine: n % 4,
    kind: 1,
    outcome: 0,
    context: 7,
    command: n,
    fence: n,
    flags: 0,
    submitted: n * 10,
    start: n * 10 + 1,
    end: n * 10 + 2,
    switched: 0,
    count: 2,
    names: n % 2 === 0 ? [n, n + 1] : [],
  }
}

describe('packets of the past', () => {
  it('are taken once, oldest first, with the names of those that have some', () => {
    const rows = new PacketRows()
    for (let n = 0; n < 3; n++) rows.add(row(n))
    const taken = rows.take(false)
    expect(taken.firstId).toBe(1)
    expect([...taken.ends]).toEqual([2, 12, 22])
    expect([...taken.namedCounts]).toEqual([2, 0, 2])
    expect([...taken.allocationNames]).toEqual([0, 1, 2, 3])
    expect(rows.hasFresh).toBe(false)
    expect(rows.take(false).ends).toHaveLength(0)
    expect([...rows.take(true).ends]).toEqual([2, 12, 22])
  })

  it('are forgotten beyond what is kept, and those that are kept come in order whatever the place in the columns', () => {
    const rows = new PacketRows()
    const added = KEPT_PACKETS + 1000
    for (let n = 0; n < added; n++) {
      rows.add(row(n))
      if (n === KEPT_PACKETS - 3) rows.take(false)
    }
    expect(rows.forgotten).toBe(1000)
    const fresh = rows.take(false)
    expect(fresh.firstId).toBe(KEPT_PACKETS - 1)
    expect(fresh.fences).toHaveLength(1002)
    expect([...fresh.fences.slice(0, 4)]).toEqual([KEPT_PACKETS - 2, KEPT_PACKETS - 1, KEPT_PACKETS, KEPT_PACKETS + 1])
    const all = rows.take(true)
    expect(all.fences).toHaveLength(KEPT_PACKETS)
    expect([all.firstId, all.fences[0], all.fences.at(-1)]).toEqual([1001, 1000, added - 1])
    expect(all.fences.every((fence, at) => fence === 1000 + at)).toBe(true)
  })

  it('get other texts without losing which is which', () => {
    const rows = new PacketRows()
    for (let n = 0; n < 3; n++) rows.add(row(n))
    rows.renameAll((index) => index + 100)
    const taken = rows.take(true)
    expect([...taken.contexts]).toEqual([107, 107, 107])
    expect([...taken.commands]).toEqual([100, 101, 102])
    expect([...taken.allocationNames]).toEqual([100, 101, 102, 103])
  })
})
