import { describe, expect, it } from 'vitest'
import type { EffectState } from '../../../../main/editor/editor-options'
import { FIRST_TIMELINE, Timeline, type TimelinePort } from '../../../../main/editor/timeline/timeline'
import type { ClipSpec, EffectSpec, TimelineEdit } from '../../../../preload/contract'

const s = 1_000_000

const sea: ClipSpec = { name: 'sea', width: 64, height: 64, length: 4 * s }

/** An effect or, with a clip, media, as the app has it. */
function state(name: string, applied = true, clip?: ClipSpec): EffectState {
  const spec: EffectSpec = { name, gpuTime: 1000, resources: [], ...(clip === undefined ? {} : { clip }) }
  const counts = { completed: 0, inFlight: 0, lastFence: 0, lastApplied: -1 }
  return { spec, resources: [], heaps: null, ...counts, applied, pipelines: null }
}

class App implements TimelinePort {
  unmade: { spec: EffectSpec }[] = []

  constructor(readonly effects: EffectState[]) {}

  effect(name: string): EffectState | undefined {
    return this.effects.find(({ spec }) => spec.name === name)
  }
}

/** Blur and Sepia were applied, Glow was not; sea is among the media, and was used. */
function fresh(): { app: App; timeline: Timeline } {
  const app = new App([state('Blur'), state('Sepia'), state('Glow', false), state('sea', true, sea)])
  return { app, timeline: new Timeline(app) }
}

function carriedOut(timeline: Timeline, ...edits: TimelineEdit[]): void {
  for (const edit of edits) {
    const problem = timeline.edit(edit)
    if (problem !== null) throw new Error(problem)
  }
}

const drawnAt = (timeline: Timeline, moment: number): string[] =>
  timeline.effectsAt(moment).map(({ effect, values }) => `${effect.spec.name} ${JSON.stringify(values)}`)

describe('a timeline', () => {
  it('begins with the sample footage alone, which nobody has to save', () => {
    const { timeline } = fresh()
    expect([timeline.spec, timeline.isUntouched, timeline.length]).toEqual([FIRST_TIMELINE, true, 10 * s])
    expect([timeline.clipAt(0)?.id, timeline.clipAt(10 * s)]).toEqual(['Harbour at dusk', undefined])
  })

  it('is as untouched as before when all was taken back', () => {
    const { timeline } = fresh()
    carriedOut(timeline, { edit: 'trim', clip: 'Harbour at dusk', end: 2 * s })
    expect([timeline.isUntouched, timeline.length]).toEqual([false, 2 * s])
    carriedOut(timeline, { edit: 'trim', clip: 'Harbour at dusk', end: 10 * s })
    expect([timeline.isUntouched, timeline.spec === FIRST_TIMELINE]).toEqual([true, true])
  })

  it('is another object after a change, and the same one after an edit that cannot be', () => {
    const { timeline } = fresh()
    const before = timeline.spec
    expect(timeline.edit({ edit: 'split', at: 20 * s })).toBe('no clip is there that could be split')
    expect(timeline.spec).toBe(before)
    carriedOut(timeline, { edit: 'split', at: 4 * s })
    expect(timeline.spec).not.toBe(before)
    expect(timeline.spec.clips.map(({ id, start }) => [id, start])).toEqual([
      ['Harbour at dusk', 0],
      ['Harbour at dusk 2', 4 * s],
    ])
  })

  it('calls nothing by a name that something else had', () => {
    const { timeline } = fresh()
    carriedOut(
      timeline,
      { edit: 'split', at: 4 * s },
      { edit: 'remove', clip: 'Harbour at dusk 2' },
      { edit: 'split', at: 2 * s },
    )
    expect(timeline.spec.clips.map(({ id }) => id)).toEqual(['Harbour at dusk', 'Harbour at dusk 3'])
  })

  it('tells which clip comes next, within some time', () => {
    const { timeline } = fresh()
    carriedOut(timeline, { edit: 'insert', media: 'sea' })
    expect([timeline.nextClip(9.5 * s, s)?.media, timeline.nextClip(8.5 * s, s)]).toEqual(['sea', undefined])
  })
})

