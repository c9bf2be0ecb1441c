/** What the timeline shows, row by row. */
import { describe, expect, it } from 'vitest'
import { type EffectLane, SAMPLE_FOOTAGE, type TimelineClip, type TimelineView } from '../../../../preload/contract'
import {
  footageOf,
  haveSameNames,
  laneRows,
  snapTargets,
  spanEnd,
  splitOf,
  trackRows,
} from '../../../../renderer/editor/timeline/rows'

const s = 1_000_000

describe('rows', () => {
  const lane = (effect: string, spans: EffectLane['spans']): EffectLane => ({ effect, enabled: true, spans })
  const on = (track: number): TimelineClip => ({ id: `on ${track}`, track, start: s, length: s, offset: 0 })
  const view: TimelineView = {
    clips: [on(1)],
    effects: [lane('Sepia', [{ id: 'Sepia', start: 0, length: 3 * s }]), lane('Gone', [])],
    length: 10 * s,
  }

  it('of effects are those with spans, then those that are everywhere', () => {
    expect(laneRows(view, ['Blur', 'Sepia', 'Gone']).map(({ effect }) => effect)).toEqual(['Sepia', 'Blur'])
  })

  it('of effects that are everywhere stand in the order in which they work, as declared, however they were pressed', () => {
    const declared = ['Blur', 'Sepia', 'Sharpen', 'Tint'].map((name) => ({ name }))
    const rows = laneRows(view, ['Unmade', 'Sharpen', 'Sepia', 'Blur'], declared)
    expect(rows.map(({ effect }) => effect)).toEqual(['Sepia', 'Blur', 'Sharpen', 'Unmade'])
  })

  it('are the same while the same effects are declared, whatever the GPU has done of them', () => {
    const named = (...names: string[]) => names.map((name) => ({ name }))
    const some = named('Blur', 'Sepia')
    expect(haveSameNames(some, some)).toBe(true)
    expect(haveSameNames(some, named('Blur', 'Sepia'))).toBe(true)
    for (const others of [named('Sepia', 'Blur'), named('Blur'), named('Blur', 'Sepia', 'Tint')])
      expect(haveSameNames(some, others)).toBe(false)
  })

  it('say what is split: what is chosen where the playhead is within it, else all clips there', () => {
    const project = { timeline: view, stack: ['Blur', 'Sepia'] }
    const at = 1.5 * s
    const sepia = { kind: 'span', id: 'Sepia' } as const
    const own = { kind: 'clip', id: 'on 1' } as const
    expect(splitOf(null, at, project)).toEqual({ edit: 'split', at })
    expect(splitOf(sepia, at, project)).toEqual({ edit: 'split', at, span: 'Sepia' })
    expect(splitOf(own, at, project)).toEqual({ edit: 'split', at, clip: 'on 1' })
    // an effect that is everywhere has no end
    expect(splitOf({ kind: 'span', id: 'Blur' }, 9 * s, project)).toEqual({ edit: 'split', at: 9 * s, span: 'Blur' })
    for (const away of [3 * s, 7 * s]) expect(splitOf(sepia, away, project)).toEqual({ edit: 'split', at: away })
    for (const away of [s, 2 * s]) expect(splitOf(own, away, project)).toEqual({ edit: 'split', at: away })
    expect(splitOf({ kind: 'span', id: 'gone' }, at, project)).toEqual({ edit: 'split', at })
  })

  it('of effects have a span without a length go on to the end, however far that is', () => {
    expect(spanEnd({ id: 'x', start: 2 * s }, 10 * s)).toBe(10 * s)
    expect(spanEnd({ id: 'x', start: 12 * s }, 10 * s)).toBe(12 * s)
    expect(spanEnd({ id: 'x', start: 2 * s, length: s }, 10 * s)).toBe(3 * s)
  })

  it('of video name what a clip is of: the sample where it says nothing', () => {
    expect([footageOf({ ...on(1), media: 'sea' }), footageOf(on(1))]).toEqual(['sea', SAMPLE_FOOTAGE])
  })

  it('of video have one more to drop on, the uppermost first', () => {
    expect(trackRows([on(1)]).map(({ track }) => track)).toEqual([2, 1])
    expect(trackRows([on(1), on(3)]).map(({ track }) => track)).toEqual([4, 3, 2, 1])
    expect(trackRows([on(8)])).toHaveLength(8)
  })

  it('give the edges of all else, the playhead and the start to snap to', () => {
    expect(snapTargets(view, 7 * s, 'on 1')).toEqual([0, 7 * s, 0, 3 * s])
    expect(snapTargets(view, 7 * s, 'Sepia')).toEqual([0, 7 * s, s, 2 * s])
  })
})
