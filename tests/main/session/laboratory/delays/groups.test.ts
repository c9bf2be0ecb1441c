/** Entries put together in groups, which many chains share (LB-08). Expectations by hand. Times in µs. */
import { expect, it } from 'vitest'
import type { Entry, Piece, Together } from '../../../../../main/session/laboratory/delays/chain'
import { Groups } from '../../../../../main/session/laboratory/delays/groups'

/** By turns 1 µs of queue and 2 µs of engine: 3 µs for each two. */
function entries(count: number): Entry[] {
  return Array.from({ length: count }, (_, i) => ({
    start: Math.floor(i / 2) * 3 + (i % 2),
    kind: i % 2 === 0 ? 'queue' : 'engine',
    by: null,
    until: Number.POSITIVE_INFINITY,
    afterwards: 'run',
    byAfterwards: null,
    record: -1,
    recordedAt: -1,
  }))
}

const sizeOf = ({ together }: Piece): number => together?.pieces ?? 1

function sum(pieces: readonly Piece[], kind: 'queue' | 'engine'): number {
  return pieces.reduce((all, piece) => {
    if (piece.together !== null) return all + (piece.together.times[kind] ?? 0)
    return all + (piece.kind === kind ? piece.end - piece.start : 0)
  }, 0)
}

it('few entries are told one by one [LB-08]', () => {
  const told = new Groups().of(entries(5), 1, 4)
  expect(told.map(({ kind, start, end }) => [kind, start, end])).toEqual([
    ['engine', 1, 3],
    ['queue', 3, 4],
    ['engine', 4, 6],
  ])
})

it('many are told in at most some hundred groups without a gap, with the sums of each kind [LB-08]', () => {
  const all = entries(10_001)
  const told = new Groups().of(all, 1, 10_000)
  expect(told.length).toBeLessThan(160)
  expect(told.reduce((count, piece) => count + sizeOf(piece), 0)).toBe(9_999)
  // entry 1 begins at 1, entry 10,000 at 15,000; of 9,999 entries 4,999 are of queue and 5,000 of engine
  expect([told[0]?.start, told.at(-1)?.end]).toEqual([1, 15_000])
  for (const [i, piece] of told.entries()) if (i > 0) expect(piece.start).toBe(told[i - 1]?.end)
  expect([sum(told, 'queue'), sum(told, 'engine')]).toEqual([4_999, 10_000])
})

it('whoever waited for the same has the same groups, also when the first entries are needed no more [LB-08]', () => {
  const groups = new Groups()
  const all = entries(10_001)
  const shared = (pieces: readonly Piece[]): Together[] =>
    pieces.flatMap(({ together }) => (together?.isShared === true ? [together] : []))
  const early = shared(groups.of(all, 1, 10_000))
  groups.letGo(1_001)
  const late = shared(groups.of(all.slice(1_001), 63, 8_900))
  // groups of 128 for 9,998 entries and for 8,837; the late ones begin with entry 1,064 of the beginning
  expect(late.filter((group) => early.includes(group)).length).toBeGreaterThan(60)
})

it('what becomes another thing by itself has its times by kind [LB-08]', () => {
  const all = entries(3)
  const turning: Entry = { ...(all[1] as Entry), kind: 'reset', until: 2, afterwards: 'engine' }
  const told = new Groups().of([all[0] as Entry, turning, all[2] as Entry], 0, 2)
  expect(told.map(({ kind, start, end }) => [kind, start, end])).toEqual([
    ['queue', 0, 1],
    ['reset', 1, 2],
    ['engine', 2, 3],
  ])
})
