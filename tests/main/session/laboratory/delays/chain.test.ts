/** A chain is bounded, and loses no time by that (LB-08). */
import { expect, test } from 'vitest'
import { Chain, MOST_PIECES } from '../../../../../main/session/laboratory/delays/chain'
import type { PieceKind } from '../../../../../main/session/laboratory/delays/kinds'

const request = () => ({
  fence: 1,
  engine: '3d' as const,
  requested: 0,
  reason: 'priority' as const,
  context: 'game',
  recordedAt: -1,
  recordIndex: -1,
})

test('ten thousand changes leave a bounded chain that partitions the time, with the sums of each kind [LB-08]', () => {
  const kinds: PieceKind[] = ['run', 'preempted', 'context-switch', 'engine']
  const sums = new Map<PieceKind, number>()
  const chain = new Chain(5)
  let now = 5
  for (let i = 0; i < 10_000; i++) {
    const kind = kinds[i % kinds.length] as PieceKind
    const length = 1 + ((i * 7) % 13)
    chain.stands(now, kind, request())
    now += length
    sums.set(kind, (sums.get(kind) ?? 0) + length)
  }
  chain.close(now)
  const { pieces } = chain
  expect(pieces.length).toBeLessThanOrEqual(MOST_PIECES)
  let at = 5
  const found = new Map<PieceKind, number>()
  for (const { kind, start, end } of pieces) {
    expect(start).toBe(at)
    expect(end).toBeGreaterThan(start)
    found.set(kind, (found.get(kind) ?? 0) + end - start)
    at = end
  }
  expect(at).toBe(now)
  expect(found).toEqual(sums)
  expect(pieces.reduce((sum, piece) => sum + (piece.together?.pieces ?? 1), 0)).toBe(10_000)
})

test('a hang that ends without anything happening ends its piece then [LB-08]', () => {
  const chain = new Chain(0)
  chain.stands(0, 'reset', null, 30, { afterwards: 'engine', byAfterwards: null })
  chain.close(50)
  expect(chain.pieces.map(({ kind, start, end }) => [kind, start, end])).toEqual([
    ['reset', 0, 30],
    ['engine', 30, 50],
  ])
})
