/** A chain is bounded, and loses no time by that (LB-08). */
import { expect, test } from 'vitest'
import type { PagingActivity } from '../../../../../main/dxgkrnl/vidmm/out-reasons'
import { HeldBack } from '../../../../../main/policies/held-back'
import {
  addTimes,
  atMost,
  Chain,
  eachPagedIn,
  MOST_PIECES,
  note,
  type Piece,
  PROCESSOR,
} from '../../../../../main/session/laboratory/delays/chain'
import type { PieceKind } from '../../../../../main/session/laboratory/delays/kinds'
import { Copying } from '../../../../../main/sim/checkpoint/copying'

const request = () => ({
  type: 'request' as const,
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
  for (const { kind, start, end, together } of pieces) {
    expect(start).toBe(at)
    expect(end).toBeGreaterThan(start)
    for (const [one, time] of together === null ? [[kind, end - start] as const] : timesIn(together))
      found.set(one, (found.get(one) ?? 0) + time)
    at = end
  }
  expect(at).toBe(now)
  expect(found).toEqual(sums)
  expect(pieces.reduce((sum, piece) => sum + (piece.together?.pieces ?? 1), 0)).toBe(10_000)
})

const timesIn = ({ times }: NonNullable<Piece['together']>) => Object.entries(times) as [PieceKind, number][]

/** One after another, from 0. */
function inARow(parts: readonly [kind: PieceKind, length: number, by?: Piece['by']][]): Piece[] {
  let at = 0
  return parts.map(([kind, length, by = null]) => {
    const start = at
    at += length
    return { kind, start, end: at, by, record: -1, recordedAt: -1, together: null }
  })
}

test('what is put together are the shortest neighbours, at the time at which they were [LB-08]', () => {
  const pieces = inARow([
    ['engine', 900],
    ['run', 4],
    ['context-switch', 2],
    ['engine', 5],
    ['page-in', 800],
    ['run', 3],
    ['context-switch', 1],
    ['run', 700],
    ['engine', 1],
    ['run', 2],
    ['context-switch', 1],
  ])
  const before = structuredClone(pieces)
  // 1 | 4 2 5 | 800 | 3 1 | 700, and the last three as they are, short as they may be: 8 of 11
  expect(
    atMost(8, pieces).map(({ kind, start, end, together }) => [kind, start, end, together?.pieces, together?.times]),
  ).toEqual([
    ['engine', 0, 900, undefined, undefined],
    ['engine', 900, 911, 3, { run: 4, 'context-switch': 2, engine: 5 }],
    ['page-in', 911, 1_711, undefined, undefined],
    ['run', 1_711, 1_715, 2, { run: 3, 'context-switch': 1 }],
    ['run', 1_715, 2_415, undefined, undefined],
    ['engine', 2_415, 2_416, undefined, undefined],
    ['run', 2_416, 2_418, undefined, undefined],
    ['context-switch', 2_418, 2_419, undefined, undefined],
  ])
  expect(pieces).toEqual(before)
  expect(atMost(11, pieces)).toBe(pieces)
})

test('of equal ones the older are put together; what was once is so again with its neighbours, and nothing is lost [LB-08]', () => {
  const kinds: PieceKind[] = ['engine', 'preempted', 'run', 'engine', 'preempted', 'engine']
  const once = atMost(5, inARow(kinds.map((kind) => [kind, 10])))
  const shortly = (made: readonly Piece[]) =>
    made.map(({ kind, start, end, together }) => [kind, start, end, together?.pieces])
  expect(shortly(once)).toEqual([
    ['engine', 0, 20, 2],
    ['run', 20, 30, undefined],
    ['engine', 30, 40, undefined],
    ['preempted', 40, 50, undefined],
    ['engine', 50, 60, undefined],
  ])
  const twice = atMost(4, once)
  expect(shortly(twice)[0]).toEqual(['engine', 0, 30, 3])
  expect(twice[0]?.together?.times).toEqual({ engine: 10, preempted: 10, run: 10 })
})

