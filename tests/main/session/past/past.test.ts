/** Lines of a run: what begins another, what is kept of those that are left, what is saved meanwhile. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { checkpointOf } from '../../../../main/session/past/checkpoints'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { perform } from '../../../../main/session/verbs/steps'
import type { SessionCommand } from '../../../../preload/contract'
import { effects, LiveRig, MIB, rig, scenario } from '../live-rig'
import { branchesOf, goTo, press, pressed, returnTo, stackOf } from './pressed'

/** What frees memory that nobody refers to, where the engine was started without it. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('there is no collector')
  return () => void collect()
}

describe('a session that goes back to a checkpoint', () => {
  it('knows its callbacks again, as one that is run again does: registering one twice is refused [LB-02] [TN-08]', () => {
    const registrations = [null, 1].map((checkpointsEvery) => {
      const live = new LiveRig(
        scenario({ app: { policy: 'none', effects: effects({ A: MIB }) } }),
        {},
        checkpointsEvery,
      )
      live.elapse(500)
      live.must({ kind: 'setPolicy', policy: 'creative-app' })
      live.elapse(500)
      // the sample never unregisters: its callback is still there, and stale
      live.must({ kind: 'setPolicy', policy: 'fence-lru' })
      live.elapse(2000)
      live.must(goTo(2_000_000), { kind: 'setPolicy', policy: 'creative-app' })
      live.elapse(100)
      return live.shown.registrations
    })
    const [again, fromCheckpoint] = registrations
    expect(fromCheckpoint).toEqual(again)
    expect(again).toMatchObject([{ cookie: 0, stale: true }])
  })

  it('keeps no system that it left alive, also where memory was being paged [LB-02]', async () => {
    const collect = collector()
    const kept: unknown[] = []
    const absent = { name: 'A', gpuTime: 1000, resources: [{ name: 'r', size: 640 * MIB, resident: false }] }
    const left = (at: number): WeakRef<object> => {
      const running = WatchedSystem.of(scenario({ app: { policy: 'fence-lru', effects: [absent] } }))
      if (running.origin === null) throw new Error('it is small')
      perform(running.world, { verb: 'apply', value: 'A' })
      running.world.sim.advanceTo(at)
      kept.push(checkpointOf(running, running.origin))
      return new WeakRef(running)
    }
    const systems = [100, 300, 900].map(left)
    // a function that the engine compiles beside the program holds what that function is called with until it is done
    const alive = (): boolean[] => systems.map((system) => system.deref() !== undefined)
    for (let round = 0; round < 100 && alive().includes(true); round++) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      collect()
    }
    expect(kept).toHaveLength(3)
    expect(alive()).toEqual([false, false, false])
  })
})

describe('an earlier moment', () => {
  it('is shown, stands still, and says where the line ends; then the end goes on again [LB-02]', () => {
    const live = pressed()
    live.must(goTo(150_000))
    expect(live.now).toBe(150_000)
    expect(live.shown.clock.running).toBe(false)
    expect(branchesOf(live)).toMatchObject({ shown: 1, end: 288_000, branches: [{ name: 'Main', end: 288_000 }] })
    expect(stackOf(live)).toEqual(['A'])
    live.elapse(200)
    expect(live.now).toBe(150_000)
    live.must(returnTo(1))
    expect(live.now).toBe(288_000)
    expect(branchesOf(live)).toMatchObject({ shown: 1, end: null, branches: [{ end: null }] })
    expect(stackOf(live)).toEqual(['A', 'B'])
    live.elapse(16)
    expect(live.now).toBe(304_000)
  })

  it('stays paused at the end where the simulation was paused when it was left [LB-02]', () => {
    const live = pressed()
    live.must({ kind: 'pause' }, goTo(150_000), returnTo(1))
    live.elapse(50)
    expect(live.now).toBe(288_000)
  })

  it.each<[string, SessionCommand]>([
    ['selecting', { kind: 'selectResource', id: null }],
    ['a speed', { kind: 'setSpeed', speed: 4 }],
    ['how panels lie', { kind: 'setPanelLayout', layout: { rows: { upper: 60 } } }],
    ['a name', { kind: 'renameBranch', branch: 1, name: 'first' }],
    ['what is refused', { kind: 'removeEffect', effect: 'no such effect' }],
    ['the real input', { kind: 'pause' }],
  ])('is only looked at with %s: no branch comes of it [LB-02]', (_what, command) => {
    const live = pressed()
    live.must(goTo(150_000))
    live.do(command)
    live.session.reportIdle(3600, 'idle')
    live.session.power('suspend')
    live.elapse(50)
    expect(branchesOf(live).branches).toHaveLength(1)
    live.must(returnTo(1))
    expect(live.session.recording().steps.map(({ verb }) => verb)).toEqual(['apply', 'apply'])
  })

  it.each<[string, SessionCommand]>([
    ['a press', press('B')],
    ['undo', { kind: 'undo' }],
    ['a budget', { kind: 'setBudget', bytes: 8 * MIB }],
    ['Simulate idle', { kind: 'idle', idle: true }],
    ['Run', { kind: 'run' }],
    ['Step', { kind: 'step' }],
  ])('is where a branch begins with %s, and the line that was left stays [LB-02]', (_what, command) => {
    const live = pressed()
    live.must(goTo(150_000), command)
    live.elapse(96)
    expect(branchesOf(live)).toMatchObject({
      shown: 2,
      end: null,
      branches: [
        { id: 1, name: 'Main', parent: null, from: 0, end: 288_000, commands: 2 },
        { id: 2, name: 'Branch 1', parent: 1, from: 150_000, end: null, commands: null },
      ],
    })
    live.must(returnTo(1))
    expect(live.session.recording().steps.map(({ verb, at }) => [verb, at])).toEqual([
      ['apply', 96_000],
      ['apply', 192_000],
    ])
    expect(live.now).toBe(288_000)
  })

  it('of a branch is gone to from another [LB-02]', () => {
    const live = pressed()
    live.must(goTo(150_000), press('B'))
    live.elapse(48)
    live.must(goTo(200_000, 1))
    expect(branchesOf(live)).toMatchObject({
      shown: 1,
      end: 288_000,
      branches: [{ id: 1 }, { end: 198_000, commands: 1 }],
    })
    expect(stackOf(live)).toEqual(['A', 'B'])
  })

  it('after the end, of a branch that is gone, or one that is no time, is refused [LB-02]', () => {
    const live = pressed()
    expect(live.do(goTo(288_001))).toMatchObject({ ok: false, message: expect.stringContaining('ends at 0.288 s') })
    expect(live.do(goTo(0, 7))).toMatchObject({ ok: false })
    expect(live.do(returnTo(7))).toMatchObject({ ok: false })
    expect(live.now).toBe(288_000)
  })
})

describe('the delay that is chosen', () => {
  it('goes along to the moments that know of it, and to no others [LB-02] [LB-10]', () => {
    const live = rig({ app: { effects: effects({ A: 64 * MIB }, false) } })
    live.elapse(96)
    live.must(press('A'))
    live.elapse(500)
    const [late] = live.shown.delayRows
    expect(late).toMatchObject({ title: 'press of A' })
    live.must({ kind: 'selectDelay', id: late?.id ?? null })
    const chain = live.shown.delay
    expect(chain?.segments.length).toBeGreaterThan(0)
    live.must(goTo(live.now - 50_000))
    expect(live.shown.delay).toEqual(chain)
    live.must(goTo(50_000))
    expect(live.shown.delay).toBeNull()
  })
})

describe('what is saved', () => {
  it('is the end, while an earlier moment is only looked at; then what the branch has [LB-02]', () => {
    const live = pressed()
    const saved = live.session.toScenarioText()
    live.session.markSaved()
    const { revision } = live.session
    live.must(goTo(150_000))
    expect([live.session.toScenarioText(), live.session.keptText()]).toEqual([saved, saved])
    expect([live.session.dirty, live.session.revision, live.shown.project.dirty]).toEqual([false, revision, false])
    live.must({ kind: 'setBudget', bytes: 8 * MIB })
    expect(live.session.dirty).toBe(true)
    expect(live.session.revision).not.toBe(revision)
    expect(JSON.parse(live.session.toScenarioText()).steps).toEqual([{ at: 0, apply: 'A' }])
    live.must(returnTo(1))
    expect([live.session.toScenarioText(), live.session.dirty]).toEqual([saved, false])
  })

  it('says that there is something to save, also where nothing was done since the moment that is returned to [LB-02]', () => {
    const live = rig({ app: { effects: effects({ A: MIB, B: MIB }) } })
    live.elapse(50)
    live.must(press('A'))
    live.elapse(50)
    live.must(goTo(20_000), { kind: 'run' })
    live.elapse(50)
    // as it was opened
    expect(live.session.dirty).toBe(false)
    live.must(returnTo(1))
    expect(live.session.dirty).toBe(true)
  })

  it('takes back and does again what was done by that moment, and nothing else [LB-02]', () => {
    const live = pressed()
    live.must({ kind: 'undo' })
    live.elapse(96)
    live.must(goTo(300_000))
    expect([live.shown.project.undoName, live.shown.project.redoName]).toEqual(['Apply A', 'Apply B'])
    live.must(goTo(200_000))
    expect([live.shown.project.undoName, live.shown.project.redoName]).toEqual(['Apply B', null])
    live.must({ kind: 'undo' }, { kind: 'undo' })
    live.elapse(50)
    expect(live.shown.project.canUndo).toBe(false)
    live.must(returnTo(1))
    expect([live.shown.project.undoName, live.shown.project.redoName]).toEqual(['Apply A', 'Apply B'])
  })

  it('is what a restart begins with: the end, and no branch is left of the run before [LB-02]', () => {
    const live = pressed()
    live.must(goTo(150_000), { kind: 'restartSimulation' })
    expect(branchesOf(live)).toMatchObject({ shown: 1, end: null, branches: [{ id: 1, name: 'Main' }] })
    live.elapse(50)
    expect(live.now).toBe(50_000)
    expect(stackOf(live)).toEqual(['A', 'B'])
  })
})

describe('what was left while the past is only looked at', () => {
  it('is the end as it was, which is returned to without running it again [LB-02]', () => {
    const live = pressed()
    const { world } = live.session
    live.must({ kind: 'selectResource', id: 0 }, goTo(150_000), { kind: 'selectResource', id: null })
    const trace = live.records.length
    live.must(returnTo(1))
    expect(live.session.world).toBe(world)
    // what is of the window is as it was last
    expect(live.shown.selection).toBeNull()
    expect(live.records.length).toBeGreaterThan(trace)
    live.elapse(96)
    expect(live.now).toBe(384_000)
  })

  it('is the moment before, which goes on to a later one, and begins again for an earlier one [LB-02]', () => {
    const live = pressed()
    live.must(goTo(100_000))
    const { world } = live.session
    live.must(goTo(150_000), goTo(250_000))
    expect(live.session.world).toBe(world)
    expect([live.now, stackOf(live)]).toEqual([250_000, ['A', 'B']])
    live.must(goTo(120_000))
    expect(live.session.world).not.toBe(world)
    expect([live.now, stackOf(live)]).toEqual([120_000, ['A']])
    live.must(goTo(150_000))
    expect([live.now, stackOf(live)]).toEqual([150_000, ['A']])
    live.must(returnTo(1))
    expect([live.now, stackOf(live)]).toEqual([288_000, ['A', 'B']])
  })
})

describe('a line that is left', () => {
  it('is kept as what was done, without its simulated system [LB-02]', async () => {
    const live = pressed()
    const left = new WeakRef(live.session.world)
    live.must(goTo(150_000), press('B'))
    live.elapse(96)
    const { gc } = globalThis as { gc?: () => void }
    const collect = gc ?? collector()
    await expect
      .poll(
        () => {
          collect()
          return left.deref() === undefined
        },
        { timeout: 5_000 },
      )
      .toBe(true)
    live.must(returnTo(1))
    expect(live.now).toBe(288_000)
  })

  it('is what Save Recording writes, to its end, also while an earlier moment is looked at [LB-02]', () => {
    const live = pressed()
    const whole = live.session.toRecordingText()
    live.must(goTo(150_000))
    expect(live.session.toRecordingText()).toBe(whole)
    expect(live.session.recording()).toMatchObject({ until: 150_000 })
    live.must(press('B'))
    expect(JSON.parse(live.session.toRecordingText()).steps).toHaveLength(2)
  })
})

describe('a moment that takes long to go to', () => {
  it('is gone to in slices with progress; another replaces it, and it can be given up [LB-02]', () => {
    const live = pressed()
    live.elapse(8_000)
    const { world } = live.session
    live.costOfLook = 60
    live.must(goTo(8_000_000))
    expect(live.shown.project.opening).toMatchObject({ stage: 'going', total: 8_000_000 })
    expect(live.do(press('A'))).toMatchObject({ ok: false, message: expect.stringContaining('on its way') })
    expect(live.do({ kind: 'restartSimulation' })).toMatchObject({ ok: false })
    live.must(goTo(7_000_000))
    expect(live.shown.project.opening).toMatchObject({ stage: 'going', total: 7_000_000 })
    live.must({ kind: 'cancelOpening' })
    expect(live.session.world).toBe(world)
    expect(branchesOf(live)).toMatchObject({ end: null })
    live.must(goTo(7_000_000))
    live.elapse(100)
    expect(live.shown.project.opening).toBeNull()
    expect(live.now).toBe(7_000_000)
  })

  it('goes on from where it was given up, to a moment that lies beyond; the end shown meanwhile stays [LB-02]', () => {
    const live = pressed()
    live.elapse(20_000)
    const done = (): number => live.shown.project.opening?.done ?? 0
    const { world } = live.session
    live.costOfLook = 60
    live.must(goTo(16_000_000))
    // its turns are short where looking at the clock costs so much: what it begins with takes some of them
    for (let turn = 0; turn < 10 && done() <= 3_000_000; turn++) live.session.pump()
    const reached = done()
    expect(reached).toBeGreaterThan(3_000_000)
    // the newest wish wins, while the scrubber is dragged on
    live.must(goTo(18_000_000))
    expect(done()).toBeGreaterThan(reached)
    live.must({ kind: 'cancelOpening' })
    expect(live.session.world).toBe(world)
    live.must(goTo(15_000_000))
    expect(done()).toBeGreaterThan(reached)
    live.costOfLook = 0
    live.elapse(100)
    const there = live.records.map(({ t, type }) => [t, type])
    expect([live.now, stackOf(live)]).toEqual([15_000_000, ['A', 'B']])
    // before it there is nothing to go on from
    live.costOfLook = 60
    live.must(goTo(14_000_000))
    expect(done()).toBeLessThan(reached)
    live.must({ kind: 'cancelOpening' })
    // the same as without a stop on the way
    const straight = pressed()
    straight.elapse(20_000)
    straight.must(goTo(15_000_000))
    expect(there).toEqual(straight.records.map(({ t, type }) => [t, type]))
  })

  it('takes no power event on the way, as it takes none there [LB-02]', () => {
    const live = pressed()
    live.elapse(8_000)
    const whole = live.session.toRecordingText()
    live.costOfLook = 60
    live.must(goTo(7_000_000))
    expect(live.shown.project.opening).toMatchObject({ stage: 'going' })
    live.session.power('suspend')
    live.costOfLook = 0
    live.elapse(500)
    expect(live.now).toBe(7_000_000)
    live.session.power('suspend')
    live.must(returnTo(1))
    expect(live.session.toRecordingText()).toBe(whole)
  })

  it('stands still meanwhile, whatever is pressed; Run and Pause say how the end goes on [LB-02]', () => {
    const live = pressed()
    live.elapse(8_000)
    const end = live.now
    live.must(goTo(150_000))
    live.elapse(500)
    live.costOfLook = 60
    live.must(goTo(7_000_000), { kind: 'run' }, { kind: 'cancelOpening' })
    live.costOfLook = 0
    live.elapse(500)
    expect(live.now).toBe(150_000)
    expect(branchesOf(live)).toMatchObject({ shown: 1, end, branches: [{ id: 1 }] })
    for (const kind of ['pause', 'run'] as const) {
      live.must(goTo(150_000))
      live.costOfLook = 60
      live.must(returnTo(1), { kind })
      live.costOfLook = 0
      live.elapse(500)
      expect(branchesOf(live)).toMatchObject({ end: null, branches: [{ id: 1 }] })
      expect(live.shown.clock.running).toBe(kind === 'run')
    }
  })
})
