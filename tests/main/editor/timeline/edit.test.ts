/** One edit of the timeline: which part of it is edited, and with which tracks. */
import { describe, expect, it } from 'vitest'
import { edited } from '../../../../main/editor/timeline/edit'
import { FIRST_TIMELINE } from '../../../../main/editor/timeline/timeline'
import type { TimelineEdit, TimelineSpec } from '../../../../preload/contract'

const s = 1_000_000
const context = { footage: () => 10 * s, applied: ['Blur', 'Sepia', 'Blur'] }

function after(timeline: TimelineSpec, edit: TimelineEdit): TimelineSpec {
  const made = edited(timeline, edit, context)
  if ('problem' in made) throw new Error(made.problem)
  return made.value
}

function problemOf(timeline: TimelineSpec, edit: TimelineEdit): string {
  const made = edited(timeline, edit, context)
  if (!('problem' in made)) throw new Error('it was carried out')
  return made.problem
}

const clip = (id: string, start: number, length: number) => ({
  id,
  track: 1,
  start: start * s,
  length: length * s,
  offset: 0,
})
const lane = (effect: string, ...spans: object[]) =>
  ({ effect, enabled: true, spans }) as TimelineSpec['effects'][number]
const timeline: TimelineSpec = {
  ...FIRST_TIMELINE,
  clips: [clip('a', 0, 4), clip('b', 4, 4)],
  effects: [lane('Blur', { id: 'Blur', start: 0, length: 2 * s })],
}

describe('an edit of clips', () => {
  it('leaves the tracks of effects as they are, also those that are not there yet', () => {
    const made = after(timeline, { edit: 'remove', clip: 'b' })
    expect([made.clips.map(({ id }) => id), made.effects]).toEqual([['a'], timeline.effects])
  })

  it('or of a span of an effect, splits what it names', () => {
    expect(after(timeline, { edit: 'split', at: s, clip: 'a' }).clips.map(({ start }) => start / s)).toEqual([0, 1, 4])
    const [blur] = after(timeline, { edit: 'split', at: s, span: 'Blur' }).effects
    expect(blur?.spans.map(({ start, length }) => [start / s, (length ?? 0) / s])).toEqual([
      [0, 1],
      [1, 1],
    ])
  })
})

describe('an edit of a track of effects', () => {
  it('comes with a track for each effect that is everywhere, once, in the order of the presses', () => {
    const made = after(timeline, { edit: 'enable', effect: 'Blur', enabled: false })
    expect(made.effects.map(({ effect, enabled }) => [effect, enabled])).toEqual([
      ['Blur', false],
      ['Sepia', true],
    ])
    expect(made.effects[1]?.spans).toEqual([{ id: 'Sepia', start: 0 }])
    expect(made.clips).toEqual(timeline.clips)
  })
})

describe('an edit that changes nothing of the timeline itself', () => {
  it.each<TimelineEdit>([
    { edit: 'render', from: 0, to: s },
    { edit: 'dropRenders' },
    { edit: 'list', name: 'Sepia', before: 'Blur' },
  ])('$edit leaves it as it is', (edit) => {
    expect(after(timeline, edit)).toBe(timeline)
  })
})

describe('a timeline that is set as a whole', () => {
  it('is refused where two would lie over each other, and says which', () => {
    expect(problemOf(timeline, { edit: 'set', clips: [clip('c', 3, 2)] })).toContain(
      '"a" and "c" would lie over each other',
    )
    expect(
      after(timeline, { edit: 'set', clips: [clip('c', 3, 2)], without: ['a', 'b'] }).clips.map(({ id }) => id),
    ).toEqual(['c'])
  })
})

it('a clip that is not there is a problem, not another timeline', () => {
  expect(problemOf(timeline, { edit: 'remove', clip: 'x' })).toContain('x')
})
