/** What a person changes on the timeline of a scenario is saved, and what its steps make of it is not: they make it again. */
import { describe, expect, it } from 'vitest'
import { MIB } from '../live-rig'
import { goTo, returnTo } from '../past/pressed'
import {
  again,
  apply,
  byStep,
  clip,
  clipsIn,
  edit,
  lane,
  lanesIn,
  media,
  opened,
  own,
  ownLane,
  played,
  removal,
  S,
  saved,
  seen,
  span,
} from './timeline-by-hand'

describe('what a person puts on the timeline of a scenario is saved though a step then takes its effect away [SC-16]', () => {
  const steps = [apply('100ms', 'Blur'), removal('300ms', 'Blur')]

  it('of a file that has no timeline, and the file that is saved shows it as it was seen', () => {
    const rig = played(steps)
    rig.elapse(200)
    edit(rig, { edit: 'setSpan', span: 'Blur', start: 2 * S, length: S })
    const shown = structuredClone(seen(rig))
    expect(shown.effects).toEqual([lane('Blur', span('Blur', 2, 1))])
    const before = rig.session.toScenarioText()
    rig.session.markSaved()
    rig.elapse(300)
    expect(seen(rig).effects).toEqual([])
    expect(rig.session.dirty).toBe(false)
    expect(rig.session.toScenarioText()).toBe(before)
    expect(saved(rig).app.timeline).toEqual(shown)
    const next = opened(rig)
    next.elapse(200)
    expect(seen(next)).toEqual(shown)
    next.elapse(300)
    expect(next.session.toScenarioText()).toBe(before)
  })

  it('of a file that has one, whose other tracks and clips stay as they are', () => {
    const rig = played([removal('300ms', 'Blur'), { at: '300ms', removeClip: 'sea' }], own)
    edit(rig, { edit: 'setSpan', span: 'b1', start: 3 * S }, { edit: 'trim', clip: 'sea', end: 5 * S })
    const before = rig.session.toScenarioText()
    expect(saved(rig).app.timeline).toEqual(seen(rig))
    rig.elapse(400)
    expect([seen(rig).clips, seen(rig).effects]).toEqual([[own.clips[1]], [ownLane]])
    expect(rig.session.toScenarioText()).toBe(before)
    expect(saved(rig).app.timeline).toEqual({
      clips: [clip('sea', 1, 0, 5), own.clips[1]],
      effects: [ownLane, lane('Blur', span('b1', 3, 4))],
    })
    opened(rig)
  })

  it('and is there from the beginning after a restart and in the opened file, where more is changed of it', () => {
    const rig = played(steps)
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: S, length: S })
    rig.elapse(400)
    const before = rig.session.toScenarioText()
    rig.must({ kind: 'restartSimulation' })
    expect(rig.session.toScenarioText()).toBe(before)
    expect(seen(rig).effects).toEqual([lane('Blur', span('Blur', 1, 1))])
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: 5 * S, length: S })
    rig.elapse(400)
    const both = [lane('Blur', span('Blur', 1, 1), span('Blur 2', 5, 1))]
    expect(lanesIn(rig)).toEqual(both)
    // the track is the file's by now: without its effect there is none that a span could be taken from
    expect(rig.do({ kind: 'undo' })).toMatchObject({ ok: false, message: expect.stringContaining('no effect "Blur"') })
    expect(lanesIn(rig)).toEqual(both)
  })

  it('clips as well: moved, trimmed, removed, split and put there', () => {
    const rig = played([{ at: '300ms', removeClip: 'sea' }], own)
    edit(
      rig,
      { edit: 'move', clip: 'sea', to: 10 * S },
      { edit: 'insert', media: 'sea', track: 3, at: S, length: 2 * S },
      { edit: 'split', at: 12 * S, clip: 'sea' },
      { edit: 'remove', clip: 'b' },
      { edit: 'insert', track: 2, at: 0, length: S },
    )
    const before = rig.session.toScenarioText()
    const shown = structuredClone(seen(rig))
    expect(saved(rig).app.timeline).toEqual(shown)
    rig.elapse(400)
    expect(seen(rig).clips.map(({ media: name }) => name)).toEqual([undefined])
    expect(rig.session.toScenarioText()).toBe(before)
    expect(seen(opened(rig))).toEqual(shown)
  })

  it('tracks: another order, and the eye; the last span taken off', () => {
    const rig = played([removal('300ms', 'Blur'), removal('300ms', 'Sepia')], own)
    edit(
      rig,
      { edit: 'reorder', effect: 'Blur', place: 0 },
      { edit: 'enable', effect: 'Blur', enabled: false },
      { edit: 'takeOff', effect: 'Sepia' },
    )
    const before = rig.session.toScenarioText()
    rig.elapse(400)
    expect(lanesIn(rig)).toEqual([{ ...lane('Blur', span('b1', 0, 4)), enabled: false }, lane('Sepia')])
    expect(rig.session.toScenarioText()).toBe(before)
  })

  it('where a person pressed the effect that had been taken off', () => {
    const rig = played([removal('300ms', 'Blur')], { ...own, effects: [lane('Blur')] })
    rig.must({ kind: 'applyEffect', effect: 'Blur' })
    const before = rig.session.toScenarioText()
    expect(lanesIn(rig)).toEqual([lane('Blur', span('Blur', 0))])
    rig.elapse(400)
    expect(rig.session.toScenarioText()).toBe(before)
    rig.must({ kind: 'undo' })
    expect(lanesIn(rig)).toEqual([lane('Blur')])
  })
})

