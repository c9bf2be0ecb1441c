/** µs of a kind in a segment, alone or put together (LB-08). */
import { expect, it } from 'vitest'
import type { DelaySegmentView } from '../../../../preload/contract'
import { timeOf } from '../../../../renderer/store/delays/time-of'

const segment: DelaySegmentView = {
  kind: 'engine',
  start: 1_000,
  end: 1_700,
  what: '3d: the game',
  record: null,
  packet: null,
  callback: null,
  resource: null,
  bytes: 0,
  why: null,
  for: null,
  together: null,
}

it('one by itself has all of its time of its kind, and none of another [LB-08]', () => {
  expect([timeOf(segment, 'engine'), timeOf(segment, 'run')]).toEqual([700, 0])
})

it('one that was put together has of each kind what its pieces had [LB-08]', () => {
  // policy-wait, queue, engine: in that order
  const together = { pieces: 9, times: [0, 40, 660, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }
  const of = (kind: Parameters<typeof timeOf>[1]): number => timeOf({ ...segment, together }, kind)
  expect([of('policy-wait'), of('queue'), of('engine'), of('vertical-blank')]).toEqual([0, 40, 660, 0])
})
