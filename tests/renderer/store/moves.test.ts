import { describe, expect, it } from 'vitest'
import type { MovesView } from '../../../preload/contract'
import { appendMoves, emptyMoves, firstMoveFrom, KEPT_MOVES } from '../../../renderer/store/moves'

const added = (firstId: number, times: readonly number[]): MovesView => ({
  firstId,
  kinds: Uint8Array.from(times, () => 0),
  times: Float64Array.from(times),
  bytes: Float64Array.from(times, (t) => t * 10),
})

describe('moves', () => {
  it('go on where those before ended', () => {
    const history = appendMoves(appendMoves(emptyMoves(), added(0, [1, 2])), added(2, [5]))
    expect(history).toEqual({ kinds: [0, 0, 0], times: [1, 2, 5], bytes: [10, 20, 50], forgotten: 0 })
    expect([0, 2, 3, 5, 6].map((t) => firstMoveFrom(history, t))).toEqual([0, 1, 2, 2, 3])
  })

  it('of another run, or after a gap, replace them', () => {
    const history = appendMoves(emptyMoves(), added(0, [1, 2]))
    expect(appendMoves(history, added(9, [7]))).toEqual({ kinds: [0], times: [7], bytes: [70], forgotten: 9 })
  })

  it('are bounded, and the number of what is gone is known', () => {
    let history = emptyMoves()
    const batch = 10_000
    for (let first = 0; first < 100_000; first += batch)
      history = appendMoves(
        history,
        added(
          first,
          Array.from({ length: batch }, (_, i) => first + i),
        ),
      )
    expect(history.times.length).toBeLessThanOrEqual(KEPT_MOVES * 1.25)
    expect(history.times.length).toBeGreaterThanOrEqual(KEPT_MOVES)
    expect(history.forgotten + history.times.length).toBe(100_000)
    expect(history.times[0]).toBe(history.forgotten)
  })
})