it('a press of what is on the clip, and nowhere on the timeline, is saved and can be taken back [SC-16]', () => {
  const inProject = played([{ at: 0, apply: 'Blur' }], { effects: [lane('Blur')] })
  const steps = [apply('100ms', 'Blur'), byStep('200ms', { edit: 'takeOff', effect: 'Blur' })]
  for (const rig of [inProject, played(steps), played(steps, own)]) {
    rig.elapse(250)
    const before = rig.session.toScenarioText()
    const shown = structuredClone(seen(rig).effects)
    expect(shown.find(({ effect }) => effect === 'Blur')).toEqual(lane('Blur'))
    rig.must({ kind: 'applyEffect', effect: 'Blur' })
    expect(rig.session.dirty).toBe(true)
    expect(lanesIn(rig).find(({ effect }) => effect === 'Blur')?.spans).toHaveLength(1)
    rig.must({ kind: 'undo' })
    expect(seen(rig).effects).toEqual(shown)
    expect(rig.session.dirty).toBe(false)
    expect(rig.session.toScenarioText()).toBe(before)
  }
})

describe('what a step adds again [SC-16]', () => {
  const steps = [removal('300ms', 'Blur'), again('500ms', 'Blur'), apply('600ms', 'Blur')]

  it('has nothing by hand there, but is saved with what it had', () => {
    const rig = played(steps)
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: S, length: S })
    const before = rig.session.toScenarioText()
    rig.elapse(700)
    expect(seen(rig).effects).toEqual([])
    expect(rig.session.toScenarioText()).toBe(before)
  })

  it('keeps that also when another effect is changed, for whose sake it gets a track again', () => {
    const rig = played(steps)
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: S, length: S })
    rig.elapse(700)
    edit(rig, { edit: 'addSpan', effect: 'Sharpen', start: 0, length: S })
    expect(seen(rig).effects).toEqual([lane('Blur', span('Blur', 0)), lane('Sharpen', span('Sharpen', 0, 1))])
    expect(lanesIn(rig)).toEqual([lane('Blur', span('Blur', 1, 1)), lane('Sharpen', span('Sharpen', 0, 1))])
  })

  it('has what is put there then beside that, or in its place as far as it lies over it', () => {
    const rig = played(steps.slice(0, 2), own)
    rig.elapse(550)
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: S, length: S })
    expect(lanesIn(rig)).toEqual([ownLane, lane('Blur', span('b1', 0, 1), span('Blur', 1, 1), span('Blur 2', 2, 2))])
    opened(rig)
    edit(rig, { edit: 'setSpan', span: 'Blur', start: 6 * S })
    expect(lanesIn(rig)).toEqual([ownLane, lane('Blur', span('b1', 0, 4), span('Blur', 6, 1))])
    rig.must({ kind: 'undo' }, { kind: 'undo' })
    expect(saved(rig).app.timeline).toEqual(own)
  })

  it('and a person removes goes with what was seen of it then, which is there again when that is taken back', () => {
    const rig = played(steps.slice(0, 2))
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: S, length: S })
    rig.elapse(550)
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: 4 * S, length: S })
    const before = lanesIn(rig)
    rig.must({ kind: 'removeEffect', effect: 'Blur' })
    expect(lanesIn(rig)).toEqual([lane('Blur', span('Blur', 1, 1))])
    rig.must({ kind: 'undo' })
    expect(lanesIn(rig)).toEqual(before)
    expect(before).toEqual([lane('Blur', span('Blur', 1, 1), span('Blur 2', 4, 1))])
  })
})

