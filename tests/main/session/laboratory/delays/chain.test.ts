/** A chain is bounded, and loses no time by that (LB-08). */
import { expect, test } from 'vitest'
import type { PagingActivity } from '../../../../../main/dxgkrnl/vidmm/out-reasons'
import { atMost, Chain, MOST_PIECES, type Piece } from '../../../../../main/session/laboratory/delays/chain'
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

test('what is put together keeps the reasons apart, and sums the bytes of each transfer once [LB-08] [LB-09]', () => {
  const record = { t: 0, index: 0 }
  const transfer = (because: 'never-resident' | 'reclaimed', bytes: number): PagingActivity => ({
    kind: 'page-in',
    handle: 1,
    resource: 'A.r',
    bytes,
    reason: 'demand',
    wantedBy: null,
    wantedFor: null,
    why: because === 'reclaimed' ? { because, for: 'B.r', record } : { because, record },
    over: false,
    recordedAt: -1,
    recordIndex: -1,
  })
  const pieces: Piece[] = []
  const add = (kind: PieceKind, by: Piece['by'], length: number) => {
    const start = pieces.at(-1)?.end ?? 0
    pieces.push({ kind, start, end: start + length, by, record: -1, recordedAt: -1, together: null })
  }
  for (let i = 0; i < 20; i++) {
    add('page-in', transfer(i % 2 === 0 ? 'never-resident' : 'reclaimed', 100 + i), 10 + i)
    // interrupted by another one's work, and goes on
    add('engine', request(), 3)
    add('page-in', pieces.at(-2)?.by ?? null, 2)
  }
  const { length } = pieces
  const end = pieces.at(-1)?.end
  const made = atMost(8, pieces)
  expect(made.length).toBeLessThanOrEqual(8)
  expect(made.reduce((sum, piece) => sum + (piece.together?.pieces ?? 1), 0)).toBe(length)
  expect([made[0]?.start, made.at(-1)?.end]).toEqual([0, end])
  // the last 4 pieces are as they were: the rest of 118, and all three of 119
  const of = (because: string) =>
    made.find((one) => one.by !== null && 'why' in one.by && one.by.why?.because === because)
  // 100, 102 … 118: ten transfers in two pieces each, but for that rest
  expect(of('never-resident')?.together).toMatchObject({ pieces: 19, bytes: 1_090 })
  // 101, 103 … 117: nine transfers in two pieces each
  expect(of('reclaimed')?.together).toMatchObject({ pieces: 18, bytes: 981 })
})

test('of what was put together the only one of its kind says too that it is not where it was [LB-08]', () => {
  const kinds: PieceKind[] = ['engine', 'preempted', 'run', 'engine', 'preempted', 'engine']
  const pieces = kinds.map(
    (kind, i): Piece => ({
      kind,
      start: i * 10,
      end: i * 10 + 10,
      by: null,
      record: -1,
      recordedAt: -1,
      together: null,
    }),
  )
  const made = atMost(4, pieces)
  // the last two as they were; of the four before, both of the engine's stand first
  expect(made.map(({ kind, start, together }) => [kind, start, together?.pieces])).toEqual([
    ['engine', 0, 2],
    ['preempted', 20, 1],
    ['run', 30, 1],
    ['preempted', 40, undefined],
    ['engine', 50, undefined],
  ])
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

test('what a chain has so far ends now, and looking at it changes nothing [LB-08]', () => {
  const chain = new Chain(0)
  const first = request()
  chain.stands(0, 'preemption', first)
  chain.stands(10, 'reset', first, 30, { afterwards: 'run', byAfterwards: null })
  const shortly = (pieces: readonly Piece[]) => pieces.map(({ kind, start, end }) => [kind, start, end])
  const before = { from: chain.from, pieces: structuredClone(chain.pieces) }
  expect(shortly(chain.upTo(20))).toEqual([
    ['preemption', 0, 10],
    ['reset', 10, 20],
  ])
  // the hang is over by itself
  expect(shortly(chain.upTo(45))).toEqual([
    ['preemption', 0, 10],
    ['reset', 10, 30],
    ['run', 30, 45],
  ])
  expect(shortly(chain.upTo(10))).toEqual([['preemption', 0, 10]])
  expect({ from: chain.from, pieces: chain.pieces }).toEqual(before)
  // nor do the copies lead back to it
  const [copy] = chain.upTo(20)
  if (copy !== undefined) copy.end = 99
  chain.close(45)
  expect(shortly(chain.pieces)).toEqual([
    ['preemption', 0, 10],
    ['reset', 10, 30],
    ['run', 30, 45],
  ])
})
