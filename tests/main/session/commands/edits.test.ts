import { describe, expect, it } from 'vitest'
import { builtInEffect, effectSpecOf } from '../../../../main/editor/effects/catalogue'
import type { SessionCommand } from '../../../../preload/contract'
import { type LiveRig, MIB, rig } from '../live-rig'

const sepia = { name: 'Sepia', gpuTime: 1000, resources: [{ name: 'lut', size: MIB, resident: true }] }

const names = (live: LiveRig): string[] => live.shown.effects.map(({ name }) => name)

/** What undo and redo would do now, and whether the project has unsaved changes. */
function history(live: LiveRig): string {
  const { canUndo, canRedo, dirty } = live.shown.project
  return [canUndo ? 'undo' : '', canRedo ? 'redo' : '', dirty ? 'dirty' : ''].filter(Boolean).join(' ')
}

/** Work that uses more at once than its segment has removes the device (GP-17). */
const removing = {
  kind: 'submit',
  engine: '3d',
  gpuTime: 1,
  resources: ['Both.left', 'Both.right'],
} as const satisfies SessionCommand

describe('undo and redo', () => {
  it('takes an applied effect off the clip and puts it back, which submits it again', () => {
    const live = rig()
    expect(history(live)).toBe('')
    live.must({ kind: 'applyEffect', effect: 'Blur' })
    live.elapse(32)
    expect(history(live)).toBe('undo dirty')
    live.must({ kind: 'undo' })
    expect(live.shown.project.stack).toEqual([])
    expect(history(live)).toBe('redo')
    live.must({ kind: 'redo' })
    live.elapse(32)
    expect(live.shown.project.stack).toEqual(['Blur'])
    expect(live.shown.effects[0]?.completed).toBe(2)
    expect(history(live)).toBe('undo dirty')
  })

  it('has nothing to take back for a second press of an effect that is on the clip already', () => {
    const live = rig()
    live.must({ kind: 'applyEffect', effect: 'Blur' }, { kind: 'applyEffect', effect: 'Blur' }, { kind: 'undo' })
    expect(live.shown.project.stack).toEqual([])
    expect(live.do({ kind: 'undo' })).toMatchObject({ ok: false, message: 'There is nothing to undo.' })
  })

  it('has nothing to take back for an edit of the timeline that comes to nothing, and Redo stays', () => {
    const live = rig()
    const film = { name: 'Film', width: 64, height: 64, frames: 2, thumbnails: 0, length: 4_000_000 }
    live.must({ kind: 'importClip', ...film, track: 0 }, { kind: 'applyEffect', effect: 'Blur' }, { kind: 'undo' })
    const clip = live.shown.project.timeline.clips.find(({ media }) => media === 'Film')
    const { id = '', track = 0, start = 0, length = 0 } = clip ?? {}
    const before = [history(live), live.shown.project.undoName, live.session.recording().steps.length]
    live.must(
      { kind: 'timeline', change: { edit: 'move', clip: id, to: start, track } },
      { kind: 'timeline', change: { edit: 'trim', clip: id, start } },
      { kind: 'timeline', change: { edit: 'trim', clip: id, end: start + length } },
      { kind: 'timeline', change: { edit: 'enable', effect: 'Blur', enabled: true } },
    )
    expect([history(live), live.shown.project.undoName, live.session.recording().steps.length]).toEqual(before)
    live.must({ kind: 'timeline', change: { edit: 'trim', clip: id, end: start + length - 1_000_000 } })
    expect(live.shown.project.undoName).not.toBe(before[1])
    expect(history(live)).toBe('undo dirty')
  })

  it('takes back adding and removing an effect', () => {
    const live = rig()
    live.must({ kind: 'addEffect', effect: sepia }, { kind: 'undo' })
    expect(names(live)).toEqual(['Blur', 'Grayscale'])
    live.must({ kind: 'redo' })
    expect(names(live)).toEqual(['Blur', 'Grayscale', 'Sepia'])
    live.must({ kind: 'removeEffect', effect: 'Sepia' })
    expect(names(live)).toEqual(['Blur', 'Grayscale'])
    live.must({ kind: 'undo' })
    expect(names(live)).toEqual(['Blur', 'Grayscale', 'Sepia'])
    expect(live.shown.allocations.ids).toHaveLength(6)
  })

  it('gives an effect back in the sizes that the project has by then, whatever was undone and redone [DF-01]', () => {
    const steps = [
      { at: 0, project: { width: 640, height: 360 } },
      { at: '1s', project: { width: 1920, height: 1080 } },
    ]
    const live = rig({ app: { policy: 'none', effects: [] }, steps, until: '5s' })
    const bloom = (width: number, height: number) =>
      effectSpecOf(builtInEffect('Bloom'), { width, height, format: 'R16G16B16A16_FLOAT' } as const)
    const sizes = () => live.session.world.editor.effect('Bloom')?.spec.resources
    live.elapse(500)
    live.must({ kind: 'addEffect', effect: bloom(640, 360) })
    const small = sizes()
    live.must({ kind: 'removeEffect', effect: 'Bloom' })
    live.elapse(1000)
    live.must({ kind: 'undo' })
    const large = sizes()
    expect(large?.map(({ size }) => size)).toEqual(bloom(1920, 1080).resources.map(({ size }) => size))
    live.must({ kind: 'setProject', width: 640, height: 360 })
    expect(sizes()).toEqual(small)
    expect(large).not.toEqual(small)
    // as if it had been there all the time
    live.must({ kind: 'undo' })
    expect(sizes()).toEqual(large)
  })

  it('puts an effect that was removed back on the clip, where it was', () => {
    const live = rig()
    live.must({ kind: 'applyEffect', effect: 'Blur' }, { kind: 'applyEffect', effect: 'Grayscale' })
    live.elapse(64)
    live.must({ kind: 'removeEffect', effect: 'Blur' })
    expect(live.shown.project.stack).toEqual(['Grayscale'])
    live.must({ kind: 'undo' })
    live.elapse(64)
    expect(live.shown.project.stack).toEqual(['Blur', 'Grayscale'])
    live.must({ kind: 'redo' })
    expect(live.shown.project.stack).toEqual(['Grayscale'])
  })

  it('forgets what could be redone once something else is done', () => {
    const live = rig()
    live.must({ kind: 'applyEffect', effect: 'Blur' }, { kind: 'undo' }, { kind: 'applyEffect', effect: 'Grayscale' })
    expect(live.do({ kind: 'redo' })).toMatchObject({ ok: false, message: 'There is nothing to redo.' })
    expect(history(live)).toBe('undo dirty')
  })

  it('does not record what failed', () => {
    const live = rig()
    live.do({ kind: 'applyEffect', effect: 'None such' })
    live.do({ kind: 'removeEffect', effect: 'None such' })
    live.do({ kind: 'addEffect', effect: { ...sepia, name: 'Blur' } })
    expect(history(live)).toBe('')
  })

  it('keeps an edit that could not be taken back, so that it can be tried again', () => {
    const live = rig({ system: { localMemory: '64MiB', budget: '57MiB' }, app: { policy: 'none', effects: [] } })
    live.must({ kind: 'addEffect', effect: sepia }, { kind: 'removeEffect', effect: 'Sepia' })
    const resources = ['left', 'right'].map((name) => ({ name, size: 40 * MIB, resident: false }))
    live.must({ kind: 'addEffect', effect: { name: 'Both', gpuTime: 1, resources } })
    live.must({ kind: 'undo' }, { kind: 'redo' }, removing)
    live.elapse(200)
    expect(live.shown.device.removed).not.toBeNull()
    live.must({ kind: 'undo' })
    // what is left to undo is the removal of Sepia, which needs a device
    expect(live.do({ kind: 'undo' })).toMatchObject({ ok: false, hresult: { name: 'DXGI_ERROR_DEVICE_REMOVED' } })
    live.must({ kind: 'restartSimulation' }, { kind: 'undo' })
    expect(names(live)).toEqual(['Sepia'])
  })

  it.each([
    [{ kind: 'periodicTrim' } as const],
    [{ kind: 'idle', idle: true } as const],
    [{ kind: 'setOtherProcess', bytes: MIB } as const],
    [{ kind: 'setSpeed', speed: 4 } as const],
    [{ kind: 'registerCallback', callback: 'x', context: '', behaviour: 'ignore' } as const],
  ])('has nothing to save after %j', (command) => {
    const live = rig()
    live.must(command)
    live.elapse(32)
    expect(history(live)).toBe('')
  })
})