describe('an edit', () => {
  it.each<[string, TimelineEdit, string]>([
    ['an effect that is not there', { edit: 'takeOff', effect: 'Bloom' }, 'there is no effect "Bloom"'],
    ['media in the place of an effect', { edit: 'takeOff', effect: 'sea' }, 'there is no effect "sea"'],
    ['a clip that is not there', { edit: 'insert', media: 'land' }, 'there is no clip "land" among the media'],
    [
      'a clip that never was, in a whole timeline',
      { edit: 'set', clips: [{ id: 'l', media: 'land', track: 1, start: 0, length: s, offset: 0 }] },
      'there is no clip "land" among the media',
    ],
    [
      'an effect that never was, in a whole timeline',
      { edit: 'set', effects: [{ effect: 'Bloom', enabled: true, spans: [] }] },
      'there is no effect "Bloom"',
    ],
  ])('of %s is refused with why', (_what, edit, why) => {
    const { timeline } = fresh()
    expect(timeline.edit(edit)).toBe(why)
    expect(timeline.isUntouched).toBe(true)
  })

  it('may name what could not be created, where a whole timeline does, and a clip that is about to be imported', () => {
    const { app, timeline } = fresh()
    app.unmade = [state('Bloom', false), state('land', false, { ...sea, name: 'land' })]
    carriedOut(timeline, {
      edit: 'set',
      clips: [{ id: 'l', media: 'land', track: 2, start: 0, length: s, offset: 0 }],
      effects: [{ effect: 'Bloom', enabled: true, spans: [{ id: 'b', start: 0 }] }],
    })
    const sky = { ...sea, name: 'sky', length: 3 * s }
    const made = timeline.preview({ edit: 'insert', media: 'sky' }, sky)
    if ('problem' in made) throw new Error(made.problem)
    // only looked at
    expect([made.value.clips[1], timeline.spec.clips.length]).toMatchObject([{ media: 'sky', length: 3 * s }, 2])
    expect(timeline.edit({ edit: 'insert', media: 'sky' })).toMatch(/no clip "sky"/)
  })

  it('of footage goes as far as that does: of the sample 10 s, of a clip its own', () => {
    const { timeline } = fresh()
    carriedOut(
      timeline,
      { edit: 'insert', media: 'sea', at: 20 * s, length: 9 * s },
      { edit: 'insert', at: 30 * s, length: 99 * s },
    )
    expect(timeline.spec.clips.map(({ length }) => length)).toEqual([10 * s, 4 * s, 10 * s])
  })
})

describe('what works at a moment', () => {
  it('is all that was applied while nobody has changed the timeline, media as well, as declared', () => {
    expect(drawnAt(fresh().timeline, 99 * s)).toEqual(['Blur {}', 'Sepia {}', 'sea {}'])
  })

  it('are the tracks’ effects in their order where their spans are, with the values of their keyframes, then the others', () => {
    const { timeline } = fresh()
    carriedOut(
      timeline,
      { edit: 'addSpan', effect: 'Glow', start: 2 * s, length: 2 * s },
      { edit: 'keyframe', span: 'Glow', constant: 'amount', at: 0, value: [0] },
      { edit: 'keyframe', span: 'Glow', constant: 'amount', at: s, value: [1] },
    )
    // those that were applied have tracks now, all along
    expect(timeline.spec.effects.map(({ effect }) => effect)).toEqual(['Blur', 'Sepia', 'Glow'])
    expect(drawnAt(timeline, 1.9 * s)).toEqual(['Blur {}', 'Sepia {}'])
    expect(drawnAt(timeline, 2.5 * s)).toEqual(['Blur {}', 'Sepia {}', 'Glow {"amount":[0.5]}'])
    carriedOut(
      timeline,
      { edit: 'reorder', effect: 'Glow', place: 0 },
      { edit: 'enable', effect: 'Blur', enabled: false },
    )
    expect(drawnAt(timeline, 3.5 * s)).toEqual(['Glow {"amount":[1]}', 'Sepia {}'])
    expect(drawnAt(timeline, 4 * s)).toEqual(['Sepia {}'])
  })

  it('are those without a track once they were applied, media never', () => {
    const { app, timeline } = fresh()
    carriedOut(timeline, { edit: 'trim', clip: 'Harbour at dusk', end: 2 * s })
    expect(drawnAt(timeline, 0)).toEqual(['Blur {}', 'Sepia {}'])
    const glow = app.effect('Glow')
    if (glow !== undefined) glow.applied = true
    expect(drawnAt(timeline, 0)).toEqual(['Blur {}', 'Sepia {}', 'Glow {}'])
  })

  it('get their tracks in the order in which they work', () => {
    const { timeline } = fresh()
    const before = drawnAt(timeline, 0).slice(0, 2)
    carriedOut(timeline, { edit: 'enable', effect: 'Sepia', enabled: false })
    carriedOut(timeline, { edit: 'enable', effect: 'Sepia', enabled: true })
    expect(timeline.spec.effects.map(({ effect }) => effect)).toEqual(['Blur', 'Sepia'])
    expect(drawnAt(timeline, 0)).toEqual(before)
  })
})