test('a page-in that stands by itself keeps its reason; of those put together each counts for its resource [LB-06] [LB-08] [LB-09]', () => {
  const record = { t: 0, index: 0 }
  const transfer = (resource: string, because: 'never-resident' | 'reclaimed'): PagingActivity => ({
    type: 'paging',
    kind: 'page-in',
    handle: 1,
    resource,
    bytes: 64,
    reason: 'demand',
    wantedBy: null,
    wantedFor: null,
    why: because === 'reclaimed' ? { because, for: 'X.r', record } : { because, record },
    over: false,
    recordedAt: -1,
    recordIndex: -1,
  })
  const a = transfer('A.r', 'never-resident')
  const b = transfer('B.r', 'reclaimed')
  const pieces = inARow([
    ['page-in', 500, a],
    ['engine', 10, request()],
    // interrupted, and goes on
    ['page-in', 20, a],
    ['page-in', 30, b],
    ['engine', 10, request()],
    ['page-in', 5, a],
    ['page-in', 400, b],
    ['run', 9],
    ['run', 9],
    ['run', 9],
  ])
  const made = atMost(6, pieces)
  expect(made.map(({ kind, start, end, by }) => [kind, start, end, by === a ? 'A' : by === b ? 'B' : ''])).toEqual([
    ['page-in', 0, 500, 'A'],
    // the longest of the five
    ['page-in', 500, 575, 'B'],
    ['page-in', 575, 975, 'B'],
    ['run', 975, 984, ''],
    ['run', 984, 993, ''],
    ['run', 993, 1_002, ''],
  ])
  const counted: [string, number, number][] = []
  for (const piece of made) eachPagedIn(piece, (...one) => counted.push(one))
  expect(counted).toEqual([
    ['A.r', 0, 500],
    ['A.r', 510, 25],
    ['B.r', 530, 30],
    ['B.r', 575, 400],
  ])
  const times: Partial<Record<PieceKind, number>> = {}
  for (const piece of made) addTimes(times, piece)
  expect(times).toEqual({ 'page-in': 955, engine: 20, run: 27 })
})

test('what a policy waited for that had run before has the record of its next time, not of the one before the wait [LB-09]', () => {
  const work = {
    type: 'packet' as const,
    engine: '3d' as const,
    context: { name: 'app', engine: '3d' as const, completed: 0 },
    command: 'Lost',
    kind: 'standard' as const,
    allocations: [],
    signals: 1,
    recordedAt: 5,
    recordIndex: 7,
  }
  const made = { type: 'made-resident' as const, recordedAt: 5, recordIndex: 8 }
  const [stopped, resident] = [new HeldBack('clock', work), new HeldBack('dawn', made)]
  const recordsOf = (by: HeldBack): number[] => {
    const chain = new Chain(10)
    chain.stands(10, 'policy-wait', by)
    chain.close(20)
    const [piece] = chain.pieces as [Piece]
    const before = piece.record
    work.recordedAt = 40
    work.recordIndex = 9
    note(piece, piece.end)
    return [before, piece.record]
  }
  // it was stopped at 5, and ran again from 30 to 40
  expect(recordsOf(stopped)).toEqual([-1, 9])
  // a MakeResident has one record, which stands before the wait
  expect(recordsOf(resident)).toEqual([8, 8])
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

test('what waits for the processor does so in a copy of it as well [LB-02, LB-08]', () => {
  const chain = new Chain(0)
  chain.stands(0, 'run', PROCESSOR)
  chain.stands(5, 'engine', request())
  const { copy } = new Copying(() => undefined).copy({ copy: chain })
  copy.close(9)
  // it has no record, and is known by being that one
  expect(copy.pieces.map(({ by }) => by === PROCESSOR)).toEqual([true, false])
  expect(copy.pieces).toHaveLength(2)
})
