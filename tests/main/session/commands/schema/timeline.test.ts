import { describe, expect, it } from 'vitest'
import { timelineChange } from '../../../../../main/session/commands/schema/timeline'
import { LEAST_CLIP, MOST_TIMELINE } from '../../../../../preload/contract'

const takes = (edit: unknown): boolean => timelineChange.safeParse(edit).success
const span = (keys: unknown) => ({ edit: 'addSpan', effect: 'Blur', start: 0, keyframes: { radius: keys } })

describe('an edit of the timeline that comes from a page', () => {
  it.each([
    [{ edit: 'insert' }],
    [{ edit: 'move', clip: 'a', to: 0, track: 1 }],
    [{ edit: 'trim', clip: 'a', end: MOST_TIMELINE }],
    [
      span([
        { at: 0, value: [1] },
        { at: 1, value: [2], ease: 'smooth', begun: 5 },
      ]),
    ],
    [{ edit: 'set', without: ['a', 'b'], clips: [], effects: [{ effect: 'Blur', enabled: true, spans: [] }] }],
  ])('may be %j', (edit) => {
    expect(takes(edit)).toBe(true)
  })

  it.each([
    ['an edit that there is not', { edit: 'shake' }],
    ['a clip without a name', { edit: 'move', clip: '', to: 0 }],
    ['a moment before the start', { edit: 'move', clip: 'a', to: -1 }],
    ['a moment between two µs', { edit: 'move', clip: 'a', to: 0.5 }],
    ['a moment after the longest timeline', { edit: 'move', clip: 'a', to: MOST_TIMELINE + 1 }],
    ['track 0', { edit: 'insert', track: 0 }],
    ['a clip that is too short', { edit: 'insert', length: LEAST_CLIP - 1 }],
    ['a field that nobody knows', { edit: 'dropRenders', all: true }],
    [
      'keyframes out of order',
      span([
        { at: 5, value: [1] },
        { at: 5, value: [2] },
      ]),
    ],
    ['no keyframes', span([])],
    ['a value without components', span([{ at: 0, value: [] }])],
    // a file may not say it either, so that every recording is valid [SC-16]
    ['a clip that is taken away twice', { edit: 'set', without: ['a', 'b', 'a'] }],
    ['an ease that there is not', span([{ at: 0, value: [1], ease: 'bounce' }])],
  ])('is not %s', (_what, edit) => {
    expect(takes(edit)).toBe(false)
  })

  it('has no −0: a saved file could not say it', () => {
    const edit = timelineChange.parse({ edit: 'keyframe', span: 's', constant: 'radius', at: 0, value: [-0] })
    expect(edit.edit === 'keyframe' && Object.is(edit.value[0], 0)).toBe(true)
  })
})
