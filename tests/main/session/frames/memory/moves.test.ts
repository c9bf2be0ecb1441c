import { describe, expect, it } from 'vitest'
import { Moves } from '../../../../../main/session/frames/memory/moves'
import type { TraceRecord } from '../../../../../main/sim/trace-records'

const pageIn = (t: number, bytes: number): Extract<TraceRecord, { type: 'page-in' }> => ({
  type: 'page-in',
  t,
  resource: 'A.r',
  bytes,
  start: t - 1,
  end: t,
  reason: 'make-resident',
})

describe('moves', () => {
  it('are transfers that ended and evictions, each with its bytes, once', () => {
    const moves = new Moves()
    expect(moves.take(false)).toBeNull()
    moves.recorded(pageIn(10, 64))
    moves.recorded({ ...pageIn(20, 32), type: 'page-out' })
    const evict = { type: 'evict', t: 30, resource: 'A.r', bytes: 16, reason: 'periodic', policy: 'none' } as const
    moves.recorded({ ...evict, references: 0 })
    // it stays on the list: nothing left it
    moves.recorded({ ...evict, references: 1 })
    moves.recorded({ ...evict, references: 0, left: 8 })
    moves.recorded({ type: 'notification', t: 40, flags: 1, bytesToTrim: 0, callbacks: 1 })
    expect(moves.take(false)).toEqual({
      firstId: 0,
      kinds: Uint8Array.of(0, 1, 2, 2, 2),
      times: Float64Array.of(10, 20, 30, 30, 30),
      bytes: Float64Array.of(64, 32, 16, 0, 8),
    })
    expect(moves.take(false)).toBeNull()
    moves.recorded(pageIn(50, 1))
    expect(moves.take(false)).toMatchObject({ firstId: 5, times: Float64Array.of(50) })
    expect(moves.take(true)?.times).toHaveLength(6)
  })

  it('are a bounded past: the oldest go, and the numbers say so', () => {
    const moves = new Moves()
    for (let t = 0; t < 80_000; t++) moves.recorded(pageIn(t, t))
    const taken = moves.take(true)
    expect(taken?.times).toHaveLength(65_536)
    expect(taken?.firstId).toBe(80_000 - 65_536)
    expect(taken?.times[0]).toBe(80_000 - 65_536)
    expect(taken?.bytes.at(-1)).toBe(79_999)
  })
})
