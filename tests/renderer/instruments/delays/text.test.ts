import { describe, expect, it } from 'vitest'
import { DELAY_KINDS, type DelayChainView, type DelayKind, type DelaySegmentView } from '../../../../preload/contract'
import {
  afterText,
  countsText,
  placeByKey,
  rowText,
  sharesOf,
  sharesText,
  stateText,
  timesOf,
} from '../../../../renderer/instruments/delays/text'

const segment = (kind: DelayKind, start: number, end: number): DelaySegmentView => ({
  kind,
  start,
  end,
  what: kind,
  record: null,
  packet: null,
  callback: null,
  resource: null,
  bytes: 0,
  why: null,
  for: null,
  together: null,
})

const CHAIN: DelayChainView = {
  id: 1,
  state: 'late',
  what: 'press',
  title: 'press of A',
  effect: 'A',
  command: 1,
  begin: 1_000,
  due: 17_000,
  shown: 50_000,
  segments: [
    segment('page-in', 1_000, 31_000),
    segment('run', 31_000, 35_000),
    segment('vertical-blank', 35_000, 50_000),
  ],
}

describe('delays in words', () => {
  it.each([
    [{ presses: 0, frames: 0, presents: 0 }, 'Nothing was shown late'],
    [{ presses: 1, frames: 0, presents: 0 }, '1 press'],
    [{ presses: 2, frames: 0, presents: 1 }, '2 presses and 1 present'],
    [{ presses: 3, frames: 1_200, presents: 40 }, '3 presses, 1,200 frames and 40 presents'],
  ])('count %j: %s', (counts, text) => {
    expect(countsText({ ...counts, worst: 0, times: [] })).toBe(text)
  })

  it('have the shares of kinds that took any time, the longest first', () => {
    const times = timesOf(CHAIN)
    expect(times.reduce((sum, time) => sum + time, 0)).toBe(49_000)
    expect(sharesOf(times).map(({ kind, time }) => [kind, time])).toEqual([
      ['page-in', 30_000],
      ['vertical-blank', 15_000],
      ['run', 4_000],
    ])
    expect(sharesText(sharesOf(times))).toBe(
      'Page-in 30 ms (61.2 %), Vertical blank 15 ms (30.6 %), Own work 4 ms (8.2 %)',
    )
    expect(sharesOf(DELAY_KINDS.map(() => 0))).toEqual([])
    // 2 of 3 ms that were put together were its own work, though the longest was brought in
    const inIt = DELAY_KINDS.map((kind) => ({ run: 2_000, 'page-in': 1_000 })[kind as string] ?? 0)
    const both = { ...segment('page-in', 0, 3_000), together: { pieces: 9, times: inIt } }
    expect(sharesOf(timesOf({ ...CHAIN, segments: [both] })).map(({ kind, time }) => [kind, time])).toEqual([
      ['run', 2_000],
      ['page-in', 1_000],
    ])
  })

  it('say what came of it', () => {
    expect(stateText(CHAIN)).toBe('33 ms late')
    const open = { ...CHAIN, id: null, due: null, shown: null }
    expect(stateText({ ...open, state: 'under-way' })).toBe('under way for 49 ms')
    expect(stateText({ ...open, state: 'in-time' })).toContain('in time')
    expect(stateText({ ...open, state: 'lost' })).toContain('never shown')
  })

  it('tell a row whole', () => {
    const row = {
      id: 1,
      what: 'press',
      title: 'press of A',
      command: 1,
      begin: 1_000_000,
      due: 1_016_000,
      shown: 1_049_000,
    } as const
    expect(rowText({ ...row, most: 'page-in' })).toBe('press of A at 1.000 s, 33 ms late, mostly page-in')
    expect(rowText({ ...row, most: null })).toBe('press of A at 1.000 s, 33 ms late')
  })
})

it('keys lead from part to part of the bar, and stay at its ends', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab']
  expect(keys.map((key) => placeByKey(key, 1, 3))).toEqual([0, 2, 0, 2, null])
  expect([placeByKey('ArrowLeft', 0, 3), placeByKey('ArrowRight', 2, 3)]).toEqual([0, 2])
})

describe('how long after its beginning a segment begins', () => {
  it('tells those of a chain of seconds apart that follow each other within a millisecond [LB-08]', () => {
    expect([0, 15_625, 2_000_040, 2_015_665].map(afterText)).toEqual(['0 µs', '15.63 ms', '2.00004 s', '2.015665 s'])
    expect(afterText(62_003_576)).toBe('1 min 2.003576 s')
  })
})
