/** The run that the simulation was restarted in is kept, with its branches, and is returned to as it was (LB-02). */
import { describe, expect, it, vi } from 'vitest'
import { Checkpoints } from '../../../../main/session/past/checkpoints'
import { validateScenario } from '../../../../main/session/scenario'
import type { SessionCommand } from '../../../../preload/contract'
import { effects, LiveRig, MIB, rig, scenario } from '../live-rig'
import { branchesOf, goTo, press, pressed, returnTo, stackOf } from './pressed'

const RETURN: SessionCommand = { kind: 'returnToRunBefore' }
const RESTART: SessionCommand = { kind: 'restartSimulation' }

/** All that was done, and what a window shows that does not tell one frame from the next. */
function whole(live: LiveRig): object {
  const { clock, project, effects: cards, allocations, notifications, system, branches } = live.fresh()
  const { before: _, ...lines } = branches
  return {
    recording: live.session.toRecordingText(),
    saved: live.session.toScenarioText(),
    dirty: live.session.dirty,
    ...{ clock, stack: project.stack },
    ...{ cards, allocations: allocations.ids.length, notifications: notifications.items.length, system, lines },
  }
}

describe('the run before', () => {
  it('is there after a restart with all its branches, goes on, and the other one can be returned to in turn [LB-02]', () => {
    const live = pressed()
    expect(branchesOf(live).before).toBeNull()
    expect(live.do(RETURN)).toEqual({ ok: false, message: 'There is no run before this one.' })
    live.must(goTo(150_000), press('B'), { kind: 'renameBranch', branch: 2, name: 'mine' })
    live.elapse(96)
    const first = whole(live)
    live.must(RESTART)
    expect([live.now, branchesOf(live).branches.length]).toEqual([0, 1])
    expect(branchesOf(live).before).toEqual({ branches: 2, end: 246_000 })
    live.elapse(48)
    live.must(press('A'))
    live.elapse(32)
    const second = whole(live)
    live.must(RETURN)
    expect(whole(live)).toEqual(first)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 80_000 })
    // it lives: branches are returned to, and time goes on
    live.must(returnTo(1))
    expect([live.now, stackOf(live)]).toEqual([288_000, ['A', 'B']])
    live.must(returnTo(2))
    expect(whole(live)).toEqual(first)
    live.must(RETURN)
    expect(whole(live)).toEqual(second)
    live.must(RETURN)
    live.elapse(96)
    expect(live.now).toBe(342_000)
    live.must(goTo(100_000))
    expect(stackOf(live)).toEqual(['A'])
  })

  it('is on its own device, and saved or not as it was [LB-02]', () => {
    const live = rig({ app: { effects: effects({ A: MIB }) } })
    live.elapse(96)
    live.must(press('A'))
    live.elapse(96)
    live.session.markSaved()
    const before = whole(live)
    live.must({ kind: 'setDevice', profile: 'discrete-8gib' })
    expect(live.session.dirty).toBe(true)
    live.elapse(32)
    live.must(RETURN)
    expect(whole(live)).toEqual(before)
    expect([live.shown.system.profile, live.session.dirty]).toEqual([null, false])
    live.must(RETURN)
    expect([live.shown.system.profile, live.session.dirty]).toEqual(['discrete-8gib', true])
  })

  it('stays when what was restarted next had nothing done in it: two fields of the device in turn lose no run [LB-02]', () => {
    const live = pressed()
    const first = whole(live)
    live.must({ kind: 'setDevice', settings: { localMemory: 4096 * MIB } })
    live.elapse(48)
    live.must({ kind: 'setDevice', settings: { pagingBandwidth: 1024 * MIB } }, RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 288_000 })
    live.must(RETURN)
    expect(whole(live)).toEqual(first)
    live.must(RETURN)
    expect(live.shown.system).toMatchObject({ localMemory: 4096 * MIB, pagingBandwidth: 1024 * MIB })
    // a branch is something that was done, and so is a press
    live.must(RETURN, RESTART, press('A'), RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 0 })
  })

  it('stays while nobody does anything, though the OS is idle, sleeps and wakes [LB-02] [TN-22] [TN-23]', () => {
    const live = pressed()
    live.must(RESTART)
    live.session.reportIdle(30, 'idle')
    live.elapse(48)
    live.session.power('suspend')
    live.session.power('resume')
    live.elapse(48)
    const verbs = live.session.recording().steps.map(({ verb }) => verb)
    // but for what the project itself has on its clip
    expect(verbs.filter((verb) => verb !== 'apply')).toEqual(['idle', 'suspend', 'resume'])
    live.must(RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 288_000 })
    // that a person has it simulated is an act
    live.must({ kind: 'idle', idle: true }, RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 0 })
  })

  it('is shown while time stands still where it stood still, and goes on where it went on [LB-02]', () => {
    const live = pressed()
    live.must(RESTART, { kind: 'pause' }, RETURN)
    expect(live.shown.clock).toMatchObject({ now: 288_000, running: false })
    live.must({ kind: 'run' }, RETURN)
    expect(live.shown.clock).toMatchObject({ now: 0, running: true })
  })

  it('that takes long can be given up, and what is asked for on the way counts [LB-02]', () => {
    const live = pressed()
    const first = whole(live)
    live.must(RESTART)
    live.costOfLook = 60
    live.must(RETURN, { kind: 'pause' }, { kind: 'cancelOpening' })
    expect([live.now, live.shown.clock.running]).toEqual([0, false])
    expect(branchesOf(live)).toMatchObject({ before: { branches: 1, end: 288_000 }, branches: [{ id: 1, end: null }] })
    live.must({ kind: 'run' }, RETURN)
    expect(live.shown.project.opening).not.toBeNull()
    live.must({ kind: 'pause' })
    live.costOfLook = 0
    live.elapse(1_000)
    expect(live.shown.clock).toMatchObject({ now: 288_000, running: false })
    live.must({ kind: 'run' })
    expect(whole(live)).toEqual(first)
  })

  it('has checkpoints all along when it is returned to, not the few more that are kept near a moment [LB-02]', () => {
    const live = new LiveRig(scenario({ app: { effects: effects({ A: MIB }) } }), {}, 40)
    for (let turn = 0; turn < 40; turn++) {
      live.must(press('A'))
      live.elapse(64)
    }
    live.must(RESTART, { kind: 'pause' })
    const passed = vi.spyOn(Checkpoints.prototype, 'passed')
    live.must(RETURN)
    live.elapse(64)
    expect(live.now).toBe(40 * 64_000)
    expect(passed.mock.calls.length).toBeGreaterThan(0)
    expect(passed.mock.calls.filter(([, , isOnWay]) => isOnWay === true)).toEqual([])
    passed.mockRestore()
  })

  it('opens no run that was compared in the other one, whose number a branch of it may have [LB-06]', () => {
    const live = new LiveRig(scenario({ app: { effects: effects({ A: MIB }) } }), {
      startTasks: () => ({ cancel: () => {} }),
    })
    live.elapse(32)
    live.must(press('A'))
    live.elapse(32)
    live.must(RESTART, press('A'))
    live.elapse(32)
    live.must({ kind: 'compareVariants', policies: ['none'] }, { kind: 'cancelVariants' }, RETURN)
    expect(live.do({ kind: 'openRun', row: 0, time: 0 })).toMatchObject({ ok: false })
  })

  it('ends where it ended, also where an earlier moment of it was looked at [LB-02]', () => {
    const live = pressed()
    const end = whole(live)
    live.must(goTo(100_000), RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 288_000 })
    live.elapse(16)
    live.must(goTo(0), RETURN)
    expect(whole(live)).toEqual(end)
    // and of this one the end is kept, not the moment that was looked at
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 16_000 })
  })

  it('is the one before the newest restart alone, and keeps nothing of what was changed after it [LB-02]', () => {
    const live = pressed()
    live.must(RESTART)
    live.elapse(32)
    live.must({ kind: 'addEffect', effect: { name: 'C', gpuTime: 500, resources: [] } })
    live.elapse(32)
    live.must(RESTART)
    expect(branchesOf(live).before).toEqual({ branches: 1, end: 64_000 })
    live.elapse(16)
    live.must({ kind: 'removeEffect', effect: 'C' })
    expect(live.shown.effects.map(({ name }) => name)).toEqual(['A', 'B'])
    live.must(RETURN)
    expect(branchesOf(live).before).toMatchObject({ end: 16_000 })
    expect(live.shown.effects.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
    const saved: unknown = JSON.parse(live.session.toScenarioText())
    expect(validateScenario(saved).ok).toBe(true)
  })
})
