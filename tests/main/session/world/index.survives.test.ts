/** Losing the device is survivable: everything of the project is there again, and Undo and Save go on (RS-07). */
import { describe, expect, it } from 'vitest'
import { effects, type LiveRig, MIB, rig } from '../live-rig'

const FILE = {
  app: {
    policy: 'creative-app-fixed',
    effects: ['Sepia', 'Invert', 'Blur'].map((name) => ({
      name,
      gpuTime: 1000,
      resources: [{ name: 'r', size: MIB, resident: true }],
    })),
  },
}

/** The app has lost its device, after effects were applied and changed, and a clip was imported. */
function lost(): LiveRig {
  const live = rig(FILE)
  live.must(
    { kind: 'seek', position: 2_000_000 },
    { kind: 'applyEffect', effect: 'Sepia' },
    { kind: 'applyEffect', effect: 'Blur' },
    { kind: 'setConstants', effect: 'Sepia', constants: { amount: [0.25] } },
    { kind: 'importClip', name: 'sea', width: 320, height: 180, frames: 2 },
    { kind: 'setPolicy', policy: 'fence-lru' },
    { kind: 'setTdr', delay: 100_000 },
  )
  live.elapse(100)
  live.must({ kind: 'inject', fault: 'hang', engine: '3d' })
  live.elapse(500)
  expect(live.shown.device.removed).not.toBeNull()
  return live
}

/** The project as Save writes it. */
const saved = (live: LiveRig): string => live.session.toScenarioText()

describe('Recreate device', () => {
  it('brings back what was shown: effects with their parameters, in a picture that the new device has rendered', () => {
    const live = lost()
    const before = live.shown.preview.picture
    expect(before?.effects.map(({ name }) => name)).toEqual(['Sepia', 'Blur'])
    live.must({ kind: 'recreateDevice' })
    live.elapse(200)
    const after = live.shown.preview.picture
    expect(after).toMatchObject({ position: 2_000_000, effects: before?.effects })
    expect(after?.number).toBeGreaterThan(before?.number ?? 0)
    expect(live.shown.project.stack).toEqual(['Sepia', 'Blur'])
  })

  it('keeps media, policy and what Save writes', () => {
    const live = lost()
    const before = saved(live)
    live.must({ kind: 'recreateDevice' })
    live.elapse(200)
    expect(saved(live)).toBe(before)
    expect(live.shown.system.policy).toBe('fence-lru')
    expect(live.shown.effects.map(({ name }) => name)).toEqual(['Sepia', 'Invert', 'Blur', 'sea'])
  })

  it('leaves Undo where it was', () => {
    const live = lost()
    live.must({ kind: 'recreateDevice' })
    live.elapse(200)
    // what was set, then the clip
    live.must({ kind: 'undo' }, { kind: 'undo' })
    expect(live.shown.system.policy).not.toBe('fence-lru')
    live.must({ kind: 'undo' })
    expect(live.shown.effects.map(({ name }) => name)).toEqual(['Sepia', 'Invert', 'Blur'])
    // the parameter, then the last effect
    live.must({ kind: 'undo' }, { kind: 'undo' })
    expect(live.shown.project.stack).toEqual(['Sepia'])
    live.must({ kind: 'redo' }, { kind: 'redo' }, { kind: 'redo' })
    live.elapse(200)
    expect(live.shown.effects.map(({ name }) => name)).toContain('sea')
    expect(live.shown.project.stack).toEqual(['Sepia', 'Blur'])
  })

  it('plays on with all of them, where it was playing', () => {
    const live = rig(FILE)
    live.must({ kind: 'seek', position: 0 }, { kind: 'applyEffect', effect: 'Invert' }, { kind: 'play', playing: true })
    live.must({ kind: 'setTdr', delay: 100_000 })
    live.elapse(100)
    live.must({ kind: 'inject', fault: 'hang', engine: '3d' })
    live.elapse(500)
    live.must({ kind: 'recreateDevice' })
    const before = live.shown.gpu.framesPlayed
    live.elapse(500)
    expect(live.shown.gpu.framesPlayed - before).toBeGreaterThan(10)
    expect(live.shown.preview.picture?.effects.map(({ name }) => name)).toEqual(['Invert'])
  })

  it.each([true, false])(
    'what was applied is in the frames that follow, with a picture looked at before: %s',
    (looks) => {
      const live = rig(FILE)
      if (looks) live.must({ kind: 'seek', position: 0 })
      live.must({ kind: 'applyEffect', effect: 'Blur' }, { kind: 'inject', fault: 'hang', engine: '3d' })
      live.must({ kind: 'setTdr', delay: 100_000 }, { kind: 'applyEffect', effect: 'Blur' })
      live.elapse(1000)
      expect(live.shown.device.removed).not.toBeNull()
      live.must({ kind: 'recreateDevice' })
      live.elapse(100)
      const { now } = live
      live.must({ kind: 'play', playing: true })
      live.elapse(500)
      const applied = live.records.flatMap((record) =>
        record.type === 'apply' && record.t > now ? [record.effect] : [],
      )
      expect(new Set(applied)).toEqual(new Set(['Blur']))
    },
  )

  it('says whose device was removed where it is another app’s, until that makes another [RS-07]', () => {
    const live = rig({ app: { policy: 'none', effects: effects({ Blur: 64 * MIB }) } })
    live.must({ kind: 'evict', id: live.id('Blur.r') })
    const submit = { kind: 'submit', engine: '3d', gpuTime: 1000, priority: 'normal', context: 'game' } as const
    live.must({ ...submit, resources: ['Blur.r'] })
    live.elapse(20)
    const others = () => live.shown.device.others.map(({ process, blocked }) => [process, blocked])
    expect([live.shown.device.removed, others()]).toEqual([null, [['game', false]]])
    // the app's policy has nothing to do with it
    const found = live.fresh().findings.items.map(({ rule, resource, process }) => [rule, resource, process])
    expect(found).toEqual([['RS-07', 'Blur.r', 'game']])
    live.must(submit)
    live.elapse(20)
    expect(others()).toEqual([])
  })

  it('says how far it is, while it is carried out in slices', () => {
    const live = rig({
      app: {
        policy: 'none',
        effects: [
          {
            name: 'Many',
            gpuTime: 1000,
            resources: Array.from({ length: 600 }, (_, i) => ({ name: `r${i}`, size: 65_536, resident: true })),
          },
        ],
      },
    })
    // a look at the wall clock takes as long as what a person waits for: it goes on in slices at once
    live.costOfLook = 60
    live.must({ kind: 'recreateDevice' })
    const { recreating } = live.shown.device
    expect(recreating?.total).toBe(600)
    expect(recreating?.done).toBeGreaterThan(0)
    expect(recreating?.done).toBeLessThan(600)
    expect(live.do({ kind: 'applyEffect', effect: 'Many' })).toMatchObject({ ok: false })
    live.costOfLook = 0
    live.elapse(50)
    expect(live.shown.device).toEqual({ removed: null, others: [], recreating: null })
    live.must({ kind: 'applyEffect', effect: 'Many' })
  })
})