describe('what is gone', () => {
  it('leaves the timeline with its clips and its track, and is forgotten as applied', () => {
    const { timeline } = fresh()
    carriedOut(timeline, { edit: 'insert', media: 'sea' })
    timeline.forget('sea')
    expect(timeline.isUntouched).toBe(true)
    carriedOut(timeline, { edit: 'addSpan', effect: 'Glow', start: 0, length: s })
    timeline.forget('Sepia')
    expect(timeline.spec.effects.map(({ effect }) => effect)).toEqual(['Blur', 'Glow'])
    const before = timeline.spec
    timeline.forget('nothing')
    expect(timeline.spec).toBe(before)
  })
})

describe('what decides what is seen', () => {
  const sources = (timeline: Timeline, from: number, until: number): readonly unknown[] =>
    timeline.sourcesOf(from, until)
  const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
    a.length === b.length && a.every((one, place) => one === b[place])

  it('is the same until something there has changed', () => {
    const { app, timeline } = fresh()
    carriedOut(timeline, { edit: 'split', at: 5 * s }, { edit: 'addSpan', effect: 'Glow', start: 6 * s, length: s })
    const [early, late] = [sources(timeline, 0, s), sources(timeline, 6 * s, 7 * s)]
    expect([isSame(early, sources(timeline, 0, s)), isSame(early, late)]).toEqual([true, false])
    carriedOut(timeline, { edit: 'keyframe', span: 'Glow', constant: 'amount', at: 0, value: [1] })
    expect([isSame(early, sources(timeline, 0, s)), isSame(late, sources(timeline, 6 * s, 7 * s))]).toEqual([
      true,
      false,
    ])
    const now = sources(timeline, 6 * s, 7 * s)
    const glow = app.effect('Glow')
    if (glow !== undefined) glow.spec = { ...glow.spec, constants: { amount: [1] } }
    expect([isSame(early, sources(timeline, 0, s)), isSame(now, sources(timeline, 6 * s, 7 * s))]).toEqual([
      true,
      false,
    ])
    carriedOut(timeline, { edit: 'trim', clip: 'Harbour at dusk', start: 0.5 * s })
    expect(isSame(early, sources(timeline, 0, s))).toBe(false)
  })

  it('is that nobody has changed it, as more works then', () => {
    const { timeline } = fresh()
    const before = sources(timeline, 0, s)
    carriedOut(timeline, { edit: 'insert', media: 'sea', at: 50 * s })
    expect(isSame(before, sources(timeline, 0, s))).toBe(false)
  })

  it('is steady where no span begins or ends, and nothing has keyframes', () => {
    const { timeline } = fresh()
    carriedOut(timeline, { edit: 'addSpan', effect: 'Glow', start: 2 * s, length: 2 * s })
    const steady = (from: number, until: number): boolean => timeline.isSteady(from * s, until * s)
    expect([steady(0, 2), steady(1, 3), steady(2, 4), steady(3, 5), steady(4, 5)]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
    carriedOut(timeline, { edit: 'keyframe', span: 'Glow', constant: 'amount', at: 0, value: [1] })
    expect([steady(2, 4), steady(4, 5)]).toEqual([false, true])
  })
})