describe('what cannot be taken back', () => {
  it('is counted: the last 500 changes are kept, and what the user made before them stays', () => {
    const live = rig()
    for (let i = 0; i < 251; i++)
      live.must({ kind: 'addEffect', effect: sepia }, { kind: 'removeEffect', effect: 'Sepia' })
    live.must({ kind: 'addEffect', effect: sepia })
    live.elapse(32)
    expect(live.shown.project.undoForgotten).toBe(3)
    for (let i = 0; i < 500; i++) live.must({ kind: 'undo' })
    expect(live.shown.project).toMatchObject({ canUndo: false, undoForgotten: 3 })
  })
})

describe('an effect that another device has no memory for', () => {
  const recreated = (): LiveRig => {
    const live = rig()
    live.session.world.faults.inject('allocation-fails')
    live.must({ kind: 'recreateDevice' })
    live.elapse(32)
    return live
  }

  it('is shown as the user’s, with what creating it returned, until it is removed [RS-07]', () => {
    const live = recreated()
    expect(names(live)).toEqual(['Grayscale'])
    expect(live.shown.project.unmade).toEqual([{ name: 'Blur', kind: 'effect', hresult: 'E_OUTOFMEMORY' }])
    live.must({ kind: 'removeEffect', effect: 'Blur' })
    live.elapse(32)
    expect(live.shown.project.unmade).toEqual([])
  })

  it('is tried again when the simulation is restarted [RS-07]', () => {
    const live = recreated()
    live.must({ kind: 'restartSimulation' })
    live.elapse(32)
    expect([...names(live)].sort()).toEqual(['Blur', 'Grayscale'])
    expect(live.shown.project.unmade).toEqual([])
  })
})

