/** What a person has made is saved whatever has become of it in the simulation, and can be opened again. */
import { describe, expect, it } from 'vitest'
import { readBackProblem } from '../../../../main/session/document/read-back'
import type { MediaFile } from '../../../../preload/contract'
import { LiveRig, MIB, scenario } from '../live-rig'

const saved = (rig: LiveRig) => JSON.parse(rig.session.toScenarioText())
const names = (rig: LiveRig): string[] => saved(rig).app.effects.map(({ name }: { name: string }) => name)

function lost(): LiveRig {
  const rig = new LiveRig(scenario({ system: { tdr: { delay: '20ms' } } }))
  rig.must({ kind: 'applyEffect', effect: 'Blur' })
  rig.elapse(50)
  rig.must({ kind: 'inject', fault: 'engine-reset-fails' }, { kind: 'inject', fault: 'hang' })
  rig.elapse(500)
  expect(rig.session.world.device.removed).not.toBeNull()
  return rig
}

describe('a project keeps its effects [SC-16] [RS-07]', () => {
  it('when they are to be placed, or resized, on a device that is removed', () => {
    const rig = lost()
    expect(rig.do({ kind: 'setAllocation', mode: 'placed' })).toMatchObject({
      ok: false,
      hresult: { name: 'DXGI_ERROR_DEVICE_REMOVED' },
      message: expect.stringContaining('Recreate the device'),
    })
    expect(rig.do({ kind: 'setProject', width: 640, height: 360 }).ok).toBe(false)
    const { app, steps } = saved(rig)
    expect(names(rig)).toEqual(['Blur', 'Grayscale'])
    expect(app.allocation).toBe('committed')
    expect(steps).toEqual([{ at: 0, apply: 'Blur' }])
    expect(readBackProblem(rig.session.toScenarioText(), 'project')).toBeNull()
  })

  it('that a new device had no memory for, and has them when the simulation starts anew', () => {
    const rig = new LiveRig(scenario())
    rig.must({ kind: 'applyEffect', effect: 'Blur' })
    rig.elapse(50)
    rig.session.world.faults.inject('allocation-fails')
    rig.must({ kind: 'recreateDevice' })
    expect(rig.session.world.editor.effects.map(({ spec }) => spec.name)).toEqual(['Grayscale'])
    expect(names(rig).sort()).toEqual(['Blur', 'Grayscale'])
    expect(saved(rig).steps).toEqual([{ at: 0, apply: 'Blur' }])
    rig.must({ kind: 'restartSimulation' })
    expect(rig.session.world.editor.effect('Blur')?.resources).toHaveLength(3)
  })

  it('but one that the user then removes is gone', () => {
    const rig = new LiveRig(scenario())
    rig.session.world.faults.inject('allocation-fails')
    rig.must({ kind: 'recreateDevice' }, { kind: 'removeEffect', effect: 'Blur' })
    expect(names(rig)).toEqual(['Grayscale'])
  })

  it('on the clip though nothing of them has been rendered yet', () => {
    const rig = new LiveRig(scenario({ steps: [{ at: 0, apply: 'Grayscale' }] }))
    expect(saved(rig).steps).toEqual([{ at: 0, apply: 'Grayscale' }])
  })

  it('in sizes that fit: a resolution for which one would be larger than its segment changes nothing', () => {
    const rig = new LiveRig(scenario({ system: { localMemory: '64MiB' }, app: { effects: [] } }))
    rig.must({ kind: 'setProject', width: 320, height: 180 })
    const offer = rig.shown.offers.find(({ effect }) => effect.name === 'Blur')
    if (offer === undefined) throw new Error('Blur is not offered')
    rig.must({ kind: 'addEffect', effect: offer.effect })
    const before = rig.session.world.editor.effect('Blur')?.spec
    expect(rig.do({ kind: 'setProject', width: 16_384, height: 16_384 })).toMatchObject({
      ok: false,
      hresult: { name: 'E_OUTOFMEMORY' },
    })
    expect(rig.session.world.editor.effect('Blur')?.spec).toEqual(before)
    expect(saved(rig).app.project).toMatchObject({ width: 320, height: 180 })
  })
})

describe('what was refused is not saved', () => {
  it('neither settings after a bug check nor a budget [GP-25]', () => {
    const rig = new LiveRig(scenario({ system: { tdr: { delay: '20ms', level: 'bugcheck' } } }))
    rig.must({ kind: 'inject', fault: 'hang' })
    rig.elapse(500)
    expect(rig.session.world.sim.halted).toBe(true)
    const before = rig.session.toScenarioText()
    expect(rig.do({ kind: 'setBudget', bytes: MIB }).ok).toBe(false)
    expect(rig.do({ kind: 'setEvictionMode', mode: 'eager' }).ok).toBe(false)
    expect(rig.do({ kind: 'setPolicy', policy: 'none' }).ok).toBe(false)
    expect(rig.session.toScenarioText()).toBe(before)
  })
})

describe('what a step of a scenario removes', () => {
  const file = (path: string): MediaFile => ({
    path,
    type: 'image/png',
    size: 70,
    modified: 1,
    fingerprint: 'f'.repeat(64),
  })
  const clip = { name: 'sea', width: 64, height: 64, frames: 1, thumbnails: 0 }
  const played = () =>
    new LiveRig(
      scenario({
        app: {
          effects: [{ name: 'Blur', resources: [{ name: 'r', size: MIB }], constants: { radius: 2 } }],
          clips: [{ ...clip, file: file('/media/sea.png') }],
        },
        steps: [
          { at: '100ms', removeEffect: 'Blur' },
          { at: '100ms', removeClip: 'sea' },
        ],
      }),
    )

  it('is saved with the constants and the file that it was given by hand, as before that step [SC-16]', () => {
    const rig = played()
    rig.must({ kind: 'setConstants', effect: 'Blur', constants: { radius: [9] } })
    rig.must({ kind: 'relinkClip', clip: 'sea', file: file('/media/other.png') })
    rig.session.markSaved()
    const before = saved(rig)
    expect(before.app.effects[0].constants).toMatchObject({ radius: [9] })
    expect(before.app.clips[0].file.path).toBe('/media/other.png')
    rig.elapse(200)
    expect(rig.session.world.editor.effect('Blur')).toBeUndefined()
    expect(rig.session.world.editor.effect('sea')).toBeUndefined()
    expect(rig.session.dirty).toBe(false)
    expect(saved(rig)).toEqual(before)
  })

  it('is as its file says where nothing of it was set by hand [SC-16]', () => {
    const rig = played()
    rig.elapse(200)
    expect(saved(rig).app).toMatchObject({
      effects: [{ name: 'Blur', constants: { radius: [2] } }],
      clips: [{ name: 'sea', file: { path: '/media/sea.png' } }],
    })
  })
})
