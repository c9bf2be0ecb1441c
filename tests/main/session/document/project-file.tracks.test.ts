/** The order in which the tracks of a timeline are saved that a person has edited: the one that was seen. */
import { describe, expect, it } from 'vitest'
import type { LiveRig } from '../live-rig'
import { apply, edit, type File, opened, own, played, S, saved, seen } from './timeline-by-hand'

describe('a track that a press had left empty when it was taken back is saved where it stands [SC-16]', () => {
  const pressedAndBack = (steps = [apply('100ms', 'Sepia')], timeline?: File): LiveRig => {
    const rig = played(steps, timeline)
    rig.elapse(200)
    rig.must({ kind: 'applyEffect', effect: 'Sharpen' }, { kind: 'undo' })
    return rig
  }
  const asSeen = (rig: LiveRig, ...order: string[]): void => {
    expect(seen(rig).effects.map(({ effect }) => effect)).toEqual(order)
    expect(saved(rig).app.timeline).toEqual(seen(rig))
    const next = opened(rig)
    next.elapse(200)
    expect(seen(next)).toEqual(seen(rig))
  }

  it('when something is put on it: before the tracks that others got with it', () => {
    const rig = pressedAndBack()
    edit(rig, { edit: 'addSpan', effect: 'Sharpen', start: S, length: S })
    asSeen(rig, 'Sharpen', 'Sepia')
  })

  it('and before those that they had got until then, behind those of the file', () => {
    const rig = pressedAndBack([apply('100ms', 'Sepia')], { ...own, effects: [own.effects[1]] })
    edit(rig, { edit: 'setSpan', span: 'b1', start: S }, { edit: 'addSpan', effect: 'Sharpen', start: S, length: S })
    asSeen(rig, 'Blur', 'Sharpen', 'Sepia')
  })

  it('when it is pressed again', () => {
    const rig = pressedAndBack()
    edit(rig, { edit: 'setSpan', span: 'Sepia', start: S })
    rig.must({ kind: 'applyEffect', effect: 'Sharpen' })
    asSeen(rig, 'Sharpen', 'Sepia')
  })

  it('two of them, and where it is moved to', () => {
    const rig = pressedAndBack()
    rig.must({ kind: 'applyEffect', effect: 'Blur' }, { kind: 'undo' })
    edit(rig, { edit: 'addSpan', effect: 'Blur', start: S, length: S })
    edit(rig, { edit: 'addSpan', effect: 'Sharpen', start: S, length: S })
    asSeen(rig, 'Sharpen', 'Blur', 'Sepia')
    edit(rig, { edit: 'reorder', effect: 'Sharpen', place: 2 })
    asSeen(rig, 'Blur', 'Sepia', 'Sharpen')
  })
})