describe('restart of the simulation', () => {
  it('starts at 0 with the project as it is: effects, clip, policy, settings', () => {
    const live = rig()
    live.must({ kind: 'addEffect', effect: sepia }, { kind: 'applyEffect', effect: 'Sepia' })
    live.must({ kind: 'setPolicy', policy: 'fence-lru' }, { kind: 'setBudget', bytes: 500 * MIB })
    live.must({ kind: 'setEvictionMode', mode: 'eager' }, { kind: 'setPeriodicTrim', interval: 3_000_000 })
    live.elapse(500)
    live.must({ kind: 'restartSimulation' })
    expect(live.now).toBe(0)
    expect(live.shown.system).toMatchObject({
      policy: 'fence-lru',
      configuredBudget: 500 * MIB,
      evictionMode: 'eager',
      interval: 3_000_000,
    })
    expect(live.shown.project.stack).toEqual([])
    live.elapse(32)
    expect(live.shown.project.stack).toEqual(['Sepia'])
    expect(live.shown.effects.map(({ name, completed }) => [name, completed])).toEqual([
      ['Blur', 0],
      ['Grayscale', 0],
      ['Sepia', 1],
    ])
    expect(history(live)).toBe('undo dirty')
    // the settings as well as the effect, newest first
    live.must({ kind: 'undo' }, { kind: 'undo' }, { kind: 'undo' }, { kind: 'undo' })
    expect(live.shown.system).toMatchObject({ policy: 'creative-app', evictionMode: 'lazy', interval: 10_000_000 })
    expect(live.shown.project.stack).toEqual(['Sepia'])
    live.must({ kind: 'undo' })
    expect(live.shown.project.stack).toEqual([])
  })

  it('makes a removed device work again', () => {
    const live = rig({ system: { localMemory: '64MiB' }, app: { policy: 'none', effects: [] } })
    const resources = ['left', 'right'].map((name) => ({ name, size: 40 * MIB, resident: false }))
    live.must({ kind: 'addEffect', effect: { name: 'Both', gpuTime: 1, resources } })
    live.must({ kind: 'addEffect', effect: sepia }, removing)
    live.elapse(200)
    expect(live.shown.device.removed).not.toBeNull()
    live.must({ kind: 'restartSimulation' })
    expect(live.shown.device.removed).toBeNull()
    live.must({ kind: 'applyEffect', effect: 'Sepia' })
    live.elapse(32)
    expect(live.shown.project.stack).toEqual(['Sepia'])
  })

  it('plays a scenario from its first step with the system that the file describes [SC-01]', () => {
    const live = rig({
      system: { budget: '1GiB' },
      steps: [
        { at: 0, apply: 'Blur' },
        { at: '50ms', budget: '64MiB' },
        { at: '60ms', policy: 'fence-lru' },
        { at: '70ms', expect: { localUsage: { max: '200MiB' } } },
      ],
      until: '100ms',
    })
    const played = (): unknown => {
      live.elapse(160)
      const { notifications, playback, project, samples } = live.shown
      return { notifications: notifications.items, playback, stack: project.stack, samples: samples.items }
    }
    const first = played()
    expect(first).toMatchObject({ playback: { stepsDone: 4, passed: 1 } })
    live.must({ kind: 'restartSimulation' })
    expect(live.shown.system).toMatchObject({ configuredBudget: 1024 * MIB, policy: 'creative-app' })
    expect(played()).toEqual(first)
  })

  it('keeps what was changed by hand in a scenario', () => {
    const live = rig({
      steps: [
        { at: 0, idle: true },
        { at: '50ms', budget: '64MiB' },
      ],
    })
    live.must({ kind: 'setEvictionMode', mode: 'eager' }, { kind: 'setPeriodicTrim', interval: 3_000_000 })
    live.elapse(160)
    live.must({ kind: 'restartSimulation' })
    expect(live.shown.system).toMatchObject({ evictionMode: 'eager', interval: 3_000_000 })
    expect(live.shown.system.configuredBudget).toBeGreaterThan(64 * MIB)
  })
})