describe('what a step makes of the timeline is not written as what a person made [SC-16]', () => {
  it('where the person then changes something else', () => {
    const rig = played(
      [
        byStep('100ms', { edit: 'setSpan', span: 'b1', start: '9s' }),
        byStep('100ms', { edit: 'addSpan', effect: 'Sepia', start: '5s' }),
        byStep('100ms', { edit: 'move', clip: 'b', to: '20s' }),
        removal('300ms', 'Sharpen'),
      ],
      own,
    )
    rig.elapse(200)
    edit(rig, { edit: 'addSpan', effect: 'Sharpen', start: S, length: S })
    const wanted = { clips: own.clips, effects: [...own.effects, lane('Sharpen', span('Sharpen', 1, 1))] }
    expect(saved(rig).app.timeline).toEqual(wanted)
    const shown = structuredClone(seen(rig))
    const next = opened(rig)
    next.elapse(200)
    expect(seen(next)).toEqual(shown)
    rig.elapse(200)
    expect(saved(rig).app.timeline).toEqual(wanted)
  })

  it('nor where an edit of it comes to nothing: an edge that is dragged to where it is, an eye that is open', () => {
    const rig = played([
      byStep('100ms', { edit: 'insert', track: 3, at: '18s', length: '2s' }),
      byStep('100ms', { edit: 'addSpan', effect: 'Sepia', start: '5s', length: '1s' }),
    ])
    const before = rig.session.toScenarioText()
    rig.elapse(200)
    const id = seen(rig).clips.find(({ track }) => track === 3)?.id ?? ''
    edit(
      rig,
      { edit: 'trim', clip: id, start: S },
      { edit: 'enable', effect: 'Sepia', enabled: true },
      { edit: 'setSpan', span: 'Sepia', start: 5 * S },
    )
    expect(rig.session.toScenarioText()).toBe(before)
    expect(rig.do({ kind: 'undo' })).toMatchObject({ ok: false, message: 'There is nothing to undo.' })
  })

  it('nor a track that an effect of a step has for the sake of another, once a step has taken that effect away', () => {
    const rig = played([apply('100ms', 'Blur'), removal('300ms', 'Blur')])
    rig.elapse(200)
    edit(rig, { edit: 'addSpan', effect: 'Sharpen', start: S, length: S })
    expect(lanesIn(rig)).toEqual([lane('Blur', span('Blur', 0)), lane('Sharpen', span('Sharpen', 1, 1))])
    rig.elapse(200)
    expect(lanesIn(rig)).toEqual([lane('Sharpen', span('Sharpen', 1, 1))])
  })

  it('but what the person puts where a step had made room is: what was there lies where it is seen', () => {
    const rig = played([byStep('100ms', { edit: 'move', clip: 'b', to: '20s' })], own)
    rig.elapse(200)
    edit(rig, { edit: 'insert', track: 2, at: 3 * S, length: S })
    const shown = structuredClone(seen(rig))
    expect(clipsIn(rig)).toEqual(shown.clips)
    expect(shown.clips.map(({ id, start }) => [id, start / S])).toEqual([
      ['sea', 0],
      ['Harbour at dusk', 3],
      ['b', 20],
    ])
    const next = opened(rig)
    next.elapse(200)
    expect(seen(next)).toEqual(shown)
    rig.must({ kind: 'undo' })
    expect(saved(rig).app.timeline).toEqual(own)
  })

  it('or what is not covered stays of it, where a step has removed it', () => {
    const rig = played([{ at: '100ms', removeClip: 'sea' }], own)
    rig.elapse(200)
    edit(rig, { edit: 'insert', track: 1, at: 3 * S, length: S })
    expect(clipsIn(rig)).toEqual([
      clip('sea', 1, 0, 3),
      clip('Harbour at dusk', 1, 3, 1),
      { ...clip('sea', 1, 4, 4), id: 'sea 2', offset: 4 * S },
      own.clips[1],
    ])
    opened(rig)
  })
})

