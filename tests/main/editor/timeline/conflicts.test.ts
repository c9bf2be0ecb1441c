import { expect, it } from 'vitest'
import { conflictsOf } from '../../../../main/editor/timeline/conflicts'
import type { EffectSpan, TimelineClip, TimelineSpec } from '../../../../preload/contract'

const clip = (id: string, track: number, start: number, length: number): TimelineClip => ({
  id,
  track,
  start,
  length,
  offset: 0,
})
const lane = (effect: string, ...spans: EffectSpan[]) => ({ effect, enabled: true, spans })
const words = (timeline: TimelineSpec): string[] => conflictsOf(timeline).map((conflict) => conflict.words)

it('has nothing against clips that touch, or lie over each other on two tracks', () => {
  const clips = [clip('b', 1, 100, 50), clip('a', 1, 0, 100), clip('c', 2, 20, 400)]
  expect(
    conflictsOf({ clips, effects: [lane('Blur', { id: 's', start: 0, length: 10 }, { id: 't', start: 10 })] }),
  ).toEqual([])
})

it('names clips that lie over each other on a track, wherever they stand in the list, with the end that counts', () => {
  const clips = [clip('late', 1, 99, 50), clip('early', 1, 0, 100)]
  expect(conflictsOf({ clips, effects: [] })).toEqual([
    {
      path: ['clips', 0, 'start'],
      found: 99,
      expected: 'at least 100us, the end of "early" on the same track',
      words: '"early" and "late" would lie over each other on track 1',
    },
  ])
})

it('names what is called alike: clips, tracks of effects, and spans of any effect', () => {
  expect(words({ clips: [clip('a', 1, 0, 10), clip('a', 2, 0, 10)], effects: [] })).toEqual([
    'two clips would be called "a"',
  ])
  const span = { id: 's', start: 0, length: 10 }
  expect(words({ clips: [], effects: [lane('Blur', span), lane('Bloom', span), lane('Blur')] })).toEqual([
    'two spans would be called "s"',
    'Blur would have two tracks',
  ])
})

it('lets nothing come after a span without an end', () => {
  const effects = [lane('Blur', { id: 's', start: 5 }, { id: 't', start: 1_000_000 })]
  expect(conflictsOf({ clips: [], effects })).toMatchObject([
    { path: ['effects', 0, 'spans', 1, 'start'], found: 1_000_000 },
  ])
})
