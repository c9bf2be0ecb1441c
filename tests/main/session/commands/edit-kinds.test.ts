/** Undo and Redo of every kind of edit: what stands in the menu, and which verbs they end in. */
import { describe, expect, it } from 'vitest'
import { editName } from '../../../../main/session/commands/edit-kinds'
import type { MediaFile, SessionCommand } from '../../../../preload/contract'
import { effects, type LiveRig, MIB, rig } from '../live-rig'

const GLOW = { name: 'Glow', gpuTime: 500, resources: [{ name: 'r', size: MIB, resident: true }] }
const SEA = { name: 'sea', width: 64, height: 64, frames: 1, thumbnails: 0 }
const IMPORT: SessionCommand = { kind: 'importClip', ...SEA }
const PHOTO: MediaFile = { path: '/media/sea.png', type: 'image/png', size: 70, modified: 1, fingerprint: 'f' }

/** The verbs of the recording from the first command of this call on. */
function verbsOf(live: LiveRig, act: () => void): string[] {
  const steps = (): object[] => JSON.parse(live.session.toRecordingText()).steps ?? []
  const before = steps().length
  act()
  return steps()
    .slice(before)
    .flatMap((step) => Object.keys(step).filter((key) => key !== 'at'))
}

describe('every kind of edit', () => {
  // what it is, what the menu calls it, and the verbs of doing it, taking it back and doing it again
  it.each<[SessionCommand, SessionCommand[], string, string[], string[], string[]]>([
    [{ kind: 'addEffect', effect: GLOW }, [], 'Add Glow', ['addEffect'], ['removeEffect'], ['addEffect']],
    [IMPORT, [], 'Import sea', ['importClip'], ['removeClip'], ['importClip']],
    [
      { kind: 'removeEffect', effect: 'Blur' },
      [],
      'Remove Blur',
      ['removeEffect'],
      // it stands before what it stood before
      ['addEffect', 'timeline'],
      ['removeEffect'],
    ],
    [{ kind: 'removeClip', clip: 'sea' }, [IMPORT], 'Remove sea', ['removeClip'], ['importClip'], ['removeClip']],
    [
      { kind: 'applyEffect', effect: 'Blur' },
      [],
      'Apply Blur',
      ['apply'],
      ['timeline'],
      // its track is there again
      ['apply', 'timeline'],
    ],
    [
      { kind: 'setConstants', effect: 'Blur', constants: { radius: [3] } },
      [],
      'Blur radius',
      ['setConstants'],
      ['setConstants'],
      ['setConstants'],
    ],
    [
      { kind: 'relinkClip', clip: 'sea', file: PHOTO },
      [IMPORT],
      'Relink sea',
      ['relinkClip'],
      ['relinkClip'],
      ['relinkClip'],
    ],
    [
      { kind: 'timeline', change: { edit: 'split', at: 1_000_000 } },
      [],
      'Split clip',
      ['timeline'],
      ['timeline'],
      ['timeline'],
    ],
  ])('%o', (command, before, name, done, undone, again) => {
    const live = rig({ app: { effects: effects({ Blur: MIB, Grain: MIB }) } })
    live.must(...before)
    expect(verbsOf(live, () => live.must(command))).toEqual(done)
    expect(live.shown.project.undoName).toBe(name)
    expect(verbsOf(live, () => live.must({ kind: 'undo' }))).toEqual(undone)
    expect(live.shown.project.redoName).toBe(name)
    expect(verbsOf(live, () => live.must({ kind: 'redo' }))).toEqual(again)
    expect(live.shown.project.undoName).toBe(name)
  })

  it('has no name where there is none', () => {
    expect(editName(null, rig().session.world)).toBeNull()
  })
})