describe('what a step and a person do to the same timeline', () => {
  const s = 1_000_000

  it('keeps its ids apart: Redo of a clip does not take the place of one that a step has put there meanwhile', () => {
    const live = rig({
      app: { effects: [] },
      steps: [{ at: '1s', timeline: { edit: 'insert', at: '20s', length: '2s' } }],
    })
    const clips = () => live.shown.project.timeline.clips.map(({ id, start }) => `${id} ${start / s}`)
    live.must({ kind: 'timeline', change: { edit: 'insert', at: 40 * s, length: s } }, { kind: 'undo' })
    live.must({ kind: 'run' })
    live.elapse(1_500)
    expect(clips()).toEqual(['Harbour at dusk 0', 'Harbour at dusk 3 20'])
    live.must({ kind: 'redo' })
    expect(clips()).toEqual(['Harbour at dusk 0', 'Harbour at dusk 3 20', 'Harbour at dusk 2 40'])
  })

  it('leaves to each its own tracks: Undo and Redo of an effect’s step change nothing that a step has of another’s', () => {
    const live = rig({
      app: { effects: ['Blur', 'Sepia'].map((name) => ({ name, resources: [] })) },
      steps: [
        { at: '1s', timeline: { edit: 'addSpan', effect: 'Sepia', start: '4s', length: '2s' } },
        { at: '2s', timeline: { edit: 'enable', effect: 'Sepia', enabled: false } },
      ],
    })
    const lanes = () =>
      live.shown.project.timeline.effects.map(
        ({ effect, enabled, spans }) => `${effect} ${enabled} ${spans.map(({ start }) => start / s).join()}`,
      )
    live.must({ kind: 'timeline', change: { edit: 'addSpan', effect: 'Blur', start: s, length: s } })
    live.must({ kind: 'run' })
    live.elapse(2_500)
    expect(lanes()).toEqual(['Blur true 1', 'Sepia false 4'])
    live.must({ kind: 'undo' })
    expect(lanes()).toEqual(['Sepia false 4'])
    live.must({ kind: 'redo' })
    expect(lanes()).toEqual(['Sepia false 4', 'Blur true 1'])
  })
})

