/** Settings of the project and its system are edits: taken back, done again, and saved as they are then. */
import { describe, expect, it } from 'vitest'
import type { SessionCommand } from '../../../../preload/contract'
import { type LiveRig, MIB, rig } from '../live-rig'

const OWN = {
  system: {
    budget: '300MiB',
    evictionMode: 'lazy',
    periodicTrim: { interval: '7s', idleAfter: '3s', whileActive: false },
    preemption: { model: 'win8', graphics: 'primitive', compute: 'dispatch' },
    tdr: { level: 'recover', delay: '2s' },
    compositor: { enabled: false, gpuTime: '500us' },
    cpu: { cores: 4, smt: false, quantum: '20ms' },
    developerMode: false,
  },
  app: { policy: 'fence-lru', project: { width: 1280, height: 720 } },
}

const saved = (live: LiveRig): { system: Record<string, unknown>; app: Record<string, unknown> } =>
  JSON.parse(live.session.toScenarioText())

/** of each: the command, what the menu calls it, where the file has it, and what it has there before and after */
const SETTINGS: readonly [SessionCommand, string, (file: ReturnType<typeof saved>) => unknown, unknown, unknown][] = [
  [{ kind: 'setBudget', bytes: 100 * MIB }, 'Budget', ({ system }) => system.budget, 300 * MIB, 100 * MIB],
  [{ kind: 'setPolicy', policy: 'none' }, 'Policy', ({ app }) => app.policy, 'fence-lru', 'none'],
  [{ kind: 'setEvictionMode', mode: 'eager' }, 'Eviction mode', ({ system }) => system.evictionMode, 'lazy', 'eager'],
  [
    { kind: 'setPeriodicTrim', interval: 2_000_000 },
    'Periodic trim',
    ({ system }) => system.periodicTrim,
    { interval: 7_000_000, idleAfter: 3_000_000, whileActive: false },
    { interval: 2_000_000, idleAfter: 3_000_000, whileActive: false },
  ],
  [
    { kind: 'setPreemption', graphics: 'pixel' },
    'Preemption',
    ({ system }) => system.preemption,
    { model: 'win8', graphics: 'primitive', compute: 'dispatch' },
    { model: 'win8', graphics: 'pixel', compute: 'dispatch' },
  ],
  [
    { kind: 'setTdr', delay: 5_000_000 },
    'TDR',
    ({ system }) => system.tdr,
    expect.objectContaining({ level: 'recover', delay: 2_000_000 }),
    expect.objectContaining({ level: 'recover', delay: 5_000_000 }),
  ],
  [
    { kind: 'setCompositor', enabled: true },
    'Compositor',
    ({ system }) => system.compositor,
    expect.objectContaining({ enabled: false, gpuTime: 500 }),
    expect.objectContaining({ enabled: true, gpuTime: 500 }),
  ],
  [
    { kind: 'setCpu', cores: 8, dispatch: { core: 1 } },
    'CPU',
    ({ system }) => system.cpu,
    expect.objectContaining({ cores: 4, quantum: 20_000, dispatch: 'runtime' }),
    expect.objectContaining({ cores: 8, quantum: 20_000, dispatch: { core: 1 } }),
  ],
  [{ kind: 'setDeveloperMode', on: true }, 'Developer mode', ({ system }) => system.developerMode, false, true],
  [
    { kind: 'setProject', width: 640, height: 360 },
    'Resolution',
    ({ app }) => app.project,
    expect.objectContaining({ width: 1280, height: 720 }),
    expect.objectContaining({ width: 640, height: 360 }),
  ],
  [{ kind: 'setAllocation', mode: 'placed' }, 'Allocation', ({ app }) => app.allocation, 'committed', 'placed'],
]

