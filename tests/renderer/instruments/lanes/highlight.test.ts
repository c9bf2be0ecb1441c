/** Which segment of the chosen delay lies at a place of the strip (LB-08). */
import { expect, it } from 'vitest'
import type { DelayChainView, DelaySegmentView } from '../../../../preload/contract'
import { segmentAt } from '../../../../renderer/instruments/lanes/highlight'

const segment = (kind: DelaySegmentView['kind'], start: number, end: number): DelaySegmentView => ({
  kind,
  start,
  end,
  what: '',
  record: null,
  packet: null,
  callback: null,
  resource: null,
  bytes: 0,
  why: null,
  for: null,
  together: null,
})

const DELAY: DelayChainView = {
  id: 1,
  state: 'late',
  what: 'press',
  title: 'press of A',
  effect: 'A',
  command: 1,
  begin: 0,
  due: 10,
  shown: 4_000,
  segments: [
    segment('page-in', 0, 1_000),
    segment('context-switch', 1_000, 1_002),
    segment('run', 1_002, 3_000),
    segment('vertical-blank', 3_000, 4_000),
  ],
}
/** 10 µs a px */
const VIEW = { from: 0, to: 4_000, width: 400 }
const at = (x: number, y: number): string | undefined => segmentAt(DELAY, VIEW, 60, { x, y })?.kind

it('is the one of that moment, in the strip and a little above it [LB-08]', () => {
  expect([at(50, 59), at(50, 54), at(50, 51), at(50, 50), at(50, 61)]).toEqual([
    'page-in',
    'page-in',
    'page-in',
    undefined,
    undefined,
  ])
  expect([at(-1, 59), at(299, 59), at(300, 59), at(401, 59)]).toEqual([undefined, 'run', 'vertical-blank', undefined])
})

it('is the later of two that share a px, as it is drawn over the other', () => {
  // the switch has a px of its own, of which the run that follows takes all but the beginning
  expect([at(99.9, 59), at(100.1, 59), at(100.3, 59)]).toEqual(['page-in', 'context-switch', 'run'])
})

it('is none where no delay is chosen', () => {
  expect(segmentAt(null, VIEW, 60, { x: 50, y: 59 })).toBeNull()
})