describe('what was taken back is not saved [SC-16]', () => {
  it('with all of it the file is as it was, though steps have changed the timeline meanwhile', () => {
    for (const timeline of [undefined, own]) {
      const rig = played(
        [
          apply('100ms', 'Sharpen'),
          byStep('200ms', { edit: 'addSpan', effect: 'Sepia', start: '50s' }),
          removal('300ms', 'Blur'),
        ],
        timeline,
      )
      const before = rig.session.toScenarioText()
      expect(saved(rig).app.timeline).toEqual(timeline)
      rig.elapse(150)
      edit(rig, { edit: 'setSpan', span: 'Sharpen', start: S, length: S })
      rig.elapse(100)
      edit(rig, { edit: 'enable', effect: 'Sepia', enabled: false }, { edit: 'split', at: 3 * S })
      expect(rig.session.toScenarioText()).not.toBe(before)
      rig.elapse(100)
      rig.must({ kind: 'undo' }, { kind: 'undo' }, { kind: 'undo' })
      expect(rig.session.toScenarioText()).toBe(before)
    }
  })

  it('nor is a span that a step had moved, when a person has moved it and taken that back', () => {
    const rig = played([byStep('100ms', { edit: 'setSpan', span: 'b1', start: '9s' })], own)
    const before = rig.session.toScenarioText()
    rig.elapse(200)
    edit(rig, { edit: 'setSpan', span: 'b1', start: 5 * S })
    expect(lanesIn(rig)[1]).toEqual(lane('Blur', span('b1', 5, 4)))
    rig.must({ kind: 'undo' })
    expect(seen(rig).effects[1]?.spans[0]?.start).toBe(9 * S)
    expect(rig.session.toScenarioText()).toBe(before)
  })

  it('on a track whose effect is gone since, and is saved when it is done again', () => {
    const rig = played([removal('300ms', 'Blur')])
    const before = rig.session.toScenarioText()
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: 0, length: S })
    edit(rig, { edit: 'addSpan', effect: 'Sharpen', start: 0, length: S })
    const both = rig.session.toScenarioText()
    rig.must({ kind: 'undo' }, { kind: 'redo' }, { kind: 'undo' })
    expect(lanesIn(rig)).toEqual([lane('Blur', span('Blur', 0, 1))])
    rig.elapse(400)
    rig.must({ kind: 'redo' })
    expect(rig.session.toScenarioText()).toBe(both)
    rig.must({ kind: 'undo' }, { kind: 'undo' })
    expect(rig.session.toScenarioText()).toBe(before)
  })
})

it('a branch saves what was changed before it began, and what is changed on it [SC-16] [LB-02]', () => {
  const rig = played([removal('300ms', 'Blur')], own)
  const times = [100, 100]
  const texts = times.map((ms, i) => {
    rig.elapse(ms)
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: (10 + i) * S, length: S })
    return rig.session.toScenarioText()
  })
  rig.elapse(200)
  expect(rig.session.toScenarioText()).toBe(texts[1])
  rig.must(goTo(150_000), { kind: 'setBudget', bytes: 100 * MIB })
  expect(lanesIn(rig)[1]?.spans.map(({ id }) => id)).toEqual(['b1', 'Blur'])
  edit(rig, { edit: 'removeSpan', span: 'b1' })
  rig.elapse(300)
  expect(lanesIn(rig)[1]).toEqual(lane('Blur', span('Blur', 10, 1)))
  rig.must(returnTo(1))
  expect(rig.session.toScenarioText()).toBe(texts[1])
})

it('a clip that a person imports lies where it was put, whatever a step takes away, until it is taken back [SC-16]', () => {
  const rig = played([{ at: '100ms', removeClip: 'sea' }, removal('100ms', 'Blur')], own)
  edit(rig, { edit: 'setSpan', span: 'b1', start: S })
  rig.must({ kind: 'importClip', ...media, name: 'lake', length: 2 * S, track: 1, at: 3 * S })
  const shown = structuredClone(seen(rig))
  rig.elapse(200)
  expect(saved(rig).app.timeline).toEqual(shown)
  expect(seen(opened(rig))).toEqual(shown)
  rig.must({ kind: 'undo' })
  expect(saved(rig).app.timeline).toEqual({ ...own, effects: [ownLane, lane('Blur', span('b1', 1, 4))] })
})
