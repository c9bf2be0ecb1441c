/** That what holds delays against a trace finds each kind of segment that is false (LB-08): a trace and its chain by hand. */
import { describe, expect, it } from 'vitest'
import type { ChainSegment, Delay } from '../../../../../main/session/laboratory/delays/types'
import type { Line } from '../../../../golden/reading'
import { Truth } from './truth'

const packet = (context: string, command: string, engine: string, submitted: number, start: number, end: number) => ({
  t: end,
  type: 'packet',
  engine,
  context,
  command,
  kind: 'standard',
  fence: end,
  start,
  end,
  outcome: 'completed',
  submitted,
  switch: 10,
  signals: end,
  ...(command === 'A' ? { cause: 2 } : {}),
})

/**
 * A is pressed at 1,000. The game has the engine until 3,000 and an earlier press until 6,000; r is paged in until 8,000
 * behind q, which is paged out until 7,000; the video decoder signals at 9,000; A runs from 9,510 on, is stopped at 12,000
 * for the compositor, and runs again from 13,010 to 15,000.
 */
const LINES = [
  packet('game', 'game', '3d', 500, 600, 3_000),
  packet('app', 'B', '3d', 700, 3_010, 6_000),
  { t: 7_000, type: 'page-out', resource: 'q', bytes: 1, start: 6_000, end: 7_000 },
  { t: 8_000, type: 'page-in', resource: 'r', bytes: 1, start: 7_000, end: 8_000 },
  packet('app', 'decode', 'video-decode', 800, 5_000, 9_000),
  packet('dwm', 'other', '3d', 8_000, 9_010, 9_500),
  { ...packet('app', 'A', '3d', 1_000, 9_510, 12_000), outcome: 'preempted', signals: 77 },
  {
    t: 12_040,
    type: 'preempt',
    engine: '3d',
    requested: 11_000,
    stopped: 12_040,
    reason: 'priority',
    context: 'dwm',
    save: 40,
  },
  packet('dwm', 'present', '3d', 11_000, 12_050, 13_000),
  { ...packet('app', 'A', '3d', 1_000, 13_010, 15_000), signals: 77 },
] as unknown as Line[]

const named = (command: string, context: string, engine: '3d' | 'video-decode' = '3d') => ({
  packet: { engine, context, command, kind: 'standard' },
})
const at = (index: number) => ({ record: { t: Number(LINES[index]?.t), index } })
const ofA = named('A', 'app')
const request = { request: { engine: '3d', reason: 'priority', context: 'dwm' } } as const

const CHAIN: ChainSegment[] = [
  { kind: 'engine', start: 1_000, end: 3_000, on: 'gpu', ...named('game', 'game'), ...at(0) },
  { kind: 'queue', start: 3_000, end: 6_000, on: 'gpu', ...named('B', 'app'), ...at(1) },
  { kind: 'paging-queue', start: 6_000, end: 7_000, resource: 'q', bytes: 1, direction: 'out', for: null, ...at(2) },
  { kind: 'page-in', start: 7_000, end: 8_000, resource: 'r', bytes: 1, why: null, ...at(3) },
  { kind: 'fence', start: 8_000, end: 9_000, ...named('decode', 'app', 'video-decode'), ...at(4) },
  { kind: 'engine', start: 9_000, end: 9_500, on: 'gpu', ...named('other', 'dwm'), ...at(5) },
  { kind: 'context-switch', start: 9_500, end: 9_510, ...ofA, ...at(6) },
  { kind: 'run', start: 9_510, end: 12_000, on: 'gpu', ...ofA, ...at(6) },
  { kind: 'preempted', start: 12_000, end: 13_000, ...request, ...at(7) },
  { kind: 'context-switch', start: 13_000, end: 13_010, ...ofA, ...at(9) },
  { kind: 'run', start: 13_010, end: 15_000, on: 'gpu', ...ofA, ...at(9) },
  { kind: 'vertical-blank', start: 15_000, end: 16_667, record: null, display: 1 },
]

const delayOf = (segments: ChainSegment[]): Delay => ({
  what: 'press',
  name: 'A',
  set: null,
  command: 2,
  begin: 1_000,
  due: 8_333,
  shown: 16_667,
  late: 8_334,
  segments,
})
const problemsOf = (segments: ChainSegment[]): string[] => new Truth(LINES, { rates: [60] }).problems(delayOf(segments))

/** The chain with one segment changed. */
function changed(place: number, change: object): ChainSegment[] {
  return CHAIN.map((segment, i) => (i === place ? ({ ...segment, ...change } as ChainSegment) : segment))
}

describe('the truth of a chain', () => {
  it('is found where it is one [LB-08]', () => {
    expect(problemsOf(CHAIN)).toEqual([])
  })

  it.each<[string, number, object, RegExp]>([
    ['engine of a packet that had it later', 0, { ...named('other', 'dwm'), ...at(5) }, /did not have it/],
    ['engine for longer than the packet had it', 0, { end: 3_001 }, /did not have it/],
    ['engine of its own context', 0, { start: 3_000, end: 6_000, ...named('B', 'app'), ...at(1) }, /its own context/],
    ['queue behind another context', 1, { ...named('game', 'game'), ...at(0), end: 3_000 }, /of another context/],
    ['queue behind what has ended', 1, { end: 6_001 }, /was not before it/],
    ['queue behind nothing', 1, { packet: null }, /names no packet/],
    ['paging work that was not ahead', 2, { start: 7_000, end: 8_000 }, /lies in no page-out of q/],
    ['page-in of what was brought in before', 3, { start: 8_000, end: 9_000 }, /lies in no page-in of r/],
    ['page-in of something else', 3, { resource: 'q' }, /lies in no page-in of q/],
    ['page-out in the place of page-in', 3, { kind: 'page-out', for: 'x' }, /lies in no page-out of r/],
    ['fence after its signal', 4, { end: 9_001 }, /ends after it/],
    ['a switch at another time', 6, { start: 9_499 }, /switched at other times/],
    ['the record of another time that it ran', 6, at(9), /leads to another time that it ran/],
    ['run while another ran', 7, { start: 9_400 }, /lies outside/],
    ['run of another press', 7, { ...named('B', 'app'), ...at(1), start: 3_010, end: 6_000 }, /is of another/],
    ['preemption before it was asked for', 8, { kind: 'preemption', start: 10_999, end: 12_040 }, /lies outside/],
    ['stopped before it was asked for', 8, { start: 10_999 }, /begins before/],
    ['stopped though it ran again', 8, { end: 13_005 }, /none of its packets was stopped/],
    ['shown at no blank', 11, { end: 16_668 }, /ends at no blank/],
    ['shown at a later blank', 11, { end: 33_333 }, /longer than the next blank/],
  ])('is missed by %s [LB-08]', (_what, place, change, problem) => {
    expect(problemsOf(changed(place, change)).join('\n')).toMatch(problem)
  })

  it('is missed where it ran, and no segment says so [LB-08]', () => {
    const without = changed(10, { kind: 'queue', ...named('B', 'app'), ...at(1) })
    expect(problemsOf(without).join('\n')).toMatch(/does not tell that 3d app A 1000 77 ran from 13010 to 15000/)
  })

  it('is missed by a reset without a hang [LB-08]', () => {
    const hung = changed(0, { kind: 'reset' })
    const of = (t: number) => new Truth(LINES, { rates: [60], hangs: [{ engine: '3d', t }] }).problems(delayOf(hung))
    expect([of(900), of(1_001).length]).toEqual([[], 1])
    expect(of(1_001)[0]).toMatch(/is in no hang/)
  })
})
