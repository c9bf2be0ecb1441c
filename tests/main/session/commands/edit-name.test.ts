import { describe, expect, it } from 'vitest'
import { changeName, parameterName } from '../../../../main/session/commands/edit-name'
import type { TimelineEdit } from '../../../../preload/contract'
import { effects, MIB, rig } from '../live-rig'

const SPAN = { id: 's1', start: 0, length: 1_000_000 }

function names() {
  const live = rig({
    app: {
      effects: effects({ Blur: MIB, Grain: MIB }),
      timeline: { clips: [], effects: [{ effect: 'Blur', enabled: true, spans: [SPAN] }] },
    },
  })
  return live.session.world
}

describe('what the menu calls an edit of the timeline', () => {
  it.each<[TimelineEdit, string]>([
    [{ edit: 'insert' }, 'Place clip'],
    [{ edit: 'split', at: 5 }, 'Split clip'],
    [{ edit: 'split', at: 5, span: 's1' }, 'Split Blur'],
    [{ edit: 'remove', clip: 'a' }, 'Delete clip'],
    [{ edit: 'remove', clip: 'a', ripple: true }, 'Ripple delete'],
    [{ edit: 'enable', effect: 'Blur', enabled: false }, 'Hide Blur'],
    [{ edit: 'enable', effect: 'Blur', enabled: true }, 'Show Blur'],
    [{ edit: 'setSpan', span: 's1', start: 5 }, 'Move Blur'],
    [{ edit: 'setSpan', span: 's1', start: 5, keyframesStay: true }, 'Trim Blur'],
    [{ edit: 'setSpan', span: 's1', length: 200_000 }, 'Trim Blur'],
    [{ edit: 'keyframe', span: 's1', constant: 'radius', at: 0, value: [3] }, 'Keyframe Blur radius'],
    [{ edit: 'removeKeyframe', span: 's1', constant: 'steps', at: 0 }, 'Delete keyframe of Blur steps to each side'],
    // what is not there any more goes by its own name
    [{ edit: 'removeSpan', span: 'gone' }, 'Delete span of gone'],
  ])('%j: %s', (change, name) => {
    expect(changeName(change, names())).toBe(name)
  })
})

describe('what the menu calls parameters', () => {
  it('is their one name, or that there are several', () => {
    expect(parameterName('Blur', ['radius'], names())).toBe('Blur radius')
    expect(parameterName('Blur', ['radius', 'steps'], names())).toBe('Blur parameters')
  })
})