describe('a setting', () => {
  it.each(SETTINGS)(
    'of %j is taken back by its name, and done again, in the system and in what is saved',
    (command, name, read, before, after) => {
      const live = rig(OWN)
      const { system } = live.shown
      expect([read(saved(live)), live.session.dirty]).toEqual([before, false])
      live.must(command)
      const changed = live.shown.system
      expect([read(saved(live)), live.session.dirty, live.shown.project.undoName]).toEqual([after, true, name])
      live.elapse(100)
      live.must({ kind: 'undo' })
      expect([read(saved(live)), live.session.dirty, live.shown.project.redoName]).toEqual([before, false, name])
      expect(live.shown.system).toEqual(system)
      live.must({ kind: 'redo' })
      expect([read(saved(live)), live.session.dirty]).toEqual([after, true])
      expect(live.shown.system).toEqual(changed)
    },
  )

  it('is taken back in the verbs of its command, which a recording has [SC-12]', () => {
    const live = rig(OWN)
    live.must({ kind: 'setBudget', bytes: 100 * MIB })
    live.elapse(10)
    live.must({ kind: 'undo' })
    expect(live.session.recording().steps).toMatchObject([
      { at: 0, verb: 'budget', value: 100 * MIB },
      { at: 10_000, verb: 'budget', value: 300 * MIB },
    ])
  })

  it('that is dragged is one step, from where the drag began; the next drag is another', () => {
    const live = rig(OWN)
    for (const mib of [250, 200, 150]) live.must({ kind: 'setBudget', bytes: mib * MIB, gesture: 7 })
    live.must({ kind: 'setBudget', bytes: 90 * MIB, gesture: 8 })
    const budget = (): number => live.shown.system.configuredBudget / MIB
    live.must({ kind: 'undo' })
    expect(budget()).toBe(150)
    live.must({ kind: 'undo' })
    expect(budget()).toBe(300)
    expect(live.do({ kind: 'undo' })).toMatchObject({ message: 'There is nothing to undo.' })
    live.must({ kind: 'redo' })
    expect(budget()).toBe(150)
  })

  it('that changes nothing is no step, and nothing to save', () => {
    const live = rig(OWN)
    live.must({ kind: 'setPolicy', policy: 'fence-lru' }, { kind: 'setPeriodicTrim', interval: 7_000_000 })
    expect([live.session.dirty, live.shown.project.undoName]).toEqual([false, null])
  })

  it('of a scenario goes back to what its step had set, and Save to what the file has', () => {
    const live = rig({ ...OWN, steps: [{ at: '1s', budget: '256MiB' }], until: '9s' })
    live.elapse(2_000)
    live.must({ kind: 'setBudget', bytes: 100 * MIB })
    expect(saved(live).system.budget).toBe(100 * MIB)
    live.must({ kind: 'undo' })
    expect([live.shown.system.configuredBudget, saved(live).system.budget]).toEqual([256 * MIB, 300 * MIB])
    // what the step has set already is a change of what is saved
    live.must({ kind: 'setBudget', bytes: 256 * MIB })
    expect([live.shown.project.undoName, saved(live).system.budget]).toEqual(['Budget', 256 * MIB])
  })

  it('that is dragged back to where it was is no step, and the project as it is saved', () => {
    const live = rig(OWN)
    for (const mib of [200, 300]) live.must({ kind: 'setBudget', bytes: mib * MIB, gesture: 7 })
    expect([live.shown.project.undoName, live.session.dirty]).toEqual([null, false])
    live.must({ kind: 'setBudget', bytes: 250 * MIB, gesture: 7 }, { kind: 'undo' })
    expect(live.shown.system.configuredBudget).toBe(300 * MIB)
  })

  it('that makes many effects anew, in slices, is saved as it was once it is taken back', () => {
    const resources = Array.from({ length: 400 }, (_, i) => ({ name: `r${i}`, size: '64KiB' }))
    const effects = ['One', 'Two'].map((name) => ({ name, resources }))
    const live = rig({ system: { localMemory: '4GiB' }, app: { policy: 'none', effects } })
    live.costOfLook = 20
    live.must({ kind: 'setAllocation', mode: 'placed' })
    live.elapse(2_000)
    expect([live.session.dirty, live.session.world.editor.allocation]).toEqual([true, 'placed'])
    live.must({ kind: 'undo' })
    live.elapse(2_000)
    expect([live.session.dirty, live.session.world.editor.allocation]).toEqual([false, 'committed'])
  })

  it('that does not go with what a step has set since is not taken back, which says why, and does nothing', () => {
    const steps = [{ at: '1s', system: { cpu: { dispatch: { core: 6 } } } }]
    const live = rig({ ...OWN, steps, until: '9s' })
    live.must({ kind: 'setCpu', cores: 8 })
    live.elapse(2_000)
    const { records } = live
    const before = records.length
    expect(live.do({ kind: 'undo' })).toEqual({
      ok: false,
      message: expect.stringMatching(
        /^“CPU” was not taken back: Background tasks would be pinned to core 6 .*more cores\.$/,
      ),
    })
    expect([live.records.length, live.shown.project.undoName]).toEqual([before, 'CPU'])
  })

  it('that did not come about is no step', () => {
    const live = rig({ ...OWN, system: { ...OWN.system, cpu: { cores: 4, dispatch: { core: 3 } } } })
    expect(live.do({ kind: 'setCpu', cores: 2 })).toMatchObject({ ok: false })
    expect([live.shown.project.undoName, live.session.dirty]).toEqual([null, false])
  })
})
