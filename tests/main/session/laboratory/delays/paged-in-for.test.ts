/** Waiting for what is paged in, summed up by name (LB-06). Expectations by hand. Times in µs. */
import { expect, it } from 'vitest'
import { type Piece, putTogether } from '../../../../../main/session/laboratory/delays/chain'
import { PagedInFor } from '../../../../../main/session/laboratory/delays/paged-in-for'

/** Between two of nothing: `a` has been waited for `a` µs, `b` for `b` µs. */
function group(a: number, b: number, isShared: boolean): Piece {
  const plain: Piece = { kind: 'queue', start: 0, end: 1, by: null, record: -1, recordedAt: -1, together: null }
  const made = putTogether([plain, { ...plain, start: 1, end: 2 }], isShared)
  if (made.together === null) throw new Error('expected a group')
  const pagedIn = new Map([
    ['a', { from: 0, time: a }],
    ['b', { from: 0, time: b }],
  ])
  return { ...made, together: { ...made.together, pagedIn } }
}

it('counts a group that many have for each of them, before and after it was asked [LB-06]', () => {
  const pagedIn = new PagedInFor()
  const shared = group(5, 7, true)
  for (let i = 0; i < 3; i++) pagedIn.piece(shared)
  pagedIn.piece(group(100, 0, false))
  expect(Object.fromEntries(pagedIn.all)).toEqual({ a: 115, b: 21 })
  pagedIn.piece(shared)
  expect(Object.fromEntries(pagedIn.all)).toEqual({ a: 120, b: 28 })
  pagedIn.piece(shared)
  pagedIn.startOver()
  expect(pagedIn.all.size).toBe(0)
})

it('adds up as many groups as there are [LB-06]', () => {
  const pagedIn = new PagedInFor()
  for (let i = 0; i < 3000; i++) pagedIn.piece(group(1, 2, true))
  expect(Object.fromEntries(pagedIn.all)).toEqual({ a: 3000, b: 6000 })
})
