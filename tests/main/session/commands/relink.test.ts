/** The file that a clip shows: told to the page by its name, saved, undone, and in no recording [SC-12]. */
import { describe, expect, test } from 'vitest'
import { parseScenarioText, type Scenario } from '../../../../main/session/scenario'
import type { MediaFile } from '../../../../preload/contract'
import { type LiveRig, rig } from '../live-rig'

const BEACH: MediaFile = {
  path: '/home/me/private/beach.png',
  type: 'image/png',
  size: 1234,
  modified: 1_700_000_000_000,
  fingerprint: 'ab'.repeat(32),
}
const SEA: MediaFile = { ...BEACH, path: 'C:\\Users\\me\\sea.png', fingerprint: 'cd'.repeat(32) }
const CLIP = { name: 'clip', width: 320, height: 180, frames: 1, thumbnails: 1 }

const shownFile = (live: LiveRig) => live.shown.effects.find(({ name }) => name === 'clip')?.clip?.file
const savedFile = (live: LiveRig) =>
  read(live.session.toScenarioText()).app.clips.find(({ name }) => name === 'clip')?.file

function read(text: string): Scenario {
  const parsed = parseScenarioText(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

function withClip(): LiveRig {
  const live = rig()
  live.must({ kind: 'importClip', ...CLIP, file: BEACH })
  return live
}

describe('the file of a clip', () => {
  test('is told by its name, not by where it lies', () => {
    const live = withClip()
    expect(shownFile(live)).toEqual({ name: 'beach.png', type: 'image/png', fingerprint: BEACH.fingerprint })
    expect(JSON.stringify(live.shown)).not.toContain('private')
    live.must({ kind: 'relinkClip', clip: 'clip', file: SEA })
    expect(shownFile(live)?.name).toBe('sea.png')
  })

  test('is another one, taken back and done again by its name, and saved as it is', () => {
    const live = withClip()
    live.session.markSaved()
    live.must({ kind: 'relinkClip', clip: 'clip', file: SEA })
    expect([live.session.dirty, live.shown.project.undoName, savedFile(live)]).toEqual([true, 'Relink clip', SEA])
    live.must({ kind: 'undo' })
    expect([shownFile(live)?.name, savedFile(live), live.shown.project.redoName]).toEqual([
      'beach.png',
      BEACH,
      'Relink clip',
    ])
    live.must({ kind: 'redo' }, { kind: 'relinkClip', clip: 'clip', file: null })
    expect([shownFile(live), savedFile(live)]).toEqual([undefined, undefined])
    live.must({ kind: 'undo' }, { kind: 'undo' }, { kind: 'undo' })
    expect(live.shown.effects.map(({ name }) => name)).not.toContain('clip')
    live.must({ kind: 'redo' })
    expect(savedFile(live)).toEqual(BEACH)
  })

  test('stays with the clip through another resolution, a removal and its return', () => {
    const live = withClip()
    live.must({ kind: 'setProject', width: 640, height: 360 }, { kind: 'removeClip', clip: 'clip' }, { kind: 'undo' })
    expect(savedFile(live)).toEqual(BEACH)
  })

  test('of a clip that a scenario brings is saved with it, its steps as they are', () => {
    const steps = [{ at: '1ms', budget: '512MiB' }]
    const live = rig({ app: { clips: [{ ...CLIP, file: BEACH }] }, steps })
    live.must({ kind: 'relinkClip', clip: 'clip', file: SEA })
    expect(savedFile(live)).toEqual(SEA)
  })

  test('is refused where there is no such clip', () => {
    expect(withClip().do({ kind: 'relinkClip', clip: 'Blur', file: SEA })).toMatchObject({
      ok: false,
      message: 'There is no clip "Blur" that could show another file.',
    })
  })
})

test('a recording says of no file where it lies, and does the same again [SC-12]', () => {
  const live = rig({ app: { clips: [{ ...CLIP, name: 'own', file: BEACH }] } })
  live.must({ kind: 'importClip', ...CLIP, file: BEACH }, { kind: 'relinkClip', clip: 'clip', file: SEA })
  live.elapse(10)
  const text = live.session.toRecordingText()
  expect(text).not.toMatch(/private|Users|beach|sea\.png/)
  expect(read(text).steps.map(({ verb, value }) => [verb, value])).toEqual([
    ['importClip', CLIP],
    ['relinkClip', { clip: 'clip', file: null }],
  ])
})

test.each([
  [{ ...BEACH, path: '' }, 'path'],
  [{ ...BEACH, type: 'image/svg+xml' }, 'type'],
  [{ ...BEACH, size: 0 }, 'size'],
  [{ ...BEACH, fingerprint: 'beach' }, 'fingerprint'],
  [{ ...BEACH, modified: -1 }, 'modified'],
  [{ ...BEACH, script: 'x' }, 'script'],
])('a project whose clip has the file %j is refused, with the field [SC-04]', (file, field) => {
  const parsed = parseScenarioText(JSON.stringify({ trimline: 1, app: { clips: [{ ...CLIP, file }] } }))
  expect(parsed.ok ? [] : parsed.problems.map(({ path }) => path)).toEqual([`app.clips[0].file.${field}`])
})