describe('an effect that comes back', () => {
  it('stands where it stood in the list, also in the recording that is played again [SC-12]', () => {
    const live = rig({ app: { effects: ['A', 'B', 'C'].map((name) => ({ name, resources: [] })) } })
    live.must({ kind: 'removeEffect', effect: 'A' }, { kind: 'removeEffect', effect: 'B' })
    live.must({ kind: 'undo' }, { kind: 'undo' })
    expect(names(live)).toEqual(['A', 'B', 'C'])
    live.elapse(50)
    const again = rig(JSON.parse(live.session.toRecordingText()))
    again.must({ kind: 'run' })
    again.elapse(1_000)
    expect(names(again)).toEqual(['A', 'B', 'C'])
  })

  it('is asked for with names that are there, else nothing changes [SC-16]', () => {
    const live = rig({ app: { effects: ['A', 'B'].map((name) => ({ name, resources: [] })) } })
    const list = (name: string, before: string) => live.do({ kind: 'timeline', change: { edit: 'list', name, before } })
    expect([list('A', 'none').ok, list('none', 'A').ok, list('A', 'A').ok]).toEqual([false, false, false])
    expect(names(live)).toEqual(['A', 'B'])
    expect(list('B', 'A').ok).toBe(true)
    expect(names(live)).toEqual(['B', 'A'])
    expect(live.session.dirty).toBe(true)
  })
})

describe('a clip that is imported over others', () => {
  const s = 1_000_000
  const sea = { kind: 'importClip', name: 'sea', width: 64, height: 64, frames: 2, thumbnails: 0 } as const
  const clips = (live: LiveRig) =>
    live.shown.project.timeline.clips.map(({ id, start, length }) => `${id} ${start / s}-${(start + length) / s}`)

  it('lies where it was dropped, and Undo makes whole what it was put over', () => {
    const live = rig()
    live.must({ ...sea, length: 2 * s, track: 1, at: 3 * s })
    const over = ['Harbour at dusk 0-3', 'sea 3-5', 'Harbour at dusk 2 5-10']
    expect(clips(live)).toEqual(over)
    live.must({ kind: 'undo' })
    expect(clips(live)).toEqual(['Harbour at dusk 0-10'])
    expect(live.shown.project.undoName).toBeNull()
    live.must({ kind: 'redo' })
    expect(clips(live)).toEqual(over)
  })
})

describe('a project that is opened again, after a save, a hot exit or a crash', () => {
  const s = 1_000_000
  const spans = (live: LiveRig) =>
    live.shown.project.timeline.effects.flatMap(({ effect, spans }) =>
      spans.map(({ start }) => `${effect} ${start / s}`),
    )

  it('is as it was after Undo, and its history begins there: Redo brings back nothing of the run before', () => {
    const first = rig({ app: { effects: ['Blur', 'Sepia'].map((name) => ({ name, resources: [] })) } })
    const add = (effect: string, start: number): SessionCommand => ({
      kind: 'timeline',
      change: { edit: 'addSpan', effect, start, length: s },
    })
    first.must(add('Blur', s), add('Sepia', 2 * s), add('Blur', 5 * s), { kind: 'undo' })
    expect(history(first)).toBe('undo redo dirty')
    const kept = first.session.toScenarioText()
    const again = rig(JSON.parse(kept))
    expect(spans(again)).toEqual(['Blur 1', 'Sepia 2'])
    expect([history(again), again.shown.project.undoName, again.shown.project.redoName]).toEqual(['', null, null])
    expect(again.do({ kind: 'redo' })).toMatchObject({ ok: false, message: 'There is nothing to redo.' })
    expect(again.session.toScenarioText()).toBe(kept)
    // what is done from here on is taken back as far as here
    again.must(add('Sepia', 7 * s), { kind: 'undo' })
    expect(spans(again)).toEqual(['Blur 1', 'Sepia 2'])
    again.must({ kind: 'redo' })
    expect(spans(again)).toEqual(['Blur 1', 'Sepia 2', 'Sepia 7'])
  })
})
