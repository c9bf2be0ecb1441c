import { describe, expect, it } from 'vitest'
import { explanationText } from '../../../main/cli/explain-text'
import { noTimes } from '../../../main/session/laboratory/delays/kinds'
import type { Delay, Explanation } from '../../../main/session/laboratory/delays/types'

const explanation = (delays: Partial<Explanation['delays']>, worst: Delay[] = []): Explanation => ({
  name: 'a run',
  policy: 'fence-lru',
  seed: 7,
  delays: { count: worst.length, worst: 0, ...noTimes(), ...delays },
  worst,
})

const DELAY: Delay = {
  what: 'press',
  name: 'Blur',
  set: null,
  command: 3,
  begin: 2_000_000,
  due: 2_016_667,
  shown: 2_033_333,
  late: 16_666,
  segments: [
    {
      kind: 'page-in',
      start: 2_000_000,
      end: 2_015_625,
      record: { t: 2_015_625, index: 40 },
      resource: 'Blur.r',
      bytes: 64 * 1024 * 1024,
      why: { because: 'never-resident', record: { t: 0, index: 0 } },
    },
    {
      kind: 'run',
      start: 2_015_625,
      end: 2_019_625,
      record: null,
      packet: { engine: '3d', context: 'app', command: 'Blur', kind: 'standard' },
      on: 'gpu',
    },
    { kind: 'vertical-blank', start: 2_019_625, end: 2_033_333, record: null, display: 1 },
  ],
}

const TIMES = { worst: 16_666, 'page-in': 15_625, run: 4_000, 'vertical-blank': 13_708 } as const
const lines = (text: string): string[] => text.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '))

describe('delays as a person reads them [LB-10]', () => {
  it('are none where nothing was late', () => {
    expect(explanationText(explanation({}))).toBe('a run: policy fence-lru, seed 7\nNothing was shown late.\n')
  })

  it('are each a table of what was waited for, to the microsecond, and why it was not there', () => {
    expect(lines(explanationText(explanation({ count: 1, ...TIMES }, [DELAY])))).toEqual([
      'a run: policy fence-lru, seed 7',
      '1 delay, the worst 16.666 ms late:',
      '',
      '1. press of Blur at 2.000 s (command 3): 16.666 ms late',
      'shown at 2.033333 s, could have been at 2.016667 s',
      'after | for | waited for | line',
      // the trace has its head first, and counts lines from 1
      '0 µs | 15.625 ms | page-in | Blur.r (64 MiB) | 42',
      '15.625 ms | 4 ms | run | Blur of app on 3d',
      '19.625 ms | 13.708 ms | vertical-blank | display 1',
      'Blur.r was out: never resident before, created at 0.000 s, line 2',
      '',
      'What it waited for',
      'waited for | time | share',
      // of 33,333 µs
      'page-in | 15.625 ms | 46.9 %',
      'vertical-blank | 13.708 ms | 41.1 %',
      'run | 4 ms | 12 %',
      '',
      'A line is that of the trace as "trimline run --trace" writes it.',
      '',
    ])
  })

  it('are the worst of them, where not all are kept; what a command did not cause has no number', () => {
    const own: Delay = { ...DELAY, what: 'present', name: 'present', command: null, late: 999 }
    const text = explanationText(explanation({ count: 9, ...TIMES, worst: 2_500_000 }, [DELAY, own]))
    expect(text).toContain('9 delays, the worst 2.5 s late; the worst 2 of them:')
    expect(text).toContain('What all 9 waited for')
    expect(text).toContain('2. present at 2.000 s: 999 µs late\n')
  })
})
